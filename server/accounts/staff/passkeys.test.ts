import { expect, test } from 'vitest'
import { aDevice } from '#server/testing/authenticator.ts'
import { actsOfStaff, aPortalOfStaff, setUpPasskey, visitor } from '#server/testing/factors.ts'

test('CON-015: a passkey opens the console; one signed for another page or site, without verification, twice or with an older counter does not', async () => {
  const { world, enter, newcomer } = await aPortalOfStaff()
  const owner = await newcomer('owner')
  const { device } = await setUpPasskey(owner)
  const again = await enter(owner.person)
  const options = () => again.options('second-factor')
  const show = async (passkey: object) => (await again.ask('StaffSecondFactor', { passkey })).http

  expect(await options()).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
  expect(await show(device.sign(await options(), { origin: 'https://evil.example' }))).toBe(403)
  expect(await show(device.sign(await options(), { site: 'evil.example' }))).toBe(403)
  expect(await show(device.sign(await options(), { unverified: true }))).toBe(403)
  expect(await show(device.sign(await options(), { challenge: 'bWFkZSB1cA' }))).toBe(403)
  expect(await show(aDevice().sign(await options()))).toBe(403)
  // One that was asked for setting up, or for step-up, is for nothing else.
  expect(await show(device.sign(await owner.options('step-up')))).toBe(403)
  expect(await show(device.sign(await options(), { counter: 1 }))).toBe(403)
  expect(await again.needs()).toBe('proof')

  const asked = await options()
  expect(await show(device.sign(asked, { counter: 50 }))).toBe(200)
  expect(await again.needs()).toBeNull()
  const third = await enter(owner.person)
  expect((await third.ask('StaffSecondFactor', { passkey: device.sign(asked) })).http).toBe(403)
  const lines = (await actsOfStaff(world)).filter((line) => line.startsWith('StaffSecondFactor'))
  expect(lines).toContain('StaffSecondFactor, refused, the counter of the passkey went back')
  expect(lines.filter((line) => line.endsWith('done'))).toHaveLength(1)
})

test('a challenge is good for five minutes, for one session, and is gone after a wrong answer', async () => {
  const { world, clock, enter, newcomer } = await aPortalOfStaff()
  const owner = await newcomer('owner')
  const { device } = await setUpPasskey(owner)
  const [one, other] = [await enter(owner.person), await enter(owner.person)]
  const late = await one.options('second-factor')
  clock.pass(5)
  expect((await one.ask('StaffSecondFactor', { passkey: device.sign(late) })).http).toBe(403)
  const ofOne = await one.options('second-factor')
  expect((await other.ask('StaffSecondFactor', { passkey: device.sign(ofOne) })).http).toBe(403)
  expect(
    (await one.ask('StaffSecondFactor', { passkey: device.sign(ofOne, { origin: 'https://evil.example' }) })).http,
  ).toBe(403)
  expect((await one.ask('StaffSecondFactor', { passkey: device.sign(ofOne) })).http).toBe(403)
  expect(await world.db.selectFrom('challenge').select('id').execute()).toHaveLength(1)
})

test('a new passkey is refused when it was made for another page or site, without verification, or twice', async () => {
  const { newcomer } = await aPortalOfStaff()
  const owner = await newcomer('owner')
  const device = aDevice()
  const add = async (passkey: object) => (await owner.ask('PasskeyAdd', { name: 'Phone', passkey })).http
  for (const lie of [{ origin: 'https://evil.example' }, { site: 'evil.example' }, { unverified: true }])
    expect(await add(device.create(await owner.options('add'), lie))).toBe(403)
  const asked = await owner.options('add')
  expect(await add(device.create(asked))).toBe(200)
  expect(await add(aDevice().create(asked))).toBe(403)
  expect(await owner.needs()).toBeNull()
})

test('a passkey signs in without the password; a role that was revoked, another site and a used challenge do not', async () => {
  const { world, app, newcomer } = await aPortalOfStaff()
  const owner = await newcomer('owner')
  await newcomer('owner')
  const { device } = await setUpPasskey(owner)
  const stranger = visitor(app, '')
  const asked = async () => (await stranger.ask('PasskeySignInBegin')).options as object
  const enterBy = (passkey: object) =>
    app.inject({
      method: 'POST',
      url: '/staff/PasskeySignIn',
      headers: { host: 'localhost', 'sec-fetch-site': 'same-origin' },
      payload: { passkey },
    })

  const options = await asked()
  const reply = await enterBy(device.sign(options))
  expect(reply.json()).toMatchObject({ needs: null })
  const cookie = reply.cookies.find(({ name }) => name === app.staffCookie)
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' })
  expect(await visitor(app, cookie?.value ?? '').needs()).toBeNull()
  expect((await enterBy(device.sign(options))).statusCode).toBe(401)
  expect((await enterBy(device.sign(await asked(), { origin: 'https://evil.example' }))).statusCode).toBe(401)
  expect((await enterBy(device.sign(await asked(), { counter: 1 }))).statusCode).toBe(401)
  await world.db
    .updateTable('staffGrant')
    .set({ revokedAt: world.now() })
    .where('accountId', '=', owner.person.accountId)
    .execute()
  expect((await enterBy(device.sign(await asked(), { counter: 90 }))).statusCode).toBe(403)
})
