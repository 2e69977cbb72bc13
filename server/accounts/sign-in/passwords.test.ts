import { type KyselyPlugin, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { World } from '#server/kernel/world.ts'
import { makeTestApp } from '#server/testing/app.ts'
import { anEvent, aPerson, call, pinFor, signIn } from '#server/testing/people.ts'
import { allAtOnce } from '#server/testing/races.ts'
import { makeWorld } from '#server/testing/world.ts'

async function portal() {
  let now = new Date('2026-11-01T09:00:00Z')
  const world = await makeWorld({ now: () => now })
  await anEvent(world)
  const later = (minutes: number) => (now = new Date(now.getTime() + minutes * 60_000))
  return { world, later, app: await makeTestApp(world), ayesha: await aPerson(world), bilal: await aPerson(world) }
}
type Portal = Awaited<ReturnType<typeof portal>>

async function resetToken({ world, app }: Pick<Portal, 'world' | 'app'>, email: string): Promise<string> {
  await call(app, 'EventForgotPassword', { UserID: email })
  const { Column1 } = await call(app, 'EventForgotPasswordVerify', { UserID: email, OTP: await pinFor(world, email) })
  return String(Column1)
}

test('a forgotten password is replaced with the PIN from the mail; every session ends and the owner is told', async () => {
  const { world, app, ayesha } = await portal()
  const session = await signIn(app, ayesha)

  expect(await call(app, 'EventForgotPassword', { UserID: ayesha.email })).toMatchObject({
    http: 200,
    Status: 'PIN Generated',
  })
  const OTP = await pinFor(world, ayesha.email)
  const verified = await call(app, 'EventForgotPasswordVerify', { UserID: ayesha.email, OTP })
  expect(verified).toMatchObject({
    http: 200,
    Status: 'Success',
    Column1: expect.stringMatching(/^[\w-]{43}$/) as string,
  })
  const token = String(verified.Column1)
  expect(await call(app, 'EventUpdatePassword', { token, UserID: ayesha.email, Password: 'new one' })).toMatchObject({
    http: 200,
    Status: 'Success',
  })

  expect(await call(app, 'Login', { UserID: ayesha.email, Password: ayesha.password })).toMatchObject({
    Status: 'Email or password incorrect',
  })
  expect(await call(app, 'Login', { UserID: ayesha.email, Password: 'new one' })).toMatchObject({ Status: 'Success' })
  expect(await call(app, 'SignOut', { token: session })).toMatchObject({ http: 401 })
  const letters = await world.db.selectFrom('mail').select('subject').orderBy('id').execute()
  expect(letters.map(({ subject }) => subject)).toEqual(['Your PIN to set a new password', 'Your password was changed'])
})

test.each([
  ['an unknown address', () => 'nobody@example.org'],
  ['an address that was never verified', () => 'unverified@example.org'],
])('%s is not found', async (_, email) => {
  const { world, app } = await portal()
  await aPerson(world, { email: 'unverified@example.org', verified: false })

  expect(await call(app, 'EventForgotPassword', { UserID: email() })).toMatchObject({
    http: 200,
    Status: 'Email not found',
  })
})

test('the PIN of one account is worth nothing for another', async () => {
  const { world, app, ayesha, bilal } = await portal()
  await call(app, 'EventForgotPassword', { UserID: ayesha.email })
  const OTP = await pinFor(world, ayesha.email)
  await call(app, 'EventForgotPassword', { UserID: bilal.email })
  // One time in a million the two are the same.
  await world.db
    .updateTable('pin')
    .set({ pinHash: Buffer.alloc(32) })
    .where('accountId', '=', bilal.accountId)
    .execute()

  expect(await call(app, 'EventForgotPasswordVerify', { UserID: bilal.email, OTP })).toMatchObject({
    Status: 'PIN not correct',
  })
  expect(await call(app, 'EventForgotPasswordVerify', { UserID: ayesha.email, OTP })).toMatchObject({
    Status: 'Success',
  })
})

test('a PIN to sign up cannot set a password', async () => {
  const { world, app } = await portal()
  const carol = { UserID: 'carol@example.org', Fullname: 'Carol', Password: 'x', DeviceID: 'd' }
  await call(app, 'EventRegister', carol)
  const OTP = await pinFor(world, carol.UserID)

  expect(await call(app, 'EventForgotPasswordVerify', { UserID: carol.UserID, OTP })).toMatchObject({
    Status: 'PIN not correct',
  })
})

test('TRAP-07: a reset token opens nothing but the new password, and only of its own account', async () => {
  const { world, app, ayesha, bilal } = await portal()
  const token = await resetToken({ world, app }, ayesha.email)

  for (const name of ['SignOut', 'EndSession']) expect((await call(app, name, { token, SessionID: 1 })).http).toBe(401)
  expect(await call(app, 'EventUpdatePassword', { token, UserID: bilal.email, Password: 'mine now' })).toMatchObject({
    http: 403,
  })
  expect(await call(app, 'Login', { UserID: bilal.email, Password: bilal.password })).toMatchObject({
    Status: 'Success',
  })
  expect(await call(app, 'EventUpdatePassword', { token, Password: 'for ayesha' })).toMatchObject({ Status: 'Success' })
})

test('a session is no reset token', async () => {
  const { app, ayesha } = await portal()
  const session = await signIn(app, ayesha)

  expect((await call(app, 'EventUpdatePassword', { token: session, Password: 'x' })).http).toBe(401)
})

test('a reset token works once, however many use it at the same moment', async () => {
  const { world, app, ayesha } = await portal()
  const token = await resetToken({ world, app }, ayesha.email)

  const all = await Promise.all(
    Array.from({ length: 10 }, (_, at) => call(app, 'EventUpdatePassword', { token, Password: `password ${at}` })),
  )

  expect(all.map(({ http }) => http).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(9).fill(401)])
})

