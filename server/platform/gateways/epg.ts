import { z } from 'zod'
/** The Etisalat Payment Gateway (Comtrust), which banks such as UBL resell: one address, the outer key of the JSON says what is asked. */
import { hour } from '#contract/durations.ts'
import type { Logger } from '#server/platform/process/log.ts'
import {
  type Capture,
  type Fact,
  fromDecimal,
  type Gateway,
  type Money,
  type Payment,
  type Refunded,
  type Registered,
  type Registration,
  toDecimal,
} from './gateway.ts'
import { postJson, type PostOptions } from './post-json.ts'

export type EpgOptions = {
  url: string
  customer: string
  store: string
  terminal: string
  username: string
  password: string
  portals: readonly string[]
  log: Pick<Logger, 'warn'>
  ca?: string
  timeout?: PostOptions['timeout']
}

const Text = z.union([z.string(), z.number()]).transform(String)
const Amount = z.object({ Value: Text }).nullish()
const Row = z.object({ TransactionID: Text, OrderID: Text, Amount: Text, Currency: Text.optional() })
const Answer = z.object({
  Transaction: z.object({
    ResponseCode: Text,
    ResponseDescription: Text.nullish(),
    TransactionID: Text.nullish(),
    PaymentPortal: z.string().nullish(),
    OrderID: Text.nullish(),
    Amount,
    Currency: Text.nullish(),
    ApprovalCode: Text.nullish(),
    CardNumber: Text.nullish(),
    UniqueID: Text.nullish(),
    /** One result comes as it is, not in a list. */
    Results: z.object({ Row: z.union([z.array(Row), Row.transform((row) => [row])]) }).nullish(),
  }),
})
type Transaction = z.output<typeof Answer>['Transaction']
type Asked = { answer: Transaction } | { why: string }
type State = 'Authorized' | 'Capture' | 'Reversal'

/** The bank has not made up its mind. */
const stillOpen = new Set(['58', '62', '118', '199', '210', '999'])
const cancelledByPayer = '112'
const notSettledYet = '6888'
/** Currencies may be told by their ISO number. */
const byNumber: Record<string, string> = { '586': 'PKR', '840': 'USD', '784': 'AED' }

export function openEpg(options: EpgOptions): Gateway {
  const ask = asker(options)
  const status = (payment: Payment) => statusOf(ask, options, payment)
  return {
    name: 'epg',
    portals: options.portals,
    register: (payment) => register(ask, options, payment),
    readReturn: ({ TransactionID }) => ({
      transactionId: typeof TransactionID === 'string' ? TransactionID : undefined,
    }),
    status,
    async finalize(payment) {
      if (!payment.transactionId) return status(payment)
      const asked = await ask('Finalization', { TransactionID: payment.transactionId })
      const fact = 'why' in asked ? unknown(asked.why) : factOf(asked.answer, payment)
      // After a crash we may ask a second time for what was captured the first time, and be told that it cannot be done again.
      if (fact.kind !== 'failed') return fact
      const known = await status(payment)
      return known.kind === 'captured' ? known : fact
    },
    async reverse(payment) {
      const known = await status(payment)
      if (known.kind === 'captured') return { kind: 'captured' }
      if (known.kind === 'unknown') return known
      if (!payment.transactionId) return { kind: 'done' }
      const asked = await ask('Reversal', { TransactionID: payment.transactionId })
      if ('why' in asked) return unknown(asked.why)
      return isOk(asked.answer) ? { kind: 'done' } : unknown(`reversal refused with ${asked.answer.ResponseCode}`)
    },
    refund: (payment, captured) => refund(ask, payment, captured),
    refundStatus: async (payment) => {
      const rows = await rowsIn(ask, options, { state: 'Reversal', ...windowOf(payment) })
      const row = rows?.find(({ reference }) => reference === payment.reference)
      if (!row) return unknown('the gateway does not list it')
      if (row.money.amount === 0) return unknown('given back, but the amount cannot be read')
      return { kind: 'done', gatewayReference: row.transactionId, money: row.money }
    },
    captures: (since, until) => rowsIn(ask, options, { state: 'Capture', since, until }),
  }
}

type Ask = (what: string, fields: Record<string, string>) => Promise<Asked>

function asker({ url, ca, log, ...options }: EpgOptions): Ask {
  const { customer, username, password, timeout = { connect: 10_000, total: 30_000 } } = options
  return async (what, fields) => {
    try {
      const body = { [what]: { Customer: customer, ...fields, UserName: username, Password: password } }
      const read = Answer.safeParse(await postJson({ url, body, ca, timeout }))
      if (read.success) return { answer: read.data.Transaction }
      throw new Error('the answer is not as it should be')
    } catch (error) {
      const why = (error as Error).message
      log.warn({ asked: what, why }, 'the payment gateway does not answer')
      return { why }
    }
  }
}

async function register(ask: Ask, { store, terminal }: EpgOptions, payment: Registration): Promise<Registered> {
  const asked = await ask('Registration', {
    Store: store,
    Terminal: terminal,
    Channel: 'Web',
    Amount: toDecimal(payment.money.amount),
    Currency: payment.money.currency,
    OrderID: payment.reference,
    OrderName: printable(payment.name, 24),
    OrderInfo: printable(payment.lines.map(({ words }) => words).join(', '), 255),
    TransactionHint: 'CPT:Y;VCC:Y;',
    ReturnPath: payment.returnUrl,
    Language: 'en',
  })
  if ('why' in asked) return unknown(asked.why)
  const { ResponseCode: code, ResponseDescription, TransactionID, PaymentPortal } = asked.answer
  if (!isOk(asked.answer)) return { kind: 'refused', code, words: ResponseDescription ?? '' }
  if (!TransactionID || !PaymentPortal) return unknown('registered without transaction or portal')
  return { kind: 'registered', transactionId: TransactionID, portal: PaymentPortal }
}

