import { expect, test } from 'vitest'
import { askAs, lettersTo } from '#server/testing/account.ts'
import { postWith } from '#server/testing/cookie-jar.ts'
import { aPortalOfStaff, setUpPasskey, setUpTotp } from '#server/testing/factors.ts'
import { anEvent, tokenFor } from '#server/testing/people.ts'

type Body = Record<string, unknown>

async function anOwner(kind: 'totp' | 'passkey') {
  const portal = await aPortalOfStaff()
  await anEvent(portal.world)
  const { person, ...visitor } = await portal.newcomer('owner')
  const factor = kind === 'totp' ? await setUpTotp(visitor, portal.clock.now) : await setUpPasskey(visitor)
  const token = await tokenFor(portal.world, person.accountId)
  const card = (name: string, body: Body = {}) => askAs(portal.app, name, { token, password: person.password, ...body })
  return { ...portal, person, factor, card }
}

const changes: [string, Body][] = [
  ['ChangePassword', { newPassword: 'nine lamps on a loud ward' }],
  ['AskEmailChange', { email: 'stranger@example.org' }],
  ['AskDataCopy', {}],
  ['CloseAccount', { keepsAbstracts: false }],
]

test.each(changes)(
  '%s on the card of an account with a second factor asks for it beside the password',
  async (name, body) => {
    const { world, clock, person, factor, card } = await anOwner('totp')
    if (!('app' in factor)) throw new Error('no app')
    const before = await lettersTo(world, person.email)

    expect(await card(name, body)).toEqual({ http: 200, status: 'Second factor needed', factors: ['totp'] })
    expect(await card(name, { ...body, factorCode: '000000' })).toMatchObject({ status: 'Second factor not correct' })
    expect(await card(name, { ...body, factorCode: 'no code at all' })).toMatchObject({
      status: 'Second factor not correct',
    })
    expect(await card(name, { ...body, password: 'wrong', factorCode: factor.app.code() })).toMatchObject({
      status: 'Password not correct',
    })
    expect(await lettersTo(world, person.email)).toEqual(before)
    clock.pass(1)
    const { status } = await card(name, { ...body, factorCode: factor.app.code() })
    expect(status).toBe(name === 'AskEmailChange' ? 'PIN Generated' : 'Success')
  },
)

test('a recovery code opens the card once, and a letter says so', async () => {
  const { world, person, factor, card } = await anOwner('totp')
  const ask = () => card('AskDataCopy', { factorCode: factor.codes[0] })

  expect(await ask()).toMatchObject({ status: 'Success' })
  expect(await ask()).toMatchObject({ status: 'Second factor not correct' })
  expect((await lettersTo(world, person.email)).at(-1)).toBe('A recovery code was used')
})

test('a passkey of the account opens the card, and that of somebody else does not', async () => {
  const { app, factor, card, newcomer } = await anOwner('passkey')
  if (!('device' in factor)) throw new Error('no device')
  const other = await newcomer('owner')
  const { device } = await setUpPasskey(other)
  const asked = async () => (await postWith(app, '/staff/PasskeySignInBegin', {})).json<{ options: Body }>().options

  expect(await card('AskDataCopy')).toMatchObject({ status: 'Second factor needed', factors: ['passkey'] })
  expect(await card('AskDataCopy', { passkey: device.sign(await asked()) })).toMatchObject({
    status: 'Second factor not correct',
  })
  expect(await card('AskDataCopy', { passkey: factor.device.sign(await asked()) })).toMatchObject({ status: 'Success' })
})

test('five wrong codes on the card are too many', async () => {
  const { card } = await anOwner('totp')
  const guess = () => card('AskDataCopy', { factorCode: '000000' })
  for (let at = 0; at < 5; at += 1) await guess()
  expect((await guess()).http).toBe(429)
})
