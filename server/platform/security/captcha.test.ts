import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readConfig } from '#server/kernel/settings.ts'
import { makeTestApp } from '#server/testing/app.ts'
import { anEvent, aPerson, call } from '#server/testing/people.ts'
import { makeWorld } from '#server/testing/world.ts'
import { makeCaptcha } from './captcha.ts'

// The library looks at the clock of the machine: it must agree with the world's.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-01T09:00:00Z') }))
afterEach(() => void vi.useRealTimers())

async function portal() {
  const base = await makeWorld({ now: () => new Date() })
  const captcha = makeCaptcha({ ...base, config: readConfig({}), key: Buffer.alloc(32, 9) })
  const world = { ...base, captcha }
  await anEvent(world)
  return {
    world,
    app: await makeTestApp(world),
    person: await aPerson(world),
    later: (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000),
  }
}
type App = Awaited<ReturnType<typeof portal>>['app']

async function solve(app: App, purpose: string, change: (challenge: Challenge) => void = () => {}): Promise<string> {
  const { challenge } = (
    await app.inject({ url: `/api/CaptchaChallenge?purpose=${purpose}`, headers: { host: 'localhost' } })
  ).json() as { challenge: Challenge }
  const solution = await solveChallenge({ challenge, deriveKey })
  change(challenge)
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

const refused = { http: 200, Status: 'Please verify the captcha.' }

test('with the work done, a person gets in', async () => {
  const { app, person } = await portal()
  const Captcha = await solve(app, 'login')

  expect(await call(app, 'Login', { UserID: person.email, Password: person.password, Captcha })).toMatchObject({
    Status: 'Success',
  })
})

test.each(['Login', 'EventRegister', 'EventForgotPassword', 'EventForgotPasswordVerify'])(
  'TRAP-08: %s without a proof is refused',
  async (name) => {
    const { app, person } = await portal()
    const fields = { UserID: person.email, Password: person.password, Fullname: 'A', OTP: '123456' }

    expect(await call(app, name, fields)).toMatchObject(refused)
    expect(await call(app, name, { ...fields, Captcha: 'bm9uc2Vuc2U=' })).toMatchObject(refused)
  },
)

test.each([
  'null',
  '{}',
  '[]',
  '7',
  '"text"',
  '{"challenge":{},"solution":{}}',
  '{"challenge":null,"solution":null}',
  '{"challenge":{"parameters":null},"solution":{}}',
  '{"challenge":{"parameters":{"nonce":"ab","data":7,"expiresAt":4000000000}},"solution":{}}',
  '{"challenge":{"parameters":{"nonce":{},"data":{"purpose":"login"},"expiresAt":1e300}},"solution":{}}',
])('what is made to look like a proof is refused and counted: %s', async (text) => {
  const { app, person, world } = await portal()
  const Captcha = Buffer.from(text).toString('base64')
  const fields = { UserID: person.email, Password: person.password, Fullname: 'A', OTP: '123456', Captcha }
  const calls = ['Login', 'EventRegister', 'EventForgotPassword', 'EventForgotPasswordVerify']

  for (const name of calls)
    expect(await call(app, name, fields)).toMatchObject({ http: 400, Status: 'Please check Captcha: it is no proof.' })

  const counted = await world.db.selectFrom('attempt').select(['key', 'hits']).execute()
  expect(counted).toEqual([{ key: 'account calls of address: 127.0.0.1', hits: calls.length }])
})

test('one proof sent fifty times at once is good once', async () => {
  const { app, person } = await portal()
  const Captcha = await solve(app, 'forgot')

  const all = await Promise.all(
    Array.from({ length: 50 }, () => call(app, 'EventForgotPassword', { UserID: person.email, Captcha })),
  )

  expect(all.filter(({ Status }) => Status !== refused.Status)).toHaveLength(1)
})

test('a proof for one purpose is worth nothing for another', async () => {
  const { app, person } = await portal()
  const Captcha = await solve(app, 'register')

  expect(await call(app, 'Login', { UserID: person.email, Password: person.password, Captcha })).toMatchObject(refused)
})

test('a proof whose purpose, time or puzzle was changed is refused', async () => {
  const { app, person } = await portal()
  for (const change of [
    ({ parameters }: Challenge) => (parameters.data = { purpose: 'login' }),
    ({ parameters }: Challenge) => (parameters.expiresAt = 4_000_000_000),
    ({ parameters }: Challenge) => (parameters.nonce = 'ab'.repeat(16)),
  ]) {
    const Captcha = await solve(app, 'register', change)
    expect(await call(app, 'Login', { UserID: person.email, Password: person.password, Captcha })).toMatchObject(
      refused,
    )
  }
})

test('a proof is good for five minutes', async () => {
  const { app, person, later } = await portal()
  const Captcha = await solve(app, 'login')
  later(5)

  expect(await call(app, 'Login', { UserID: person.email, Password: person.password, Captcha })).toMatchObject(refused)
})
