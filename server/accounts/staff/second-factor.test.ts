import { expect, test } from 'vitest'
import { limits } from '#server/kernel/limits.ts'
import { newToken } from '#server/platform/security/tokens.ts'
import { lettersTo } from '#server/testing/account.ts'
import { cookieJar, type Jar, postWith } from '#server/testing/cookie-jar.ts'
import { actsOfStaff, aPortalOfStaff, setUpPasskey, setUpTotp, visitor } from '#server/testing/factors.ts'
import { pinFor } from '#server/testing/people.ts'
import { anOrigin, staffPassword } from '#server/testing/staff.ts'
import { staffWelcome } from './staff.ts'

const refusedAt = (field: string, message: string) => ({
  http: 422,
  code: 'invalid',
  fields: [{ path: field, message }],
})

test('CON-013: in production an owner without a factor has the set-up page only, and is in once there is one', async () => {
  const { clock, newcomer } = await aPortalOfStaff()
  const owner = await newcomer('owner')
  expect(await owner.needs()).toBe('set-up')
  for (const name of ['ExceptionsList', 'StaffSessions'])
    expect(await owner.read(name)).toMatchObject({
      http: 403,
      code: 'second_factor',
      message: 'Please set up your second factor first.',
    })
  expect(await owner.ask('StaffStepUp', { password: staffPassword })).toMatchObject({ code: 'second_factor' })

  const { codes } = await setUpTotp(owner, clock.now)
  expect(codes).toHaveLength(10)
  expect(codes[0]).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/)
  expect(await owner.needs()).toBeNull()
  expect(await owner.read('ExceptionsList')).toMatchObject({ http: 200 })
})

const carried = { carry: async () => {}, close: async () => {} }

test('where email is sent, the password alone sets up no first factor: a PIN by email is asked for too', async () => {
  const { world, clock, enter, newcomer } = await aPortalOfStaff({ postOffice: carried })
  const owner = await newcomer('owner')
  const { email, accountId } = owner.person
  const elsewhere = await enter(owner.person)
  expect(await owner.read('StaffMe')).toMatchObject({ needs: 'set-up', proofs: ['email'] })
  const confirmFirst = { http: 403, code: 'step_up', message: 'Please confirm your email address first.' }
  expect(await owner.ask('TotpBegin')).toMatchObject(confirmFirst)
  expect(await owner.ask('PasskeyBegin', { purpose: 'add' })).toMatchObject(confirmFirst)
  expect(await owner.ask('TotpConfirm', { code: '123456' })).toMatchObject(confirmFirst)

  expect(await owner.ask('StaffStepUp', { pin: '123456' })).toMatchObject({ http: 422, fields: [{ path: 'pin' }] })
  expect(await owner.ask('FactorPinSend')).toEqual({ http: 200 })
  const pin = await pinFor(world, email)
  expect(await owner.ask('StaffStepUp', { pin })).toMatchObject({ http: 200 })
  expect(await elsewhere.ask('TotpBegin')).toMatchObject(confirmFirst)
  expect(await elsewhere.ask('StaffStepUp', { pin })).toMatchObject({ http: 422 })
  // It proves the address and steps up nothing.
  expect(await owner.read('ExceptionsList')).toMatchObject({ code: 'second_factor' })
  expect(await owner.ask('RecoveryCodes')).toMatchObject({ code: 'second_factor' })

  clock.pass(11)
  expect(await owner.ask('TotpBegin')).toMatchObject(confirmFirst)
  await owner.ask('FactorPinSend')
  await owner.ask('StaffStepUp', { pin: await pinFor(world, email) })
  const { codes } = await setUpTotp(owner, clock.now)
  expect([codes.length, await owner.needs()]).toEqual([10, null])
  expect(await owner.ask('FactorPinSend')).toMatchObject({ http: 409 })
  expect(await world.db.selectFrom('pin').select('purpose').where('accountId', '=', accountId).execute()).toEqual([])
})

test('a PIN for a first factor is guessed five times in a quarter of an hour', async () => {
  const { world, newcomer } = await aPortalOfStaff({ postOffice: carried })
  const owner = await newcomer('finance')
  await owner.ask('FactorPinSend')
  for (let times = 1; times <= 5; times += 1)
    expect(await owner.ask('StaffStepUp', { pin: '000000' })).toMatchObject({ http: 422 })
  expect(await owner.ask('StaffStepUp', { pin: await pinFor(world, owner.person.email) })).toMatchObject({ http: 429 })
})

