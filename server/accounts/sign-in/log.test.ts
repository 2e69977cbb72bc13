import { expect, test } from 'vitest'
import { makeLog } from '#server/platform/process/log.ts'
import { ask, listen, makeTestApp } from '#server/testing/app.ts'
import { anEvent, aPerson, pinFor } from '#server/testing/people.ts'
import { aStaffPerson } from '#server/testing/staff.ts'
import { makeWorld } from '#server/testing/world.ts'

type Line = { event?: string; outcome?: string; account?: number; status: number }

async function portal() {
  const written: string[] = []
  const log = makeLog('info', { write: (line) => written.push(line) })
  const world = await makeWorld({ log })
  await anEvent(world)
  const app = await makeTestApp(world)
  const post = async (name: string, payload: object, token = '') => {
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
    const { body } = await ask(app, { method: 'POST', url: `/api/${name}`, headers, payload })
    return (JSON.parse(body) as { Table: [Record<string, string>] }).Table[0]
  }
  /** What the log says about accounts since it was asked last. */
  const told = () =>
    written.splice(0).map((line) => {
      const { event, outcome, account, status } = JSON.parse(line) as Line
      return [event, outcome, account, status]
    })
  return { world, app, written, post, told, owner: await aPerson(world) }
}

test('the log, the metrics and the audit log say how sign-ins to the console ended', async () => {
  const { world, app, written, owner: visitor } = await portal()
  const staff = await aStaffPerson(world, 'owner')
  const { address } = await listen(app)
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  const signIn = async (email: string, password: string) =>
    (
      await fetch(`${address}/staff/StaffSignIn`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ email, password }),
      })
    ).text()
  const forgiven = () => world.db.deleteFrom('attempt').execute()
  written.splice(0)
  await signIn('nobody@example.org', 'x')
  await forgiven()
  await signIn(visitor.email, visitor.password)
  await forgiven()
  await signIn(staff.email, 'wrong')
  await world.db.updateTable('attempt').set({ hits: 999 }).execute()
  await signIn(staff.email, 'wrong')
  await forgiven()
  await signIn(staff.email, staff.password)
  const lines = written.map((line) => JSON.parse(line) as Line)
  expect(lines.map(({ event, outcome, account, status }) => [event, outcome, account, status])).toEqual([
    ['console sign-in', 'unknown address', undefined, 401],
    ['console sign-in', 'no role', visitor.accountId, 401],
    ['console sign-in', 'wrong password', staff.accountId, 401],
    ['console sign-in', 'refused', undefined, 429],
    ['console sign-in', 'Success', staff.accountId, 200],
  ])
  const acts = world.db.selectFrom('act').select(['accountId', 'outcome', 'refusal'])
  expect(await acts.where('operation', '=', 'StaffSignIn').orderBy('id').execute()).toEqual([
    { accountId: staff.accountId, outcome: 'refused', refusal: 'wrong password' },
    { accountId: staff.accountId, outcome: 'done', refusal: '' },
  ])
  const { body } = await ask(app, { url: '/metrics' })
  for (const count of ['success"} 1', 'wrong"} 3', 'refused"} 1'])
    expect(body).toContain(`colloquium_console_logins_total{outcome="${count}`)
})

test('the log says what happened to which account, and how it ended', async () => {
  const { world, post, told, owner } = await portal()
  const { email, password, accountId } = owner

  await post('Login', { UserID: email, Password: 'wrong' })
  const { Column1: phone = '' } = await post('Login', { UserID: email, Password: password })
  const { Column1: laptop = '' } = await post('Login', { UserID: email, Password: password })
  await post('EndSession', { SessionID: 1 }, laptop)
  await post('EndSession', { SessionID: 99 }, laptop)
  await post('SignOut', {}, laptop)
  await post('Login', { UserID: 'nobody@example.org', Password: 'x' })
  expect(phone).not.toBe('')
  expect(told()).toEqual([
    ['sign-in', 'Email or password incorrect', accountId, 200],
    ['sign-in', 'Success', accountId, 200],
    ['sign-in', 'Success', accountId, 200],
    ['session ended', 'Success', accountId, 200],
    ['session ended', 'no such session', accountId, 200],
    ['sign-out', 'Success', accountId, 200],
    ['sign-in', 'Email not registered', undefined, 200],
  ])

  await post('EventForgotPassword', { UserID: email })
  await post('EventForgotPassword', { UserID: email })
  await post('EventForgotPasswordVerify', { UserID: email, OTP: 'wrong' })
  const { Column1: token } = await post('EventForgotPasswordVerify', { UserID: email, OTP: await pinFor(world, email) })
  await post('EventUpdatePassword', { Password: 'new one' }, token)
  expect(told()).toEqual([
    ['PIN to reset asked for', 'PIN Generated', accountId, 200],
    ['PIN to reset asked for', 'refused', accountId, 429],
    ['PIN to reset', 'PIN not correct', accountId, 200],
    ['PIN to reset', 'Success', accountId, 200],
    ['password changed', 'Success', accountId, 200],
  ])
})

test('a sign-up and its PIN are told too, and a guess too many names the account', async () => {
  const { world, post, told, owner } = await portal()
  const newcomer = { UserID: 'new@example.org', Fullname: 'New', Password: 'x', DeviceID: 'd' }
  await post('EventRegister', newcomer)
  await post('EventResendPin', { UserID: newcomer.UserID })
  await post('EventEmailVerify', { UserID: newcomer.UserID, OTP: 'wrong' })
  await post('EventEmailVerify', { ...newcomer, OTP: await pinFor(world, newcomer.UserID) })
  for (let at = 0; at < 6; at += 1) await post('Login', { UserID: owner.email, Password: 'wrong' })

  const lines = told()
  const newId = lines[0]?.[2]
  expect(typeof newId).toBe('number')
  expect(lines.slice(0, 4)).toEqual([
    ['sign-up', 'Success', newId, 200],
    ['PIN sent again', 'PIN Generated', newId, 200],
    ['PIN to verify', 'PIN not correct', newId, 200],
    ['PIN to verify', 'Success', newId, 200],
  ])
  expect(lines.at(-1)).toEqual(['sign-in', 'refused', owner.accountId, 429])
})

test('neither address, password nor PIN is in the log', async () => {
  const { world, written, post, owner } = await portal()
  await post('Login', { UserID: owner.email, Password: owner.password })
  await post('EventForgotPassword', { UserID: owner.email })
  const OTP = await pinFor(world, owner.email)
  await post('EventForgotPasswordVerify', { UserID: owner.email, OTP })

  const all = written.join('').replaceAll(/"(request|ms|time|ip)":[^,}]+/g, '')
  expect(written).toHaveLength(3)
  for (const secret of [owner.email, owner.password, OTP]) expect(all).not.toContain(secret)
})
