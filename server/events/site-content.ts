/** What every public page is drawn from, read again when the database says that something changed. */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { usualReviewers } from '#contract/abstracts/rules.ts'
import { dayIn, homeTimeZone } from '#contract/days.ts'
import { CurrentEvent, type PublishedEvent, type SiteContent } from '#contract/events/site.ts'
import type { Row } from '#server/database/tables.ts'
import { currentEvent, eventWith } from '#server/kernel/events/current.ts'
import type { Content, Kept, Page, ShownEvent } from '#server/kernel/site.ts'
import type { World } from '#server/kernel/world.ts'
import { wordsFor } from '#server/pages/words.ts'
import { specialitiesOf } from './events.ts'
import { listProgrammes } from './programmes.ts'
import { listWorkshops } from './workshops.ts'

type Words = Pick<SiteContent, 'site' | 'prose'>

/** How long a page may lag behind the database. */
const freshFor = 1000

/** How long a visitor waits for it. */
const answersWithin = 500

/**
 * Gives the content of this second. While the database is away or does not answer, visitors go on reading what there was: nobody waits
 * behind a question that was not answered in time, and only when one is again will pages follow the second.
 */
export function keepContent(world: World): Content {
  let kept: Kept | undefined
  let checking: Promise<Kept> | undefined
  let freshUntil = 0
  let answers = true
  let isTold = false

  async function check(): Promise<Kept> {
    try {
      const { event, site } = kept?.content ?? {}
      const mark = await markOf(world, event?.timeZone ?? site?.timeZone ?? homeTimeZone)
      if (kept?.mark !== mark) kept = { mark, content: await contentNow(world), events: await shownEvents(world) }
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

  const now = async () => {
    if (kept && performance.now() < freshUntil) return kept
    checking ??= kept ? checkShortly(kept) : check()
    return kept && !answers ? kept : checking
  }
  return { now, of: keepEvents(world, now), with: (eventId, words) => contentWith(world, eventId, words) }
}

/** The content of one event's own pages, read when somebody first asks for them, and again when anything changed. */
function keepEvents(world: World, now: Content['now']): Content['of'] {
  const known = new Map<string, { mark: string; page: Promise<Page> }>()

  return async (slug) => {
    const { mark: markNow, events } = await now()
    const event = events.get(slug)
    if (!event) {
      known.delete(slug)
      return undefined
    }
    const mark = `${markNow} ${dayIn(event.timeZone, world.now())}`
    const before = known.get(slug)
    if (before?.mark === mark) return before.page
    const page = eventContent(world, event).then((content) => ({ mark, content }))
    known.set(slug, { mark, page })
    // What could not be read is read again by the next; until then there is what there was.
    page.catch(() => (before ? known.set(slug, before) : known.delete(slug)))
    return before ? page.catch(() => before.page) : page
  }
}

/** Every event that has pages: a draft has none. */
async function shownEvents(world: World): Promise<Map<string, ShownEvent>> {
  const rows = await world.db
    .selectFrom('event')
    .select(['id', 'slug', 'isCurrent', 'timeZone', 'eventState'])
    .where('eventState', '<>', 'draft')
    .orderBy('startsOn')
    .orderBy('id')
    .execute()
  return new Map(
    rows.map(({ slug, eventState, ...event }) => [slug, { ...event, slug, isOpen: eventState === 'published' }]),
  )
}

async function eventContent(world: World, { id, slug, isCurrent }: ShownEvent): Promise<SiteContent> {
  const content = await contentWith(world, id, (eventId) => wordsFor(world, eventId))
  return { ...content, base: `/e/${slug}`, ...(!isCurrent && { isOther: true }) }
}

/** Changes with the content and at midnight, when a programme may become a past one. */
async function markOf(world: World, timeZone: string): Promise<string> {
  const { rows } = await sql<{ version: string }>`select version::text from content_version`.execute(world.db)
  return `${rows[0]?.version} ${dayIn(timeZone, world.now())}`
}

async function contentNow(world: World): Promise<SiteContent> {
  const event = await currentEvent(world)
  return contentOf(world, event, await wordsFor(world, event?.id ?? null))
}

/** As the pages of one event, or of the current one, would be drawn with these words. */
async function contentWith(
  world: World,
  eventId: number | undefined,
  words: (eventId: number | null) => Promise<Words>,
): Promise<SiteContent> {
  const event = eventId === undefined ? await currentEvent(world) : await eventWith(world, eventId)
  return contentOf(world, event, await words(event?.id ?? null))
}

async function contentOf(world: World, event: Row<'event'> | undefined, words: Words): Promise<SiteContent> {
  const [programmes, events, specialities, workshops, reviewers] = await Promise.all([
    listProgrammes(world),
    publishedEvents(world),
    event ? specialitiesOf(world, event.id) : [],
    event ? listWorkshops(world, event.id) : [],
    event ? reviewersOf(world, event.id) : {},
  ])
  const call = { ...reviewers, ...(specialities.length === 0 && { noAbstracts: true }) }
  return {
    ...words,
    paymentPartner: partnerOf(words, world.gateway.name),
    publicUrl: world.publicUrl,
    today: dayIn(event?.timeZone ?? words.site.timeZone, world.now()),
    // A row of the database has more than a page may show.
    event: event ? CurrentEvent.parse({ ...event, ...call }) : null,
    events,
    programmes,
    specialities: specialities.map(({ description }) => description),
    workshops,
  }
}

async function reviewersOf({ db }: World, eventId: number): Promise<Pick<CurrentEvent, 'reviewers'>> {
  const call = await db
    .selectFrom('reviewCall')
    .select('reviewsWanted as reviewers')
    .where('eventId', '=', eventId)
    .where('reviewsWanted', '<>', usualReviewers)
    .executeTakeFirst()
  return call ?? {}
}

/** Those that are open to visitors; one that has ended is found by its address alone. */
async function publishedEvents({ db }: World): Promise<PublishedEvent[]> {
  const rows = await db
    .selectFrom('event')
    .select(['id', 'name', 'theme', 'venue', 'flyer', 'startsOn', 'endsOn', 'slug', 'isCurrent'])
    .where('eventState', '=', 'published')
    .orderBy('startsOn')
    .orderBy('id')
    .execute()
  return rows.map(({ slug, isCurrent, ...event }) => ({ ...event, address: isCurrent ? '/' : `/e/${slug}/` }))
}

/** The mark of the gateway in use, unless the college has a logo of its own to show. */
function partnerOf({ site }: Words, gateway: string): SiteContent['paymentPartner'] {
  if (site.paymentPartnerLogo) return { name: site.paymentPartnerName, logo: site.paymentPartnerLogo }
  return gateway === 'sandbox'
    ? { name: 'a demonstration: no money is taken', logo: '/art/payment-sandbox.svg' }
    : { name: 'our bank, on its own page', logo: '/art/payment-card.svg' }
}
