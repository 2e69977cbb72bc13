import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { World } from '#server/kernel/world.ts'
import { anotherSession, askAs, lettersTo, portalWithAccount } from '#server/testing/account.ts'
import { often } from '#server/testing/counts.ts'
import { aPerson, aPersonSignedIn, call, pinFor } from '#server/testing/people.ts'
import { inOrder } from '#server/testing/races.ts'

type Portal = Awaited<ReturnType<typeof portalWithAccount>>
const newEmail = 'Sana@New.example'
const rounds = often(8, 100)

const askChange = ({ app, sana }: Portal, email = newEmail) =>
  askAs(app, 'AskEmailChange', { token: sana.token, password: sana.password, email })

async function change(portal: Portal, email = newEmail) {
  await askChange(portal, email)
  const pin = await pinFor(portal.world, email)
  return askAs(portal.app, 'ConfirmEmailChange', { token: portal.sana.token, pin })
}

async function keyFor(world: World, email: string): Promise<string> {
  const { bodyText } = await world.db
    .selectFrom('mail')
    .select('bodyText')
    .where('recipient', '=', email)
    .where('subject', '=', 'Your email address was changed')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return /undo-email#key=([\w-]+)/.exec(bodyText)?.[1] ?? ''
}

const emailOf = async (world: World, accountId: number) =>
  (await world.db.selectFrom('account').select('email').where('id', '=', accountId).executeTakeFirstOrThrow()).email

const signIn = async ({ app, sana }: Portal, email: string, password = sana.password) =>
  (await call(app, 'Login', { UserID: email, Password: password })).Status

test('a new address takes the password and the PIN that was sent there; the old one is told and no longer signs in', async () => {
  const portal = await portalWithAccount()
  const { world, app, sana } = portal
  const phone = await anotherSession(world, sana.accountId)

  expect(await askChange(portal)).toEqual({ http: 200, status: 'PIN Generated' })
  expect(await emailOf(world, sana.accountId)).toBe(sana.email)
  const pin = await pinFor(world, newEmail)
  expect(await askAs(app, 'ConfirmEmailChange', { token: sana.token, pin })).toEqual({
    http: 200,
    status: 'Success',
    email: newEmail,
  })

  expect(await call(app, 'SignOut', { token: phone })).toMatchObject({ http: 401 })
  expect(await signIn(portal, sana.email)).toBe('Email not registered')
  expect(await signIn(portal, newEmail)).toBe('Success')
  expect(await lettersTo(world, sana.email)).toEqual(['Your email address was changed'])
  expect(await lettersTo(world, newEmail)).toEqual([
    'Your PIN for a new email address',
    'Your new email address is in use',
  ])
})

test('a wrong password, a wrong PIN, an address in use and one’s own are answered in words, and change nothing', async () => {
  const portal = await portalWithAccount()
  const { world, app, sana } = portal
  const bilal = await aPerson(world)
  const ask = (wish: object) => askAs(app, 'AskEmailChange', { token: sana.token, password: sana.password, ...wish })

  expect(await ask({ email: newEmail, password: 'wrong' })).toMatchObject({ status: 'Password not correct' })
  expect(await ask({ email: bilal.email })).toMatchObject({ status: 'Email already in use' })
  expect(await ask({ email: sana.email.toUpperCase() })).toMatchObject({ status: 'This is your email already' })
  expect((await ask({ email: 'nonsense' })).http).toBe(400)
  expect(await askAs(app, 'ConfirmEmailChange', { token: sana.token, pin: '000000' })).toMatchObject({
    status: 'PIN not correct',
  })
  expect(await world.db.selectFrom('mail').selectAll().execute()).toEqual([])
  expect(await emailOf(world, sana.accountId)).toBe(sana.email)
})

test('the PIN of an address that was asked for before is worth nothing for the next', async () => {
  const portal = await portalWithAccount()
  await askChange(portal, 'first@example.org')
  const pin = await pinFor(portal.world, 'first@example.org')
  await askChange(portal, 'second@example.org')

  expect(await askAs(portal.app, 'ConfirmEmailChange', { token: portal.sana.token, pin })).toMatchObject({
    status: 'PIN not correct',
  })
  expect(await emailOf(portal.world, portal.sana.accountId)).toBe(portal.sana.email)
})

test('the letter to the old address takes the change back within a week: all are signed out and a new password is chosen', async () => {
  const portal = await portalWithAccount()
  const { world, app, sana, days } = portal
  await change(portal)
  const key = await keyFor(world, sana.email)
  days(6)
  const undone = await askAs(app, 'UndoEmailChange', { key })

  expect(undone).toEqual({ http: 200, status: 'Success', email: sana.email, resetToken: expect.any(String) as string })
  expect(await call(app, 'SignOut', { token: sana.token })).toMatchObject({ http: 401 })
  expect(await signIn(portal, sana.email)).toBe('Email or password incorrect')
  const reset = { token: String(undone.resetToken), UserID: sana.email, Password: 'mine again' }
  expect(await call(app, 'EventUpdatePassword', reset)).toMatchObject({ Status: 'Success' })
  expect(await signIn(portal, sana.email, 'mine again')).toBe('Success')
  expect(await askAs(app, 'UndoEmailChange', { key })).toEqual({ http: 200, status: 'This link no longer works' })
})

