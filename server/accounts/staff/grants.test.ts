import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Tables } from '#server/database/tables.ts'
import { inAct } from '#server/kernel/acts.ts'
import type { World } from '#server/kernel/world.ts'
import { often } from '#server/testing/counts.ts'
import { anEvent, aPerson } from '#server/testing/people.ts'
import { until } from '#server/testing/process.ts'
import { scratchDatabase } from '#server/testing/scratch.ts'
import { aStaffPerson, grant } from '#server/testing/staff.ts'
import { makeWorld, stillWorld } from '#server/testing/world.ts'
import { giveGrant, grantsOf, type NewGrant, revokeGrant, team } from './grants.ts'

const revoke = (world: World, accountId: number, grantId: number) =>
  inAct(world, { actor: { kind: 'staff', accountId }, operation: 'GrantRevoke' }, (world) =>
    revokeGrant(world, { accountId }, grantId),
  )

const give = (world: World, by: number, wish: NewGrant) =>
  inAct(world, { actor: { kind: 'staff', accountId: by }, operation: 'GrantGive' }, (world) =>
    giveGrant(world, { accountId: by }, wish),
  )

async function grantId(world: World, accountId: number): Promise<number> {
  const found = world.db.selectFrom('staffGrant').select('id').where('accountId', '=', accountId)
  return (await found.where('revokedAt', 'is', null).executeTakeFirstOrThrow()).id
}

test('an owner gives a role for an event or the college, once, and takes it again', async () => {
  const world = await makeWorld()
  const eventId = await anEvent(world)
  const owner = await aStaffPerson(world, 'owner')
  const { accountId } = await aPerson(world, { fullName: 'Zainab Qureshi' })
  const wish = { accountId, role: 'organiser', eventId } as const

  expect(await give(world, owner.accountId, wish)).toBe('done')
  expect(await give(world, owner.accountId, wish)).toBe('there already')
  expect(await give(world, owner.accountId, { ...wish, role: 'owner' })).toBe('not for an event')
  expect(await give(world, owner.accountId, { ...wish, role: 'desk', eventId: null })).toBe('only for an event')
  expect(await give(world, owner.accountId, { ...wish, accountId: 4711 })).toBe('no such person')
  expect(await grantsOf(world, accountId)).toEqual([{ role: 'organiser', eventId }])
  expect((await team(world)).map(({ fullName, role }) => [fullName, role])).toContainEqual([
    'Zainab Qureshi',
    'organiser',
  ])

  expect(await revoke(world, owner.accountId, await grantId(world, accountId))).toBe('done')
  expect(await grantsOf(world, accountId)).toEqual([])
  expect(await give(world, owner.accountId, wish)).toBe('done')
})

test('CON-009: nobody gives or takes a role of their own, by the server or by the database', async () => {
  const world = await makeWorld()
  const [owner] = [await aStaffPerson(world, 'owner'), await aStaffPerson(world, 'owner')]
  const { accountId } = owner
  expect(await give(world, accountId, { accountId, role: 'finance', eventId: null })).toBe('own role')
  expect(await revoke(world, accountId, await grantId(world, accountId))).toBe('own role')
  for (const by of [
    sql`insert into staff_grant (account_id, role, granted_by, granted_at) values (${accountId}, 'finance', ${accountId}, now())`,
    sql`update staff_grant set revoked_at = now(), revoked_by = ${accountId} where account_id = ${accountId}`,
  ])
    await expect(by.execute(world.db)).rejects.toThrow('staff_grant_not_by_oneself')
})

test('a grant is revoked and never changed, brought back or deleted', async () => {
  const world = await makeWorld()
  const { accountId } = await aStaffPerson(world, 'finance')
  for (const attack of [`update staff_grant set role = 'organiser'`, 'delete from staff_grant', 'truncate staff_grant'])
    await expect(sql.raw(attack).execute(world.db)).rejects.toThrow('given and revoked')
  const owner = await aStaffPerson(world, 'owner')
  await revoke(world, owner.accountId, await grantId(world, accountId))
  const back = sql`update staff_grant set revoked_at = null, revoked_by = null where account_id = ${accountId}`
  await expect(back.execute(world.db)).rejects.toThrow('given and revoked')
})

