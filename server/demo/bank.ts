import { day, minute } from '#contract/durations.ts'
/** The pretend bank's side of the demonstration: every payment in its books and in ours, and what no rule could place. */
import { moneyText } from '#contract/money.ts'
import type { Row } from '#server/database/tables.ts'
import { referenceOf } from '#server/payments/rules.ts'
import type { Guest } from './people.ts'
import { after, type Setting } from './setting.ts'

export type Made = { row: Row<'orders'>; items: Row<'orderItem'>[]; buyer: Guest; tries: number }
export type Taken = {
  row: Partial<Row<'paymentAttempt'>> & { id: number }
  transactionId: string
  amount: number
  at: Date
  order: Made
}
export type ToRefund = { order: Made; attempt: Taken; at: Date }
export type Resolved = { exceptionId: number; kind: Kind; attempt: Taken }
type Kind = Row<'paymentException'>['kind']

export type Books = {
  made: Map<number, Made>
  orders: Row<'orders'>[]
  orderItem: Row<'orderItem'>[]
  paymentAttempt: Partial<Row<'paymentAttempt'>>[]
  paymentEvent: Partial<Row<'paymentEvent'>>[]
  ledgerEntry: Partial<Row<'ledgerEntry'>>[]
  paymentException: Partial<Row<'paymentException'>>[]
  sandboxPayment: Partial<Row<'sandboxPayment'>>[]
  receipt: Row<'receipt'>[]
  receiptCounter: Row<'receiptCounter'>[]
  /** What staff do about it afterwards, each an act of theirs. */
  toRefund: ToRefund[]
  toResolve: Resolved[]
}

export const emptyBooks = (): Books => ({
  made: new Map(),
  orders: [],
  orderItem: [],
  paymentAttempt: [],
  paymentEvent: [],
  ledgerEntry: [],
  paymentException: [],
  sandboxPayment: [],
  receipt: [],
  receiptCounter: [],
  toRefund: [],
  toResolve: [],
})

const noes = {
  declined: { state: 'failed', outcome: 'decline-51', code: '51', words: 'Not sufficient funds' },
  'cancelled by the payer': { state: 'cancelled', outcome: 'cancel', code: '112', words: 'Cancelled by the payer' },
  'not paid in time': { state: 'cancelled', outcome: null, code: 'reversed', words: 'Not paid in time' },
} as const

const said: Partial<Record<Kind, (attempt: Taken) => string>> = {
  wrong_amount: ({ amount, order: { row } }) =>
    `${moneyText({ amount, currency: row.currency })} was captured, ${moneyText({ amount: row.total, currency: row.currency })} was asked for.`,
  duplicate_capture: () => 'The order was paid already.',
  capture_on_cancelled: () => 'The order had been cancelled.',
  late_capture_no_seat: () => 'The seats had gone to somebody else.',
}

export type Bank = { setting: Setting; books: Books }

/** The payment went through; `less` than was asked for, or so many minutes `later` than usual. */
export function takes(bank: Bank, order: Made, { less = 0, later = 0 }: { less?: number; later?: number }): Taken {
  const { setting, books } = bank
  const { attempt, sandbox, createdAt } = begin(bank, order)
  const at = after(createdAt, (setting.chance.between(1, 4) + later) * minute + setting.chance.below(60) * 1000)
  const amount = order.row.total - less
  const transactionId = String(sandbox.transactionId)
  Object.assign(attempt, { state: 'captured', lastCode: '0' })
  Object.assign(sandbox, {
    outcome: less > 0 ? 'wrong-amount' : 'approve',
    chosenAt: at,
    capturedAmount: amount,
    capturedAt: at,
  })
  const money = { amount, currency: order.row.currency }
  const fact = { kind: 'captured', transactionId, reference: attempt.reference, money, approval: '421218' }
  books.paymentEvent.push({ attemptId: attempt.id, source: 'browser', fact, notedAt: at })
  books.ledgerEntry.push({
    orderId: order.row.id,
    attemptId: attempt.id,
    kind: 'capture',
    ...money,
    gateway: 'sandbox',
    gatewayReference: transactionId,
    recordedAt: at,
  })
  return { row: attempt, transactionId, amount, at, order }
}

export function refuses(bank: Bank, order: Made, why: keyof typeof noes): void {
  const { books } = bank
  const { state, outcome, code, words } = noes[why]
  const { attempt, sandbox, createdAt } = begin(bank, order)
  const at = outcome ? after(createdAt, 90_000) : after(order.row.createdAt, 41 * minute)
  Object.assign(attempt, { state, lastCode: code, lastWords: words, lastFact: state })
  Object.assign(sandbox, outcome ? { outcome, chosenAt: at } : { reversedAt: at })
  const source = outcome ? 'browser' : 'reconciler'
  books.paymentEvent.push({ attemptId: attempt.id, source, fact: { kind: state, code, words }, notedAt: at })
}

