import type { Exception, ExceptionRow } from '#web/console/payments/exceptions/exception-words.ts'

/** Komal Bhutto's money, which came when the seats were gone; a test changes what it is about. */
export function anException(change: Partial<Exception> = {}): Exception {
  const money = { amount: 500_000, currency: 'PKR' }
  return {
    id: 1,
    version: 1,
    kind: 'late_capture_no_seat',
    openedAt: '2026-08-03T15:11:00.000Z',
    resolvedAt: null,
    event: { eventId: 2, name: 'Annual Medical Conference 2026' },
    person: { accountId: 11, name: 'Komal Bhutto', email: 'komal.bhutto@example.org' },
    paymentCode: 'W2XC5F8HJ3NKD',
    reference: '418203551954',
    money,
    finding: 'The seats had gone to somebody else.',
    gateway: 'sandbox',
    asked: money,
    captured: money,
    givenBack: [],
    attempt: { attemptId: 901, transactionId: '418203551954', mayAsk: false },
    order: { state: 'lapsed', total: money, workshops: [] },
    story: [{ at: '2026-08-03T15:10:00.000Z', what: 'captured', words: 'The bank took', money }],
    ways: [
      { way: 'refund', why: null },
      { way: 'close', why: null },
    ],
    difference: null,
    otherWorkshops: [],
    matches: [],
    resolution: null,
    ...change,
  }
}

/** The same as a list gives it. */
export function rowOf(exception: Exception): ExceptionRow {
  const { id, version, kind, openedAt, resolvedAt, event, person, paymentCode, reference, money } = exception
  return { id, version, kind, openedAt, resolvedAt, event, person, paymentCode, reference, money }
}
