import { useEffect, useState } from 'react'
import { placeCalls } from '#contract/people/place-heads.ts'
import { lookUp } from '#web/platform/lookup.ts'

export type Country = { code: string; name: string }

/** Most people here are from it. */
const first = 'PK'

let asked: Promise<Country[] | undefined> | undefined

/** Asked for once a visit; a failure is asked again by the next page. */
async function countries(): Promise<Country[] | undefined> {
  const found = await lookUp(placeCalls.countryInfoJSON)
  if (!found) asked = undefined
  const all = found?.geonames.map(({ countryCode, countryName }) => ({ code: countryCode, name: countryName }))
  return all?.toSorted((one, other) => Number(other.code === first) - Number(one.code === first))
}

/** Every country, Pakistan first. Nothing while they are on their way; none when they could not be had. */
export function useCountries(): Country[] | undefined {
  const [found, setFound] = useState<Country[]>()
  useEffect(() => {
    let isGone = false
    void (asked ??= countries()).then((list) => !isGone && setFound(list ?? []))
    return () => {
      isGone = true
    }
  }, [])
  return found
}
