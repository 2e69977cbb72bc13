import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { limits } from '#server/kernel/limits.ts'
import type { World } from '#server/kernel/world.ts'
import { makeTestApp } from '#server/testing/app.ts'
import { anEvent, aPerson, call, cookieIn, pinFor } from '#server/testing/people.ts'
import { allAtOnce, withoutLocks } from '#server/testing/races.ts'
import { makeWorld } from '#server/testing/world.ts'

async function portal(change: Parameters<typeof makeWorld>[0] = {}) {
  let now = new Date('2026-11-01T09:00:00Z')
  const world = await makeWorld({ now: () => now, ...change })
  await anEvent(world)
  const app = await makeTestApp(world)
  const later = (minutes: number) => (now = new Date(now.getTime() + minutes * 60_000))
  return { world, app, later, owner: await aPerson(world) }
}
type Portal = Awaited<ReturnType<typeof portal>>

const login = ({ app, owner }: Portal, Password: string, cookie = '') =>
  call(app, 'Login', { UserID: owner.email, Password, cookie })

async function guessWithoutEnd(portal: Portal, cookie = ''): Promise<number[]> {
  const heard: number[] = []
  for (let at = 0; at < 8; at += 1) heard.push((await login(portal, `guess ${at}`, cookie)).http)
  return heard
}

const sixthIsRefused = [200, 200, 200, 200, 200, 429, 429, 429]

test('the owner gets in from a browser that signed in before while a stranger guesses without end', async () => {
  const there = await portal()
  const cookie = cookieIn(await login(there, there.owner.password))

  expect(await guessWithoutEnd(there)).toEqual(sixthIsRefused)

  expect(await login(there, there.owner.password)).toMatchObject({
    http: 429,
    Status: 'Too many attempts. Please wait a moment and try again.',
  })
  expect(await login(there, there.owner.password, cookie)).toMatchObject({ http: 200, Status: 'Success' })
  expect(await guessWithoutEnd(there)).toEqual(Array(8).fill(429))
})

test('a browser that signed in before has five tries of its own, and no more', async () => {
  const there = await portal()
  const cookie = cookieIn(await login(there, there.owner.password))

  expect(await guessWithoutEnd(there, cookie)).toEqual(sixthIsRefused)
  expect(await login(there, there.owner.password)).toMatchObject({ Status: 'Success' })
  there.later(15)
  expect(await login(there, there.owner.password, cookie)).toMatchObject({ Status: 'Success' })
})

test('a browser that is known to one account is a stranger to another', async () => {
  const there = await portal()
  const other = await aPerson(there.world)
  const cookie = cookieIn(await call(there.app, 'Login', { UserID: other.email, Password: other.password }))
  await guessWithoutEnd(there)

  expect((await login(there, there.owner.password, cookie)).http).toBe(429)
})

test('what was made up or changed is no cookie of ours', async () => {
  const there = await portal()
  const cookie = cookieIn(await login(there, there.owner.password))
  await guessWithoutEnd(there)
  const forged = [
    cookie.slice(0, -1),
    cookie.replace('=', '=A'),
    'colloquium_browser=',
    'colloquium_browser=...',
    `colloquium_browser=${'a.'.repeat(5000)}`,
  ]

  for (const each of forged) expect((await login(there, there.owner.password, each)).http).toBe(429)
})

test('the cookie says nothing about anybody, stays small, and goes to the calls only', async () => {
  const there = await portal({ publicUrl: 'https://cpd.example.edu' })
  let cookie = ''
  for (let at = 0; at < 12; at += 1) {
    const person = await aPerson(there.world)
    cookie = cookieIn(await call(there.app, 'Login', { UserID: person.email, Password: person.password, cookie }))
  }
  const signedIn = await login(there, there.owner.password, cookie)

  expect(String(signedIn.reply.headers['set-cookie'])).toMatch(
    /^colloquium_browser=[\w.-]{100,250}; Max-Age=15552000; Path=\/api; HttpOnly; Secure; SameSite=Strict$/,
  )
  const wrong = await login(there, 'wrong', cookie)
  expect(wrong.reply.headers['set-cookie']).toBeUndefined()
})

test('a new password makes every browser unknown but the one that set it', async () => {
  const there = await portal()
  const { app, world, owner } = there
  const thief = cookieIn(await login(there, owner.password))
  there.later(1)
  const asked = await call(app, 'EventForgotPassword', { UserID: owner.email })
  const cookie = cookieIn(asked)
  const OTP = await pinFor(world, owner.email)
  const { Column1 } = await call(app, 'EventForgotPasswordVerify', { UserID: owner.email, OTP, cookie })
  const changed = await call(app, 'EventUpdatePassword', { token: String(Column1), Password: 'new one', cookie })
  await guessWithoutEnd(there)

  expect((await login(there, 'new one', thief)).http).toBe(429)
  expect(await login(there, 'new one', cookieIn(changed))).toMatchObject({ Status: 'Success' })
})

