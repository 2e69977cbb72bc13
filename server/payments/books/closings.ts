/** The closing of a day: it takes every entry of the ledger that no closing has, is signed once and never changed. */
import { sql } from 'kysely'
import { rowsAtOnce } from '#contract/list.ts'
import { homeCurrency, paisaInRupee } from '#contract/money.ts'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import type { ClosingPreview, ClosingShow, ClosingsList, ClosingWrite } from '#contract/payments/closings.ts'
import { financeTexts } from '#contract/payments/finance-words.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { isWithin, whereMay } from '#server/kernel/permissions.ts'
import type { Acting, Transaction, World } from '#server/kernel/world.ts'
import { type Order, pageBy } from '#server/platform/database/pages.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { type EntryRow, isAlone, lastClosing, type Sum, sumsOf, toldEntry } from './books.ts'

type Books = Pick<ReplyOf<typeof ClosingPreview>, 'sums' | 'entries' | 'cashBooks' | 'alone' | 'upTo'>
type Moved = {
  gateway: string
  kind: string
  amount: number
  currency: string
  many: number
  alone: number
  newest: number
}
type Closing = ReplyOf<typeof ClosingWrite>['closing']

/** SQL: the entries of an event that no closing has. */
const notClosed = (eventId: number, upTo: number) => sql`
  from ledger_entry join orders on orders.id = ledger_entry.order_id join applicant on applicant.id = orders.applicant_id
  where applicant.event_id = ${eventId} and ledger_entry.id <= ${upTo}
  and not exists (select from closing_entry where closing_entry.ledger_entry_id = ledger_entry.id)`

const all = Number.MAX_SAFE_INTEGER

async function booksUpTo({ db }: Pick<World, 'db'>, eventId: number, upTo: number): Promise<Books> {
  const { rows } = await sql<Moved>`
    select gateway, kind::text, ledger_entry.currency, sum(amount)::bigint as amount, count(*)::int as many, count(*) filter (where ${isAlone})::int as alone,
      max(ledger_entry.id)::bigint as newest
    ${notClosed(eventId, upTo)} group by gateway, kind, ledger_entry.currency`.execute(db)
  const sums = sumsOf(rows)
  const cash = sums.find(({ way, currency }) => way === 'cash' && currency === homeCurrency) as Sum
  return {
    sums,
    entries: rows.reduce((many, row) => many + row.many, 0),
    alone: rows.reduce((many, row) => many + row.alone, 0),
    cashBooks: cash.received - cash.givenBack,
    upTo: rows.reduce((newest, row) => Math.max(newest, Number(row.newest)), 0),
  }
}

type Clock = { day: string; timeZone: string; eventName: string }

async function clockOf(world: World, eventId: number): Promise<Clock> {
  const { rows } = await sql<Clock>`
    select time_zone, name as event_name, to_char(${world.now()}::timestamptz at time zone time_zone, 'YYYY-MM-DD') as day
    from event where id = ${eventId}`.execute(world.db)
  return rows[0] ?? refuse('not_found')
}

export async function previewClosing(world: World, eventId: number): Promise<ReplyOf<typeof ClosingPreview>> {
  const { day, timeZone } = await clockOf(world, eventId)
  const books = await booksUpTo(world, eventId, all)
  const last = await lastClosing(world, eventId)
  return { ...books, since: last?.closedAt.toISOString() ?? null, day, timeZone }
}