/** The gateway takes letters of plain ASCII, with no blank at the ends and no two together. */
function printable(text: string, length: number): string {
  const plain = text.replace(/[^\x21-\x7e]+/g, ' ')
  return plain.slice(0, length).trim() || 'Order'
}

function factOf(answer: Transaction, { money, transactionId = '' }: Payment): Fact {
  const { ResponseCode: code, ResponseDescription, OrderID, ApprovalCode, CardNumber } = answer
  const words = ResponseDescription ?? ''
  if (stillOpen.has(String(Number(code)))) return { kind: 'pending', code, words }
  if (code === cancelledByPayer) return { kind: 'cancelled', code, words }
  if (!isOk(answer)) return code.trim() === '' ? unknown('an answer without a code') : { kind: 'failed', code, words }
  const amount = fromDecimal(answer.Amount?.Value)
  if (amount === undefined) return unknown('captured, but the amount cannot be read')
  return {
    kind: 'captured',
    transactionId,
    money: { amount, currency: currencyOf(answer) ?? money.currency },
    ...(OrderID && { reference: OrderID }),
    ...(ApprovalCode && { approval: ApprovalCode }),
    ...(CardNumber && { card: CardNumber }),
  }
}

/** Asks the feed that reconciliation is made for: finalizing only to look would take the money, or spoil a payment in the making. */
async function statusOf(ask: Ask, options: EpgOptions, payment: Payment): Promise<Fact> {
  const find = async (state: State) => {
    const rows = await rowsIn(ask, options, { state, ...windowOf(payment) })
    return rows && (rows.find(({ reference }) => reference === payment.reference) ?? null)
  }
  const captured = await find('Capture')
  if (captured?.money.amount === 0) return unknown('captured, but the amount cannot be read')
  if (captured) return { kind: 'captured', ...captured }
  const authorized = await find('Authorized')
  if (authorized) return { kind: 'authorized' }
  if (captured === undefined || authorized === undefined) return unknown('the gateway lists nothing')
  return payment.transactionId ? { kind: 'pending', code: '', words: '' } : { kind: 'none' }
}

function windowOf({ createdAt }: Payment): { since: Date; until: Date } {
  return { since: new Date(createdAt.getTime() - hour), until: new Date(createdAt.getTime() + 8 * 24 * hour) }
}

async function rowsIn(
  ask: Ask,
  { store, terminal }: EpgOptions,
  { state, since, until }: { state: State; since: Date; until: Date },
): Promise<Capture[] | undefined> {
  const asked = await ask('QueryData', {
    Store: store,
    Terminal: terminal,
    Name: 'QueryTransactionsByLastState',
    StartDate: inGmt(since),
    EndDate: inGmt(until),
    From: '0',
    To: '10000',
    LastTranState: state,
    OrderByDate: 'Descending',
  })
  if ('why' in asked || !isOk(asked.answer)) return undefined
  return (asked.answer.Results?.Row ?? []).map(({ TransactionID, OrderID, Amount: value, Currency = 'PKR' }) => ({
    transactionId: TransactionID,
    reference: OrderID,
    money: { amount: fromDecimal(value) ?? 0, currency: named(Currency) },
  }))
}

/** On the day of the payment the bank has not settled it, and it is taken back; from the next day it is refunded. */
async function refund(ask: Ask, payment: Payment, captured: Money): Promise<Refunded> {
  const TransactionID = payment.transactionId ?? ''
  const { amount, currency } = captured
  const first = await ask('Refund', { TransactionID, Amount: toDecimal(amount), Currency: currency })
  const isEarly = 'answer' in first && first.answer.ResponseCode === notSettledYet
  const asked = isEarly ? await ask('Reversal', { TransactionID }) : first
  if ('why' in asked) return unknown(asked.why)
  const { ResponseCode: code, ResponseDescription, UniqueID } = asked.answer
  if (!isOk(asked.answer)) return { kind: 'failed', code, words: ResponseDescription ?? '' }
  const money = confirmed(asked.answer, captured)
  if (!money) return unknown('given back, but the amount cannot be read')
  return { kind: 'done', gatewayReference: UniqueID ?? TransactionID, money }
}

/** A yes that names no amount is a yes to what was asked for; 0 is how the gateway writes "none". */
function confirmed(answer: Transaction, asked: Money): Money | undefined {
  const value = answer.Amount?.Value
  const amount = value === undefined ? asked.amount : fromDecimal(value)
  if (amount === undefined) return undefined
  return { amount: amount || asked.amount, currency: currencyOf(answer) ?? asked.currency }
}

function currencyOf({ Currency }: Transaction): string | undefined {
  return Currency ? named(Currency) : undefined
}

const named = (currency: string): string => byNumber[currency] ?? currency

function isOk({ ResponseCode }: Transaction): boolean {
  return ResponseCode === '0'
}

function unknown(why: string): { kind: 'unknown'; why: string } {
  return { kind: 'unknown', why }
}

function inGmt(time: Date): string {
  return time.toISOString().slice(0, 19).replace('T', ' ')
}
