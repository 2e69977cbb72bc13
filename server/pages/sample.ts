/** Which words of the site are still those of the sample that every release brings along. Computed by comparison, so that nothing has to be kept up to date. */
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { type Bodies } from '#contract/pages/bodies.ts'
import { type PageOfSite, pageNames } from '#contract/pages/page-names.ts'
import type { World } from '#server/kernel/world.ts'
import { readSample } from './files.ts'
import { bodiesOf } from './rules.ts'

/** `facts` are names, addresses and pictures, which are true of no other college; `prose` may be kept by one that has read it. */
export type SampleTexts = {
  page: PageOfSite
  facts: string[]
  prose: string[]
  /** Of an event of its own, or of the college. */
  eventId: number | null
  /** A person published the page, as it was or with changes. */
  isByPerson: boolean
}

let sample: Bodies | undefined
const sampleBodies = (): Bodies => (sample ??= bodiesOf(readSample))

/** What visitors of an event read, or without one of the college, page by page; pages without sample text are left out. */
export async function sampleTexts({ db }: Pick<World, 'db'>, eventId: number | null): Promise<SampleTexts[]> {
  const rows = await db
    .selectFrom('pageVersion')
    .distinctOn('page')
    .select(['page', 'body', 'eventId', 'publishedBy'])
    .where('state', '=', 'published')
    .where((row) => row.or([row('eventId', 'is', null), row('eventId', '=', eventId ?? 0)]))
    .orderBy('page')
    .orderBy(sql`event_id nulls last`)
    .execute()
  return pageNames.flatMap((page) => {
    const row = rows.find((each) => each.page === page)
    if (!row) return []
    const found = sampleIn(page, row.body)
    if (found.facts.length === 0 && found.prose.length === 0) return []
    return [{ page, ...found, eventId: row.eventId, isByPerson: row.publishedBy !== null }]
  })
}

/** By name: `College`, `registration@…`, the heading of a section. */
export function sampleIn(page: PageOfSite, body: unknown): { facts: string[]; prose: string[] } {
  const facts =
    page in factsOf ? factsOf[page as keyof typeof factsOf](body as never, sampleBodies()[page] as never) : []
  return { facts, prose: proseIn(body as Prose, sampleBodies()[page] as Prose) }
}

type Prose = { lead?: string; sections?: { heading: string }[] }

function proseIn({ lead, sections = [] }: Prose, sample: Prose): string[] {
  const same = sections.filter((section) => sample.sections?.some((each) => isDeepStrictEqual(each, section)))
  return [...(lead && lead === sample.lead ? ['Lead'] : []), ...same.map(({ heading }) => heading)]
}

type Desk = { email: string }
const desksIn = (desks: Desk[], sample: Desk[]): string[] =>
  desks.map(({ email }) => email).filter((email) => sample.some((each) => each.email === email))

const namesOfCollege = [
  ['college', 'College', false],
  ['department', 'Department', true],
  ['place', 'Town', true],
  ['address', 'Address', false],
  ['collegeLogo', 'Logo of the college', false],
  ['departmentLogo', 'Logo of the department', false],
  ['socialCard', 'Picture for shared links', false],
] as const satisfies readonly (readonly [keyof Bodies['college'], string, boolean])[]

const factsOf = {
  college(body: Bodies['college'], sample: Bodies['college']) {
    // Another college may have a department of this name, in this town.
    const isOther = body.college !== sample.college
    return namesOfCollege.flatMap(([key, label, mayBeShared]) =>
      body[key] === sample[key] && !(mayBeShared && isOther) ? [label] : [],
    )
  },
  contact(body: Bodies['contact'], sample: Bodies['contact']) {
    const { securityContact } = body
    return [
      ...desksIn(body.contacts, sample.contacts),
      ...(securityContact && securityContact === sample.securityContact ? [securityContact] : []),
    ]
  },
  travel(body: Bodies['travel'], sample: Bodies['travel']) {
    const stays = body.stays.filter(({ name }) => sample.stays.some((each) => each.name === name))
    const { latitude, longitude } = body.map
    const isSamePoint = latitude === sample.map.latitude && longitude === sample.map.longitude
    return [
      ...stays.map(({ name }) => name),
      ...desksIn(body.travelContacts, sample.travelContacts),
      ...(isSamePoint ? ['Place on the map'] : []),
      ...(body.map.sketch === sample.map.sketch ? ['Sketch of the map'] : []),
    ]
  },
}