test('the link of the system administrator is proof enough of the address', async () => {
  const { world, app, newcomer } = await aPortalOfStaff({ postOffice: carried })
  const { person } = await newcomer('owner')
  const { token, hash } = newToken()
  const expiresAt = new Date(world.now().getTime() + 60_000)
  await world.db.insertInto('staffLink').values({ accountId: person.accountId, tokenHash: hash, expiresAt }).execute()
  const answer = await staffWelcome(world, { token, password: 'seven lamps on the quiet ward' }, anOrigin())
  if (answer.kind !== 'in') throw new Error(answer.kind)
  const owner = visitor(app, answer.token)
  expect(await owner.read('ExceptionsList')).toMatchObject({ code: 'second_factor' })
  expect(await setUpPasskey(owner)).toMatchObject({ codes: { length: 10 } })
})

test('whoever must not have one is in without it, and may set one up', async () => {
  const { newcomer } = await aPortalOfStaff()
  const organiser = await newcomer('organiser')
  expect(await organiser.needs()).toBeNull()
  await setUpPasskey(organiser)
  expect(await organiser.read('FactorsList')).toMatchObject({
    passkeys: [{ name: 'Office laptop', usedAt: null }],
    totpSince: null,
    recoveryCodesLeft: 10,
    isForced: false,
  })
})

test('CON-014: after the password a code opens the console, once; not two steps away; the sixth try is refused', async () => {
  const { world, clock, enter, newcomer } = await aPortalOfStaff()
  const owner = await newcomer('owner')
  const { app } = await setUpTotp(owner, clock.now)
  const again = await enter(owner.person)
  expect(await again.needs()).toBe('proof')
  expect(await again.read('FactorsList')).toMatchObject({ http: 403, message: 'Please show your second factor first.' })
  // The code that confirmed the app was used by that.
  expect(await again.ask('StaffSecondFactor', { code: app.code() })).toMatchObject(
    refusedAt('code', 'This code was used already. Wait for the next one.'),
  )
  clock.pass(2)
  for (const steps of [-2, 2])
    expect(await again.ask('StaffSecondFactor', { code: app.code(steps) })).toMatchObject(
      refusedAt('code', 'This code is not correct.'),
    )
  expect(await again.ask('StaffSecondFactor', { code: app.code(-1) })).toMatchObject({ http: 200 })
  expect(await again.needs()).toBeNull()

  const third = await enter(owner.person)
  expect(await third.ask('StaffSecondFactor', { code: app.code(-1) })).toMatchObject({ http: 422 })
  for (const _ of [2, 3, 4, 5]) await third.ask('StaffSecondFactor', { code: '000000' })
  expect(await third.ask('StaffSecondFactor', { code: app.code() })).toMatchObject({ http: 429, code: 'too_many' })
  clock.pass(15)
  expect(await third.ask('StaffSecondFactor', { code: app.code() })).toMatchObject({ http: 200 })
  expect((await actsOfStaff(world)).filter((line) => line.startsWith('StaffSecondFactor'))).toEqual([
    'StaffSecondFactor, refused, used already',
    'StaffSecondFactor, refused, not correct',
    'StaffSecondFactor, refused, not correct',
    'StaffSecondFactor, done',
    'StaffSecondFactor, refused, used already',
    ...Array<string>(4).fill('StaffSecondFactor, refused, not correct'),
    'StaffSecondFactor, done',
  ])
})

test('wrong codes of somebody with the password keep the owner out of new browsers only', async () => {
  const { world, app, clock, newcomer } = await aPortalOfStaff()
  const owner = await newcomer('owner')
  const { app: codes } = await setUpTotp(owner, clock.now)
  const { email, password, accountId } = owner.person
  const signIn = async (jar: Jar) => {
    expect((await postWith(app, '/staff/StaffSignIn', { jar, payload: { email, password } })).statusCode).toBe(200)
    return async (code: string) =>
      (await postWith(app, '/staff/StaffSecondFactor', { jar, payload: { code } })).statusCode
  }
  const [own, fresh] = [cookieJar(), cookieJar()]
  clock.pass(2)
  expect(await (await signIn(own))(codes.code())).toBe(200)

  const thief = await signIn(cookieJar())
  expect([await thief('000000'), await thief('000000')]).toEqual([422, 422])
  await world.db
    .updateTable('attempt')
    .set({ hits: limits.proofOfStaffDaily.hits })
    .where('key', 'like', `${limits.proofOfStaffDaily.name}: ${accountId} %`)
    .execute()
  clock.pass(20)
  expect(await thief('000000')).toBe(429)
  expect(await (await signIn(fresh))(codes.code())).toBe(429)
  expect(await (await signIn(own))(codes.code())).toBe(200)
  clock.pass(2)
  const guess = await signIn(own)
  for (let times = 1; times <= 5; times += 1) expect(await guess('000000')).toBe(422)
  expect(await guess(codes.code())).toBe(429)
})

