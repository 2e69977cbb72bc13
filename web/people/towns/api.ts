/** How names of places are compared and found as they are typed. */

/** Sao Paulo finds São Paulo. */
export const fold = (name: string): string =>
  name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()

export type City = { name: string; folded: string }

export const citiesOf = (names: readonly string[]): City[] => names.map((name) => ({ name, folded: fold(name) }))

/** Names that begin with the text, then those with a word that does, each in the order of the list. */
export function citiesLike(cities: readonly City[], text: string): City[] {
  const wanted = fold(text)
  if (wanted === '') return [...cities]
  const beginning = cities.filter(({ folded }) => folded.startsWith(wanted))
  const aWord = new RegExp(`[ '’(/-]${escaped(wanted)}`)
  const inside = cities.filter(({ folded }) => !folded.startsWith(wanted) && aWord.test(folded))
  return [...beginning, ...inside]
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`)

/** As the list spells it, if the list has it. */
export const listedSpelling = (cities: readonly City[], text: string): string | undefined => {
  const wanted = fold(text)
  return cities.find(({ folded }) => folded === wanted)?.name
}
