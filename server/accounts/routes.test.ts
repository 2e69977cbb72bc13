import { expect, test } from 'vitest'
import { makeTestApp } from '#server/testing/app.ts'
import { anEvent, aPerson, call, pinFor, signIn } from '#server/testing/people.ts'
import { makeWorld } from '#server/testing/world.ts'

const ayesha = {
  DeviceID: 'ayeshas-phone',
  UserID: 'Ayesha@Example.org',
  Fullname: 'Dr Ayesha Khan',
  Password: ' pass word ',
}

async function portal(change: Parameters<typeof anEvent>[1] = {}) {
  const world = await makeWorld()
  const eventId = await anEvent(world, change)
  return { world, eventId, app: await makeTestApp(world) }
}

test('a person signs up, verifies with the PIN from the mail, and signs in', async () => {
  const { world, app, eventId } = await portal()

  expect(await call(app, 'EventRegister', ayesha)).toMatchObject({ http: 200, Status: 'Success' })
  expect(await call(app, 'Login', ayesha)).toMatchObject({ http: 200, Status: 'Email not verified' })
  const OTP = await pinFor(world, ayesha.UserID)
  expect(await call(app, 'EventEmailVerify', { ...ayesha, OTP, Password: undefined })).toMatchObject({
    Status: 'Success',
    PasswordKept: true,
  })
  const signedIn = await call(app, 'Login', { ...ayesha, UserID: 'ayesha@example.ORG', CPD: '1' })

  expect(signedIn).toMatchObject({ http: 200, Status: 'Success', EventID: eventId, ApplicantID: 1 })
  expect(signedIn.Column1).toMatch(/^[\w-]{43}$/)
})

test.each([
  [{ UserID: 'nobody@example.org' }, 'Email not registered'],
  [{ Password: 'pass word' }, 'Email or password incorrect'],
  [{ Password: ' PASS WORD ' }, 'Email or password incorrect'],
])('Login with %j answers %s', async (change, Status) => {
  const { world, app } = await portal()
  await aPerson(world, { email: ayesha.UserID, password: ayesha.Password })

  expect(await call(app, 'Login', { ...ayesha, ...change })).toMatchObject({ http: 200, Status })
})

test('a verified address cannot be signed up again, in any capitals', async () => {
  const { world, app } = await portal()
  await aPerson(world, { email: 'ayesha@example.org' })

  expect(await call(app, 'EventRegister', { ...ayesha, UserID: 'AYESHA@EXAMPLE.ORG' })).toMatchObject({
    Status: 'Email already in use',
  })
})

test.each([
  ['2026-11-01', '2026-11-01T18:59:59Z', 'Success'],
  ['2026-11-01', '2026-11-01T19:00:01Z', 'Registration Date has Expired.'],
])('with a last date of %s, signing up at %s answers %s', async (registrationClosesOn, now, Status) => {
  const world = await makeWorld({ now: () => new Date(now) })
  await anEvent(world, { registrationClosesOn })

  expect(await call(await makeTestApp(world), 'EventRegister', ayesha)).toMatchObject({ http: 200, Status })
})

test.each([
  ['no e-mail', { UserID: '' }],
  ['two e-mails', { UserID: 'a@example.org,b@example.org' }],
  ['an e-mail with a line break', { UserID: 'a@example.org\r\nBcc: b@example.org' }],
  ['an e-mail in angle brackets', { UserID: '<a@example.org>' }],
  ['an e-mail without a dot', { UserID: 'a@localhost' }],
  ['no name', { Fullname: '  ' }],
  ['no password', { Password: '' }],
  ['a password of 1 MB', { Password: 'a'.repeat(200_000) }],
  ['a device id of 1 MB', { DeviceID: 'a'.repeat(100_000) }],
])('signing up with %s changes nothing', async (_, change) => {
  const { world, app } = await portal()

  expect((await call(app, 'EventRegister', { ...ayesha, ...change })).http).toBe(400)
  expect(await world.db.selectFrom('account').selectAll().execute()).toEqual([])
})

test('a second sign-up of an unverified address replaces the first: PIN, name and password', async () => {
  const { world, app } = await portal()
  await call(app, 'EventRegister', { ...ayesha, DeviceID: 'squatter', Password: 'squatters password' })
  const oldPin = await pinFor(world, ayesha.UserID)
  await call(app, 'EventRegister', ayesha)
  const newPin = await pinFor(world, ayesha.UserID)

  expect(
    await call(app, 'EventEmailVerify', {
      UserID: ayesha.UserID,
      DeviceID: 'squatter',
      OTP: oldPin === newPin ? '000000' : oldPin,
    }),
  ).toMatchObject({ Status: 'PIN not correct' })
  expect(
    await call(app, 'EventEmailVerify', { UserID: ayesha.UserID, DeviceID: ayesha.DeviceID, OTP: newPin }),
  ).toMatchObject({ Status: 'Success' })
  expect(await call(app, 'Login', { ...ayesha, Password: 'squatters password' })).toMatchObject({
    Status: 'Email or password incorrect',
  })
  expect(await call(app, 'Login', ayesha)).toMatchObject({ Status: 'Success' })
})

