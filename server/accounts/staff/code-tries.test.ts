/** Under which wrong codes are counted: a stranger with the password keeps the owner out of browsers that nobody has seen, and of no other. */
import { expect, test } from 'vitest'
import { limits } from '#server/kernel/limits.ts'
import { hashPassword } from '#server/platform/security/passwords.ts'
import { cookieJar, type Jar, postWith } from '#server/testing/cookie-jar.ts'
import { anApp, aPortalOfStaff, setUpTotp } from '#server/testing/factors.ts'
import { anEvent, tokenFor } from '#server/testing/people.ts'
import { aStaffPerson } from '#server/testing/staff.ts'

/** An owner whose app was set up an hour ago, and browsers with a jar of cookies each. */
async function anOwnerInBrowsers() {
  const portal = await aPortalOfStaff()
  const { world, app, clock } = portal
  await anEvent(world)
  const owner = await portal.newcomer('owner')
  const { app: codes } = await setUpTotp(owner, clock.now)
  clock.pass(60)
  const { email, accountId } = owner.person
  const status = async (jar: Jar, name: string, payload: object) =>
    (await postWith(app, `/staff/${name}`, { jar, payload })).statusCode
  const signIn = (jar: Jar, password = owner.person.password) => status(jar, 'StaffSignIn', { email, password })
  const typed = (jar: Jar, code: string) => status(jar, 'StaffSecondFactor', { code })
  return { ...portal, owner, codes, email, accountId, status, signIn, typed }
}

test('a new password begins a new count of codes, and the codes of one day have an end whatever the password is', async () => {
  const { world, clock, codes, accountId, signIn, typed } = await anOwnerInBrowsers()
  const thief = cookieJar()
  await signIn(thief)
  for (let times = 1; times <= 5; times += 1) expect(await typed(thief, '000000')).toBe(422)
  const own = cookieJar()
  await signIn(own)
  expect(await typed(own, codes.code())).toBe(429)

  // The way out of a guessed password: another one, by email.
  const newPassword = async (password: string) =>
    world.db
      .updateTable('account')
      .set({ passwordHash: await hashPassword(password), passwordChangedAt: world.now() })
      .where('id', '=', accountId)
      .execute()
  await newPassword('nine lamps on a loud ward')
  const again = cookieJar()
  expect(await signIn(again, 'nine lamps on a loud ward')).toBe(200)
  expect(await typed(again, codes.code())).toBe(200)
  expect(
    (await world.db.selectFrom('attempt').select(['key', 'hits']).execute()).filter(({ key }) =>
      key.startsWith(limits.codesOfStaffDaily.name),
    ),
  ).toEqual([{ key: `${limits.codesOfStaffDaily.name}: ${accountId}`, hits: 7 }])

  await world.db
    .updateTable('attempt')
    .set({ hits: limits.codesOfStaffDaily.hits })
    .where('key', '=', `${limits.codesOfStaffDaily.name}: ${accountId}`)
    .execute()
  clock.pass(1)
  await newPassword('ten lamps on a loud ward')
  const fresh = cookieJar()
  expect(await signIn(fresh, 'ten lamps on a loud ward')).toBe(200)
  expect(await typed(fresh, codes.code())).toBe(429)
})

test('wrong codes of a stranger on the card keep the owner out of new browsers only', async () => {
  const { world, app, clock, codes, owner, accountId, signIn, typed } = await anOwnerInBrowsers()
  const [own, fresh, thief] = [cookieJar(), cookieJar(), cookieJar()]
  await signIn(own)
  expect(await typed(own, codes.code())).toBe(200)
  const card = async (jar: Jar, factorCode: string) => {
    const headers = { authorization: `Bearer ${await tokenFor(world, accountId)}` }
    const payload = { password: owner.person.password, factorCode }
    const reply = await postWith(app, '/api/AskDataCopy', { jar, headers, payload })
    return reply.statusCode === 200 ? reply.json<{ status: string }>().status : reply.statusCode
  }
  for (let times = 1; times <= 5; times += 1) expect(await card(thief, '000000')).toBe('Second factor not correct')
  await world.db
    .updateTable('attempt')
    .set({ hits: limits.cardFactorOfAccountDaily.hits })
    .where('key', 'like', `${limits.cardFactorOfAccountDaily.name}: ${accountId} %`)
    .execute()
  clock.pass(20)
  expect([await card(thief, '000000'), await card(fresh, codes.code())]).toEqual([429, 429])
  expect(await card(own, codes.code())).toBe('Success')
  for (let times = 1; times <= 5; times += 1) expect(await card(own, '000000')).toBe('Second factor not correct')
  expect(await card(own, '000000')).toBe(429)
})

test('wrong codes of one session at the step-up keep no other session out', async () => {
  const { clock, codes, signIn, typed, status } = await anOwnerInBrowsers()
  const [desk, office] = [cookieJar(), cookieJar()]
  for (const jar of [desk, office]) {
    await signIn(jar)
    expect(await typed(jar, codes.code())).toBe(200)
    clock.pass(1)
  }
  const stepUp = (jar: Jar, code: string) => status(jar, 'StaffStepUp', { code })
  for (let times = 1; times <= 5; times += 1) expect(await stepUp(desk, '000000')).toBe(422)
  expect(await stepUp(desk, codes.code())).toBe(429)
  expect(await stepUp(office, codes.code())).toBe(200)
})

test('the browser in which a factor was set up is known from then on', async () => {
  const { world, app, clock } = await aPortalOfStaff()
  await anEvent(world)
  const { email, password } = await aStaffPerson(world, 'organiser')
  const [own, thief] = [cookieJar(), cookieJar()]
  const post = async (jar: Jar, name: string, payload: object = {}) => postWith(app, `/staff/${name}`, { jar, payload })
  await post(own, 'StaffSignIn', { email, password })
  const { secret } = (await post(own, 'TotpBegin')).json<{ secret: string }>()
  const codes = anApp(secret, clock.now)
  expect((await post(own, 'TotpConfirm', { code: codes.code() })).statusCode).toBe(200)
  await post(own, 'StaffSignOut')
  clock.pass(1)
  await post(thief, 'StaffSignIn', { email, password })
  for (let times = 1; times <= 5; times += 1) await post(thief, 'StaffSecondFactor', { code: '000000' })
  expect((await post(thief, 'StaffSecondFactor', { code: codes.code() })).statusCode).toBe(429)
  await post(own, 'StaffSignIn', { email, password })
  expect((await post(own, 'StaffSecondFactor', { code: codes.code() })).statusCode).toBe(200)
})
