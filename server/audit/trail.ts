/** The audit trail as staff read it: what they may see of it, newest first, with before and after. */
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { AuditList } from '#contract/audit/audit.ts'
import { homeTimeZone } from '#contract/days.ts'
import { rowsAtOnce } from '#contract/list.ts'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import { actorName } from '#server/kernel/acts.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { whereMay } from '#server/kernel/permissions.ts'
import { type Unseen, unseenBy } from '#server/kernel/visibility/seen-by.ts'
import { isNumbered, type Numbers, numbersOfAll } from '#server/kernel/visibility/shown-numbers.ts'
import type { World } from '#server/kernel/world.ts'
import { textChanges } from '#server/pages/text-changes.ts'
import { type Order, pageBy } from '#server/platform/database/pages.ts'
import { unconfirmedOf } from '#server/selection/conflicts/staff-conflicts.ts'
import { type Cut, cutFor, withoutWords } from './cut.ts'
import { cutTo, fieldsOf, type Sight, sightOf, topics } from './rules.ts'
import { subjectsOf, unnamed } from './subjects.ts'

type ListReply = ReplyOf<typeof AuditList>
export type ShownAct = ListReply['rows'][number]
export type ActFilter = Omit<ParsedInputOf<typeof AuditList>, 'cursor' | 'limit' | 'sort'>
type Reading = Pick<World, 'db' | 'now' | 'pinKey'>
/** Whom the search names: of the staff, and the acts that concern others. */
type Found = { found?: { staff: readonly number[]; acts: readonly number[] } | undefined }

const id = sql.ref('act.id')
/** By the number, which grows with time: each filter has an index that ends in it. */
const byNumber: Order = { by: id, type: 'bigint', id, descending: true }
/** Days long past are far from the newest number. */
const byTime: Order = { by: sql.ref('act.at'), type: 'timestamptz', id, descending: true }

export const newestFirst = ({ from, to }: ActFilter): Order => (from || to ? byTime : byNumber)

/** A list reads no texts of pages: comparing them would hold up the server. The page of one act compares them. */
const briefly = { changes: 3, letters: 200, lines: 0 }
const inFull = { changes: 500, letters: 20_000, lines: 2000 }

/** What somebody may see, by their roles, and without what they must not learn. */
export type Seen = { sight: Sight; cut: Cut }

async function seenOf(world: Reading, staff: Staff): Promise<Seen & { numbers: Numbers }> {
  const unseen = await unseenBy(world, staff)
  return { sight: sightOf(staff), cut: await cutFor(world, unseen), numbers: numbersOfAll(world, unseen) }
}

/** The acts that this filter leaves of what somebody may see. */
export function actsWithin(world: Pick<World, 'db'>, { sight, cut }: Seen, filter: ActFilter & Found = {}) {
  const isOpen = sql<boolean>`act.id <> all (${cut.acts}::bigint[])`
  // Nothing is found by words that are not shown.
  const hasWords = sql<boolean>`act.id <> all (${cut.wordless}::bigint[])`
  const isCut = [
    ...(cut.acts.length > 0 ? [isOpen] : []),
    ...(filter.search && cut.wordless.length > 0 ? [hasWords] : []),
  ]
  const conditions = [seen(sight), ...isCut, ...conditionsOf(filter)]
  return conditions.reduce((query, each) => query.where(each), everyAct(world))
}

function everyAct({ db }: Pick<World, 'db'>) {
  return db
    .selectFrom('act')
    .leftJoin('account', 'account.id', 'act.accountId')
    .leftJoin('event', 'event.id', 'act.eventId')
    .leftJoin('actEnd', 'actEnd.actId', 'act.id')
    .select(['act.id', 'act.at', 'actorKind', 'act.accountId', 'role', 'operation', actorName.as('actorName')])
    .select([
      'event.id as eventId',
      'event.name as eventName',
      'aboutKind',
      'aboutId',
      'reason',
      'requestId',
      'steppedUp',
    ])
    .select(['act.outcome', 'act.refusal', 'actEnd.outcome as endOutcome', 'actEnd.refusal as endRefusal'])
}
type Acts = ReturnType<typeof everyAct>
export type ActRow = Acts extends SelectQueryBuilder<infer _DB, infer _Table, infer Row> ? Row : never

type Condition = RawBuilder<boolean>