/** Two who close at once take turns at the event's row; the second finds nothing of what it saw. */
export async function writeClosing(
  world: Acting,
  staff: Staff,
  { eventId, upTo, entries, cashCountedInRupees, why }: ParsedInputOf<typeof ClosingWrite>,
): Promise<ReplyOf<typeof ClosingWrite>> {
  const cashCounted = Math.round(cashCountedInRupees * paisaInRupee)
  const { day } = await clockOf(world, eventId)
  await world.db.selectFrom('event').select('id').where('id', '=', eventId).forNoKeyUpdate().execute()
  const books = await booksUpTo(world, eventId, upTo)
  if (books.entries !== entries) refuse('count_changed')
  if (cashCounted !== books.cashBooks && why === '')
    refuse('invalid', { fields: [{ path: 'why', message: financeTexts.why }] })
  const last = await lastClosing(world, eventId)
  const { id } = await world.db
    .insertInto('closing')
    .values({
      eventId,
      number: (last?.number ?? 0) + 1,
      day,
      sums: JSON.stringify(books.sums),
      entries,
      cashBooks: books.cashBooks,
      cashCounted,
      why,
      alone: books.alone,
      closedBy: staff.accountId,
      closedAt: world.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await takeEntries(world, { id, eventId, upTo, entries })
  return { closing: await closingWith(world, { eventId, id }) }
}

/** One that was committed between the sums and here would be in the closing and not in its sums: then nothing is closed. */
async function takeEntries(
  world: Transaction,
  { id, eventId, upTo, entries }: { id: number; eventId: number; upTo: number; entries: number },
): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into closing_entry (ledger_entry_id, closing_id) select ledger_entry.id, ${id}::int ${notClosed(eventId, upTo)}`.execute(
    world.db,
  )
  if (Number(numAffectedRows) !== entries) refuse('count_changed')
}

function closings({ db }: Pick<World, 'db'>) {
  return db.selectFrom('closing').innerJoin('account', 'account.id', 'closedBy').selectAll('closing').select('fullName')
}
type Found = Awaited<ReturnType<ReturnType<typeof closings>['executeTakeFirstOrThrow']>>

async function closingWith(world: World, { eventId, id }: { eventId: number; id: number }): Promise<Closing> {
  const found = await closings(world).where('closing.id', '=', id).where('eventId', '=', eventId).executeTakeFirst()
  return found ? told(found) : refuse('not_found')
}

function told({ sums, fullName, closedAt, eventId: _event, closedBy: _by, ...closing }: Found): Closing {
  // What was closed before other currencies were told apart says none.
  const told = (sums as Sum[]).map((sum) => ({ ...sum, currency: sum.currency ?? homeCurrency }))
  return { ...closing, sums: told, closedBy: fullName, closedAt: closedAt.toISOString() }
}

const closedAt = { by: sql.ref('closing.closedAt'), type: 'timestamptz', id: sql.ref('closing.id') } as const
const orders: Record<'closedAt' | '-closedAt', Order> = { closedAt, '-closedAt': { ...closedAt, descending: true } }

export async function listClosings(
  world: World,
  list: ParsedInputOf<typeof ClosingsList>,
): Promise<ReplyOf<typeof ClosingsList>> {
  const { cursor, limit = rowsAtOnce, sort = '-closedAt', eventId, search } = list
  const query = closings(world)
    .where('eventId', '=', eventId)
    .$if(Boolean(search), (query) =>
      query.where(sql<boolean>`has_words(${search}, concat_ws(' ', closing.number, full_name, why, closing.day))`),
    )
  const of = ['ClosingsList', sort, eventId, search]
  const page = await pageBy(world, query, { of, order: orders[sort], cursor, limit })
  return { ...page, rows: page.rows.map(told) }
}

/** With all that it took, for the paper. */
export async function showClosing(world: World, staff: Staff, id: number): Promise<ReplyOf<typeof ClosingShow>> {
  const found = await world.db.selectFrom('closing').select('eventId').where('id', '=', id).executeTakeFirst()
  const { eventId } = found && isWithin(whereMay(staff, 'finance.read'), found.eventId) ? found : refuse('not_found')
  const closing = await closingWith(world, { eventId, id })
  const { eventName, timeZone } = await clockOf(world, eventId)
  const { rows } = await sql<EntryRow>`
    select ledger_entry.id, ledger_entry.recorded_at, ledger_entry.kind, gateway, amount, ledger_entry.currency, gateway_reference,
      payment_code, full_name, ${isAlone} as alone
    from closing_entry join ledger_entry on ledger_entry.id = ledger_entry_id join orders on orders.id = ledger_entry.order_id
    join applicant on applicant.id = orders.applicant_id join account on account.id = applicant.account_id
    where closing_id = ${id} order by ledger_entry.recorded_at, ledger_entry.id`.execute(world.db)
  return {
    closing,
    eventId,
    eventName,
    timeZone,
    entries: rows.map((row) => ({ ...toldEntry(row), name: row.fullName })),
  }
}
