import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Tables } from '#server/database/tables.ts'
import { inTransaction, type World } from '#server/kernel/world.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { noteCheck } from '#server/platform/jobs/checks.ts'
import { makeMetrics } from '#server/platform/process/metrics.ts'
import { ask, makeTestApp } from '#server/testing/app.ts'
import { often } from '#server/testing/counts.ts'
import { anEvent } from '#server/testing/people.ts'
import { countQueries } from '#server/testing/queries.ts'
import { makeWorld } from '#server/testing/world.ts'
import { tellFigures } from './figures.ts'

/** As many as the case says, in the long run. */
const many = often(5000, 50_000)
const settings = { DATA_DIR: import.meta.dirname, production: true }

/** The value of a line, by its name and labels. */
async function figures(world: World): Promise<(line: string) => number> {
  const metrics = makeMetrics()
  tellFigures(metrics, world, settings)
  const text = await metrics.text()
  return (line) =>
    Number(
      text
        .split('\n')
        .find((each) => each.startsWith(`${line} `))
        ?.slice(line.length),
    )
}

test('OPS-036: reading the metrics asks at most five questions however many applicants there are, and the next reader within five seconds none', async () => {
  const { world, since } = countQueries(await makeWorld())
  await aCrowd(world)
  // The first to ask opens the connections.
  await figures(world)
  const metrics = makeMetrics()
  tellFigures(metrics, world, settings)
  const app = await makeTestApp(world, { metrics })
  await ask(app, { url: '/healthz' })
  since()
  const began = performance.now()

  const [first, second] = await Promise.all([ask(app, { url: '/metrics' }), ask(app, { url: '/metrics' })])
  const took = performance.now() - began
  const third = await ask(app, { url: '/metrics' })

  expect(since()).toBeLessThanOrEqual(5)
  for (const { body } of [first, second, third]) {
    expect(body).toContain(`colloquium_orders_total{state="lapsed"} ${many}`)
    expect(body).toContain('colloquium_mail_waiting 500')
    expect(body).toContain('colloquium_database_available 1')
  }
  // Twenty milliseconds on a quiet machine; this one may be busy with other tests.
  expect(took).toBeLessThan(2000)
  process.stderr.write(`  /metrics with ${many} applicants: ${Math.round(took)} ms\n`)
})

test('the figures say how many orders, seats, payments and letters there are, and how old the oldest are', async () => {
  const world = await makeWorld()
  const before = await figures(world)
  expect([before('colloquium_attempts_open'), before('colloquium_mail_oldest_seconds')]).toEqual([0, 0])
  const eventId = await anEvent(world)
  const ago = (minutes: number) => new Date(world.now().getTime() - minutes * 60_000)
  await sql`
    insert into workshop (event_id, topic, starts_at, duration_minutes, price, seats)
    values (${eventId}, ${'The "first"\nhour \\'}, ${world.now()}, 60, 100, 7)`.execute(world.db)
  await sql`
    insert into mail (message_id, recipient, subject, body_text, body_html, created_at, next_try_at, given_up_at)
    values ('<a@b>', 'a@example.edu', 's', 't', 'h', ${ago(11)}, ${ago(0)}, null),
      ('<c@d>', 'a@example.edu', 's', 't', 'h', ${ago(20)}, ${ago(0)}, ${ago(1)})`.execute(world.db)
  await sql`
    insert into payment_exception (kind, gateway, gateway_reference, opened_at) values ('orphan_capture', 'sandbox', 'x', ${ago(300)})`.execute(
    world.db,
  )
  await noteCheck(world, 'invariants', ['one', 'two'])
  await noteCheck(world, 'files', ['The file is gone.'])

  const now = await figures(world)

  expect(now('colloquium_seats_left{workshop="1",topic="The \\"first\\"\\nhour \\\\"}')).toBe(7)
  expect(now('colloquium_orders_total{state="pending"}')).toBe(0)
  expect([now('colloquium_mail_waiting'), now('colloquium_mail_oldest_seconds')]).toEqual([1, 660])
  expect(now('colloquium_mail_given_up_total')).toBe(1)
  expect(now('colloquium_payment_exceptions_open')).toBe(1)
  expect(now('colloquium_payment_exception_oldest_seconds')).toBe(18_000)
  expect([now('colloquium_invariants_broken'), now('colloquium_files_missing')]).toEqual([2, 1])
  expect(now('colloquium_database_role_changes_total')).toBe(0)
  expect([now('colloquium_replication_lag_seconds'), now('colloquium_synchronous_standby_missing')]).toEqual([0, 0])
  expect(now('colloquium_disk_free_bytes')).toBeGreaterThan(1000)
  expect(now('colloquium_build_info{version="0.1.0"}')).toBe(1)
})

