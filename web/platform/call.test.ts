import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as calls from '#contract/calls.ts'
import { setAuthData, setVerificationToken } from '#web/accounts/slice.ts'
import { makeStore } from '#web/store.ts'
import { call, rowOf } from './call.ts'
import { restored } from './visit.ts'

const fetched = vi.fn<typeof fetch>()

beforeEach(() => {
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => vi.unstubAllGlobals())

const answers = (body: unknown, init?: ResponseInit) =>
  fetched.mockResolvedValue(new Response(typeof body === 'string' ? body : JSON.stringify(body), init))

function someoneSignedIn() {
  const store = makeStore()
  store.dispatch(restored({}))
  store.dispatch(setAuthData({ token: 'session-token', deviceId: 'device-1' }))
  return store
}

/** What was sent, as the server sees it. */
function sent() {
  const [path, init] = fetched.mock.calls[0] ?? []
  const body = init?.body
  return {
    path,
    method: init?.method ?? 'GET',
    headers: Object.fromEntries(new Headers(init?.headers)),
    body: body instanceof URLSearchParams ? body.toString() : body && (JSON.parse(body as string) as unknown),
  }
}

test('a sign-in is a form with its secrets, names device and person in the address, and carries no token', async () => {
  answers({ Table: [{ Status: 'Success' }] })
  await call(someoneSignedIn(), calls.Login, {
    UserID: 'mehak@example.org',
    Password: 'demo',
    Captcha: 'proof',
    CPD: '1',
  })
  expect(sent()).toEqual({
    path: '/api/Login?DeviceID=device-1&UserID=mehak%40example.org',
    method: 'POST',
    headers: {},
    body: 'Password=demo&Captcha=proof&CPD=1',
  })
})

test('other secrets go in a JSON body with the device, and nothing in the address', async () => {
  answers({ Table: [{ Status: 'Success' }] })
  await call(someoneSignedIn(), calls.EventEmailVerify, { UserID: 'mehak@example.org', OTP: '123456' })
  expect(sent()).toEqual({
    path: '/api/EventEmailVerify',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: { DeviceID: 'device-1', UserID: 'mehak@example.org', OTP: '123456' },
  })
})

test('a last date is asked for with an empty body, the workshops and the order with an empty object', async () => {
  const asked = async (...what: Parameters<typeof call>) => {
    fetched.mockClear()
    answers({ Table: [] })
    await call(...what)
    return sent()
  }
  expect(await asked(someoneSignedIn(), calls.LastDates, { EventID: 7, typ: '1' })).toEqual({
    path: '/api/LastDates?EventID=7&typ=1',
    method: 'POST',
    headers: {},
    body: undefined,
  })
  const json = {
    method: 'POST',
    headers: { authorization: 'Bearer session-token', 'content-type': 'application/json' },
  }
  expect(await asked(someoneSignedIn(), calls.WorkshopsList, { EventID: 7, ApplicantID: 0 })).toEqual({
    ...json,
    path: '/api/WorkshopsList?EventID=7&ApplicantID=0',
    body: {},
  })
  const order = { UserID: 'mehak@example.org', workshopIDs: '3,5', ApplicantID: 9, EventID: undefined }
  expect(await asked(someoneSignedIn(), calls.CheckOut, order)).toEqual({
    ...json,
    path: '/api/CheckOut?DeviceID=device-1&UserID=mehak%40example.org&workshopIDs=3%2C5&ApplicantID=9',
    body: {},
  })
})

test('the current event is asked for with a form', async () => {
  answers({ Table: [{ EventId: 7, Name: 'Conference' }] })
  const answer = await call(someoneSignedIn(), calls.EventsPortal, { CPD: '1' })
  expect(sent()).toEqual({ path: '/api/EventsPortal', method: 'POST', headers: {}, body: 'CPD=1' })
  expect(rowOf(answer)?.EventId).toBe(7)
})

test('a read is a GET with its question in the address', async () => {
  answers({ provider: 'none' })
  await call(someoneSignedIn(), calls.CaptchaChallenge, { purpose: 'login' })
  expect(sent()).toEqual({ path: '/api/CaptchaChallenge?purpose=login', method: 'GET', headers: {}, body: undefined })
})

test('protected calls carry the token of the session, and a new password that of the PIN', async () => {
  const store = someoneSignedIn()
  store.dispatch(setVerificationToken('pin-token'))
  answers({ Table: [] })
  await call(store, calls.Sessions, {})
  expect(sent()).toMatchObject({ path: '/api/Sessions', headers: { authorization: 'Bearer session-token' } })
  fetched.mockClear()
  answers({ Table: [{ Status: 'Success' }] })
  await call(store, calls.EventUpdatePassword, { Password: 'new' })
  expect(sent()).toMatchObject({ path: '/api/EventUpdatePassword', headers: { authorization: 'Bearer pin-token' } })
})

test('nothing is sent before the session is restored, and a device is named once', async () => {
  answers({ Table: [] })
  const store = makeStore()
  const asked = call(store, calls.EventResendPin, { UserID: 'mehak@example.org' })
  await Promise.resolve()
  expect(fetched).not.toHaveBeenCalled()
  store.dispatch(restored({}))
  await asked
  const { deviceId } = store.getState().auth
  expect(deviceId).toMatch(/^[\d-]{10,64}$/)
  expect(sent().body).toEqual({ DeviceID: deviceId, UserID: 'mehak@example.org' })
  answers({ Table: [] })
  await call(store, calls.EventResendPin, { UserID: 'mehak@example.org' })
  expect(store.getState().auth.deviceId).toBe(deviceId)
})

test('a refusal has its status, its sentence and how long to wait', async () => {
  answers({ Table: [{ Status: 'Too many attempts.' }] }, { status: 429, headers: { 'retry-after': '42' } })
  expect(await call(someoneSignedIn(), calls.EventResendPin, { UserID: 'a@b.pk' })).toEqual({
    kind: 'refused',
    status: 429,
    sentence: 'Too many attempts.',
    retryAfter: 42,
  })
})

test('a refusal without words is still a refusal', async () => {
  answers('{}', { status: 500 })
  const answer = await call(someoneSignedIn(), calls.EventResendPin, { UserID: 'a@b.pk' })
  expect(answer).toEqual({ kind: 'refused', status: 500, sentence: '', retryAfter: undefined })
})

test.each([
  ['no connection', () => fetched.mockRejectedValue(new TypeError('Failed to fetch'))],
  ['no answer in time', () => fetched.mockRejectedValue(new DOMException('late', 'TimeoutError'))],
  ['the page of a hotel network', () => answers('<html>Welcome to our network</html>')],
])('%s is a failure, not a reply', async (_what, happen) => {
  happen()
  expect(await call(someoneSignedIn(), calls.EventsPortal, { CPD: '1' })).toEqual({ kind: 'failed' })
})

test('a reply that is not as agreed has no rows', () => {
  for (const reply of [null, {}, { Table: [] }, { Table: null }])
    expect(rowOf({ kind: 'reply', reply: reply as { Table: string[] } })).toBeUndefined()
})

test('a token that is no longer good ends the session; a reset token does not', async () => {
  const store = someoneSignedIn()
  answers({ Table: [{ Status: 'Please sign in first.' }] }, { status: 401 })
  await call(store, calls.EventUpdatePassword, { Password: 'new' })
  expect(store.getState().auth.token).toBe('session-token')
  answers({ Table: [{ Status: 'Please sign in first.' }] }, { status: 401 })
  await call(store, calls.Sessions, {})
  expect(store.getState().auth.token).toBe('')
})

test('the late no to an old token does not end the session that came after it', async () => {
  const store = someoneSignedIn()
  let reply: (response: Response) => void = () => {}
  fetched.mockReturnValue(new Promise((resolve) => (reply = resolve)))
  const asked = call(store, calls.Sessions, {})
  await vi.waitFor(() => expect(fetched).toHaveBeenCalled(), 30_000)
  store.dispatch(setAuthData({ token: 'newer-token' }))
  reply(new Response('{}', { status: 401 }))
  await asked
  expect(store.getState().auth.token).toBe('newer-token')
})
