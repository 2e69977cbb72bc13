import { useEffect, useState } from 'react'
import { placeCalls } from '#contract/people/place-heads.ts'
import { lookUp } from '#web/platform/lookup.ts'
import { citiesOf, type City } from './api.ts'

const none: City[] = []
const known = new Map<string, City[]>()

async function citiesIn(country: string): Promise<City[]> {
  const found = await lookUp(placeCalls.searchJSON, { country, featureClass: 'P', maxRows: '1000' })
  if (!found) return none
  const cities = citiesOf(found.geonames.map(({ name }) => name))
  known.set(country, cities)
  return cities
}

/** The cities of a country, by its two letters: one request, whatever is typed. None when they could not be had: any city may be typed. */
export function useCities(country: string | undefined): City[] {
  const [found, setFound] = useState<{ country: string; cities: City[] }>()
  useEffect(() => {
    if (!country || known.has(country)) return
    let isGone = false
    void citiesIn(country).then((cities) => !isGone && setFound({ country, cities }))
    return () => {
      isGone = true
    }
  }, [country])
  if (!country) return none
  return known.get(country) ?? (found?.country === country ? found.cities : none)
}