test('whoever has only the password can neither set up another factor, nor remove one, nor see any', async () => {
  const { clock, enter, newcomer } = await aPortalOfStaff()
  const owner = await newcomer('owner')
  await setUpTotp(owner, clock.now)
  const thief = await enter(owner.person)
  const closed = [
    await thief.ask('TotpBegin'),
    await thief.ask('TotpConfirm', { code: '123456' }),
    await thief.ask('PasskeyBegin', { purpose: 'add' }),
    await thief.ask('PasskeyBegin', { purpose: 'step-up' }),
    await thief.ask('RecoveryCodes'),
    await thief.ask('FactorRemove', { factor: 'totp' }),
    await thief.ask('StaffSetPassword', { password: 'seven lamps on the quiet ward' }),
    await thief.ask('StaffStepUp', { password: staffPassword }),
    await thief.ask('StaffEndSession', { sessionIds: [1] }),
    await thief.read('FactorsList'),
    await thief.read('StaffSessions'),
  ]
  expect(closed.map(({ http, code }) => [http, code])).toEqual(closed.map(() => [403, 'second_factor']))
})

test('CON-016, 017: a recovery code works once, opens the set-up page only, and whoever sets up a factor there is in, with new codes', async () => {
  const { world, clock, enter, newcomer } = await aPortalOfStaff()
  const owner = await newcomer('owner')
  const { codes } = await setUpTotp(owner, clock.now)
  const lost = await enter(owner.person)
  const code = codes[3] as string
  expect(await lost.ask('StaffSecondFactor', { recoveryCode: 'ABCD-2345' })).toMatchObject(
    refusedAt('recoveryCode', 'This recovery code is not correct.'),
  )
  expect(await lost.ask('StaffSecondFactor', { recoveryCode: ` ${code.toLowerCase()} ` })).toMatchObject({ http: 200 })
  expect(await lost.needs()).toBe('set-up')
  expect(await lost.read('ExceptionsList')).toMatchObject({ code: 'second_factor' })
  expect(await lost.ask('StaffStepUp', { code: '123456' })).toMatchObject({ code: 'second_factor' })
  const second = await enter(owner.person)
  expect(await second.ask('StaffSecondFactor', { recoveryCode: code })).toMatchObject(
    refusedAt('recoveryCode', 'This code was used already.'),
  )

  clock.pass(1)
  const { codes: fresh } = await setUpPasskey(lost)
  expect(fresh).toHaveLength(10)
  expect(await lost.needs()).toBeNull()
  // Those from before are worth nothing.
  expect((await second.ask('StaffSecondFactor', { recoveryCode: codes[4] })).http).toBe(422)
  expect(await lettersTo(world, owner.person.email)).toEqual([
    'An app for codes was added',
    'A recovery code was used to sign in',
    'A passkey was added',
  ])
})

test('CON-018: the last factor of an owner stays; another one goes, ends all other sessions, and is told by letter', async () => {
  const { world, clock, enter, newcomer } = await aPortalOfStaff()
  const owner = await newcomer('owner')
  const { app } = await setUpTotp(owner, clock.now)
  expect(await owner.ask('FactorRemove', { factor: 'totp' })).toMatchObject({ http: 403, code: 'step_up' })
  clock.pass(1)
  expect(await owner.ask('StaffStepUp', { code: app.code() })).toEqual({ http: 200, until: '2026-11-01T09:11:00.000Z' })
  expect(await owner.ask('FactorRemove', { factor: 'totp' })).toMatchObject({
    http: 403,
    code: 'not_allowed',
    message: 'This is your last second factor. Add another one first.',
  })
  await setUpPasskey(owner)
  const elsewhere = await enter(owner.person)
  expect(await owner.ask('FactorRemove', { factor: 'passkey', passkeyId: 999 })).toMatchObject({ http: 404 })
  expect(await owner.ask('FactorRemove', { factor: 'totp' })).toEqual({ http: 200 })
  expect(await elsewhere.read('StaffMe')).toMatchObject({ http: 401 })
  expect(await owner.read('FactorsList')).toMatchObject({ totpSince: null, isForced: true, recoveryCodesLeft: 10 })
  expect((await lettersTo(world, owner.person.email)).at(-1)).toBe('An app for codes was removed')
  expect((await actsOfStaff(world)).filter((line) => line.startsWith('FactorRemove'))).toEqual([
    'FactorRemove, refused, last factor, stepped up',
    'FactorRemove, refused, not there, stepped up',
    'FactorRemove, done, stepped up',
  ])
})

