import { expect, test } from 'vitest'
import { limits } from '#server/kernel/limits.ts'
import { count } from '#server/platform/security/rate-limits.ts'
import { makeTestApp } from '#server/testing/app.ts'
import { often } from '#server/testing/counts.ts'
import { anEvent, aPerson, call, pinFor } from '#server/testing/people.ts'
import { makeWorld } from '#server/testing/world.ts'

test('the sixth login in a quarter of an hour is refused, by whichever server it reaches, and the right password resets the count', async () => {
  const world = await makeWorld()
  await anEvent(world)
  const [one, two] = [await makeTestApp(world), await makeTestApp(world)]
  const person = await aPerson(world)
  const guess = (app: typeof one) => call(app, 'Login', { UserID: person.email, Password: 'wrong' })

  await Promise.all([guess(one), guess(two), guess(one), guess(two)])
  expect(await call(one, 'Login', { UserID: person.email, Password: person.password })).toMatchObject({
    Status: 'Success',
  })
  const six = await Promise.all([one, two, one, two, one, two].map(guess))

  expect(six.map(({ http }) => http).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 200, 200, 429])
  expect(await call(two, 'Login', { UserID: person.email, Password: person.password })).toMatchObject({ http: 429 })
})

test('guesses that arrive together are all counted before any is answered', async () => {
  const world = await makeWorld()
  await anEvent(world)
  const app = await makeTestApp(world)
  const person = await aPerson(world)

  const all = await Promise.all(
    Array.from({ length: 40 }, (_, at) => call(app, 'Login', { UserID: person.email, Password: `guess ${at}` })),
  )

  expect(all.filter(({ http }) => http === 200)).toHaveLength(limits.loginOfAccount.hits)
})

test('TRAP-04: however many guesses from changing devices and addresses get five tries at a PIN', async () => {
  const world = await makeWorld()
  await anEvent(world)
  const app = await makeTestApp(world)
  const person = { UserID: 'target@example.org', Fullname: 'Target', Password: 'x', DeviceID: 'home' }
  await call(app, 'EventRegister', person)
  const right = await pinFor(world, person.UserID)
  let guessedRight = 0

  for (let from = 0; from < often(300, 10_000); from += 100) {
    const guesses = Array.from({ length: 100 }, (_, at) => from + at)
    await Promise.all(
      guesses.map(async (at) => {
        const OTP = String(at).padStart(6, '0')
        if (OTP === right) return
        const { Status } = await call(app, 'EventEmailVerify', {
          UserID: person.UserID,
          OTP,
          DeviceID: `device ${at}`,
          address: `10.${at % 200}.${at % 250}.${at % 99}`,
        })
        if (Status === 'Success') guessedRight += 1
      }),
    )
  }

  const { tries } = await world.db.selectFrom('pin').select('tries').executeTakeFirstOrThrow()
  expect({ tries, guessedRight }).toEqual({ tries: 5, guessedRight: 0 })
  expect(await call(app, 'EventEmailVerify', { UserID: person.UserID, OTP: right, DeviceID: 'home' })).toMatchObject({
    Status: 'PIN not correct',
  })
})

test('one right PIN sent fifty times at once is used once', async () => {
  const world = await makeWorld()
  await anEvent(world)
  const app = await makeTestApp(world)
  const person = await aPerson(world)
  await call(app, 'EventForgotPassword', { UserID: person.email })
  const OTP = await pinFor(world, person.email)

  const all = await Promise.all(
    Array.from({ length: 50 }, () => call(app, 'EventForgotPasswordVerify', { UserID: person.email, OTP })),
  )

  expect(all.filter(({ Status }) => Status === 'Success')).toHaveLength(1)
})

test('one address may ask three hundred times in five minutes, so that a campus behind it can work', async () => {
  const world = await makeWorld()
  const ask = () => count(world, limits.callsOfAddress, '203.0.113.7')
  for (let at = 0; at < 300; at += 1) await ask()

  await expect(ask()).rejects.toMatchObject({ code: 'too_many', why: { retryAfter: 300 } })
  await count(world, limits.callsOfAddress, '203.0.113.8')
})
