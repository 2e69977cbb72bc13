/** Events of version 0.1 on the new tables, and version 0.1 itself on them. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { migrate, migrationsFolder } from '#server/platform/database/migrate.ts'
import { scratchDatabase } from '#server/testing/scratch.ts'

/** As version 0.1 adds one: it knows nothing of states. */
const add = (name: string, isCurrent: boolean) =>
  `insert into event (name, opens_on, abstracts_close_on, decisions_on, registration_closes_on, workshops_from, starts_on, ends_on, is_current)
   values ('${name}', '2026-01-01', '2026-02-01', '2026-02-02', '2026-02-03', '2026-03-01', '2026-03-02', '2026-03-03', ${isCurrent})`

test('what version 0.1 had is published or ended, and what it adds afterwards as current is published', async () => {
  const { pool } = await scratchDatabase()
  await pool.query('drop schema public cascade; create schema public')
  const before = mkdtempSync(join(tmpdir(), 'migrations-'))
  onTestFinished(() => rmSync(before, { recursive: true }))
  cpSync(migrationsFolder, before, {
    recursive: true,
    filter: (path) => !(basename(path) >= '0020' && path.endsWith('.sql')),
  })
  await migrate(pool, before)
  for (const name of ['Conference', 'Conference', 'Conference 2', 'کانفرنس']) await pool.query(add(name, false))
  await pool.query(add('Spring', true))
  await migrate(pool, migrationsFolder)

  const events = async () =>
    (await pool.query('select name, slug, event_state, is_current from event order by id')).rows as unknown[]
  const ended = { event_state: 'ended', is_current: false }
  const old = [
    { name: 'Conference', slug: 'conference', ...ended },
    { name: 'Conference', slug: 'conference-2', ...ended },
    { name: 'Conference 2', slug: 'conference-2-2', ...ended },
    { name: 'کانفرنس', slug: 'event', ...ended },
  ]
  expect(await events()).toEqual([
    ...old,
    { name: 'Spring', slug: 'spring', event_state: 'published', is_current: true },
  ])

  await pool.query('update event set is_current = false where is_current')
  await pool.query(add('Spring', true))
  expect(await events()).toEqual([
    ...old,
    { name: 'Spring', slug: 'spring', event_state: 'published', is_current: false },
    { name: 'Spring', slug: 'spring-2', event_state: 'published', is_current: true },
  ])
  // How it reads an order beside its event when the bank has answered.
  await pool.query(`select orders.id, payment_code, applicant_id, state, total, currency, hold_until, event.name from orders
    join applicant on applicant.id = orders.applicant_id join account on account.id = applicant.account_id
    join event on event.id = applicant.event_id`)
})
