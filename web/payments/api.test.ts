import { expect, test } from 'vitest'
import type { finalizePayment, initiatePayment } from '#contract/payments/payments.ts'
import type { AnswerTo } from '#web/platform/call.ts'
import { isPortal, readFinalization, readInitiation } from './api.ts'

const begun = (reply: unknown) => readInitiation({ kind: 'reply', reply } as AnswerTo<typeof initiatePayment>)
const ended = (ResponseCode?: string, ResponseDescription?: string) =>
  readFinalization({ kind: 'reply', reply: { ResponseCode, ResponseDescription } } as AnswerTo<typeof finalizePayment>)
const refused = (status: number, sentence = '') =>
  ({ kind: 'refused', status, sentence, retryAfter: undefined }) as const

test('a payment begins at the portal that the bank names', () => {
  expect(begun({ Transaction: { TransactionID: '12', PaymentPortal: 'https://bank.example/pay' } })).toEqual({
    kind: 'portal',
    payment: { transactionID: '12', paymentPortal: 'https://bank.example/pay' },
  })
})

test('without a transaction or a portal, registration has failed', () => {
  const no = { kind: 'no', sentence: 'Payment registration failed.' }
  for (const reply of [undefined, {}, { Transaction: null }, { Transaction: { TransactionID: '12' } }])
    expect(begun(reply)).toEqual(no)
  expect(begun({ Transaction: { ResponseCode: '7', ResponseDescription: 'Invalid merchant' } })).toEqual(no)
})

test('what helps more than "failed" is said as it is', () => {
  for (const words of [
    'Your payment is being confirmed. We will write to you as soon as it is; please do not pay again.',
    'Your seats are no longer held. Please check out again.',
    'This order is already paid.',
  ])
    expect(begun({ Transaction: { ResponseDescription: words } })).toEqual({ kind: 'no', sentence: words })
})

test('trouble at the start is told by its kind', () => {
  const again = 'An error occurred during payment initiation. Please try again.'
  expect([
    readInitiation({ kind: 'failed' }),
    readInitiation(refused(500)),
    readInitiation(refused(404, 'Payment code not available for this event.')),
  ]).toEqual([
    { kind: 'no', sentence: again },
    { kind: 'no', sentence: again },
    { kind: 'no', sentence: 'Payment code not available for this event.' },
  ])
})

test('code 0 is a success, any other is told by its description alone', () => {
  const success = 'Your payment was received. Your seats are booked.'
  expect([ended('0', success), ended('0'), ended('51', 'Not sufficient funds')]).toEqual([
    { kind: 'settled', sentence: success },
    { kind: 'settled', sentence: success },
    { kind: 'settled', sentence: 'Not sufficient funds' },
  ])
})

test('nobody reads "failed" while the bank is still thinking', () => {
  expect(ended('210', 'Your payment is being confirmed.')).toEqual({
    kind: 'open',
    sentence: 'Your payment is being confirmed.',
  })
})

test('a finalization that is refused for a named reason says it after the words of the catalogue', () => {
  expect([readFinalization(refused(403, 'Another account.')), readFinalization(refused(403))]).toEqual([
    { kind: 'open', sentence: 'Payment finalization failed: Another account.' },
    { kind: 'open', sentence: 'An error occurred while finalizing payment.' },
  ])
})

test('no answer at the end leaves the payment open, and a strange transaction is not known', () => {
  const broke = { kind: 'open', sentence: 'An error occurred while finalizing payment.' }
  expect([readFinalization({ kind: 'failed' }), readFinalization(refused(500)), ended()]).toEqual([broke, broke, broke])
  expect(ended('not found', 'Transaction ID not found.')).toEqual({ kind: 'unknown' })
})

test('a portal is a web page', () => {
  expect(
    ['/payments/sandbox', 'https://bank.example', 'javascript:alert(1)', 'data:text/html,x'].map(isPortal),
  ).toEqual([true, true, false, false])
})
