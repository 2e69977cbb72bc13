import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
/** Countries and towns: from GeoNames where an account is configured and answers, otherwise from what we bring along. */
import { day } from '#contract/durations.ts'
import type { ParsedInputOf } from '#contract/operation.ts'
import { type Countries, countryInfoJSON, type Towns, searchJSON } from '#contract/people/towns.ts'
import type { World } from '#server/kernel/world.ts'
import { collator, type Country, findTowns, fold, readCountries, readTowns, type Town } from './rules.ts'

export type Search = ParsedInputOf<typeof searchJSON>
export type Atlas = {
  countries: (code: string | undefined) => Promise<Countries>
  towns: (search: Search) => Promise<Towns>
}

const keptFor = 30 * day
/** The bytes of a list of towns, which `serve` keeps with it, take up to 150 kB. */
const mostKept = 300

type AtlasOptions = { world: Pick<World, 'geonames' | 'now'>; folder: string }

export function openAtlas({ world, folder }: AtlasOptions): Atlas {
  const bundle = openBundle(folder)
  const keep = keepFor(world.now)
  /** The answer of GeoNames, or else ours. Ours is kept too, but never in the place of theirs. */
  const answer = async <Answer extends object>(
    question: object,
    { theirs, ours }: { theirs: () => Promise<Answer | undefined>; ours: () => Answer },
  ) => {
    const key = JSON.stringify(question)
    const asked = world.geonames && (await keep(`theirs ${key}`, theirs))
    return asked ?? keep(`ours ${key}`, async () => ours())
  }
  return {
    countries: (country) =>
      answer(
        { country },
        {
          theirs: () => askCountries(world, country),
          ours: () => ({
            geonames: bundle.countries().filter(({ countryCode }) => !country || countryCode === country),
          }),
        },
      ),
    towns: (search) => answer(search, { theirs: () => askTowns(world, search), ours: () => bundle.towns(search) }),
  }
}

/** Makes an answer once for everybody who asks the same, also while it is being made. What could not be had is not kept. */
function keepFor(now: () => Date) {
  const kept = new Map<string, { answer: Promise<object | undefined>; until: number }>()
  return <Answer extends object | undefined>(key: string, make: () => Promise<Answer>): Promise<Answer> => {
    const known = kept.get(key)
    if (known && known.until > now().getTime()) return known.answer as Promise<Answer>
    const answer = make()
    kept.set(key, { answer, until: now().getTime() + keptFor })
    answer.then(
      (had) => had ?? kept.delete(key),
      () => kept.delete(key),
    )
    // The oldest goes; a search for every combination of letters must not fill the memory.
    if (kept.size > mostKept) kept.delete(kept.keys().next().value as string)
    return answer
  }
}

type Bundle = { countries: () => Countries['geonames']; towns: (search: Search) => Towns }

/** Read at the first question: a portal that nobody asks for towns does without. */
function openBundle(folder: string): Bundle {
  let read: Country[] | undefined
  const towns = new Map<string, Town[]>()
  const all = () =>
    (read ??= readCountries(brotliDecompressSync(readFileSync(join(folder, 'towns.txt.br'))).toString()))
  return {
    countries: () => all().map(({ code, name }) => ({ countryCode: code, countryName: name })),
    towns(search) {
      const country = all().find(({ code }) => code === search.country)
      if (!country) return { totalResultsCount: 0, geonames: [] }
      const its = towns.get(country.code) ?? readTowns(country)
      towns.set(country.code, its)
      const { found, total } = findTowns(its, {
        beginning: search.name_startsWith,
        part: search.q,
        most: search.maxRows,
      })
      const row = { countryCode: country.code, countryName: country.name, fcl: 'P' as const }
      return { totalResultsCount: total, geonames: found.map((name) => ({ name, ...row })) }
    },
  }
}

async function askCountries(
  { geonames }: Pick<World, 'geonames'>,
  country: string | undefined,
): Promise<Countries | undefined> {
  const answer = await geonames?.('countryInfoJSON', { lang: 'en', ...(country && { country }) })
  const read = countryInfoJSON.reply.safeParse(answer)
  if (!read.success) return undefined
  return { geonames: read.data.geonames.toSorted((a, b) => collator.compare(a.countryName, b.countryName)) }
}

async function askTowns({ geonames }: Pick<World, 'geonames'>, search: Search): Promise<Towns | undefined> {
  const { country, featureClass, maxRows, name_startsWith, q } = search
  const answer = await geonames?.('searchJSON', {
    country,
    featureClass,
    maxRows: String(maxRows),
    orderby: 'population',
    lang: 'en',
    ...(name_startsWith && { name_startsWith }),
    ...(q && { q }),
  })
  const read = searchJSON.reply.safeParse(answer)
  if (!read.success) return undefined
  const once = new Map(read.data.geonames.toReversed().map((town) => [fold(town.name), town]))
  return {
    totalResultsCount: read.data.totalResultsCount,
    geonames: [...once.values()].toSorted((a, b) => collator.compare(a.name, b.name)),
  }
}
