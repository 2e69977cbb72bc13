/** What every public page is drawn from, read again when the database says that something changed. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { dayIn } from '#contract/days.ts'
import { Prose, proseNames, Site, type SiteContent } from '#contract/events/site.ts'
import type { Kept } from '#server/site.ts'
import type { World } from '#server/world.ts'
import { currentEvent, specialitiesOf } from './events.ts'
import { listProgrammes } from './programmes.ts'
import { listWorkshops } from './workshops.ts'

type Words = Pick<SiteContent, 'site' | 'prose'>

/** How long a page may lag behind the database. */
const freshFor = 1000

/** How long a visitor waits for it. */
const answersWithin = 500

/** The college's words, from its own folder of JSON files. */
export function readWords(folder: string): Words {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'))
  const prose = Object.fromEntries(proseNames.map((name) => [name, Prose.parse(read(name))])) as Words['prose']
  return { site: Site.parse(read('site')), prose }
}

/**
 * Gives the content of this second. While the database is away or does not answer, visitors go on reading what there was: nobody waits
 * behind a question that was not answered in time, and only when one is again will pages follow the second.
 */
export function keepContent(world: World, words: Words, publicUrl: string): () => Promise<Kept> {
  let kept: Kept | undefined
  let checking: Promise<Kept> | undefined
  let freshUntil = 0
  let answers = true
  let isTold = false

  async function check(): Promise<Kept> {
    try {
      const mark = await markOf(world, kept?.content.event?.timeZone ?? words.site.timeZone)
      if (kept?.mark !== mark) kept = { mark, content: await contentOf(world, words, publicUrl) }
      answers = true
      isTold = false
    } catch (error) {
      if (!kept) throw error
      answers = false
      if (!isTold) world.log.warn({ err: error }, 'the pages could not be refreshed')
      isTold = true
      // Not left to the next visitor, who may come tomorrow and would read what there was yesterday.
      setTimeout(() => (checking ??= check()), freshFor).unref()
    } finally {
      freshUntil = performance.now() + freshFor
      checking = undefined
    }
    return kept
  }

  /** Whoever comes in the meantime waits for the same answer, and no longer. */
  async function checkShortly(before: Kept): Promise<Kept> {
    const asked = check()
    const late = pause(answersWithin, undefined, { ref: false })
    const answered = await Promise.race([asked, late])
    if (!answered) answers = false
    return answered ?? before
  }

  return async () => {
    if (kept && performance.now() < freshUntil) return kept
    checking ??= kept ? checkShortly(kept) : check()
    return kept && !answers ? kept : checking
  }
}

/** Changes with the content and at midnight, when a programme may become a past one. */
async function markOf(world: World, timeZone: string): Promise<string> {
  const { rows } = await sql<{ version: string }>`select version::text from content_version`.execute(world.db)
  return `${rows[0]?.version} ${dayIn(timeZone, world.now())}`
}

async function contentOf(world: World, words: Words, publicUrl: string): Promise<SiteContent> {
  const event = (await currentEvent(world)) ?? null
  const [programmes, specialities, workshops] = await Promise.all([
    listProgrammes(world),
    event ? specialitiesOf(world, event.id) : [],
    event ? listWorkshops(world, event.id) : [],
  ])
  return {
    ...words,
    paymentPartner: partnerOf(words, world.gateway.name),
    publicUrl,
    today: dayIn(event?.timeZone ?? words.site.timeZone, world.now()),
    event,
    programmes,
    specialities: specialities.map(({ description }) => description),
    workshops,
  }
}

/** The mark of the gateway in use, unless the college has a logo of its own to show. */
function partnerOf({ site }: Words, gateway: string): SiteContent['paymentPartner'] {
  if (site.paymentPartnerLogo) return { name: site.paymentPartnerName, logo: site.paymentPartnerLogo }
  return gateway === 'sandbox'
    ? { name: 'a demonstration: no money is taken', logo: '/art/payment-sandbox.svg' }
    : { name: 'our bank, on its own page', logo: '/art/payment-card.svg' }
}
