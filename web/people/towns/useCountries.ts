import * as calls from '#contract/calls/people.ts'
import { lookUp } from '#web/platform/lookup.ts'
import { useSharedQuery } from '#web/platform/query/useQuery.ts'

export type Country = { code: string; name: string }

/** Most people here are from it. */
const first = 'PK'

async function countries(): Promise<Country[] | undefined> {
  const found = await lookUp(calls.countryInfoJSON)
  const all = found?.geonames.map(({ countryCode, countryName }) => ({ code: countryCode, name: countryName }))
  return all?.toSorted((one, other) => Number(other.code === first) - Number(one.code === first))
}

/** Every country, Pakistan first; asked for once a visit. Nothing while they are on their way; none when they could not be had. */
export function useCountries(): Country[] | undefined {
  const { data, hasFailed } = useSharedQuery({
    queryKey: ['countryInfoJSON'],
    queryFn: countries,
    staleTime: Infinity,
    gcTime: Infinity,
  })
  return data ?? (hasFailed ? none : undefined)
}
const none: Country[] = []
