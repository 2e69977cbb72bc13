/** A change of mind in the last moment: either it comes in time, or it finds nobody. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { World } from '#server/kernel/world.ts'
import { often } from '#server/testing/counts.ts'
import { aPersonSignedIn } from '#server/testing/people.ts'
import { inOrder, withoutLocks } from '#server/testing/races.ts'
import { makeWorld } from '#server/testing/world.ts'
import { eraseDue, keepAccount } from './closure.ts'

const rounds = often(10, 100)
const stays = { isErased: false, letters: ['Your account will not be deleted'] }
const isGone = { isErased: true, letters: ['Your account was deleted'] }

/** Somebody at the end of their days. */
async function somebodyLeaving(world: World) {
  const { accountId } = await aPersonSignedIn(world)
  await world.db
    .insertInto('closure')
    .values({ accountId, askedAt: new Date(0), dueAt: new Date(1), keepsAbstracts: false })
    .execute()
  await world.db.deleteFrom('mail').execute()
  const caller = { accountId, email: '', sessionId: 0, at: undefined }
  return { keep: () => keepAccount(world, caller), end: () => endOf(world, accountId) }
}

/** All letters, for those to somebody who was erased have lost their subject. */
async function endOf(world: World, accountId: number) {
  const account = world.db.selectFrom('account').select('erasedAt').where('id', '=', accountId)
  const letters = await world.db.selectFrom('mail').select('subject').orderBy('id').execute()
  const { erasedAt } = await account.executeTakeFirstOrThrow()
  return { isErased: erasedAt !== null, letters: letters.map(({ subject }) => subject) }
}

test(`in ${rounds} rounds a change of mind in the last moment either comes in time, or finds nobody`, async () => {
  const world = await makeWorld()
  for (let round = 0; round < rounds; round += 1) {
    const { keep, end } = await somebodyLeaving(world)
    await Promise.all([eraseDue(world), keep()])
    expect([stays, isGone]).toContainEqual(await end())
  }
})

// What is erased goes after it was found to be due: whoever erases waits here.
const sessionIsHeld = sql`select from session for update`

test('whoever changes their mind while they are being erased finds nobody, and no letter says that they stay', async () => {
  const world = await makeWorld()
  const { keep, end } = await somebodyLeaving(world)
  await inOrder(world, sessionIsHeld, [() => eraseDue(world), keep])
  expect(await end()).toEqual(isGone)
})

test('control: without the lock somebody is told that they stay, and is erased', async () => {
  const world = await makeWorld()
  const { keep, end } = await somebodyLeaving(world)
  await inOrder(world, sessionIsHeld, [() => eraseDue(withoutLocks(world)), keep])
  // The letter that said so was erased with them.
  expect(await end()).toEqual({ isErased: true, letters: ['Erased', 'Your account was deleted'] })
})