function seen(sight: Sight): Condition {
  if (sight === 'all') return sql<boolean>`true`
  const { accountId, events, money } = sight
  const within = (where: typeof events) =>
    where === 'every' ? sql<boolean>`true` : sql<boolean>`act.event_id = any(${where}::int[])`
  // What belongs to no event is the owners' business, unless it is money.
  const inEvents = events === 'every' ? sql<boolean>`act.event_id is not null` : within(events)
  return sql<boolean>`(act.account_id = ${accountId} or ${inEvents} or (${within(money)} and ${isAbout('money')}))`
}

function isAbout(topic: keyof typeof topics): Condition {
  const { kinds, operations } = topics[topic]
  return sql<boolean>`(act.about_kind = any(${kinds}::text[]) or act.operation = any(${operations}::text[]))`
}

function conditionsOf(filter: ActFilter & Found): Condition[] {
  const { search, found: foundBefore, actor, operation, about, aboutKind, aboutId, eventId, outcome, from, to } = filter
  const found: (Condition | undefined)[] = [
    search ? isFound(search, foundBefore) : undefined,
    actor === undefined ? undefined : isBy(actor),
    operation ? sql<boolean>`act.operation = ${operation}` : undefined,
    about && isAbout(about),
    aboutKind ? sql<boolean>`act.about_kind = ${aboutKind}` : undefined,
    aboutId ? sql<boolean>`act.about_id = ${aboutId}` : undefined,
    eventId === undefined ? undefined : sql<boolean>`act.event_id = ${eventId}`,
    outcome && endedAs(outcome),
    from ? sql<boolean>`act.at >= (${from}::date)::timestamp at time zone ${homeTimeZone}` : undefined,
    to ? sql<boolean>`act.at < (${to}::date + 1)::timestamp at time zone ${homeTimeZone}` : undefined,
  ]
  return found.filter((each) => each !== undefined)
}

function isBy(actor: NonNullable<ActFilter['actor']>): Condition {
  return typeof actor === 'number'
    ? sql<boolean>`act.account_id = ${actor}`
    : sql<boolean>`act.actor_kind = ${actor}::actor_kind`
}

/** Words of the act, each as its beginning, or the actor, or an act that concerns somebody who is called so. */
function isFound(search: string, { staff, acts }: NonNullable<Found['found']> = { staff: [], acts: [] }): Condition {
  // Nothing that means something in a question to the database.
  const words = search.match(/[\p{L}\p{M}\p{N}@._:/-]+/gu) ?? []
  const question = words.map((word) => `'${word}':*`).join(' & ')
  const ways = [
    sql<boolean>`act.words @@ to_tsquery('simple', ${question})`,
    ...(staff.length > 0 ? [sql<boolean>`act.account_id = any(${staff}::int[])`] : []),
    ...(acts.length > 0 ? [sql<boolean>`act.id = any(${acts}::bigint[])`] : []),
  ]
  return sql<boolean>`(${sql.join(ways, sql` or `)})`
}

const mostPeople = 20
const mostActsOfPeople = 2000

/**
 * Staff who are called so, and which acts concern a person who is called so. Asked before: the database plans better when it knows
 * that there is nobody. Acts about an abstract are found by its author only by staff who may read who wrote it.
 */
export async function foundBy(
  { db }: Pick<World, 'db'>,
  search: string | undefined,
  { readsAuthors }: { readsAuthors: boolean },
): Promise<NonNullable<Found['found']> | undefined> {
  if (!search) return undefined
  const { rows } = await sql<{ staff: number[]; acts: number[] }>`
    with person (id) as (
      select distinct account_id from person_search where words @@ search_question(${search}) limit ${mostPeople}),
    concerned as (
      select kind, key from person, rows_of_account(person.id) 
      where ${readsAuthors} or kind not in ('abstract', 'decision'))
    select
      array(select id from account where exists (select from staff_grant where account_id = account.id)
        and position(lower(${search}) in lower(concat(full_name, ' ', email))) > 0) as staff,
      array(select act.id from concerned join act on about_kind = kind and about_id = key order by act.id desc limit ${mostActsOfPeople}) as acts`.execute(
    db,
  )
  return rows[0]
}

/** An act around the bank says in another row how it ended. */
function endedAs(outcome: NonNullable<ActFilter['outcome']>): Condition {
  if (outcome === 'read') return sql<boolean>`act.outcome = 'read'`
  if (outcome === 'unknown') return sql<boolean>`(act.outcome = 'begun' and act_end.outcome is null)`
  // Said twice, so that one index has all of them in the order of the list.
  return sql<boolean>`(act.outcome in (${sql.lit(outcome)}, 'begun') and (act.outcome = ${sql.lit(outcome)} or act_end.outcome = ${sql.lit(outcome)}))`
}

