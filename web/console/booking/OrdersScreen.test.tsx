/** Several orders of a page: held, cancelled, and their receipts sent again, each answered for itself. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answers, answerWith, bilal, openConsole, refused } from '#web/testing/staff.tsx'
import type { OrderRow } from './words.tsx'

const anOrder = (id: number, name: string, change: Partial<OrderRow> = {}): OrderRow => ({
  id,
  version: id + 10,
  paymentCode: `CODE${id}`,
  state: 'held',
  needsPerson: false,
  total: { amount: 400_000, currency: 'PKR' },
  createdAt: '2026-11-01T09:00:00.000Z',
  holdUntil: '2026-11-02T09:00:00.000Z',
  paidAt: null,
  paidBy: null,
  receipt: null,
  person: { name, email: `${id}@example.org` },
  topics: ['First Scans', 'Focused Echo in Shock'],
  ...change,
})
const paid = { state: 'paid', receipt: 'R2-000001', holdUntil: null } as const
const rows = [
  anOrder(1, 'Hira Panhwar'),
  anOrder(2, 'Zubair Mirani'),
  anOrder(3, 'Mehak Soomro', paid),
  anOrder(4, 'Komal Bhutto', paid),
]
const views = { all: 4, held: 2, paid: 2, review: 0, lapsed: 0, cancelled: 0 }
const reply = { rows, next: null, total: 4, totalIsExact: true, timeZone: 'Asia/Karachi', views, workshops: [] }
const events = bilal.events.map((event) => ({ ...event, may: ['event.read', 'orders.read', 'orders.change'] as const }))

async function withAllChosen(answers: Answers) {
  const { asked } = answerWith({ StaffMe: () => ({ ...bilal, events }), OrdersList: () => reply, ...answers })
  openConsole('/console/orders')
  const user = userEvent.setup()
  await screen.findByText('CODE1')
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  const bar = screen.getByRole('region', { name: '4 orders selected' })
  const press = async (name: string) => user.click(within(bar).getByRole('button', { name }))
  const sent = (wanted: string) => asked.filter(([name]) => name === wanted).map(([, input]) => input)
  return { user, press, sent }
}

test('a list of one event says which one, and does not offer all of them', async () => {
  const { user } = await withAllChosen({})
  await user.click(screen.getByRole('button', { name: 'Event: Annual Medical Conference 2026 Published' }))
  expect((await screen.findAllByRole('menuitemradio')).map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Annual Medical Conference 2026'),
  ])
})

test('B leads from a selected row to what can be done with it', async () => {
  const { user } = await withAllChosen({})
  await user.keyboard('b')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Hold for longer' }))
})

test('those that can be held longer are, with one reason; whichever cannot is named with why', async () => {
  const { user, press, sent } = await withAllChosen({
    OrderHoldLonger: ({ orderId }) =>
      orderId === 1 ? refused(409, { code: 'conflict', message: 'Seats not available.' }) : { order: {} },
  })
  await press('Hold for longer')
  await user.type(await screen.findByLabelText('Why'), 'The bank is closed.')
  await user.click(screen.getByRole('button', { name: 'Hold the seats of 2 orders' }))

  expect(await screen.findByText('1 done. These were not:')).toBeTruthy()
  expect(screen.getByText(/Hira Panhwar/, { selector: 'dialog bdi' }).parentElement?.textContent).toBe(
    'CODE1, Hira Panhwar: Seats not available.',
  )
  expect(sent('OrderHoldLonger')).toMatchObject([
    { eventId: 2, orderId: 1, version: 11, hours: 24, reason: 'The bank is closed.' },
    { eventId: 2, orderId: 2, version: 12, hours: 24, reason: 'The bank is closed.' },
  ])
})

test('when the line breaks half-way, the button goes on where it was: no receipt is sent twice', async () => {
  let isDown = true
  const { user, press, sent } = await withAllChosen({
    ReceiptSend: ({ orderId }) =>
      orderId === 4 && isDown ? refused(503, { code: 'unavailable', message: 'In a moment.' }) : { order: {} },
  })
  await press('Send the receipt again')
  await user.click(await screen.findByRole('button', { name: 'Send 2 receipts' }))
  expect(await screen.findByText('In a moment.')).toBeTruthy()
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Send 2 receipts' }))

  await waitFor(() => expect(screen.queryByRole('region', { name: '4 orders selected' })).toBeNull())
  const wishes = sent('ReceiptSend')
  expect(wishes.map(({ orderId }) => orderId)).toEqual([3, 4, 4])
  // An answer that was lost is no second letter: it has the key of the first time.
  expect(wishes[1]?.actKey).toBe(wishes[2]?.actKey)
  expect(wishes[0]?.actKey).not.toBe(wishes[1]?.actKey)
})

test('the button says how many orders are cancelled and how many seats are free; one that was paid meanwhile stays', async () => {
  const { user, press } = await withAllChosen({
    OrderCancelUnpaid: ({ orderId }) => ({ order: {}, answer: orderId === 2 ? 'Already paid' : 'cancelled' }),
  })
  await press('Cancel')
  await user.type(await screen.findByLabelText('Why'), 'Ordered twice.')
  await user.click(screen.getByRole('button', { name: 'Cancel 2 orders and free 4 seats' }))

  expect(await screen.findByText('1 done. These were not:')).toBeTruthy()
  expect(screen.getByText(/It was paid meanwhile/)).toBeTruthy()
})
