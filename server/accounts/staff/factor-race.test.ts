/** Two at the same moment: with the same code, with the same recovery code, removing the last two factors, setting up the first. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Staff } from '#server/kernel/callers.ts'
import type { World } from '#server/kernel/world.ts'
import { aDevice } from '#server/testing/authenticator.ts'
import { often } from '#server/testing/counts.ts'
import { anApp, type App, aPortalOfStaff, setUpPasskey, setUpTotp } from '#server/testing/factors.ts'
import { allAtOnce, withoutLocks } from '#server/testing/races.ts'
import { anOrigin, staffWith, stepUp } from '#server/testing/staff.ts'
import { type Added, addPasskey, confirmTotp, removeFactor } from './factors.ts'
import { type Proof, showSecondFactor } from './proofs.ts'

const rounds = often(4, 20)

const proofOf = async (
  world: World,
  staff: Staff,
  typed: { code: string } | { recoveryCode: string },
): Promise<Proof> => (await showSecondFactor(world, staff, { ...typed, origin: anOrigin() })).proof

type Stage = { world: World; app: App; codes: string[]; tabs: () => Promise<Staff[]>; next: () => void }

/** An owner with an app and recovery codes, and two browsers that stand before the second factor. */
async function anOwnerTwice(): Promise<Stage> {
  const { world, clock, enter, newcomer } = await aPortalOfStaff()
  const owner = await newcomer('owner')
  const { app, codes } = await setUpTotp(owner, clock.now)
  const tabs = async () => Promise.all([1, 2].map(async () => staffWith(world, (await enter(owner.person)).token)))
  return { world, app, codes, tabs, next: () => clock.pass(16) }
}

test(`CON-014, in ${rounds} rounds: of two who show the same code at the same moment one is in, and the other is told that it was used`, async () => {
  const { world, app, tabs, next } = await anOwnerTwice()
  for (let round = 0; round < rounds; round += 1) {
    next()
    const [one, other] = (await tabs()) as [Staff, Staff]
    const code = app.code()
    const proofs = await allAtOnce<Proof>(world, sql`select from totp for update`, [
      () => proofOf(world, one, { code }),
      () => proofOf(world, other, { code }),
    ])
    expect(proofs.toSorted()).toEqual(['right', 'used'])
  }
})

test('control: whoever compares the step before it is written lets both in', async () => {
  const { world } = await anOwnerTwice()
  const step = 99_999_999
  const naive = () =>
    world.db.transaction().execute(async (db) => {
      const { lastStep } = await db.selectFrom('totp').select('lastStep').executeTakeFirstOrThrow()
      await sql`select set_config('colloquium.act', (select max(id)::text from act), true)`.execute(db)
      const isNew = lastStep < step
      await db.updateTable('totp').set({ lastStep: step }).execute()
      return isNew
    })
  expect(await allAtOnce(world, sql`select from totp for update`, [naive, naive])).toEqual([true, true])
})

test(`CON-016, in ${rounds} rounds: a recovery code that two tabs use at the same moment opens one of them`, async () => {
  const { world, codes, tabs, next } = await anOwnerTwice()
  for (const shown of codes.slice(0, Math.min(rounds, 10))) {
    next()
    const [one, other] = (await tabs()) as [Staff, Staff]
    const recoveryCode = shown.replace('-', '')
    const proofs = await allAtOnce<Proof>(world, sql`select from recovery_code for update`, [
      () => proofOf(world, one, { recoveryCode }),
      () => proofOf(world, other, { recoveryCode }),
    ])
    expect(proofs.toSorted()).toEqual(['right', 'used'])
  }
})

test('control: whoever looks first and marks it then lets both tabs in', async () => {
  const { world } = await anOwnerTwice()
  const naive = () =>
    world.db.transaction().execute(async (db) => {
      const unused = await db.selectFrom('recoveryCode').select('codeHash').where('usedAt', 'is', null).execute()
      await sql`select set_config('colloquium.act', (select max(id)::text from act), true)`.execute(db)
      await db.updateTable('recoveryCode').set({ usedAt: world.now() }).execute()
      return unused.length > 0
    })
  expect(await allAtOnce(world, sql`select from recovery_code for update`, [naive, naive])).toEqual([true, true])
})

/** An owner with two factors, stepped up in one browser. */
async function anOwnerOfTwo() {
  const { world, clock, newcomer } = await aPortalOfStaff()
  const owner = await newcomer('owner')
  await setUpTotp(owner, clock.now)
  await stepUp(world, owner.token)
  await setUpPasskey(owner)
  const { id: passkeyId } = await world.db.selectFrom('passkey').select('id').executeTakeFirstOrThrow()
  const staff = await staffWith(world, owner.token)
  const removals = (world: World) => [
    () => removeFactor(world, staff, { factor: 'totp' }),
    () => removeFactor(world, staff, { factor: 'passkey', passkeyId }),
  ]
  return { world, removals }
}

// Both have begun, and neither has committed: each waits with what it has already removed.
const lettersAreHeld = sql`lock table mail in share row exclusive mode`
const accountIsHeld = sql`select from account for update`

test('CON-018: of two tabs that remove the last two factors at the same moment, the second is refused', async () => {
  const { world, removals } = await anOwnerOfTwo()
  const removed = await allAtOnce(world, accountIsHeld, removals(world))
  expect(removed.toSorted()).toEqual(['last factor', 'removed'])
})

test('control: without the lock both are removed, and an owner is left without a factor', async () => {
  const { world, removals } = await anOwnerOfTwo()
  expect(await allAtOnce(world, lettersAreHeld, removals(withoutLocks(world)))).toEqual(['removed', 'removed'])
})

/** Somebody without a factor, and a stranger who knows the password: both are setting one up. */
async function twoWhoSetUp() {
  const { world, clock, enter, newcomer } = await aPortalOfStaff()
  const owner = await newcomer('owner')
  const thief = await enter(owner.person)
  const [staff, stranger] = [await staffWith(world, owner.token), await staffWith(world, thief.token)]
  const app = anApp(String((await thief.ask('TotpBegin')).secret), clock.now)
  const passkey = aDevice().create(await owner.options('add'))
  const setUps = (world: World) => [
    () => addPasskey(world, staff, { name: 'Phone', passkey }),
    () => confirmTotp(world, stranger, app.code()),
  ]
  return { world, setUps }
}
const kinds = (added: Added[]) => added.map(({ kind }) => kind).toSorted()

test('of two who set up the first factor at the same moment one is in, and the other has a factor to show', async () => {
  const { world, setUps } = await twoWhoSetUp()
  expect(kinds(await allAtOnce(world, accountIsHeld, setUps(world)))).toEqual(['added', 'locked out'])
})

test('control: without the lock a stranger with the password sets up a factor beside the owner', async () => {
  const { world, setUps } = await twoWhoSetUp()
  expect(kinds(await allAtOnce(world, lettersAreHeld, setUps(withoutLocks(world))))).toEqual(['added', 'added'])
})
