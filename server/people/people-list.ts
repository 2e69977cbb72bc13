/** The people of an event: found by words and filters, the same for the list, its export, what is done to many, and letters. */
import { type RawBuilder, sql } from 'kysely'
import { rowsAtOnce } from '#contract/list.ts'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import type { PeopleList } from '#contract/people/people-console.ts'
import type { PeopleFilter } from '#contract/people/people-filter.ts'
import { fewestLetters, mostFound, type Turnable } from '#contract/people/people-words.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { isExtensionOf } from '#server/kernel/events/own-dates.ts'
import { isDue } from '#server/kernel/order-sql.ts'
import { mayAnywhere } from '#server/kernel/permissions.ts'
import { takesPart } from '#server/kernel/taking-part.ts'
import { hiddenFrom } from '#server/kernel/visibility/seen-by.ts'
import type { World } from '#server/kernel/world.ts'
import { type Order, pageBy } from '#server/platform/database/pages.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { areDoubles, hasDouble } from './duplicates.ts'

type List = ParsedInputOf<typeof PeopleList>
type Reply = ReplyOf<typeof PeopleList>
type Reading = Pick<World, 'db' | 'now'>
type Condition = RawBuilder<boolean>

const id = sql.ref('personSearch.applicantId')

/** What somebody may look for and see beside name, address and institution; `unseen` are abstracts that they must not find the authors of. */
export type Sight = { contact: boolean; orders: boolean; unseen: readonly number[] }

export const rightsOf = (staff: Staff, eventId: number): Omit<Sight, 'unseen'> => ({
  contact: mayAnywhere(staff, 'people.contact', eventId),
  orders: mayAnywhere(staff, 'orders.read', eventId),
})

/** Whoever reads the authors of the other abstracts would find those of a hidden one among the people who are left: it counts for nobody. */
export const isCutFor = (staff: Staff, eventId: number): boolean => mayAnywhere(staff, 'review.read', eventId)

export const sightOf = async (world: Pick<World, 'db'>, staff: Staff, eventId: number): Promise<Sight> => ({
  ...rightsOf(staff, eventId),
  unseen: isCutFor(staff, eventId) ? await hiddenFrom(world, staff, eventId) : [],
})

/**
 * The people that a filter means, as rows with `accountId`, `applicantId` and `id` (the applicant again). Whoever was erased, or is part of
 * another account, is not among them. A reviewer who does not take part is found by words or by number, and is in no list. `contact` says
 * whether PMDC number and mobile are searched and compared too.
 */
export function peopleWhere(
  world: Reading,
  { applicantId, ...filter }: PeopleFilter & { applicantId?: number },
  { contact, unseen }: Pick<Sight, 'contact' | 'unseen'>,
) {
  const { eventId, search } = filter
  const words = sql.ref(contact ? 'personSearch.allWords' : 'personSearch.words')
  const query = world.db
    .selectFrom('personSearch')
    .innerJoin('account', 'account.id', 'personSearch.accountId')
    .leftJoin('profile', 'profile.applicantId', 'personSearch.applicantId')
    .select(['personSearch.applicantId as id', 'personSearch.applicantId', 'personSearch.accountId'])
    .where('personSearch.eventId', '=', eventId)
    .$if(Boolean(search), (query) =>
      // Asked as a question of its own: otherwise what was typed is taken apart again for each person.
      query.where(sql<boolean>`${words} @@ (select search_question(${search}))`),
    )
    .$if(applicantId !== undefined, (query) => query.where('personSearch.applicantId', '=', applicantId as number))
    .$if(!search && applicantId === undefined, (query) => query.where(takesPart(id)))
  return conditionsOf({ ...world, contact, unseen }, filter).reduce((query, each) => query.where(each), query)
}

