/** The first minutes of a sale: the tables fill faster than the database learns what is in them, and a checkout must cost the same. */
import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Tables } from '#server/database/tables.ts'
import type { Participant } from '#server/kernel/callers.ts'
import type { World } from '#server/kernel/world.ts'
import { anEvent } from '#server/testing/people.ts'
import { scratchDatabase } from '#server/testing/scratch.ts'
import { aWorkshop, buyers } from '#server/testing/shop.ts'
import { stillWorld } from '#server/testing/world.ts'
import { checkOut } from './checkout.ts'

const sold = 2000
/** The database plans a statement anew five times, and then decides whether one plan is for all. */
const newcomers = 12
/** Rows and entries of indexes that one checkout may look at. Of a table that is looked through there are thousands. */
const most = 100

/** As the copy of a database is written: no rule is asked. */
async function written({ db }: World, ...statements: RawBuilder<unknown>[]): Promise<void> {
  await db.transaction().execute(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db)
    for (const statement of statements) await statement.execute(db)
  })
}

const counted = sql`update workshop set seats_taken = (select count(*) from order_item where workshop_id = workshop.id and holds)`

/** Each of them has an order with a seat; every second is about to pay. */
function orders({ now }: World, people: readonly Participant[], workshopId: number): RawBuilder<unknown> {
  const ids = people.map(({ applicantId }) => applicantId)
  return sql`
    with bought as (
      insert into orders (payment_code, applicant_id, event_id, total, created_at, hold_until)
      select translate(lpad(upper(to_hex(n)), 13, 'Z'), '01', 'XY'), applicant.id, applicant.event_id, 500000, ${now()}::timestamptz, ${now()}::timestamptz + interval '1 hour'
      from unnest(${ids}::int[]) with ordinality as wanted (id, n) join applicant on applicant.id = wanted.id returning id, applicant_id),
    items as (
      insert into order_item (order_id, workshop_id, applicant_id, topic, price, holds)
      select id, ${workshopId}::int, applicant_id, 'Basic Laparoscopic Skills', 500000, true from bought)
    insert into payment_attempt (order_id, gateway, reference, return_key, return_path, amount, currency, created_at)
    select id, 'sandbox', 'BUY' || id, 'buy-' || id, '/profile', 500000, 'PKR', ${now()}::timestamptz from bought where id % 2 = 0`
}

/** What this transaction has looked at so far: rows of tables that were looked through, and entries of indexes. */
async function lookedAt({ db }: Pick<World, 'db'>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select sum(pg_stat_get_xact_tuples_returned(oid))::int as count from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')`.execute(db)
  return rows[0]?.count ?? 0
}

/** In one connection, as a server under load has it: what it plans there it keeps. */
async function costOfEach(world: World, people: readonly Participant[], workshopId: number): Promise<number[]> {
  const costs: number[] = []
  for (const person of people)
    await world.db.transaction().execute(async (db) => {
      const before = await lookedAt({ db })
      expect(await checkOut({ ...world, db }, person, [workshopId])).toMatchObject({ kind: 'order' })
      costs.push((await lookedAt({ db })) - before)
    })
  return costs
}

async function aSale(): Promise<{ world: World; workshopId: number; first: Participant[]; next: Participant[] }> {
  const { db } = await scratchDatabase<Tables>({ poolSize: 1, timeoutFactor: 10 })
  const world = stillWorld(db)
  const eventId = await anEvent(world)
  const people = await buyers(world, eventId, sold + newcomers)
  const workshopId = await aWorkshop(world, eventId, { seats: 100_000 })
  return { world, workshopId, first: people.slice(0, sold), next: people.slice(sold) }
}

test('while the database knows nothing of its tables, a checkout looks at what is the person’s own', async () => {
  const { world, workshopId, first, next } = await aSale()
  await written(world, orders(world, first, workshopId), counted)
  expect((await costOfEach(world, next, workshopId)).filter((cost) => cost > most)).toEqual([])
})

test('while the database believes that nobody holds a seat, a checkout looks at what is the person’s own', async () => {
  const { world, workshopId, first, next } = await aSale()
  await written(world, orders(world, first, workshopId), sql`update order_item set holds = false`)
  await sql`analyze`.execute(world.db)
  await written(world, sql`update order_item set holds = true`, counted)
  expect((await costOfEach(world, next, workshopId)).filter((cost) => cost > most)).toEqual([])
})

test('while the database believes that its tables are empty, a checkout looks at what is the person’s own', async () => {
  const { world, workshopId, first, next } = await aSale()
  await sql`analyze`.execute(world.db)
  // What is planned now is kept while thousands come.
  await costOfEach(world, next.slice(0, newcomers / 2), workshopId)
  await written(world, orders(world, first, workshopId), counted)
  expect((await costOfEach(world, next.slice(newcomers / 2), workshopId)).filter((cost) => cost > most)).toEqual([])
})