/** Two who were both let in with one token. */
async function twoWithOneToken(change: (world: World) => World): Promise<number[]> {
  const { world, app, ayesha } = await portal()
  const token = await resetToken({ world, app }, ayesha.email)
  const other = await makeTestApp(change(world))
  const use = (Password: string) => async () => (await call(other, 'EventUpdatePassword', { token, Password })).http
  return allAtOnce(world, sql`select from account for update`, [use('the one'), use('the other')])
}

test('of two who were let in with one token, the second finds it used', async () => {
  expect(new Set(await twoWithOneToken((world) => world))).toEqual(new Set([200, 401]))
})

test('control: without a look at what was found when the token was used up, both set a password', async () => {
  const alwaysFound: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => ({ ...result, numAffectedRows: 1n }),
  }
  expect(await twoWithOneToken((world) => ({ ...world, db: world.db.withPlugin(alwaysFound) }))).toEqual([200, 200])
})

test('a reset token lasts ten minutes, and ends when a new PIN is asked for', async () => {
  const { world, app, ayesha, later } = await portal()
  const token = await resetToken({ world, app }, ayesha.email)
  later(10)
  expect((await call(app, 'EventUpdatePassword', { token, Password: 'x' })).http).toBe(401)

  const second = await resetToken({ world, app }, ayesha.email)
  later(2)
  await call(app, 'EventForgotPassword', { UserID: ayesha.email })
  expect((await call(app, 'EventUpdatePassword', { token: second, Password: 'x' })).http).toBe(401)
})

test('whoever guessed too often may still set a new password and use it at once', async () => {
  const { world, app, ayesha } = await portal()
  for (let at = 0; at < 6; at += 1) await call(app, 'Login', { UserID: ayesha.email, Password: 'wrong' })
  const token = await resetToken({ world, app }, ayesha.email)
  await call(app, 'EventUpdatePassword', { token, Password: 'new one' })

  expect(await call(app, 'Login', { UserID: ayesha.email, Password: 'new one' })).toMatchObject({ Status: 'Success' })
})