test('sign-ins and refusals are counted by how they ended', async () => {
  const world = await makeWorld()
  await anEvent(world)
  const app = await makeTestApp(world)
  const payload = { DeviceID: 'd', UserID: 'nobody@example.edu', Password: 'wrong' }
  await ask(app, { method: 'POST', url: '/api/Login', payload })
  await ask(app, { url: '/api/MyOrders' })
  await ask(app, { url: '/nothing' })

  const { body } = await ask(app, { url: '/metrics' })

  expect(body).toContain('colloquium_logins_total{outcome="success"} 0')
  expect(body).toContain('colloquium_logins_total{outcome="wrong"} 1')
  expect(body).toContain('colloquium_refused_total{why="sign_in_first"} 1')
  expect(body).toContain('colloquium_refused_total{why="not_found"} 1')
  expect(body).toContain('colloquium_refused_total{why="broken"} 0')
})

test('a database that is away is told, and hides nothing else', async () => {
  const world = await makeWorld()
  const { db, pool } = openDatabase<Tables>({ url: 'postgres://nobody@127.0.0.1:9/nothing', log: world.log })
  onTestFinished(() => pool.end())
  const metrics = makeMetrics()
  tellFigures(metrics, { ...world, db }, settings)

  const text = await metrics.text()

  expect(text).toContain('colloquium_database_available 0\n')
  expect(text).toContain('colloquium_build_info{')
  expect(text).not.toContain('colloquium_mail_waiting')
})

/** Without the rules of the rows, which lock each address: they are not what this is about. */
async function aCrowd(outer: World): Promise<void> {
  const eventId = await anEvent(outer)
  const at = outer.now()
  await inTransaction(outer, async ({ db }) => {
    await sql`set local session_replication_role = replica`.execute(db)
    await sql`
      insert into account (email, email_key, full_name, password_hash, created_at, verified_at, password_changed_at)
      select 'p' || n || '@example.edu', 'p' || n || '@example.edu', 'A Person', 'x', ${at}, ${at}, ${at} from generate_series(1, ${many}::int) as n`.execute(
      db,
    )
    await sql`insert into applicant (account_id, event_id, created_at) select id, ${eventId}, ${at} from account`.execute(
      db,
    )
    await sql`select find_person(id) from applicant`.execute(db)
    await sql`
      insert into orders (payment_code, applicant_id, event_id, state, total, created_at, hold_until, closed_at)
      select translate(lpad(id::text, 13, '0'), '01', 'AB'), id, event_id, 'lapsed', 0, ${at}, ${at}, ${at} from applicant`.execute(
      db,
    )
    await sql`
      insert into mail (message_id, recipient, subject, body_text, body_html, created_at, next_try_at, sent_at)
      select '<' || n || '@x>', 'p' || n || '@example.edu', 's', 't', 'h', ${at}, ${at}, case when n > 500 then ${at}::timestamptz end
      from generate_series(1, ${many}::int) as n`.execute(db)
  })
  await sql`analyze`.execute(outer.db)
}
