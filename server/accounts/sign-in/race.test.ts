/** A sign-up between the PIN and its row. What the lock is for shows the control: the same steps without it. */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findAccount } from '#server/accounts/account.ts'
import { limits } from '#server/kernel/limits.ts'
import { inTransaction, type World } from '#server/kernel/world.ts'
import { hashPassword, isPassword } from '#server/platform/security/passwords.ts'
import { makeTestApp } from '#server/testing/app.ts'
import { often } from '#server/testing/counts.ts'
import { anEvent, aPerson, call, pinFor } from '#server/testing/people.ts'
import { inOrder, untilWaiting } from '#server/testing/races.ts'
import { makeWorld } from '#server/testing/world.ts'
import { usePin } from './pins.ts'
import { openSession } from './sessions.ts'

const rounds = often(10, 200)
const owner = { UserID: 'ayesha@example.org', Fullname: 'Ayesha', Password: 'owners password', DeviceID: 'owner' }
const stranger = { ...owner, Fullname: 'Stranger', Password: 'strangers password', DeviceID: 'stranger' }

async function portal() {
  const world = await makeWorld()
  await anEvent(world)
  return { world, app: await makeTestApp(world) }
}

const pinIsHeld = sql`select from pin for update`
const accountIsHeld = sql`select from account for update`

/** Whose password is it, once the address is verified? */
async function whoseIsIt(world: World): Promise<string> {
  const account = await findAccount(world, owner.UserID)
  if (!account?.verifiedAt) return 'nobody has verified it'
  if (await isPassword(stranger.Password, account.passwordHash)) return 'the stranger'
  return (await isPassword(owner.Password, account.passwordHash)) ? 'the owner' : 'no password'
}

test('a second sign-up that comes while the PIN is used is too late', async () => {
  const { world, app } = await portal()
  await call(app, 'EventRegister', owner)
  const OTP = await pinFor(world, owner.UserID)

  const [verified, signedUp] = await inOrder(world, pinIsHeld, [
    () => call(app, 'EventEmailVerify', { UserID: owner.UserID, DeviceID: owner.DeviceID, OTP }),
    () => call(app, 'EventRegister', stranger),
  ])

  expect([verified.Status, signedUp.Status]).toEqual(['Success', 'Email already in use'])
  expect(await whoseIsIt(world)).toBe('the owner')
})

test("a second sign-up that comes just before the PIN is used leaves a PIN that is worth nothing, and no stranger's password", async () => {
  const { world, app } = await portal()
  await call(app, 'EventRegister', owner)
  const OTP = await pinFor(world, owner.UserID)

  const [signedUp, verified] = await inOrder(world, accountIsHeld, [
    () => call(app, 'EventRegister', stranger),
    () => call(app, 'EventEmailVerify', { UserID: owner.UserID, DeviceID: owner.DeviceID, OTP }),
  ])

  expect(await whoseIsIt(world)).toBe('nobody has verified it')
  expect([signedUp.Status, verified.Status]).toEqual(['Success', 'PIN not correct'])
})

test('control: without the lock the stranger has a verified account', async () => {
  const { world, app } = await portal()
  await call(app, 'EventRegister', owner)
  const OTP = await pinFor(world, owner.UserID)
  const verifyUnlocked = async () => {
    const { id } = (await findAccount(world, owner.UserID)) as { id: number }
    await usePin(world, OTP, { accountId: id, purpose: 'verify' })
    await pause(20)
    await world.db.updateTable('account').set({ verifiedAt: world.now() }).where('id', '=', id).execute()
  }

  await inOrder(world, pinIsHeld, [verifyUnlocked, () => call(app, 'EventRegister', stranger)])

  expect(await whoseIsIt(world)).toBe('the stranger')
})

test(`in ${rounds} rounds of sign-ups around a PIN no stranger gets the account`, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { world, app } = await portal()
    await call(app, 'EventRegister', owner)
    const OTP = await pinFor(world, owner.UserID)
    const signUp = call(app, 'EventRegister', stranger)
    await pause((round * 7) % 66)
    await call(app, 'EventEmailVerify', { UserID: owner.UserID, DeviceID: owner.DeviceID, OTP })
    await signUp

    expect(await whoseIsIt(world)).not.toBe('the stranger')
  }
})

