/** From an order the office gets to everything about it, and does there what the person at the desk asked for. */
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Answers, answerWith, bilal, openConsole } from '#web/testing/staff.tsx'
import type { Order } from './words.tsx'

const person = { accountId: 41, name: 'Mehak Soomro', email: 'mehak@example.org' }
const money = (amount: number) => ({ amount, currency: 'PKR' })
const seat = (workshopId: number, topic: string) => ({
  workshopId,
  topic,
  price: 250_000,
  isHeld: true,
  isCancelled: false,
  isOff: false,
})
const order = {
  orderId: 1,
  eventId: 2,
  eventName: 'Annual Medical Conference 2026',
  timeZone: 'Asia/Karachi',
  version: 1,
  paymentCode: 'CODE1',
  state: 'paid',
  needsPerson: false,
  total: money(500_000),
  createdAt: '2026-11-01T09:00:00.000Z',
  holdUntil: null,
  paidAt: '2026-11-01T09:05:00.000Z',
  paidBy: 'card',
  receipt: 'R2-000001',
  closedAt: null,
  person: { ...person, applicantId: 51, institution: '' },
  items: [],
  ledger: [],
  tries: [],
  receiptIssuedAt: '2026-11-01T09:05:00.000Z',
  receiptFor: 'Mehak Soomro',
  moves: [],
  gifts: [],
  letters: [],
  exceptions: [{ id: 9, kind: 'duplicate_capture', isOpen: true }],
  ways: { hold: '', cancel: '', give: '', sendReceipt: null },
  targets: [],
} satisfies Order
const books = {
  paymentCode: 'CODE1',
  state: 'paid',
  person,
  total: money(500_000),
  due: money(500_000),
  holdUntil: '2026-11-02T09:00:00.000Z',
  shut: 'This order is paid already.',
  seats: [seat(1, 'First Scans'), seat(2, 'Focused Echo in Shock')],
  payments: [
    {
      attemptId: 5,
      way: 'card',
      reference: 'B1',
      captured: money(500_000),
      left: money(500_000),
      pays: true,
      refundShut: null,
      payoutShut: null,
      needsSecond: false,
    },
  ],
}
const all = ['event.read', 'people.read', 'orders.read', 'finance.read', 'refunds.give', 'offline.record'] as const

function withOrder(may: readonly string[], more: Answers = {}) {
  const events = bilal.events.map((event) => ({ ...event, may: may as never }))
  return answerWith({
    StaffMe: () => ({ ...bilal, events }),
    OrderShow: () => ({ order }),
    OrderMoney: () => books,
    ...more,
  })
}

test('an order leads to its person, its receipt and its exception, and offers the refund of the whole payment', async () => {
  withOrder(all)
  const { address } = openConsole('/console/orders/CODE1')
  const hrefOf = async (name: RegExp | string) => (await screen.findByRole('link', { name })).getAttribute('href')

  await waitFor(() => expect(address()).toBe('/console/orders/CODE1?eventId=2'))
  await waitFor(async () => expect(await hrefOf('Mehak Soomro')).toBe('/console/people/41?eventId=2'))
  expect(await hrefOf('Receipt')).toBe('/console/orders/CODE1/receipt?eventId=2')
  expect(await hrefOf('See what can be done')).toBe('/console/finance/exceptions/9?eventId=2')
  expect(await screen.findByRole('button', { name: 'Refund RS 5,000 and release 2 seats' })).toBeTruthy()
  expect(screen.getByText(/^One workshop of several can’t be refunded yet/)).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Record a payment' })).toBeNull()
})

test('a payment at the desk is recorded on the screen of the order that is not paid', async () => {
  withOrder(all, {
    OrderShow: () => ({ order: { ...order, state: 'held', receipt: null, receiptIssuedAt: null, paidAt: null } }),
    OrderMoney: () => ({ ...books, state: 'pending', shut: null, payments: [] }),
  })
  openConsole('/console/orders/CODE1')

  expect(await screen.findByRole('heading', { name: 'Record a payment' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Record RS 5,000 and hold 2 seats' })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Refund' })).toBeNull()
})

test('somebody who may not open people, refund or record sees the order alone', async () => {
  const { asked } = withOrder(['event.read', 'orders.read'])
  openConsole('/console/orders/CODE1')

  expect(await screen.findByText('Mehak Soomro')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Mehak Soomro' })).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Refund' })).toBeNull()
  expect(asked.map(([name]) => name)).not.toContain('OrderMoney')
})
