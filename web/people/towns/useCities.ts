import * as calls from '#contract/calls/people.ts'
import { lookUp } from '#web/platform/lookup.ts'
import { useSharedQuery } from '#web/platform/query/useQuery.ts'
import { citiesOf, type City } from './api.ts'

const none: City[] = []

/** The cities of a country, by its two letters: one request, whatever is typed. None when they could not be had: any city may be typed. */
export function useCities(country: string | undefined): City[] {
  const { data } = useSharedQuery({
    queryKey: ['searchJSON', country],
    enabled: country !== undefined,
    staleTime: Infinity,
    gcTime: Infinity,
    queryFn: async () => {
      const found = await lookUp(calls.searchJSON, { country: country ?? '', featureClass: 'P', maxRows: '1000' })
      return found && citiesOf(found.geonames.map(({ name }) => name))
    },
  })
  return data ?? none
}