function conditionsOf(world: Omit<Asked, 'eventId'>, filter: PeopleFilter): Condition[] {
  const isTurned = new Set(filter.not?.split(','))
  const conditions = Object.entries(filters) as [Turnable, (value: never, asked: Asked) => Condition][]
  return conditions.flatMap(([name, condition]) => {
    const value = filter[name]
    if (value === undefined) return []
    const holds = condition(value as never, { ...world, eventId: filter.eventId })
    // Where a profile is missing, the answer is not known: turned round, they are meant too.
    return [isTurned.has(name) ? sql<boolean>`(${holds}) is not true` : holds]
  })
}

/** SQL: this person has such a seat. One whose hold is over counts as free. */
const hasSeat = (more: Condition, now: Date): Condition => sql<boolean>`exists (
  select from order_item join orders on orders.id = order_id
  where order_item.applicant_id = person_search.applicant_id and holds and not ${isDue(now)} and ${more})`
const isTheirAbstract = ({ unseen }: Pick<Sight, 'unseen'>): Condition =>
  sql<boolean>`abstract.applicant_id = person_search.applicant_id and removed_at is null and abstract.id <> all (${unseen}::int[])`
const hasAbstract = (more: Condition, sight: Pick<Sight, 'unseen'>): Condition =>
  sql<boolean>`exists (select from abstract where ${isTheirAbstract(sight)} and ${more})`
const always = sql<boolean>`true`

type Asked = Reading & { eventId: number } & Pick<Sight, 'contact' | 'unseen'>

const views: Record<NonNullable<PeopleFilter['view']>, (asked: Asked) => Condition> = {
  'no-profile': () => sql<boolean>`not has_profile`,
  'with-seat': ({ now }) => hasSeat(always, now()),
  'with-abstract': (asked) => hasAbstract(always, asked),
  'two-accounts': ({ eventId, contact }) => areDoubles(eventId, { contact }),
}

const filters: { [Name in Turnable]: (value: NonNullable<PeopleFilter[Name]>, asked: Asked) => Condition } = {
  view: (view, asked) => views[view](asked),
  takesPartAs: (value) => sql<boolean>`profile.participant_type = ${value}::participant_type`,
  presenter: (value) => sql<boolean>`profile.presenter_type = ${value}::presenter_type`,
  country: (value) =>
    value === 'pakistan' ? sql<boolean>`profile.country = 'Pakistan'` : sql<boolean>`profile.country <> 'Pakistan'`,
  seat: (value, { now }) =>
    hasSeat(sql<boolean>`orders.state = ${value === 'paid' ? 'paid' : 'pending'}::order_state`, now()),
  workshopId: (value, { now }) => hasSeat(sql<boolean>`workshop_id = ${value}`, now()),
  abstract: (value, asked) => hasAbstract(sql<boolean>`state = ${value}::abstract_state`, asked),
  extension: (value) => sql<boolean>`exists (
    select from extension where extension.event_id = person_search.event_id and ${isExtensionOf}
    and kind = ${value}::extension_kind and ended_at is null)`,
}

const since = { by: sql.ref('personSearch.since'), type: 'timestamptz', id } as const
const name = { by: sql.ref('personSearch.nameKey'), type: 'text', id } as const
export const peopleOrders: Record<NonNullable<List['sort']>, Order> = {
  since,
  '-since': { ...since, descending: true },
  name,
  '-name': { ...name, descending: true },
}

/** What a list shows of each: counted only for the rows that are shown. */
export function shownPeople(world: Reading, filter: Parameters<typeof peopleWhere>[1], sight: Sight) {
  const seats = (state: Condition): RawBuilder<number> => sql<number>`(
    select count(*)::int from order_item join orders on orders.id = order_id
    where order_item.applicant_id = person_search.applicant_id and holds and ${state} and not ${isDue(world.now())})`
  return peopleWhere(world, filter, sight)
    .select(['fullName as name', 'account.email', 'institution', 'participantType', 'presenterType', 'country', 'city'])
    .select(['since', 'hasProfile'])
    .select([
      seats(sql<boolean>`orders.state = 'paid'`).as('seatsPaid'),
      seats(sql<boolean>`orders.state = 'pending'`).as('seatsHeld'),
      sql<number>`(select count(*)::int from abstract where ${isTheirAbstract(sight)})`.as('abstracts'),
      sql<number>`(select coalesce(sum(total), 0)::float8 from orders
        where orders.applicant_id = person_search.applicant_id and state = 'paid')`.as('paid'),
      hasDouble(sight).as('mayBeSecond'),
    ])
}

