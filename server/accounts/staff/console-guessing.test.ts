import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readConfig } from '#server/kernel/settings.ts'
import { makeCaptcha } from '#server/platform/security/captcha.ts'
import { makeTestApp } from '#server/testing/app.ts'
import { cookieJar, type Jar, postWith } from '#server/testing/cookie-jar.ts'
import { anEvent, aPerson, call } from '#server/testing/people.ts'
import { aStaffPerson } from '#server/testing/staff.ts'
import { makeWorld } from '#server/testing/world.ts'

// The captcha library looks at the clock of the machine: it must agree with the world's.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-01T09:00:00Z') }))
afterEach(() => void vi.useRealTimers())

type Guess = { email: string; password: string; captcha?: string; jar?: Jar; address?: string; at?: 0 | 1 }

/** Two instances over one database, with the captcha that production has. */
async function portal() {
  const base = await makeWorld({ now: () => new Date() })
  const config = readConfig({ CAPTCHA_WORK: '100' })
  const world = { ...base, consoleCaptcha: makeCaptcha({ ...base, config, key: Buffer.alloc(32, 9) }) }
  await anEvent(world)
  const apps = [await makeTestApp(world), await makeTestApp({ ...world })] as const
  return {
    world,
    apps,
    owner: await aStaffPerson(world, 'owner'),
    guess: ({ jar, address, at = 0, ...payload }: Guess) =>
      postWith(apps[at], '/staff/StaffSignIn', { payload, ...(jar && { jar }), ...(address && { address }) }),
    solved: async () => {
      const asked = { url: '/api/CaptchaChallenge?purpose=console', headers: { host: 'localhost' } }
      const { challenge } = (await apps[0].inject(asked)).json() as { challenge: Challenge }
      const solution = await solveChallenge({ challenge, deriveKey })
      return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
    },
  }
}

const codeOf = (reply: { json: () => unknown }) => (reply.json() as { code?: string }).code

test('of 300 guesses at the console the first is answered, all others ask for a captcha, and a known browser still gets in on both instances', async () => {
  const { apps, owner, guess } = await portal()
  const jar = cookieJar()
  expect((await guess({ ...owner, jar, address: '192.0.2.7' })).statusCode).toBe(200)
  await postWith(apps[0], '/staff/StaffSignOut', { jar })

  const heard: (string | undefined)[] = []
  for (let at = 0; at < 300; at += 1)
    heard.push(codeOf(await guess({ email: owner.email, password: `guess ${at}`, at: at % 2 ? 1 : 0 })))

  expect([heard[0], new Set(heard.slice(1))]).toEqual(['sign_in_first', new Set(['captcha'])])
  expect((await guess({ ...owner })).statusCode).toBe(429)
  const known = [await guess({ ...owner, jar }), await guess({ ...owner, jar, at: 1 })]
  expect(known.map(({ statusCode }) => statusCode)).toEqual([200, 200])
})

test('guesses at the console with a captcha each are limited for the account, but for a known browser', async () => {
  const { owner, guess, solved } = await portal()
  const jar = cookieJar()
  await guess({ ...owner, jar })

  const heard: (string | undefined)[] = []
  for (let at = 0; at < 7; at += 1)
    heard.push(codeOf(await guess({ email: owner.email, password: 'wrong', captcha: await solved() })))

  expect(heard).toEqual([...Array<string>(5).fill('sign_in_first'), 'too_many', 'too_many'])
  expect((await guess({ ...owner, captcha: await solved() })).statusCode).toBe(429)
  expect((await guess({ ...owner, jar })).statusCode).toBe(200)
})

test('a known browser is asked for a captcha after its own failure, and a proof is good once', async () => {
  const { owner, guess, solved } = await portal()
  const jar = cookieJar()
  await guess({ ...owner, jar })
  const captcha = await solved()

  const heard = [
    await guess({ email: owner.email, password: 'wrong', jar }),
    await guess({ ...owner, jar }),
    await guess({ email: owner.email, password: 'wrong', jar, captcha }),
    await guess({ ...owner, jar, captcha }),
    await guess({ ...owner, jar, captcha: await solved() }),
  ]

  expect(heard.map((reply) => codeOf(reply) ?? reply.statusCode)).toEqual([
    'sign_in_first',
    'captcha',
    'sign_in_first',
    'captcha',
    200,
  ])
})

test('for an account without a role the console answers a right password as a wrong one', async () => {
  const { world, guess } = await portal()
  const participant = await aPerson(world)
  const unverified = await aPerson(world, { verified: false })
  const { email } = participant
  const tried = [
    participant,
    { email, password: 'wrong' },
    unverified,
    { email: 'unknown@example.org', password: 'wrong' },
  ]

  const heard: unknown[] = []
  for (const [at, { email, password }] of tried.entries()) {
    await world.db.deleteFrom('attempt').execute()
    const { statusCode, headers, body } = await guess({ email, password, address: `192.0.2.${at}` })
    const { requestId: _own, ...said } = JSON.parse(body) as Record<string, unknown>
    heard.push({ statusCode, said, names: Object.keys(headers).toSorted(), length: headers['content-length'] })
  }

  expect(heard[0]).toMatchObject({ statusCode: 401 })
  expect(heard).toEqual(tried.map(() => heard[0]))
})

test('guesses at the console do not keep a participant out of the site', async () => {
  const { world, apps, guess, solved } = await portal()
  const { email, password } = await aPerson(world)

  for (let at = 0; at < 8; at += 1) await guess({ email, password: `guess ${at}`, captcha: await solved() })

  expect(await call(apps[0], 'Login', { UserID: email, Password: password })).toMatchObject({ Status: 'Success' })
})

test('a sign-in with a role gives back only its own attempt: guesses between two of them still count', async () => {
  const { world, owner, guess } = await portal()
  const { email } = await aPerson(world)

  const heard = [
    await guess({ email, password: 'wrong' }),
    await guess({ email: 'another@example.org', password: 'wrong' }),
    await guess(owner),
  ]

  expect(heard.map(codeOf)).toEqual(['sign_in_first', 'captcha', 'captcha'])
})
