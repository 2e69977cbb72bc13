import { setTimeout as pause } from 'node:timers/promises'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { limits } from '#server/kernel/limits.ts'
import { readConfig } from '#server/kernel/settings.ts'
import { makeCaptcha } from '#server/platform/security/captcha.ts'
import { hashPassword } from '#server/platform/security/passwords.ts'
import { makeTestApp } from '#server/testing/app.ts'
import { often } from '#server/testing/counts.ts'
import { anEvent, aPerson, call } from '#server/testing/people.ts'
import { makeWorld } from '#server/testing/world.ts'

const crowd = often(120, 300)

// The library looks at the clock of the machine: it must agree with the world's.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-01T09:00:00Z') }))
afterEach(() => void vi.useRealTimers())

async function portal() {
  const base = await makeWorld({ now: () => new Date() })
  const config = readConfig({ CAPTCHA_WORK: '1' })
  const world = { ...base, captcha: makeCaptcha({ ...base, config, key: Buffer.alloc(32, 9) }) }
  await anEvent(world)
  return { world, app: await makeTestApp(world) }
}
type App = Awaited<ReturnType<typeof portal>>['app']

async function solve(app: App, purpose: string): Promise<string> {
  const address = `/api/CaptchaChallenge?purpose=${purpose}`
  const { challenge } = (await app.inject({ url: address, headers: { host: 'localhost' } })).json() as {
    challenge: Challenge
  }
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

/** Comes again as long as the server asks for it, with the captcha that was solved once. */
async function insist(app: App, name: string, fields: Record<string, unknown>) {
  for (let refused = 0; ; refused += 1) {
    const answer = await call(app, name, fields)
    if (answer.http !== 503) return { http: answer.http, Status: answer.Status, refused }
    await pause(100)
  }
}

test(`of ${crowd} people on one campus who sign up at once and come again when asked to, all get in`, async () => {
  const { app } = await portal()
  const proofs: string[] = []
  for (let at = 0; at < crowd; at += 1) proofs.push(await solve(app, 'register'))

  const all = await Promise.all(
    proofs.map((Captcha, at) =>
      insist(app, 'EventRegister', {
        UserID: `p${at}@example.org`,
        Fullname: 'P',
        Password: 'x',
        DeviceID: 'd',
        Captcha,
      }),
    ),
  )

  expect(all.filter(({ Status }) => Status !== 'Success').map(({ http, Status }) => [http, Status])).toEqual([])
  expect(all.filter(({ refused }) => refused > 0).length).toBeGreaterThan(0)
})

/** Meanwhile nobody else may wait for their password to be looked at. */
async function whileFull(work: () => Promise<void>): Promise<void> {
  let isFull = true
  const keepFull = async () => {
    while (isFull) await hashPassword('x').catch(() => pause(5))
  }
  const others = Array.from({ length: 140 }, keepFull)
  await work().finally(() => (isFull = false))
  await Promise.all(others)
}

test('a sign-in that the server had no time for costs no try and no captcha', async () => {
  const { world, app } = await portal()
  const person = await aPerson(world)
  const Captcha = await solve(app, 'login')

  await whileFull(async () => {
    for (let at = 0; at <= limits.loginOfAccount.hits; at += 1)
      expect((await call(app, 'Login', { UserID: person.email, Password: 'wrong', Captcha })).http).toBe(503)
  })

  expect(await call(app, 'Login', { UserID: person.email, Password: person.password, Captcha })).toMatchObject({
    http: 200,
    Status: 'Success',
  })
})

test('a captcha that was used for an answer is not given back', async () => {
  const { world, app } = await portal()
  const person = await aPerson(world)
  const Captcha = await solve(app, 'login')
  await call(app, 'Login', { UserID: person.email, Password: 'wrong', Captcha })
  await whileFull(async () => void (await call(app, 'Login', { UserID: person.email, Password: 'wrong', Captcha })))

  expect(await call(app, 'Login', { UserID: person.email, Password: person.password, Captcha })).toMatchObject({
    Status: 'Please verify the captcha.',
  })
})
