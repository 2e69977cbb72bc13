import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as calls from '#contract/calls.ts'
import { setAuthData } from '#web/accounts/slice.ts'
import { call as callAsStaff } from '#web/console/call.ts'
import { makeStore } from '#web/store.ts'
import { mayRepeat } from './busy.ts'
import { call, download } from './call.ts'
import { restored } from './visit.ts'

const fetched = vi.fn<typeof fetch>()
const sentence = 'The service is busy for a moment. Please try again shortly.'
const busy = (retryAfter?: string) =>
  Response.json(
    { Table: [{ Status: sentence }] },
    { status: 503, ...(retryAfter && { headers: { 'retry-after': retryAfter } }) },
  )
const well = () => Response.json({ Table: [{ Status: 'Success' }] })

beforeEach(() => {
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function someoneSignedIn() {
  const store = makeStore()
  store.dispatch(restored({}))
  store.dispatch(setAuthData({ token: 'session-token', deviceId: 'device-1' }))
  return store
}

/** How often it was sent until it was answered, after how many milliseconds, and what came of it. */
async function heard<T>(asking: Promise<T>) {
  const began = Date.now()
  const settled = asking.then(
    (answer) => answer,
    (error: unknown) => error as T,
  )
  let isSettled = false
  void settled.then(() => (isSettled = true))
  while (!isSettled) {
    await vi.runAllTimersAsync()
    // What waits in the line is loaded first.
    await vi.dynamicImportSettled()
  }
  return { answer: await settled, sent: fetched.mock.calls.length, waited: Date.now() - began }
}

test('a read that meets a busy server is asked once more, after as long as it was told and at most a second longer', async () => {
  fetched.mockResolvedValueOnce(busy('2')).mockResolvedValueOnce(well())
  const { answer, sent, waited } = await heard(call(someoneSignedIn(), calls.MyOrders, {}))
  expect([answer.kind, sent]).toEqual(['reply', 2])
  expect(waited).toBeGreaterThanOrEqual(2000)
  expect(waited).toBeLessThanOrEqual(3000)
})

test('a server that stays busy is asked twice, and its sentence is shown', async () => {
  fetched.mockImplementation(async () => busy())
  const { answer, sent } = await heard(call(someoneSignedIn(), calls.WorkshopsList, { EventID: 1, ApplicantID: 1 }))
  expect([answer, sent]).toEqual([{ kind: 'refused', status: 503, sentence, retryAfter: undefined }, 2])
})

test('an order is not sent a second time by itself, a payment that was begun is', async () => {
  fetched.mockImplementation(async () => busy('1'))
  const order = call(someoneSignedIn(), calls.CheckOut, {} as never)
  expect(await heard(order)).toMatchObject({ sent: 1, waited: 0, answer: { status: 503, sentence } })
  fetched.mockClear()
  const payment = call(someoneSignedIn(), calls.initiatePayment, {} as never)
  expect(await heard(payment)).toMatchObject({ sent: 2, answer: { status: 503, sentence } })
})

test('nobody is kept waiting for long, and no other refusal is asked again', async () => {
  fetched.mockResolvedValueOnce(busy('60'))
  expect(await heard(call(someoneSignedIn(), calls.MyOrders, {}))).toMatchObject({ sent: 1, waited: 0 })
  for (const status of [400, 401, 404, 429, 500, 502]) {
    fetched.mockReset().mockResolvedValueOnce(Response.json({}, { status, headers: { 'retry-after': '1' } }))
    expect(await heard(call(someoneSignedIn(), calls.MyOrders, {}))).toMatchObject({ sent: 1, waited: 0 })
  }
})

/** A server that is full keeps their turn in the line. */
const placed = (turn: string, wait: number) =>
  Response.json(
    { Table: [{ Status: sentence }] },
    {
      status: 503,
      headers: { 'retry-after': String(Math.ceil(wait / 1000)), 'x-turn': turn, 'x-wait': String(wait) },
    },
  )
const turnsSent = () =>
  fetched.mock.calls.map(([, request]) => new Headers(request?.headers as HeadersInit | undefined).get('x-turn'))

test('somebody who has a turn in the line comes again with it when it is due, whatever they asked: it was not begun', async () => {
  fetched.mockResolvedValueOnce(placed('first', 7300)).mockResolvedValueOnce(placed('second', 400))
  fetched.mockResolvedValueOnce(well())
  const order = call(someoneSignedIn(), calls.CheckOut, {} as never)

  const { answer, sent, waited } = await heard(order)

  expect([answer.kind, sent, waited]).toEqual(['reply', 3, 7700])
  expect(turnsSent()).toEqual([null, 'first', 'second'])
  expect(fetched.mock.calls.map(([path, request]) => [path, request?.body])).toEqual(
    Array(3).fill([fetched.mock.calls[0]?.[0], fetched.mock.calls[0]?.[1]?.body]),
  )
})

test('the page says how long it waits, and that nothing has to be done', async () => {
  fetched.mockResolvedValueOnce(placed('mine', 7300)).mockResolvedValueOnce(well())
  const asking = call(someoneSignedIn(), calls.MyOrders, {})
  const shown = async (after: number) => {
    await vi.advanceTimersByTimeAsync(after)
    await vi.dynamicImportSettled()
    await vi.advanceTimersByTimeAsync(10)
    return document.querySelector('output')?.textContent
  }

  expect(await shown(0)).toBe('Many people are here at the moment. Your place is kept; continuing in 8 seconds.')
  expect(await shown(3000)).toContain('continuing in 5 seconds.')
  await heard(asking)
  expect(document.querySelector('output')).toBeNull()
})

test('a line that never ends is left after five turns, and its sentence is shown', async () => {
  fetched.mockImplementation(async () => placed('again', 200))
  const order = call(someoneSignedIn(), calls.CheckOut, {} as never)
  expect(await heard(order)).toMatchObject({ sent: 6, answer: { status: 503, sentence } })
})

test('a file is fetched once more too, and so is a list of the console, but no change of staff', async () => {
  fetched.mockResolvedValueOnce(busy('1')).mockResolvedValueOnce(new Response('bytes'))
  expect((await heard(download(someoneSignedIn(), calls.Receipt))).sent).toBe(2)
  fetched
    .mockReset()
    .mockResolvedValueOnce(busy('1'))
    .mockResolvedValueOnce(Response.json({ rows: [] }))
  const list = callAsStaff('ExceptionsList', { state: 'open', limit: 50 })
  expect(await heard(list)).toMatchObject({ sent: 2, answer: { rows: [] } })
  fetched.mockReset().mockImplementation(async () => busy('1'))
  expect((await heard(callAsStaff('BankAsk', { attemptId: 9 }))).sent).toBe(1)
})

test('what is sent again by itself is a read, or a change that a second time changes nothing', () => {
  const { staffCalls, ...all } = calls
  const changes = [...Object.values(all), ...Object.values(staffCalls)].filter(
    (head) => head.kind === 'change' && mayRepeat(head),
  )
  expect(changes.map(({ name }) => name).toSorted()).toEqual([
    'AskBank',
    'BidSave',
    'ChooseAnnouncements',
    'PresentingAnswer',
    'RemarkAdd',
    'RemoveAbstract',
    'ReviewOpen',
    'ReviewSave',
    'ReviewSubmit',
    'ReviewerOffer',
    'RevisionSend',
    'SubmitAbstract',
    'UploadBegin',
    'finalizePayment',
    'initiatePayment',
  ])
})