/** For seven days the bank would not say what became of it. */
export function staysSilent(bank: Bank, order: Made): void {
  const { attempt, createdAt } = begin(bank, order)
  Object.assign(attempt, { state: 'abandoned', checks: 64, lastWords: 'no answer in time', lastFact: 'unknown' })
  const note = 'The gateway was asked for seven days. Last: no answer in time'
  file(bank, {
    kind: 'unresolved_attempt',
    attempt,
    note,
    reference: String(attempt.reference),
    at: after(createdAt, 7 * day),
  })
}

/** Money for something that nobody ever ordered. */
export function takesUnasked(bank: Bank, at: Date): void {
  const { setting, books } = bank
  const [reference, transactionId, money] = [
    `${setting.chance.code(13)}001`,
    setting.chance.digits(12),
    { amount: 450_000, currency: 'PKR' },
  ]
  books.sandboxPayment.push({
    ...untouched,
    transactionId,
    reference,
    ...money,
    lines: [],
    returnUrl: `${setting.publicUrl}/payments/return/${setting.chance.hex(43)}`,
    createdAt: at,
    outcome: 'approve',
    chosenAt: at,
    capturedAmount: money.amount,
    capturedAt: at,
  })
  const note = `${moneyText(money)} for ${reference}, which we never asked for.`
  file(bank, { kind: 'orphan_capture', note, reference: transactionId, money, at: after(at, 37 * minute) })
}

export function asksAPerson(
  bank: Bank,
  kind: Kind,
  { attempt, isResolved }: { attempt: Taken; isResolved: boolean },
): void {
  const { books } = bank
  const exceptionId = file(bank, {
    kind,
    attempt: attempt.row,
    note: said[kind]?.(attempt) ?? '',
    reference: attempt.transactionId,
    money: { amount: attempt.amount, currency: attempt.order.row.currency },
    at: attempt.at,
  })
  if (isResolved) books.toResolve.push({ exceptionId, kind, attempt })
}

function file({ setting, books }: Bank, { kind, attempt, note, reference, money, at }: Filed): number {
  const id = setting.numbers('paymentException')
  books.paymentException.push({
    id,
    kind,
    orderId: attempt?.orderId ?? null,
    attemptId: attempt?.id ?? null,
    gateway: 'sandbox',
    gatewayReference: reference,
    note,
    openedAt: at,
    resolution: '',
    version: 1,
    amount: money?.amount ?? attempt?.amount ?? null,
    currency: money?.currency ?? attempt?.currency ?? null,
  })
  return id
}

type Filed = {
  kind: Kind
  attempt?: Partial<Row<'paymentAttempt'>>
  note: string
  reference: string
  money?: { amount: number; currency: string }
  at: Date
}

const untouched = {
  outcome: null,
  chosenAt: null,
  capturedAmount: null,
  capturedAt: null,
  reversedAt: null,
  refundedAt: null,
  refundedAmount: null,
}

/** They went to the bank's page. */
function begin({ setting, books }: Bank, order: Made) {
  const { chance, numbers, publicUrl } = setting
  const { row, items } = order
  const createdAt = after(row.createdAt, order.tries * 4 * minute + chance.between(20, 110) * 1000)
  order.tries += 1
  const [reference, transactionId, returnKey] = [
    referenceOf(row.paymentCode, order.tries),
    chance.digits(12),
    chance.hex(43),
  ]
  const money = { amount: row.total, currency: row.currency }
  const attempt: Partial<Row<'paymentAttempt'>> & { id: number } = {
    id: numbers('paymentAttempt'),
    orderId: row.id,
    gateway: 'sandbox',
    reference,
    transactionId,
    portal: '/payments/sandbox',
    returnKey,
    returnPath: '/payment-processing',
    ...money,
    state: 'registered',
    createdAt,
    nextCheckAt: null,
    checks: 0,
    lastCode: '',
    lastWords: '',
    lastFact: '',
  }
  const sandbox: Partial<Row<'sandboxPayment'>> = {
    ...untouched,
    transactionId,
    reference,
    ...money,
    lines: items.map(({ topic, price }) => ({ words: topic, amount: price })),
    returnUrl: `${publicUrl}/payments/return/${returnKey}`,
    createdAt,
  }
  books.paymentAttempt.push(attempt)
  books.sandboxPayment.push(sandbox)
  return { attempt, sandbox, createdAt }
}