test('after a week the way back is closed, and the old address is anybody’s', async () => {
  const portal = await portalWithAccount()
  const { world, app, sana, days } = portal
  await change(portal)
  const key = await keyFor(world, sana.email)
  const signUp = () => call(app, 'EventRegister', { UserID: sana.email, Fullname: 'Bilal', Password: 'x' })

  expect(await signUp()).toMatchObject({ Status: 'Email already in use' })
  days(7)
  expect(await askAs(app, 'UndoEmailChange', { key })).toMatchObject({ status: 'This link no longer works' })
  expect(await signUp()).toMatchObject({ Status: 'Success' })
})

test('the first owner gets the account back however often it was moved on, and whatever end was begun for it', async () => {
  const portal = await portalWithAccount()
  const { world, app, sana, clock } = portal
  await change(portal)
  clock.pass(60)
  await change(portal, 'third@example.org')
  await askAs(app, 'CloseAccount', { token: sana.token, password: sana.password, keepsAbstracts: false })
  expect(await lettersTo(world, sana.email)).toContain('Your account will be deleted')

  expect(await askAs(app, 'UndoEmailChange', { key: await keyFor(world, sana.email) })).toMatchObject({
    status: 'Success',
    email: sana.email,
  })
  expect(await askAs(app, 'UndoEmailChange', { key: await keyFor(world, newEmail) })).toMatchObject({
    status: 'This link no longer works',
  })
  expect(await world.db.selectFrom('closure').selectAll().execute()).toEqual([])
})

test('an address that somebody else signed up with and never verified goes to whoever reads its mail', async () => {
  const portal = await portalWithAccount()
  await aPerson(portal.world, { email: newEmail, verified: false })

  expect(await change(portal)).toMatchObject({ status: 'Success' })
  expect(await emailOf(portal.world, portal.sana.accountId)).toBe(newEmail)
})

test('of two who want one address at the same moment one gets it, and the other a sentence', async () => {
  const portal = await portalWithAccount()
  const { world, app } = portal
  for (let round = 0; round < rounds; round += 1) {
    const wanted = `wanted${round}@example.org`
    const people = [await aPersonSignedIn(world), await aPersonSignedIn(world)]
    const pins: string[] = []
    for (const { token, password } of people) {
      await askAs(app, 'AskEmailChange', { token, password, email: wanted })
      pins.push(await pinFor(world, wanted))
      portal.clock.pass(2)
    }
    const answers = await Promise.all(
      people.map(({ token }, at) => askAs(app, 'ConfirmEmailChange', { token, pin: pins[at] })),
    )
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['Email already in use', 'Success'])
    portal.clock.pass(60)
  }
})

/** Somebody signs up with an address while its owner is just leaving it: between the change and its commit. */
async function signUpWhileLeaving(portal: Portal): Promise<unknown> {
  const { world, app, sana } = portal
  await askChange(portal)
  const pin = await pinFor(world, newEmail)
  const now = world.now()
  const signUp = () =>
    world.db
      .insertInto('account')
      .values({ email: sana.email, emailKey: sana.email, fullName: 'x', createdAt: now, passwordChangedAt: now })
      .onConflict((same) =>
        same.column('emailKey').doUpdateSet({ fullName: 'x' }).where('account.verifiedAt', 'is', null),
      )
      .returning('id')
      .executeTakeFirst()
  const [left, coming] = await inOrder(world, sql`select id from email_change for update`, [
    () => askAs(app, 'ConfirmEmailChange', { token: sana.token, pin }),
    signUp,
  ])
  expect(left).toMatchObject({ status: 'Success' })
  return coming
}

test('nobody signs up with an address in the moment that it is left', async () => {
  expect(await signUpWhileLeaving(await portalWithAccount())).toBeUndefined()
})

/** Nobody waits for anybody's address meanwhile. */
async function withoutTurns<T>({ world }: Portal, work: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ source: string }>`
    select pg_get_functiondef('lock_email'::regproc) as source`.execute(world.db)
  await sql`create or replace function lock_email(email_key text) returns void language sql as 'select'`.execute(
    world.db,
  )
  return work().finally(() => sql.raw(rows[0]?.source ?? '').execute(world.db))
}

test('control: without the lock on the address, the sign-up in that moment gets it', async () => {
  const portal = await portalWithAccount()
  expect(await withoutTurns(portal, () => signUpWhileLeaving(portal))).toEqual({ id: expect.any(Number) as number })
})

/** The second comes while the first is just getting the address: it is changed, and waits for a session to end. */
async function twoForOneAddress({ world, app, clock }: Portal) {
  const people = [await aPersonSignedIn(world), await aPersonSignedIn(world)] as const
  const [first] = people
  await anotherSession(world, first.accountId)
  const pins: string[] = []
  for (const { token, password } of people) {
    await askAs(app, 'AskEmailChange', { token, password, email: newEmail })
    pins.push(await pinFor(world, newEmail))
    clock.pass(2)
  }
  const confirm = (at: 0 | 1) => () => askAs(app, 'ConfirmEmailChange', { token: people[at].token, pin: pins[at] })
  const otherIsHeld = sql`select from session where id = (select max(id) from session) for update`
  const answers = await inOrder(world, otherIsHeld, [confirm(0), confirm(1)])
  return answers.map(({ http, status }) => [http, status])
}

test('whoever confirms an address that somebody else is just getting is told that it is in use', async () => {
  expect(await twoForOneAddress(await portalWithAccount())).toEqual([
    [200, 'Success'],
    [200, 'Email already in use'],
  ])
})

test('control: without the lock on the address, the second finds it free and meets an error', async () => {
  const portal = await portalWithAccount()
  expect(await withoutTurns(portal, () => twoForOneAddress(portal))).toEqual([
    [200, 'Success'],
    [500, undefined],
  ])
})
