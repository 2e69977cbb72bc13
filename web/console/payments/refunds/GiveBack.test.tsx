/** U26: what is said about one order does not stay beside the next. */
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answerWith, bilal, openConsole } from '#web/testing/staff.tsx'

const money = { amount: 500_000, currency: 'PKR' }
const books = (paymentCode: string, name: string, isRefunded: boolean) => ({
  paymentCode,
  state: isRefunded ? 'cancelled' : 'paid',
  person: { accountId: 41, name, email: 'mehak@example.org' },
  total: money,
  due: money,
  holdUntil: '2026-11-02T09:00:00.000Z',
  shut: null,
  seats: [
    { workshopId: 1, topic: 'First Scans', price: 500_000, isHeld: !isRefunded, isCancelled: isRefunded, isOff: false },
  ],
  payments: isRefunded
    ? []
    : [
        {
          attemptId: 5,
          way: 'card',
          reference: 'B1',
          captured: money,
          left: money,
          pays: true,
          refundShut: null,
          payoutShut: null,
          needsSecond: false,
        },
      ],
})

test('a refund is told beside its own order, and no longer when another is found', async () => {
  const events = bilal.events.map((event) => ({
    ...event,
    may: ['event.read', 'finance.read', 'orders.read', 'refunds.give'] as const,
  }))
  let isRefunded = false
  answerWith({
    StaffMe: () => ({ ...bilal, events }),
    RefundsList: () => ({ queue: [], proposals: [], payouts: [], unanswered: [] }),
    OrderMoney: ({ paymentCode }) =>
      paymentCode === 'CODE1' ? books('CODE1', 'Mehak Soomro', isRefunded) : books('CODE2', 'Rubina Shaikh', false),
    RefundPropose: () => {
      isRefunded = true
      return { refund: 'done' }
    },
  })
  openConsole('/console/finance/refunds?eventId=2&code=CODE1')
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText(/^Why/), 'She is ill.')
  await user.click(screen.getByRole('button', { name: 'Refund RS 5,000 and release 1 seat' }))
  await user.click((await screen.findAllByRole('button', { name: 'Refund RS 5,000 and release 1 seat' })).at(-1)!)
  await screen.findByText('RS 5,000 was refunded.')

  const code = screen.getByLabelText(/^Payment code/)
  await user.clear(code)
  await user.type(code, 'CODE2{Enter}')
  await screen.findByText('Rubina Shaikh')
  expect(screen.queryByText('RS 5,000 was refunded.')).toBeNull()
})
