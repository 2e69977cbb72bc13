import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { submitAbstract } from '#server/abstracts/submit.ts'
import { findAccount } from '#server/accounts/account.ts'
import { brokenInvariants } from '#server/audit/invariants.ts'
import { inActOfSteps } from '#server/kernel/acts.ts'
import type { Participant } from '#server/kernel/callers.ts'
import type { World } from '#server/kernel/world.ts'
import { compareBooks, reconcile } from '#server/payments/card/reconcile.ts'
import { refundPayment } from '#server/payments/refunds/refund.ts'
import { missingFiles } from '#server/reports/check-files.ts'
import { readInbox } from '#server/reviews/inbox.ts'
import { findAllConflicts } from '#server/selection/conflicts/conflicts.ts'
import { reviewerOf } from '#server/selection/reviewers/reviewers.ts'
import { tell } from '#server/testing/process.ts'
import { order, pay } from '#server/testing/shop.ts'
import { makeWorld } from '#server/testing/world.ts'
import { demoPerson, demoReviewer, seed } from './seed.ts'

test('whoever starts it finds a conference in full swing, the same on the same day', async () => {
  const world = await makeWorld()
  const [began, worked] = [performance.now(), process.cpuUsage()]
  await seed(world, 'living')
  const { user, system } = process.cpuUsage(worked)
  const [took, cost] = [performance.now() - began, (user + system) / 1000]
  tell(`living demonstration in ${(took / 1000).toFixed(1)} s, ${(cost / 1000).toFixed(1)} s of this process`)
  expect(cost).toBeLessThan(5000)

  expect(await brokenInvariants(world)).toEqual([])
  expect(await missingFiles(world)).toEqual([])
  const figures = await figuresOf(world)
  expect(figures).toMatchObject({
    people: 321,
    'abstracts draft': 30,
    'abstracts draft, removed': 8,
    'abstracts submitted': 32,
    'abstracts under_review': 60,
    'abstracts withdrawn': 10,
    'orders pending': 8,
    'open exceptions': 7,
    'given back': 6,
    'letters given up': 3,
    'acts whose end nobody knows': 1,
    'conflicts possible': 2,
    'conflicts hard': 2,
    'conflicts cleared': 1,
    'rows of tomorrow': 0,
  })
  expect(figures['seats taken']).toBeLessThan(figures.seats as number)

  const her = {
    accountId: (await findAccount(world, demoReviewer.email))?.id ?? 0,
    email: '',
    sessionId: 0,
    at: undefined,
  }
  const reviewer = await reviewerOf(world, her)
  const { rows: work } = await readInbox(world, reviewer as NonNullable<typeof reviewer>)
  expect([...new Set(work.map(({ state }) => state))]).toEqual([
    'sent_back',
    'begun',
    'assigned',
    'submitted',
    'declined',
  ])
  expect(figures['reviews submitted']).toBeGreaterThan(90)

  const rows = await everything(world)
  const again = await makeWorld()
  await seed(again, 'living')
  await seed(again, 'living')
  expect(await everything(again)).toEqual(rows)
})

test('the portal goes on with the people and payments of the demonstration as with its own', async () => {
  const world = await makeWorld()
  await seed(world, 'living')
  const before = await figuresOf(world)
  await reconcile(world)
  await compareBooks(world)
  // What stands between reviewers and abstracts is known from the beginning: to look for it takes nothing away that was given.
  await findAllConflicts(world)
  expect(await figuresOf(world)).toEqual(before)

  const person = await participant(world, demoPerson.email)
  const { id: draft } = await world.db
    .selectFrom('abstract')
    .select('id')
    .where('applicantId', '=', person.applicantId)
    .where('state', '=', 'draft')
    .executeTakeFirstOrThrow()
  const submitted = await submitAbstract(world, person, { abstractId: draft, startedAt: world.now() })
  expect(submitted).toMatchObject({ status: 'Success', number: 103 })

  // What the services write for a new order is what the demonstration wrote for its own.
  const free = await world.db
    .selectFrom('workshop')
    .select('id')
    .where('price', '>', 0)
    .whereRef('seatsTaken', '<', 'seats')
    .where('salesStoppedAt', 'is', null)
    .where(
      'id',
      'not in',
      world.db.selectFrom('orderItem').select('workshopId').where('applicantId', '=', person.applicantId),
    )
    .executeTakeFirstOrThrow()
  const code = await order(world, person, [free.id])
  expect(await pay(world, person, { code })).toBe('0')
  expect(await shapes(world, code)).toEqual(await shapes(world, await aPaidOrder(world, code)))

  const { attemptId } = await world.db
    .selectFrom('ledgerEntry')
    .innerJoin('orders', 'orders.id', 'orderId')
    .select('attemptId')
    .where('state', '=', 'paid')
    .where('paymentCode', '<>', code)
    .orderBy('ledgerEntry.id')
    .executeTakeFirstOrThrow()
  const command = { actor: { kind: 'command', name: 'test' }, operation: 'payments refund' } as const
  const wish = { attemptId, by: 'test', reason: 'Cannot come.' }
  expect(await inActOfSteps(world, command, (world) => refundPayment(world, wish))).toBe('done')
})

