import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { changePassword, updatePassword } from '#server/accounts/sign-in/passwords.ts'
import { personOf } from '#server/accounts/sign-in/sessions.ts'
import { inAct } from '#server/kernel/acts.ts'
import type { World } from '#server/kernel/world.ts'
import { hashPassword } from '#server/platform/security/passwords.ts'
import { newToken } from '#server/platform/security/tokens.ts'
import { portalWithAccount } from '#server/testing/account.ts'
import { often } from '#server/testing/counts.ts'
import { anEvent, aPerson, call, type Person, tokenFor } from '#server/testing/people.ts'
import { until } from '#server/testing/process.ts'
import { aClock } from '#server/testing/shop.ts'
import { anOrigin, aStaffPerson, grant, staffPassword, staffToken, staffWith } from '#server/testing/staff.ts'
import { makeWorld } from '#server/testing/world.ts'
import { makeOwner } from './grants.ts'
import { staffSignIn } from './staff-sign-in.ts'
import { staffMe, staffOf, staffSetPassword, staffSignOut, staffWelcome, sweepStaffSessions } from './staff.ts'

const good = 'seven lamps on the quiet ward'

const signInAs = (world: World, { email, password }: Pick<Person, 'email' | 'password'>) =>
  staffSignIn(world, { email, password }, anOrigin())

test('staff come in with address and password, are told where they may do what, and go out again', async () => {
  const world = await makeWorld()
  const eventId = await anEvent(world)
  const person = await aStaffPerson(world, 'chair', { eventId })
  const token = await staffToken(world, person)
  const staff = await staffWith(world, token)

  expect(staff).toMatchObject({
    accountId: person.accountId,
    needs: undefined,
    steppedUp: false,
    grants: [{ role: 'chair', eventId }],
  })
  expect(await staffMe(world, staff)).toEqual({
    accountId: person.accountId,
    name: staff.name,
    email: person.email,
    proofs: ['password'],
    college: [],
    events: [
      {
        eventId,
        name: 'Annual Medical Conference',
        isCurrent: true,
        timeZone: 'Asia/Karachi',
        may: [
          'event.read',
          'people.read',
          'people.list',
          'review.read',
          'review.manage',
          'review.redact',
          'review.decide',
          'mail.write',
          'export',
          'team.read',
          'audit.read',
        ],
      },
    ],
  })
  await staffSignOut(world, staff)
  expect(await staffOf(world, token)).toBeUndefined()
  const acts = await world.db
    .selectFrom('act')
    .select(['operation', 'outcome'])
    .where('actorKind', '=', 'staff')
    .orderBy('id')
    .execute()
  expect(acts).toEqual([
    { operation: 'StaffSignIn', outcome: 'done' },
    { operation: 'StaffSignOut', outcome: 'done' },
  ])
})

test('a wrong password, an unknown address and an address that nobody verified and an account without a role are answered alike', async () => {
  const world = await makeWorld()
  const staff = await aStaffPerson(world, 'finance')
  const unverified = await aPerson(world, { verified: false })
  expect(await signInAs(world, { ...staff, password: 'wrong' })).toEqual({ kind: 'wrong' })
  expect(await signInAs(world, { email: 'nobody@example.org', password: 'wrong' })).toEqual({ kind: 'wrong' })
  expect(await signInAs(world, unverified)).toEqual({ kind: 'wrong' })
  expect(await signInAs(world, await aPerson(world))).toEqual({ kind: 'wrong' })
})

test('guesses at the site do not keep staff out of the console', async () => {
  const { world, app } = await portalWithAccount()
  const staff = await aStaffPerson(world, 'finance')
  for (const _ of [1, 2, 3, 4, 5, 6]) await call(app, 'Login', { UserID: staff.email, Password: 'wrong' })
  expect((await signInAs(world, staff)).kind).toBe('in')
})

test("CON-006: a participant's token opens no staff call, and a staff token none of theirs", async () => {
  const world = await makeWorld()
  await anEvent(world)
  const person = await aStaffPerson(world, 'owner')
  expect(await staffOf(world, await tokenFor(world, person.accountId))).toBeUndefined()
  expect(await personOf(world, await staffToken(world, person))).toBeUndefined()
})