test("a stranger's wrong PINs use up the stranger's own tries: the owner's PIN still sets a new password", async () => {
  const there = await portal()
  const { app, world, owner, later } = there
  const mine = cookieIn(await call(app, 'EventForgotPassword', { UserID: owner.email }))
  const OTP = await pinFor(world, owner.email)
  const wrong = OTP === '000000' ? '111111' : '000000'
  later(1)
  const theirs = cookieIn(await call(app, 'EventForgotPassword', { UserID: owner.email }))

  for (const cookie of [theirs, ''])
    for (let at = 0; at < 8; at += 1)
      expect(await call(app, 'EventForgotPasswordVerify', { UserID: owner.email, OTP: wrong, cookie })).toMatchObject({
        Status: 'PIN not correct',
      })

  expect(await call(app, 'EventForgotPasswordVerify', { UserID: owner.email, OTP, cookie: theirs })).toMatchObject({
    Status: 'PIN not correct',
  })
  expect(await call(app, 'EventForgotPasswordVerify', { UserID: owner.email, OTP, cookie: mine })).toMatchObject({
    Status: 'Success',
  })
})

test('whoever asked has five tries too, and a right PIN is used up for all', async () => {
  const { app, world, owner } = await portal()
  const cookie = cookieIn(await call(app, 'EventForgotPassword', { UserID: owner.email }))
  const OTP = await pinFor(world, owner.email)
  const tryPin = (pin: string, from = cookie) =>
    call(app, 'EventForgotPasswordVerify', { UserID: owner.email, OTP: pin, cookie: from })
  for (let at = 0; at < 5; at += 1) await tryPin(OTP === '000000' ? '111111' : '000000')

  expect(await tryPin(OTP)).toMatchObject({ Status: 'PIN not correct' })
  expect(await tryPin(OTP, '')).toMatchObject({ Status: 'Success' })
  expect(await world.db.selectFrom('resetPin').selectAll().execute()).toEqual([])
  expect(await tryPin(OTP, '')).toMatchObject({ Status: 'PIN not correct' })
})

/** The browser that asked for a PIN sends these at once; gives what it is told, and how to send another. */
async function sentAtOnce(change: (world: World) => World, { many, isRight }: { many: number; isRight: boolean }) {
  const { app, world, owner } = await portal()
  const cookie = cookieIn(await call(app, 'EventForgotPassword', { UserID: owner.email }))
  const right = await pinFor(world, owner.email)
  const wrong = right === '000000' ? '111111' : '000000'
  const other = await makeTestApp(change(world))
  const tryPin = async (OTP: string) =>
    (await call(other, 'EventForgotPasswordVerify', { UserID: owner.email, OTP, cookie })).Status
  const actions = Array.from({ length: many }, () => () => tryPin(isRight ? right : wrong))
  const told = await allAtOnce(world, sql`select from reset_pin for update`, actions)
  return { told, tryRight: () => tryPin(right) }
}
const asItIs = (world: World) => world

test('tries that one browser makes at once are counted one after the other', async () => {
  const { tryRight } = await sentAtOnce(asItIs, { many: 6, isRight: false })
  expect(await tryRight()).toBe('PIN not correct')
})

test('control: without the lock on the account six tries at once count as one', async () => {
  const { tryRight } = await sentAtOnce(withoutLocks, { many: 6, isRight: false })
  expect(await tryRight()).toBe('Success')
})

test('a right PIN that its browser sends twice at once is used once', async () => {
  expect(new Set((await sentAtOnce(asItIs, { many: 2, isRight: true })).told)).toEqual(
    new Set(['Success', 'PIN not correct']),
  )
})

test('control: without the lock on the account it is used twice', async () => {
  expect((await sentAtOnce(withoutLocks, { many: 2, isRight: true })).told).toEqual(['Success', 'Success'])
})

test('a browser that signed in before may ask for a PIN although a stranger asked too often', async () => {
  const there = await portal()
  const { app, owner } = there
  const cookie = cookieIn(await login(there, owner.password))
  const heard: number[] = []
  for (let at = 0; at <= limits.pinOfEmailHourly.hits; at += 1) {
    heard.push((await call(app, 'EventForgotPassword', { UserID: owner.email })).http)
    there.later(1)
  }

  expect(heard.at(-1)).toBe(429)
  expect(await call(app, 'EventForgotPassword', { UserID: owner.email, cookie })).toMatchObject({
    Status: 'PIN Generated',
  })
})
