/** REV-003: a role of less right is made by whoever may make one, granted again at each start, and said to be missing where it cannot be. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { blindnessPart } from '#server/reports/health-sentences.ts'
import { makeDatabase } from '#server/testing/database.ts'
import { isLesserRole, prepareLesserRole } from './lesser-role.ts'

test('REV-003: who may not make the role is told so and goes on; who may has it, and it reads one schema only', async () => {
  const { url, drop } = await makeDatabase()
  const owner = `colloquium_test_owner_${randomBytes(4).toString('hex')}`
  const lesser = { role: `${owner}_less`, schema: 'seen' }
  const opened = async (as?: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    if (as) await client.query(`set role ${as}`)
    return client
  }
  const admin = await opened()
  await admin.query(
    `create role ${owner} nologin; create schema seen authorization ${owner}; create schema kept authorization ${owner}`,
  )
  onTestFinished(async () => {
    await admin.end()
    await drop()
  })
  const [first, second] = [await opened(owner), await opened(owner)]
  await first.query('create table kept.secret (name text); create view seen.open as select 1 as one')

  expect(await prepareLesserRole(first, lesser)).toBe(false)
  expect(await isLesserRole(first, lesser)).toBe(false)
  expect(blindnessPart(false)).toMatchObject({
    state: 'wait',
    says: expect.stringContaining('One wall of two') as string,
  })

  await admin.query(`alter role ${owner} createrole`)
  expect(await Promise.all([prepareLesserRole(first, lesser), prepareLesserRole(second, lesser)])).toEqual([true, true])
  // A view that comes later, and what a restore without grants leaves.
  await first.query('create view seen.another as select 2 as two')
  expect(await isLesserRole(first, lesser)).toBe(false)
  await first.query(`revoke all on all tables in schema seen from ${lesser.role}`)
  expect(await prepareLesserRole(first, lesser)).toBe(true)

  await first.query(`begin; set local role ${lesser.role}`)
  expect((await first.query('select one from seen.open')).rows).toEqual([{ one: 1 }])
  await expect(first.query('select from kept.secret')).rejects.toThrow('permission denied')
  await first.query('rollback')

  await first.query(`grant select (name) on kept.secret to ${lesser.role}`)
  expect(await prepareLesserRole(first, lesser)).toBe(false)
  await Promise.all([first.end(), second.end()])
  await admin.query(`drop owned by ${owner}, ${lesser.role} cascade; drop role ${lesser.role}; drop role ${owner}`)
})