test('whoever has a factor shows it again before another is added, and the old app counts until the new one is confirmed', async () => {
  const { clock, enter, newcomer } = await aPortalOfStaff()
  const owner = await newcomer('owner')
  const { app } = await setUpTotp(owner, clock.now)
  expect(await owner.ask('TotpBegin')).toMatchObject({ http: 403, code: 'step_up' })
  expect(await owner.ask('PasskeyBegin', { purpose: 'add' })).toMatchObject({ code: 'step_up' })
  clock.pass(1)
  await owner.ask('StaffStepUp', { code: app.code() })
  const { secret } = await owner.ask('TotpBegin')
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  clock.pass(1)
  const again = await enter(owner.person)
  expect(await again.ask('StaffSecondFactor', { code: app.code() })).toMatchObject({ http: 200 })
  clock.pass(15)
  // The picture stood on the screen for too long.
  expect(await owner.ask('TotpConfirm', { code: '123456' })).toMatchObject(
    refusedAt('code', 'This code is not correct.'),
  )
})

test('CON-019: step-up by code or passkey; a used code, a wrong password and a recovery code are none', async () => {
  const { clock, newcomer } = await aPortalOfStaff()
  const owner = await newcomer('owner')
  const { app, codes } = await setUpTotp(owner, clock.now)
  const steppedUp = async () => (await owner.ask('RecoveryCodes')).http === 200
  expect(await owner.ask('StaffStepUp', { code: app.code() })).toMatchObject(
    refusedAt('code', 'This code was used already. Wait for the next one.'),
  )
  expect(await owner.ask('StaffStepUp', { password: staffPassword })).toMatchObject({ http: 422 })
  expect(await owner.ask('StaffStepUp', { recoveryCode: codes[0] })).toMatchObject({ http: 400 })
  expect(await owner.ask('StaffStepUp', { code: app.code(), password: staffPassword })).toMatchObject({ http: 400 })
  expect(await steppedUp()).toBe(false)
  clock.pass(1)
  await owner.ask('StaffStepUp', { code: app.code() })
  expect(await steppedUp()).toBe(true)
  const { device } = await setUpPasskey(owner)
  clock.pass(10)
  expect(await steppedUp()).toBe(false)
  const passkey = device.sign(await owner.options('step-up'))
  expect((await owner.ask('StaffStepUp', { passkey })).http).toBe(200)
  expect(await steppedUp()).toBe(true)
})

test('outside production the password steps up whoever has no factor, and nobody who has one', async () => {
  const { clock, newcomer } = await aPortalOfStaff({ secondFactor: { forcedFor: 'off', passwordStepsUp: true } })
  const owner = await newcomer('owner')
  expect(await owner.ask('RecoveryCodes')).toMatchObject({ code: 'step_up' })
  expect(await owner.ask('StaffStepUp', { password: 'wrong' })).toMatchObject(
    refusedAt('password', 'This password is not correct.'),
  )
  expect((await owner.ask('StaffStepUp', { password: staffPassword })).http).toBe(200)
  // Codes for nothing would be none.
  expect(await owner.ask('RecoveryCodes')).toMatchObject({ code: 'second_factor' })
  await setUpTotp(owner, clock.now)
  expect(await owner.ask('StaffStepUp', { password: staffPassword })).toMatchObject({ http: 422 })
})

test('one sees where one is signed in, ends one or all others, and nobody else’s', async () => {
  const { clock, enter, newcomer } = await aPortalOfStaff()
  const organiser = await newcomer('organiser')
  const other = await newcomer('organiser')
  clock.pass(5)
  const [phone, tablet] = [await enter(organiser.person), await enter(organiser.person)]
  const { sessions } = (await organiser.read('StaffSessions')) as unknown as {
    sessions: { sessionId: number; isThis: boolean }[]
  }
  expect(sessions.map(({ isThis }) => isThis)).toEqual([true, false, false])
  expect(sessions[1]).toMatchObject({
    device: 'A browser on an unknown system',
    factor: 'none',
    signedInAt: '2026-11-01T09:05:00.000Z',
    endsAt: '2026-11-01T21:05:00.000Z',
  })
  const ids = sessions.filter(({ isThis }) => !isThis).map(({ sessionId }) => sessionId)
  expect(await other.ask('StaffEndSession', { sessionIds: ids })).toEqual({ http: 200, ended: 0 })
  expect(await organiser.ask('StaffEndSession', { sessionIds: ids })).toEqual({ http: 200, ended: 2 })
  expect([
    (await phone.read('StaffMe')).http,
    (await tablet.read('StaffMe')).http,
    (await other.read('StaffMe')).http,
  ]).toEqual([401, 401, 200])
})