async function participant({ db }: World, email: string): Promise<Participant> {
  const { accountId, applicantId, eventId } = await db
    .selectFrom('applicant')
    .innerJoin('account', 'account.id', 'accountId')
    .select(['accountId', 'applicant.id as applicantId', 'eventId'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return { accountId, applicantId, eventId, email, sessionId: 0, at: { applicantId, eventId } }
}

/** Of the demonstration, for one workshop, paid at the first try. */
async function aPaidOrder({ db }: World, not: string): Promise<string> {
  const { rows } = await sql<{ paymentCode: string }>`
    select payment_code from orders where state = 'paid' and total > 0 and payment_code <> ${not}
    and (select count(*) from order_item where order_id = orders.id) = 1
    and (select count(*) from payment_attempt where order_id = orders.id) = 1 order by id limit 1`.execute(db)
  return (rows[0] as { paymentCode: string }).paymentCode
}

/** Every row of an order, with what stands in each column but for names, times and numbers. */
async function shapes({ db }: World, code: string): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ name: string; row: Record<string, unknown> }>`
    with one as (select id from orders where payment_code = ${code})
    select 'order' as name, to_jsonb(t) as row from orders t where id in (select id from one)
    union all select 'item', to_jsonb(t) from order_item t where order_id in (select id from one)
    union all select 'attempt', to_jsonb(t) from payment_attempt t where order_id in (select id from one)
    union all select 'event', to_jsonb(t) from payment_event t where attempt_id in (select id from payment_attempt where order_id in (select id from one))
    union all select 'ledger', to_jsonb(t) from ledger_entry t where order_id in (select id from one)
    union all select 'receipt', to_jsonb(t) from receipt t where order_id in (select id from one)
    union all select 'bank', to_jsonb(t) from sandbox_payment t where reference in (select reference from payment_attempt where order_id in (select id from one))
    union all select 'letter', to_jsonb(t) - '{sent_at,tries}'::text[] from mail t where t.kind = 'order_paid' and t.order_id in (select id from one)
    order by 1`.execute(db)
  return Object.fromEntries(rows.map(({ name, row }) => [name, shapeOf(row)]))
}

function shapeOf(value: unknown): unknown {
  if (typeof value === 'number') return 'number'
  if (Array.isArray(value)) return value.map(shapeOf)
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shapeOf(each)]))
  if (typeof value !== 'string') return value
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return 'time'
  return /^[a-z_/-]{0,20}$/.test(value)
    ? value
    : value.length > 20
      ? 'text'
      : value.replaceAll(/[A-Z\d]/g, 'x').replaceAll(/ .*/g, ' text')
}

async function figuresOf({ db, now }: World): Promise<Record<string, number>> {
  const { rows } = await sql<{ what: string; count: number }>`
    select 'people' as what, count(*)::int as count from applicant
    union all select 'abstracts ' || state || case when removed_at is not null then ', removed' else '' end, count(*)::int
      from abstract group by state, removed_at is not null
    union all select 'reviews ' || state, count(*)::int from assignment group by state
    union all select 'conflicts ' || strength, count(*)::int from conflict group by strength
    union all select 'orders ' || state, count(*)::int from orders group by state
    union all select 'open exceptions', count(*)::int from payment_exception where resolved_at is null
    union all select 'given back', count(*)::int from ledger_entry where kind = 'refund'
    union all select 'letters', count(*)::int from mail
    union all select 'letters given up', count(*)::int from mail where given_up_at is not null
    union all select 'acts whose end nobody knows', count(*)::int from act where outcome = 'begun' and not exists (select from act_end where act_id = act.id)
    union all select 'seats', sum(seats)::int from workshop
    union all select 'seats taken', sum(seats_taken)::int from workshop
    union all select 'rows of tomorrow', count(*)::int from (
      select created_at as at from account union all select created_at from applicant union all select saved_at from abstract_version
      union all select submitted_at from abstract union all select saved_at from review union all select at from remark union all select created_at from orders union all select recorded_at from ledger_entry
      union all select created_at from mail union all select at from act union all select opened_at from payment_exception) as every
      where at > ${now()}`.execute(db)
  return Object.fromEntries(rows.map(({ what, count }) => [what, count]))
}

/** But for what nobody may guess: salts, and the password that is hashed. */
async function everything({ db }: World): Promise<Record<string, unknown>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    and relname not in ('migration', 'content_change', 'bid_key') order by 1`.execute(db)
  const secret =
    '{tx,salt,words_salt,words_digest,name_salt,name_digest,reason_digest,before_digest,after_digest,password_hash}'
  const all: Record<string, unknown> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ row: object }>`
      select to_jsonb(t) - ${secret}::text[] as row from ${sql.table(name)} t order by 1`.execute(db)
    all[name] = rows.map(({ row }) => row)
  }
  return all
}