export async function listActs(
  world: World,
  staff: Staff,
  { cursor, limit = rowsAtOnce, sort: _only, ...filter }: ParsedInputOf<typeof AuditList>,
): Promise<ListReply> {
  const found = await foundBy(world, filter.search, { readsAuthors: whereMay(staff, 'review.read') === 'college' })
  const unseen = await unseenBy(world, staff)
  const seen = { sight: sightOf(staff), cut: await cutFor(world, unseen) }
  const numbers = numbersOfAll(world, unseen)
  const query = actsWithin(world, seen, { ...filter, ...storedAbout(filter, numbers), found })
  const of = ['AuditList', staff.accountId, JSON.stringify(filter)]
  const page = await pageBy(world, query, { of, order: newestFirst(filter), cursor, limit })
  const rows = (await withChanges(world, page.rows, { ...briefly, ...seen })).map((act) => numbered(act, numbers))
  return { ...page, rows, withheld: { acts: seen.cut.toldActs, ...(await unconfirmedOf(world, staff, unseen)) } }
}

const latestAtOnce = 6
const lookedThrough = 2000

/** What was done last in an event, and how many acts there nobody knows the end of: of what they may see. */
export async function latestActs(world: World, { staff, unseen }: { staff: Staff; unseen: Unseen }, eventId: number) {
  const numbers = numbersOfAll(world, unseen)
  const seen = { sight: sightOf(staff), cut: await cutFor(world, unseen) }
  // Whoever may read few of half a million would else have all of them looked through.
  const oldest = sql<number>`coalesce((select id from act where event_id = ${eventId} order by id desc offset ${lookedThrough} limit 1), 0)`
  const unknown = actsWithin(world, seen, { eventId, outcome: 'unknown' })
  const open = {
    count: sql<number>`(select count(*)::int from (${unknown}) as open)`,
    since: sql<Date | null>`(select min(at) from (${unknown}) as open)`,
  }
  const acts = await actsWithin(world, seen, { eventId })
    .select([open.count.as('openCount'), open.since.as('openSince')])
    .where('act.id', '>', oldest)
    .orderBy('act.id', 'desc')
    .limit(latestAtOnce)
    .execute()
  if (acts[0])
    return {
      latest: withoutWords(await shownOf(world, seen, acts), seen.cut).map((act) => numberedBriefly(act, numbers)),
      unknown: { count: acts[0].openCount, since: acts[0].openSince },
    }
  const counted = await world.db
    .selectNoFrom([open.count.as('count'), open.since.as('since')])
    .executeTakeFirstOrThrow()
  return { latest: [], unknown: counted }
}

/** Nothing when there is none, or none that they may see. */
export async function showAct(world: World, staff: Staff, actId: number): Promise<ShownAct | undefined> {
  const { numbers, ...seen } = await seenOf(world, staff)
  const id = numbers.stored('act', actId)
  if (id === undefined) return undefined
  const found = await actsWithin(world, seen).where('act.id', '=', id).execute()
  const [act] = await withChanges(world, found, { ...inFull, ...seen })
  return act && numbered(act, numbers)
}

/** What was done to one row, by the number under which they were shown it. */
function storedAbout({ aboutKind, aboutId }: ActFilter, numbers: Numbers): Pick<ActFilter, 'aboutId'> {
  if (aboutId === undefined || aboutKind === undefined || !isNumbered(aboutKind)) return {}
  return { aboutId: String(numbers.stored(aboutKind, Number(aboutId)) ?? 0) }
}

type Numbered = { id: number; about: ShownAct['about'] }

/** A hole in the numbers would tell of an act that is not shown. */
export const numberedBriefly = <Act extends Numbered>(act: Act, numbers: Numbers): Act => ({
  ...act,
  id: numbers.shown('act', act.id),
  about: act.about && { ...act.about, id: keyShown(act.about.kind, act.about.id, numbers) },
})

export function numbered(act: ShownAct, numbers: Numbers): ShownAct {
  const changes = act.changes.map((change) => ({
    ...change,
    key: keyShown(change.table, change.key, numbers),
    fields: change.fields.map(({ name, before, after }) => {
      const table = name === 'id' ? change.table : (tableOf[name] ?? '')
      const isOfRow = isNumbered(table)
      // One, or a list of them.
      const shown = (value: string | null) =>
        isOfRow ? (value?.replaceAll(/\d+/g, (key) => keyShown(table, key, numbers)) ?? null) : value
      return { name, before: shown(before), after: shown(after) }
    }),
  }))
  return { ...numberedBriefly(act, numbers), changes }
}

