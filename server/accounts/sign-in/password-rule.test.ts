import { expect, test } from 'vitest'
import { partsOf } from '#contract/accounts/passwords.ts'
import { makeTestApp } from '#server/testing/app.ts'
import { anEvent, call, pinFor } from '#server/testing/people.ts'
import { makeWorld } from '#server/testing/world.ts'
import { ruleAgainst } from './passwords.ts'

async function portal(passwordRule: 'none' | 'standard') {
  const world = await makeWorld({ passwordRule })
  await anEvent(world)
  const app = await makeTestApp(world)
  const listFor = async (password: string) => {
    const { part, rest } = partsOf(password)
    const reply = await app.inject({ url: `/api/CommonPasswords?part=${part}`, headers: { host: 'localhost' } })
    const { rule, common } = reply.json<{ rule: string; common: string[] }>()
    return { rule, isCommon: common.includes(rest), length: common.length }
  }
  return { world, app, listFor }
}

test('a browser finds out whether a password is common without telling it', async () => {
  const { listFor } = await portal('none')

  expect(await listFor('dragon')).toMatchObject({ rule: 'none', isCommon: true })
  const strong = await listFor('three blue boats at dawn')
  expect(strong).toMatchObject({ isCommon: false })
  expect(strong.length).toBeLessThan(100)
})

test('what is no part of a fingerprint is refused', async () => {
  const { app } = await portal('none')
  for (const part of ['', 'xyz', 'abcd', 'password'])
    expect(
      (await app.inject({ url: `/api/CommonPasswords?part=${part}`, headers: { host: 'localhost' } })).statusCode,
    ).toBe(400)
})

test.each(['none', 'standard'] as const)('with the rule %s the specified calls take any password', async (rule) => {
  const { world, app } = await portal(rule)
  const signUp = { UserID: 'new@example.org', Fullname: 'New', Password: 'a', DeviceID: 'd' }
  expect(await call(app, 'EventRegister', signUp)).toMatchObject({ Status: 'Success' })
  await call(app, 'EventEmailVerify', { ...signUp, OTP: await pinFor(world, signUp.UserID) })
  await call(app, 'EventForgotPassword', { UserID: signUp.UserID })
  const OTP = await pinFor(world, signUp.UserID)
  const { Column1 } = await call(app, 'EventForgotPasswordVerify', { UserID: signUp.UserID, OTP })

  expect(await call(app, 'EventUpdatePassword', { token: String(Column1), Password: ' ' })).toMatchObject({
    Status: 'Success',
  })
})

test('the rule of a college that wants one is asked by the other calls', async () => {
  const { world } = await portal('standard')
  const easygoing = { ...world, passwordRule: 'none' as const }

  expect(await Promise.all(['a', 'Password2026!', 'three blue boats'].map((each) => ruleAgainst(world, each)))).toEqual(
    ['Use at least 10 characters.', 'Choose another one: many people use this password.', undefined],
  )
  expect(await ruleAgainst(easygoing, 'a')).toBeUndefined()
})