test('TRAP-06: who signs up with the address of another has no password when the owner verifies it', async () => {
  const { world, app } = await portal()
  await call(app, 'EventRegister', { ...ayesha, DeviceID: 'squatter', Password: 'squatters password' })
  const OTP = await pinFor(world, ayesha.UserID)

  expect(await call(app, 'EventEmailVerify', { UserID: ayesha.UserID, DeviceID: 'owners-phone', OTP })).toMatchObject({
    Status: 'Success',
    PasswordKept: false,
  })
  expect(await call(app, 'Login', { ...ayesha, Password: 'squatters password' })).toMatchObject({
    Status: 'Email or password incorrect',
  })
})

test('on another device, the password of the sign-up shows that it is the same person', async () => {
  const { world, app } = await portal()
  await call(app, 'EventRegister', ayesha)
  const OTP = await pinFor(world, ayesha.UserID)

  expect(await call(app, 'EventEmailVerify', { ...ayesha, DeviceID: 'ayeshas-laptop', OTP })).toMatchObject({
    Status: 'Success',
    PasswordKept: true,
  })
  expect(await call(app, 'Login', ayesha)).toMatchObject({ Status: 'Success' })
})

test('a new PIN makes the old one worthless, and may be asked for once a minute', async () => {
  let now = new Date('2026-11-01T09:00:00Z')
  const world = await makeWorld({ now: () => now })
  await anEvent(world)
  const app = await makeTestApp(world)
  await call(app, 'EventRegister', ayesha)

  expect(await call(app, 'EventResendPin', { UserID: ayesha.UserID })).toMatchObject({ Status: 'PIN Generated' })
  const again = await call(app, 'EventResendPin', { UserID: ayesha.UserID })
  expect(again).toMatchObject({ http: 429, Status: 'Too many attempts. Please wait a moment and try again.' })
  expect(again.reply.headers['retry-after']).toBe('60')
  now = new Date('2026-11-01T09:01:00Z')
  expect(await call(app, 'EventResendPin', { UserID: ayesha.UserID })).toMatchObject({ Status: 'PIN Generated' })
})

test('a PIN works for ten minutes', async () => {
  let now = new Date('2026-11-01T09:00:00Z')
  const world = await makeWorld({ now: () => now })
  await anEvent(world)
  const app = await makeTestApp(world)
  await call(app, 'EventRegister', ayesha)
  now = new Date('2026-11-01T09:10:00Z')

  expect(
    await call(app, 'EventEmailVerify', { UserID: ayesha.UserID, OTP: await pinFor(world, ayesha.UserID) }),
  ).toMatchObject({ Status: 'PIN not correct' })
})

test('TRAP-05: Password and OTP are refused in the address', async () => {
  const { app } = await portal()
  for (const address of [
    '/api/Login?Password=x',
    '/api/EventRegister?Password=x',
    '/api/EventEmailVerify?OTP=123456',
    '/api/EventForgotPasswordVerify?OTP=123456',
  ]) {
    const reply = await app.inject({
      method: 'POST',
      url: `${address}&UserID=a@example.org&Fullname=A`,
      headers: { host: 'localhost' },
    })

    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({
      Table: [{ Status: expect.stringContaining('must not be sent in the address') as string }],
    })
  }
})

test('the other fields may come in the address, as the specification writes them', async () => {
  const { world, app } = await portal()
  await aPerson(world, { email: ayesha.UserID, password: ayesha.Password })
  const reply = await app.inject({
    method: 'POST',
    url: '/api/Login?DeviceID=d1&UserID=ayesha@example.org',
    headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ CPD: '1', Password: ayesha.Password }).toString(),
  })

  expect(reply.json()).toMatchObject({ Table: [{ Status: 'Success' }] })
})

test('first sign-ins on two devices at once make one applicant', async () => {
  const { world, app } = await portal()
  const person = await aPerson(world)
  await Promise.all([1, 2, 3, 4].map(() => signIn(app, person)))

  expect(await world.db.selectFrom('applicant').selectAll().execute()).toHaveLength(1)
  expect(await world.db.selectFrom('session').selectAll().execute()).toHaveLength(4)
})
