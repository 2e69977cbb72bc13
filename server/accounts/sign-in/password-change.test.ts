import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction, type World } from '#server/kernel/world.ts'
import type { Origin } from '#server/platform/http/origin.ts'
import { newToken } from '#server/platform/security/tokens.ts'
import { anotherSession, askAs, lettersTo, portalWithAccount } from '#server/testing/account.ts'
import { often } from '#server/testing/counts.ts'
import { aPersonSignedIn, call } from '#server/testing/people.ts'
import { allAtOnce, withoutLocks } from '#server/testing/races.ts'
import { lockProven, provePassword } from './card-proof.ts'
import { changePassword } from './passwords.ts'
import { personOf } from './sessions.ts'

async function callerWith(world: World, token: string) {
  const caller = await personOf(world, token)
  if (!caller) throw new Error('nobody is signed in')
  return caller
}

const rounds = often(5, 100)

test('a new password ends every other session and every PIN and token of the old one, and the owner is told', async () => {
  const { world, app, sana } = await portalWithAccount()
  const phone = await anotherSession(world, sana.accountId)
  await call(app, 'EventForgotPassword', { UserID: sana.email })
  const { token: resetter, hash } = newToken()
  const expiresAt = new Date(world.now().getTime() + 60_000)
  await world.db.insertInto('passwordReset').values({ accountId: sana.accountId, tokenHash: hash, expiresAt }).execute()

  const wish = { token: sana.token, password: sana.password, newPassword: 'three blue boats' }
  expect(await askAs(app, 'ChangePassword', wish)).toEqual({ http: 200, status: 'Success' })

  expect(await call(app, 'SignOut', { token: phone })).toMatchObject({ http: 401 })
  expect((await askAs(app, 'AccountStanding', { token: sana.token })).http).toBe(200)
  expect(await call(app, 'EventUpdatePassword', { token: resetter, Password: 'mine' })).toMatchObject({ http: 401 })
  expect(await world.db.selectFrom('pin').selectAll().execute()).toEqual([])
  expect(await call(app, 'Login', { UserID: sana.email, Password: sana.password })).toMatchObject({
    Status: 'Email or password incorrect',
  })
  expect(await call(app, 'Login', { UserID: sana.email, Password: 'three blue boats' })).toMatchObject({
    Status: 'Success',
  })
  expect(await lettersTo(world, sana.email)).toEqual(['Your PIN to set a new password', 'Your password was changed'])
})

test('a wrong password changes nothing, and after ten guesses nobody is listened to', async () => {
  const { app, sana } = await portalWithAccount()
  const guess = () => askAs(app, 'ChangePassword', { token: sana.token, password: 'wrong', newPassword: 'mine' })

  for (let tries = 0; tries < 10; tries += 1)
    expect(await guess()).toEqual({ http: 200, status: 'Password not correct' })
  expect((await guess()).http).toBe(429)
  expect(await call(app, 'Login', { UserID: sana.email, Password: sana.password })).toMatchObject({ Status: 'Success' })
})

test('ending all other sessions takes the password, and leaves this one', async () => {
  const { world, app, sana } = await portalWithAccount()
  const others = [await anotherSession(world, sana.accountId), await anotherSession(world, sana.accountId)]

  expect(await askAs(app, 'EndOtherSessions', { token: sana.token, password: 'wrong' })).toEqual({
    http: 200,
    status: 'Password not correct',
  })
  expect(await askAs(app, 'EndOtherSessions', { token: sana.token, password: sana.password })).toEqual({
    http: 200,
    status: 'Success',
    ended: 2,
  })
  for (const token of others) expect(await call(app, 'SignOut', { token })).toMatchObject({ http: 401 })
  expect(await call(app, 'SignOut', { token: sana.token })).toMatchObject({ http: 200 })
})

test('a person ends the sessions of one device, and nobody else’s', async () => {
  const { world, app, sana } = await portalWithAccount()
  const phone = await anotherSession(world, sana.accountId)
  const { id } = await world.db.selectFrom('session').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  const bilal = (await aPersonSignedIn(world)).token

  expect(await askAs(app, 'EndSessions', { token: bilal, sessionIds: [id] })).toEqual({ http: 200, ended: 0 })
  expect(await askAs(app, 'EndSessions', { token: sana.token, sessionIds: [id] })).toEqual({ http: 200, ended: 1 })
  expect(await call(app, 'SignOut', { token: phone })).toMatchObject({ http: 401 })
})

const origin: Origin = { address: '127.0.0.1', deviceId: '', userAgent: '', cookie: '', noted: {} }

test('of two new passwords that are chosen at the same moment with the old one, one counts', async () => {
  const { world, sana } = await portalWithAccount()
  let password = sana.password
  for (let round = 0; round < rounds; round += 1) {
    const caller = await callerWith(world, sana.token)
    const wishes = ['one', 'two'].map((which) => ({ password, newPassword: `${which} of round ${round}` }))
    const answers = (await Promise.all(wishes.map((wish) => changePassword(world, caller, { ...wish, origin })))).map(
      ({ status }) => status,
    )
    expect(answers.toSorted()).toEqual(['Password not correct', 'Success'])
    password = wishes[answers.indexOf('Success')]?.newPassword ?? ''
  }
})

/** Both have proved the old password when the first of them changes it. */
async function twoNewPasswords(change: (world: World) => World): Promise<string[]> {
  const { world, sana } = await portalWithAccount()
  const caller = await callerWith(world, sana.token)
  const choose = (newPassword: string) => async () =>
    (await changePassword(change(world), caller, { password: sana.password, newPassword, origin })).status
  return allAtOnce(world, sql`select from account for update`, [choose('the one'), choose('the other')])
}

test('whoever proved the old password just before it was changed changes nothing', async () => {
  expect((await twoNewPasswords((world) => world)).toSorted()).toEqual(['Password not correct', 'Success'])
})

test('control: without the lock both are told that their password counts', async () => {
  expect(await twoNewPasswords(withoutLocks)).toEqual(['Success', 'Success'])
})

test('a proof of the old password is worth nothing once there is another', async () => {
  const { world, sana } = await portalWithAccount()
  const caller = await callerWith(world, sana.token)
  const proven = await provePassword(world, caller, sana.password)
  if (!proven) throw new Error('the password was not believed')
  await changePassword(world, caller, { password: sana.password, newPassword: 'another', origin })

  expect(await inTransaction(world, (world) => lockProven(world, sana.accountId, proven))).toBeUndefined()
})
