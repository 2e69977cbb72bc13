/** How the bundled places are read, and how their names are compared: Sao Paulo finds São Paulo. */

export type Country = { code: string; name: string; lines: string }
/** The largest of a country with more towns than one answer holds are its `first`. */
export type Town = { name: string; folded: string; isFirst: boolean }

export const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

export function fold(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
}

/** A line with a tab begins a country: its code and its name. The lines after it are its towns. */
export function readCountries(text: string): Country[] {
  const heads = [...text.matchAll(/^([A-Z]{2})\t(.*)\n/gm)]
  return heads.map(({ 0: line, 1: code = '', 2: name = '', index }, at) => ({
    code,
    name,
    lines: text.slice(index + line.length, heads[at + 1]?.index ?? text.length),
  }))
}

export function readTowns({ lines }: Country): Town[] {
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const isFirst = line.startsWith('+')
      const name = isFirst ? line.slice(1) : line
      return { name, folded: fold(name), isFirst }
    })
}

/** The names in their order. Where there are more than asked for, the largest towns go before the others. */
export function findTowns(
  towns: Town[],
  { beginning, part, most }: { beginning: string; part: string; most: number },
): { found: string[]; total: number } {
  const [start, inside] = [fold(beginning), fold(part)]
  const all = towns.filter(({ folded }) => folded.startsWith(start) && folded.includes(inside))
  const chosen = all.length > most ? largestFirst(all).slice(0, most) : all
  return { found: chosen.map(({ name }) => name).toSorted(collator.compare), total: all.length }
}

function largestFirst(towns: Town[]): Town[] {
  return [...towns.filter(({ isFirst }) => isFirst), ...towns.filter(({ isFirst }) => !isFirst)]
}