test('CON-008: the last owner cannot go, by the server or by the database', async () => {
  const world = await makeWorld()
  const owner = await aStaffPerson(world, 'owner')
  const other = await aStaffPerson(world, 'owner')
  expect(await revoke(world, other.accountId, await grantId(world, owner.accountId))).toBe('done')
  const finance = await aStaffPerson(world, 'finance')
  expect(await revoke(world, finance.accountId, await grantId(world, other.accountId))).toBe('last owner')
  const byHand = sql`update staff_grant set revoked_at = now() where role = 'owner' and revoked_at is null`
  await expect(byHand.execute(world.db)).rejects.toThrow('the college keeps one owner')
})

async function twoOwners(world: World): Promise<[number, number]> {
  const people = [await aPerson(world), await aPerson(world)]
  for (const { accountId } of people) await grant(world, { accountId, role: 'owner', eventId: null })
  return people.map(({ accountId }) => accountId) as [number, number]
}

async function owners(world: World): Promise<number> {
  return (await team(world)).filter(({ role }) => role === 'owner').length
}

/** As somebody with psql would: both have changed their row before either is checked, and neither commits before the other was checked or waits. */
async function eachOtherByHand(world: World, owners: [number, number]): Promise<void> {
  const done = { changed: 0, checked: 0 }
  const take = (whom: number) =>
    world.db.transaction().execute(async (db) => {
      await sql`update staff_grant set revoked_at = now() where account_id = ${whom} and revoked_at is null`.execute(db)
      done.changed += 1
      await until(() => done.changed === 2)
      await sql`set constraints staff_grant_keeps_an_owner immediate`.execute(db)
      done.checked += 1
      await until(async () => done.checked === 2 || (await isSomebodyWaiting(world)))
    })
  await Promise.allSettled(owners.map(take))
}

async function isSomebodyWaiting(world: World): Promise<boolean> {
  const { rows } = await sql`
    select from pg_locks join pg_database on pg_database.oid = database
    where datname = current_database() and locktype = 'advisory' and not granted`.execute(world.db)
  return rows.length > 0
}

test('CON-008: two owners who revoke each other at once leave one', async () => {
  const { db } = await scratchDatabase<Tables>({ poolSize: 4 })
  const world = stillWorld(db)
  for (let round = 0; round < often(10, 200); round += 1) {
    const [one, two] = await twoOwners(world)
    const [of1, of2] = [await grantId(world, one), await grantId(world, two)]
    const answers = await Promise.all([revoke(world, one, of2), revoke(world, two, of1)])
    expect([answers.toSorted(), await owners(world)]).toEqual([['done', 'last owner'], 1])
    // For the next round the one who is left makes room.
    await sql`alter table staff_grant disable trigger user`.execute(db)
    await sql`update staff_grant set revoked_at = now() where revoked_at is null`.execute(db)
    await sql`alter table staff_grant enable trigger user`.execute(db)
  }
})

test('by hand they leave one too; if they did not take turns nobody would be left', async () => {
  const { db } = await scratchDatabase<Tables>({ poolSize: 4 })
  const world = stillWorld(db)
  await eachOtherByHand(world, await twoOwners(world))
  expect(await owners(world)).toBe(1)

  const others = await twoOwners(world)
  await sql`update staff_grant set revoked_at = now() where revoked_at is null and not account_id = any(${others}::int[])`.execute(
    db,
  )
  await sql`create or replace function lock_owners() returns void language sql as 'select'`.execute(db)
  await eachOtherByHand(world, others)
  expect(await owners(world)).toBe(0)
})