export async function listPeople(world: World, staff: Staff, list: List): Promise<Reply> {
  const { cursor, limit = rowsAtOnce, sort = '-since', ...filter } = list
  const sight = await sightOf(world, staff, filter.eventId)
  const isSearchOnly = !mayAnywhere(staff, 'people.list', filter.eventId)
  const about = { timeZone: await timeZoneOf(world, filter.eventId), isSearchOnly }
  if (isSearchOnly) return { ...about, ...(await search(world, filter, sight)), figures: null }
  const of = ['PeopleList', sort, JSON.stringify(filter), sight.contact, staff.accountId]
  const page = await pageBy(world, shownPeople(world, filter, sight), { of, order: peopleOrders[sort], cursor, limit })
  const rows = page.rows.map((row) => shown(row, sight))
  return { ...about, ...page, rows, figures: await figuresOf(world, filter.eventId, sight) }
}

/** Somebody stands at the desk and says a name: nobody is listed there who was not asked for. */
async function search(world: World, filter: PeopleFilter, sight: Sight) {
  if ((filter.search?.length ?? 0) < fewestLetters) return { rows: [], next: null, total: 0, totalIsExact: true }
  const query = shownPeople(world, { eventId: filter.eventId, search: filter.search }, sight)
  const rows = await query.orderBy('nameKey').orderBy('personSearch.applicantId').limit(mostFound).execute()
  return { rows: rows.map((row) => shown(row, sight)), next: null, total: rows.length, totalIsExact: true }
}

export type ShownPerson = Awaited<ReturnType<ReturnType<typeof shownPeople>['execute']>>[number]

/** Only what the contract names, and money only for whoever may see orders. */
function shown(row: ShownPerson, { orders }: Sight): Reply['rows'][number] {
  const { applicantId: _same, country: _country, city: _city, participantType, presenterType, ...rest } = row
  return {
    ...rest,
    institution: row.institution ?? '',
    takesPartAs: participantType,
    presenter: presenterType,
    since: row.since.toISOString(),
    paid: orders ? row.paid : null,
  }
}

async function timeZoneOf({ db }: Reading, eventId: number): Promise<string> {
  const event = await db.selectFrom('event').select('timeZone').where('id', '=', eventId).executeTakeFirst()
  return event?.timeZone ?? refuse('not_found')
}

async function figuresOf(
  { db, now }: Reading,
  eventId: number,
  { unseen }: Pick<Sight, 'unseen'>,
): Promise<NonNullable<Reply['figures']>> {
  const { rows } = await sql<NonNullable<Reply['figures']>>`select
    (select count(*)::int from person_search where event_id = ${eventId} and ${takesPart(id)}) as everyone,
    (select count(*)::int from person_search where event_id = ${eventId} and not has_profile and ${takesPart(id)}) as no_profile,
    (select count(distinct order_item.applicant_id)::int from order_item join orders on orders.id = order_id
      join workshop on workshop.id = workshop_id join person_search on person_search.applicant_id = order_item.applicant_id
      where workshop.event_id = ${eventId} and holds and not ${isDue(now())}) as with_seat,
    (select count(distinct abstract.applicant_id)::int from abstract join person_search on person_search.applicant_id = abstract.applicant_id
      where abstract.event_id = ${eventId} and removed_at is null and abstract.id <> all (${unseen}::int[])) as with_abstract`.execute(
    db,
  )
  return rows[0] as NonNullable<Reply['figures']>
}