test('a wrong PIN costs its try although nothing else is changed', async () => {
  const { world, app } = await portal()
  await call(app, 'EventRegister', owner)
  const right = await pinFor(world, owner.UserID)
  const wrong = right === '000000' ? '111111' : '000000'
  for (let at = 0; at < 3; at += 1) await call(app, 'EventEmailVerify', { UserID: owner.UserID, OTP: wrong })

  expect(await world.db.selectFrom('pin').select('tries').execute()).toEqual([{ tries: 3 }])
})

/** Somebody who may set a new password. */
async function resetter({ world, app }: Awaited<ReturnType<typeof portal>>, email: string): Promise<string> {
  await call(app, 'EventForgotPassword', { UserID: email })
  const { Column1 } = await call(app, 'EventForgotPasswordVerify', { UserID: email, OTP: await pinFor(world, email) })
  return String(Column1)
}

const sessionsIn = (world: World) => world.db.selectFrom('session').select('id').execute()
const attemptIsHeld = sql`select from attempt where key like 'login of account%' for update`

test('a sign-in that was let in just before the password is changed is ended with the others', async () => {
  const { world, app } = await portal()
  const ayesha = await aPerson(world)
  const token = await resetter({ world, app }, ayesha.email)
  await call(app, 'Login', { UserID: ayesha.email, Password: 'wrong' })
  const { passwordHash = null } = (await findAccount(world, ayesha.email)) ?? {}
  const forgiven = { limit: limits.loginOfAccount, of: ayesha.email }

  await inOrder(world, attemptIsHeld, [
    () => openSession(world, { accountId: ayesha.accountId, passwordHash, userAgent: '', forgiven }),
    () => call(app, 'EventUpdatePassword', { token, Password: 'the new one' }),
  ])

  expect(await sessionsIn(world)).toEqual([])
})

test('a sign-in that comes while the password is being changed finds another password', async () => {
  const { world } = await portal()
  const ayesha = await aPerson(world)
  const { passwordHash = null } = (await findAccount(world, ayesha.email)) ?? {}
  const fresh = await hashPassword('the new one')
  const change = (held: World) =>
    held.db.updateTable('account').set({ passwordHash: fresh }).where('id', '=', ayesha.accountId).execute()

  const { opening } = await inTransaction(world, async (held) => {
    await change(held)
    const opening = openSession(world, { accountId: ayesha.accountId, passwordHash, userAgent: '' })
    await untilWaiting(world, 1)
    return { opening }
  })

  expect([await opening, await sessionsIn(world)]).toEqual([undefined, []])
})

test('control: a session that does not look at the password outlives its change', async () => {
  const { world, app } = await portal()
  const ayesha = await aPerson(world)
  const token = await resetter({ world, app }, ayesha.email)
  await call(app, 'Login', { UserID: ayesha.email, Password: 'wrong' })
  const openUnlocked = () =>
    sql`
    with forgotten as (delete from attempt where key like 'login of account%')
    insert into session (account_id, token_hash, created_at, last_seen_at)
    select ${ayesha.accountId}, ${Buffer.alloc(32, 7)}, ${world.now()}, ${world.now()}`.execute(world.db)

  await inOrder(world, attemptIsHeld, [
    openUnlocked,
    () => call(app, 'EventUpdatePassword', { token, Password: 'the new one' }),
  ])

  expect(await sessionsIn(world)).toHaveLength(1)
})

test(`in ${rounds} rounds of sign-ins around a new password none of the old is left`, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { world, app } = await portal()
    const ayesha = await aPerson(world)
    const token = await resetter({ world, app }, ayesha.email)
    const change = call(app, 'EventUpdatePassword', { token, Password: 'the new one' })
    const signIns = [0, 1, 2, 3].map(async (at) => {
      await pause(((round + at) * 11) % 60)
      return call(app, 'Login', { UserID: ayesha.email, Password: ayesha.password })
    })
    await Promise.all([change, ...signIns])

    expect(await sessionsIn(world)).toEqual([])
  }
})

test('a token that was replaced after it was admitted changes nothing', async () => {
  const { world, app } = await portal()
  const ayesha = await aPerson(world)
  const token = await resetter({ world, app }, ayesha.email)
  const newer = Buffer.alloc(32, 9)

  const { changing } = await inTransaction(world, async (held) => {
    await accountIsHeld.execute(held.db)
    const changing = call(app, 'EventUpdatePassword', { token, Password: 'by the older' })
    await untilWaiting(world, 1)
    await held.db.updateTable('passwordReset').set({ tokenHash: newer }).execute()
    return { changing }
  })

  expect((await changing).http).toBe(401)
  expect(await world.db.selectFrom('passwordReset').select('tokenHash').execute()).toEqual([{ tokenHash: newer }])
})