/** Columns that have the number of such a row. */
const tableOf: Readonly<Record<string, string>> = {
  assignment_id: 'assignment',
  batch_id: 'decision_batch',
  based_on: 'assignment',
}

const keyShown = (table: string, key: string, numbers: Numbers): string =>
  isNumbered(table) && /^\d+$/.test(key) ? String(numbers.shown(table, Number(key))) : key

type Change = {
  actId: number
  tableName: string
  rowKey: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  isErased: boolean
  textChanged: boolean
  inAll: number
}

/** One statement for all acts of a page. */
export async function withChanges(
  { db }: Pick<World, 'db'>,
  acts: readonly ActRow[],
  { changes: most, letters, lines: mostLines, sight, cut }: typeof briefly & Seen,
): Promise<ShownAct[]> {
  const ids = acts.map((act) => act.id)
  const isText = sql`table_name = 'page_version'`
  const hidden = mostLines > 0 ? sql`''::text` : sql`case when ${isText} then 'body' else '' end`
  const isOpen = sql`act_id = wanted.id and act_change.id <> all (${cut.changes}::bigint[])`
  const { rows } = await sql<Change>`
    select change.*, counted.in_all from unnest(${ids}::bigint[]) as wanted (id)
    cross join lateral (select count(*)::int as in_all from act_change where ${isOpen}) as counted
    cross join lateral (
      select act_id, table_name, row_key, before - ${hidden} as before, after - ${hidden} as after, blanked_at is not null as is_erased,
        ${isText} and blanked_at is null and (before is null or after is null or after ? 'body' or coalesce(after ->> 'state' = 'published', false)) as text_changed from act_change
      where ${isOpen} order by id limit ${most}) as change`.execute(db)
  const byAct = Map.groupBy(rows, ({ actId }) => actId)
  const texts = await textChanges({ db }, mostLines > 0 ? rows.filter(({ textChanged }) => textChanged) : [])
  const told = (await shownOf({ db }, { sight }, acts)).map((act): ShownAct => {
    const changes = byAct.get(act.id) ?? []
    return {
      ...act,
      changes: changes.map((change) => {
        const { tableName, rowKey, before, after, isErased, textChanged } = change
        const compared = texts.get(change)
        const text = compared === 'many' ? undefined : compared
        const fields = fieldsOf(before, after, letters)
        return {
          table: tableName,
          key: rowKey,
          kind: before === null ? 'made' : after === null ? 'removed' : 'changed',
          isErased,
          fields: textChanged ? fields.filter(({ name }) => name !== 'body') : fields,
          textChanged,
          lines:
            text?.slice(0, mostLines).map(({ label, before, after }) => ({
              label,
              before: cutTo(before, letters),
              after: cutTo(after, letters),
            })) ?? null,
          linesInAll: text?.length ?? 0,
        }
      }),
      changesInAll: changes[0]?.inAll ?? 0,
    }
  })
  return withoutWords(told, cut)
}

type ShownBriefly = Omit<ShownAct, 'changes' | 'changesInAll'>

/** What was refused may have been tried on a thing that the caller may not know: only owners read its name. */
async function shownOf(
  world: Pick<World, 'db'>,
  { sight }: Pick<Seen, 'sight'>,
  acts: readonly ActRow[],
): Promise<ShownBriefly[]> {
  const isNamed = ({ outcome }: ActRow) => sight === 'all' || outcome !== 'refused'
  const subjectOf = await subjectsOf(world, acts.filter(isNamed))
  return acts.map((act) => shown(act, isNamed(act) ? subjectOf(act) : unnamed(act)))
}

function shown(act: ActRow, about: ShownAct['about']): ShownBriefly {
  const { id: actId, at, actorKind, accountId, actorName, role, operation, reason, requestId, steppedUp } = act
  const { eventId, eventName } = act
  return {
    id: actId,
    at: at.toISOString(),
    actor: { kind: actorKind, accountId, name: actorName },
    role,
    event: eventId !== null && eventName !== null ? { eventId, name: eventName } : null,
    operation,
    about,
    reason,
    ...endOf(act),
    requestId,
    steppedUp,
  }
}

export function endOf({ outcome, refusal, endOutcome, endRefusal }: ActRow): Pick<ShownAct, 'outcome' | 'refusal'> {
  if (outcome !== 'begun') return { outcome, refusal }
  if (endOutcome === null || endOutcome === 'begun') return { outcome: 'unknown', refusal: '' }
  return { outcome: endOutcome, refusal: endRefusal ?? '' }
}