test('CON-007: a role that was revoked is gone with the next call, and the last one takes the session along', async () => {
  const world = await makeWorld()
  const eventId = await anEvent(world)
  const person = await aStaffPerson(world, 'finance')
  await grant(world, { accountId: person.accountId, role: 'desk', eventId })
  const token = await staffToken(world, person)
  const revoke = (role: 'finance' | 'desk') =>
    world.db.updateTable('staffGrant').set({ revokedAt: world.now() }).where('role', '=', role).execute()

  await revoke('finance')
  expect((await staffWith(world, token)).grants).toEqual([{ role: 'desk', eventId }])
  await revoke('desk')
  expect(await staffOf(world, token)).toBeUndefined()
})

test('CON-021: a session ends after three quiet hours, and after twelve hours however busy', async () => {
  const clock = aClock()
  const world = await makeWorld({ now: clock.now })
  const person = await aStaffPerson(world, 'finance')
  const quiet = await staffToken(world, person)
  clock.pass(3 * 60 - 1)
  const busy = await staffToken(world, person)
  expect(await staffOf(world, quiet)).toBeDefined()
  clock.pass(3 * 60 - 1)
  // It was seen a moment before its three hours were over.
  expect(await staffOf(world, quiet)).toBeDefined()
  clock.pass(3 * 60)
  expect(await staffOf(world, quiet)).toBeUndefined()
  expect(await staffOf(world, busy)).toBeUndefined()

  const long = await staffToken(world, person)
  for (let hours = 0; hours < 11; hours += 1) {
    clock.pass(60)
    expect(await staffOf(world, long)).toBeDefined()
  }
  clock.pass(60)
  expect(await staffOf(world, long)).toBeUndefined()
  await sweepStaffSessions(world)
  expect(await world.db.selectFrom('staffSession').select('id').execute()).toEqual([])
})

test('a weak or common password opens a session that is good for setting another one, once', async () => {
  const world = await makeWorld()
  for (const weak of ['short one', 'password1234']) {
    const person = await aStaffPerson(world, 'finance', { password: weak })
    const answer = await signInAs(world, person)
    expect(answer).toMatchObject({ kind: 'in' })
    const token = await staffToken(world, person)
    const staff = await staffWith(world, token)
    expect(staff.needs).toBe('password')

    const set = (password: string) => staffSetPassword(world, staff, { password, origin: anOrigin() })
    expect(await set('eleven char')).toEqual({ kind: 'weak', why: 'Use at least 12 characters.' })
    expect(await set('Password1234')).toEqual({
      kind: 'weak',
      why: 'Choose another one: many people use this password.',
    })
    const after = await set(good)
    if (after.kind !== 'in') throw new Error(after.kind)
    expect((await staffWith(world, after.token)).needs).toBeUndefined()
    expect(await staffOf(world, token)).toBeUndefined()
    expect(await set(good)).toEqual({ kind: 'gone' })
  }
})

test('an open browser with a good password is not enough to set another', async () => {
  const world = await makeWorld()
  const staff = await staffWith(world, await staffToken(world, await aStaffPerson(world, 'finance')))
  expect(await staffSetPassword(world, staff, { password: good, origin: anOrigin() })).toEqual({ kind: 'gone' })
})

test('a password that is changed or reset on the side of participants ends the staff sessions too', async () => {
  const { world } = await portalWithAccount()
  const person = await aStaffPerson(world, 'finance')
  const caller = await personOf(world, await tokenFor(world, person.accountId))
  if (!caller) throw new Error('nobody is signed in')
  const before = await staffToken(world, person)
  await changePassword(world, caller, { password: staffPassword, newPassword: good, origin: anOrigin() })
  expect(await staffOf(world, before)).toBeUndefined()

  const again = await staffToken(world, { ...person, password: good })
  const { hash: tokenHash } = newToken()
  const expiresAt = new Date(world.now().getTime() + 60_000)
  await world.db.insertInto('passwordReset').values({ accountId: person.accountId, tokenHash, expiresAt }).execute()
  const resetter = { accountId: person.accountId, email: person.email, tokenHash }
  await updatePassword(world, resetter, { password: staffPassword, origin: anOrigin() })
  expect(await staffOf(world, again)).toBeUndefined()
})

