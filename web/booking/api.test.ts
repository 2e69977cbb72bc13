import { expect, test } from 'vitest'
import type { CancelOrder, CheckOut } from '#contract/booking/orders.ts'
import type { AnswerTo } from '#web/platform/call.ts'
import { clashesOf, readCancel, readCheckOut } from './api.ts'
import { clockOf } from './PayNow.tsx'

const said = (reply: unknown) => readCheckOut({ kind: 'reply', reply } as AnswerTo<typeof CheckOut>)
const rows = (...Table: object[]) => said({ Table })

test('an order is paid for by its code, unless there is nothing to pay', () => {
  expect([
    rows({ Status: 'True', 'Payment Code': 'K7Q2M9' }),
    rows({ Status: 'True', 'Payment Code': 'K7Q2M9', IsPaid: true }),
  ]).toEqual([
    { kind: 'order', paymentCode: 'K7Q2M9', isPaid: false },
    { kind: 'order', paymentCode: 'K7Q2M9', isPaid: true },
  ])
})

test('workshops without a seat are named, all of them', () => {
  const full = (Description: string, WorkshopID: number) => ({ Status: 'Seats not available', Description, WorkshopID })
  expect(rows(full('Focused Echo in Shock', 4), full('Basic Laparoscopic Skills', 3))).toEqual({
    kind: 'obstacles',
    sentence: 'No seats available for: Focused Echo in Shock, Basic Laparoscopic Skills',
    full: [4, 3],
    gone: [],
  })
})

test('what can never be checked out from this cart is said with its reason, and leaves the cart', () => {
  expect(
    rows(
      { Status: 'Already added', Description: 'Suturing', WorkshopID: 1, 'Payment Code': 'AAAAAA' },
      { Status: 'Already purchased', Description: 'Stroke', WorkshopID: 2 },
      { Status: 'Already begun', Description: 'Sepsis', WorkshopID: 3 },
      { Status: 'Not part of this event', Description: 'Workshop 4', WorkshopID: 4 },
    ),
  ).toEqual({
    kind: 'obstacles',
    sentence:
      'You have already ordered: Suturing. You have already purchased: Stroke. Already begun: Sepsis. No longer offered: Workshop 4.',
    full: [],
    gone: [1, 2, 3, 4],
  })
})

test('an answer that nobody can read is called unexpected', () => {
  for (const odd of [undefined, null, 'ok', {}, { Table: 'no' }, { Table: [] }, { Table: [{ Status: 'Perhaps' }] }])
    expect(said(odd)).toEqual({ kind: 'no', sentence: 'Unexpected response from checkout API.' })
})

test('an order without a code cannot be paid for', () => {
  expect(rows({ Status: 'True' })).toEqual({ kind: 'no', sentence: 'Payment code not available for this event.' })
})

test('no answer, and a refusal, ask to try again', () => {
  const sentence = 'An error occurred during checkout. Please try again.'
  const refused = { kind: 'refused', status: 500, sentence: '', retryAfter: undefined } as const
  expect([readCheckOut({ kind: 'failed' }), readCheckOut(refused)]).toEqual([
    { kind: 'no', sentence },
    { kind: 'no', sentence },
  ])
})

test('whatever takes place at the same time is named: in the cart, ordered or bought, and nothing else', () => {
  const slot = (id: number, from: string, hours: number, isMine = false) => ({
    id,
    topic: `Workshop ${id}`,
    startsAt: `2027-01-11T${from}:00.000Z`,
    durationMinutes: hours * 60,
    isMine,
  })
  const offers = [
    slot(1, '04:00', 3),
    slot(2, '06:00', 2),
    slot(3, '07:00', 1),
    slot(4, '03:00', 6, true),
    slot(5, '04:00', 3),
    { ...slot(6, '04:00', 3), startsAt: '2027-01-12T04:00:00.000Z' },
  ]
  const cart = [1, 2, 3, 6, 99].map((WorkshopID) => ({ WorkshopID }))
  expect([1, 2, 3, 6, 99].map((id) => clashesOf(id, offers, cart))).toEqual([
    ['Workshop 2', 'Workshop 4'],
    ['Workshop 1', 'Workshop 3', 'Workshop 4'],
    // It begins when the first one ends.
    ['Workshop 2', 'Workshop 4'],
    [],
    [],
  ])
})

test('the time that a seat is held reads like a clock', () => {
  expect([0, 9, 65, 2400, 3729].map(clockOf)).toEqual(['0:00', '0:09', '1:05', '40:00', '1:02:09'])
})

test('giving up an order is told as it went, and nobody is told so when it was not', () => {
  const told = (Status: string) =>
    readCancel({ kind: 'reply', reply: { Table: [{ Status }] } } as AnswerTo<typeof CancelOrder>)
  expect([
    ...['Success', 'Already paid', 'Payment is being confirmed', 'Not found', 'Perhaps'].map(told),
    readCancel({ kind: 'failed' }),
  ]).toEqual([
    'Your order was cancelled. The seats are free for others.',
    'This order is already paid.',
    'Your payment is being confirmed. We will write to you as soon as it is; please do not pay again.',
    'Your seats are no longer held. Please check out again.',
    'The order could not be cancelled. Please try again.',
    'The order could not be cancelled. Please try again.',
  ])
})