async function anOwner(world: World): Promise<string> {
  const act = { actor: { kind: 'command', name: 'operator' }, operation: 'staff owner' } as const
  return (await inAct(world, act, (world) => makeOwner(world, { email: 'o@example.org', fullName: 'Nadia Memon' })))
    .token
}

const welcome = (world: World, token: string, password = good) => staffWelcome(world, { token, password }, anOrigin())

test('CON-012: the link of the first owner works once, for 24 hours, and a new one replaces it', async () => {
  const clock = aClock()
  const world = await makeWorld({ now: clock.now })
  const first = await anOwner(world)
  const second = await anOwner(world)
  expect(await welcome(world, first)).toEqual({ kind: 'gone' })
  expect(await welcome(world, second, 'short')).toEqual({ kind: 'weak', why: 'Use at least 12 characters.' })
  const answer = await welcome(world, second)
  if (answer.kind !== 'in') throw new Error(answer.kind)
  expect((await staffWith(world, answer.token)).grants).toEqual([{ role: 'owner', eventId: null }])
  expect(await welcome(world, second)).toEqual({ kind: 'gone' })
  expect(await signInAs(world, { email: 'o@example.org', password: good })).toMatchObject({ kind: 'in' })

  const third = await anOwner(world)
  clock.pass(24 * 60)
  expect(await welcome(world, third)).toEqual({ kind: 'gone' })
})

test('a stranger who signed up with the address and never verified it gets nothing of the owner', async () => {
  const world = await makeWorld()
  const stranger = await aPerson(world, { email: 'o@example.org', verified: false, password: 'a password of mine' })
  await anOwner(world)
  expect(await signInAs(world, stranger)).toEqual({ kind: 'wrong' })
  const account = await world.db.selectFrom('account').select(['fullName', 'passwordHash']).execute()
  expect(account).toEqual([{ fullName: 'Nadia Memon', passwordHash: null }])
})

test('of two clicks on one link at once, one comes in; whoever only looked first would let both in', async () => {
  const clock = aClock()
  const world = await makeWorld({ now: clock.now })
  for (let round = 0; round < often(5, 50); round += 1) {
    clock.pass(10)
    const token = await anOwner(world)
    const answers = await Promise.all([welcome(world, token), welcome(world, token, `${good} too`)])
    expect(answers.map(({ kind }) => kind).toSorted()).toEqual(['gone', 'in'])
    const sessions = await world.db.selectFrom('staffSession').select('id').execute()
    expect(sessions).toHaveLength(1)
  }
  await anOwner(world)
  const isThere = async () => (await world.db.selectFrom('staffLink').select('accountId').execute()).length
  const looked = await Promise.all([isThere(), isThere()])
  await world.db.deleteFrom('staffLink').execute()
  expect(looked).toEqual([1, 1])
})

/** Whether a connection waits for what another one holds. */
async function isSomebodyWaiting(world: World): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(world.db)
  return rows.length > 0
}

test('a sign-in that meets a change of the password is out; without a second look it would be in', async () => {
  const world = await makeWorld()
  const person = await aStaffPerson(world, 'finance')
  /** The password is set and not committed while somebody signs in with the old one. */
  const meanwhile = async <T>(signIn: () => Promise<T>): Promise<T> => {
    let answer: Promise<T> | undefined
    let isAnswered = false
    await world.db.transaction().execute(async (db) => {
      const passwordHash = await hashPassword(good)
      const set = { passwordHash, passwordChangedAt: world.now() }
      await db.updateTable('account').set(set).where('id', '=', person.accountId).execute()
      answer = signIn().finally(() => (isAnswered = true))
      await until(async () => isAnswered || (await isSomebodyWaiting(world)))
    })
    return answer as Promise<T>
  }

  expect(await meanwhile(() => signInAs(world, person))).toEqual({ kind: 'wrong' })
  expect(await world.db.selectFrom('staffSession').select('id').execute()).toEqual([])
  // What a sign-in without the look at the locked account would do.
  const { token, hash: tokenHash } = newToken()
  const times = { createdAt: world.now(), lastSeenAt: world.now() }
  await meanwhile(() =>
    world.db
      .insertInto('staffSession')
      .values({ accountId: person.accountId, tokenHash, ...times })
      .execute(),
  )
  expect(await staffOf(world, token)).toBeDefined()
})
