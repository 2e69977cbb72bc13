/** A bank that is not one: it has books and a page to pay on, moves no money, and can be told to misbehave as real ones do. */
import { randomInt } from 'node:crypto'
import { type QueryExecutorProvider, sql } from 'kysely'
import type { Capture, Fact, Gateway, Payment, Refunded, Registered, Registration } from './gateway.ts'

export type SandboxOptions = { db: QueryExecutorProvider; now: () => Date }

export const sandboxPortal = '/payments/sandbox'

export const outcomes = [
  'approve',
  'cancel',
  'decline-51',
  'decline-5',
  'decline-91',
  'no-return',
  'late-return',
  'duplicate-return',
  'pending-210',
  'wrong-amount',
] as const
export type Outcome = (typeof outcomes)[number]

export type SandboxPayment = {
  transactionId: string
  reference: string
  amount: number
  currency: string
  lines: Registration['lines']
  returnUrl: string
  outcome: Outcome | null
  capturedAmount: number | null
  capturedAt: Date | null
  reversedAt: Date | null
  refundedAt: Date | null
  refundedAmount: number | null
}

const declines: Partial<Record<Outcome, { code: string; words: string }>> = {
  'decline-51': { code: '51', words: 'Not sufficient funds' },
  'decline-5': { code: '5', words: 'Do not honour' },
  'decline-91': { code: '91', words: 'Issuer or switch inoperative' },
}

const aRupee = 100
/** How long an offline payment takes to be confirmed. */
const offlineTakes = 3 * 60_000

export function openSandbox(options: SandboxOptions): Gateway {
  const status = async (payment: Payment) => factOf(await byReference(options, payment.reference), options.now())
  return {
    name: 'sandbox',
    portals: [sandboxPortal],
    register: (payment) => register(options, payment),
    readReturn: ({ TransactionID }) => ({
      transactionId: typeof TransactionID === 'string' ? TransactionID : undefined,
    }),
    finalize: status,
    status,
    async reverse({ reference }) {
      const now = options.now()
      await sql`update sandbox_payment set reversed_at = coalesce(reversed_at, ${now}), captured_at = null, captured_amount = null
        where reference = ${reference} and (captured_at is null or captured_at > ${now})`.execute(options.db)
      const found = await byReference(options, reference)
      return found?.capturedAt ? { kind: 'captured' } : { kind: 'done' }
    },
    async refund({ reference }, { amount, currency }) {
      const now = options.now()
      await sql`update sandbox_payment set refunded_at = ${now}, refunded_amount = ${amount}
        where reference = ${reference} and captured_at <= ${now} and refunded_at is null
        and currency = ${currency} and captured_amount >= ${amount}`.execute(options.db)
      return refundOf(await byReference(options, reference), '6888', 'Not enough captured amount')
    },
    async refundStatus({ reference }) {
      return refundOf(await byReference(options, reference), 'none', 'It was not given back')
    },
    captures: (since, until) => capturesIn(options, since, until),
  }
}

async function register({ db, now }: SandboxOptions, payment: Registration): Promise<Registered> {
  const transactionId = String(randomInt(100_000_000_000, 281_474_976_710_655)).slice(0, 12)
  const { reference, money, lines, returnUrl } = payment
  const { numAffectedRows } =
    await sql`insert into sandbox_payment (transaction_id, reference, amount, currency, lines, return_url, created_at)
    values (${transactionId}, ${reference}, ${money.amount}, ${money.currency}, ${JSON.stringify(lines)}, ${returnUrl}, ${now()})
    on conflict do nothing`.execute(db)
  if (numAffectedRows !== 1n) return { kind: 'refused', code: '6515', words: 'OrderID is not acceptable' }
  return { kind: 'registered', transactionId, portal: sandboxPortal }
}

/** Version 0.1 wrote no amount, and gave all of it back. */
function refundOf(payment: SandboxPayment | undefined, code: string, words: string): Refunded {
  if (!payment?.refundedAt) return { kind: 'failed', code, words }
  const { reference, refundedAmount, capturedAmount, amount, currency } = payment
  const money = { amount: refundedAmount ?? capturedAmount ?? amount, currency }
  return { kind: 'done', gatewayReference: `refund of ${reference}`, money }
}

function factOf(payment: SandboxPayment | undefined, now: Date): Fact {
  if (!payment) return { kind: 'none' }
  const { outcome, transactionId, reference, currency, capturedAt, capturedAmount } = payment
  const decline = outcome && declines[outcome]
  if (decline) return { kind: 'failed', ...decline }
  if (outcome === 'cancel' || payment.reversedAt)
    return { kind: 'cancelled', code: '112', words: 'Cancelled by the payer' }
  if (!capturedAt || capturedAmount === null) return { kind: 'pending', code: '', words: 'Not paid yet' }
  if (capturedAt > now) return { kind: 'pending', code: '210', words: 'Pending' }
  return { kind: 'captured', transactionId, reference, money: { amount: capturedAmount, currency }, approval: '421218' }
}

/** What the payer does on the page. A payment that was decided, or taken back, stays as it is. */
export async function choose(
  { db, now }: SandboxOptions,
  transactionId: string,
  outcome: Outcome,
): Promise<SandboxPayment | undefined> {
  const time = now()
  const captures = !declines[outcome] && outcome !== 'cancel'
  const capturedAt = outcome === 'pending-210' ? new Date(time.getTime() + offlineTakes) : time
  const less = outcome === 'wrong-amount' ? aRupee : 0
  await sql`update sandbox_payment set outcome = ${outcome}, chosen_at = ${time},
      captured_at = ${captures ? capturedAt : null}, captured_amount = case when ${captures} then amount - ${less}::bigint end
    where transaction_id = ${transactionId} and outcome is null and reversed_at is null`.execute(db)
  return byTransaction({ db }, transactionId)
}

export async function byTransaction(
  { db }: Pick<SandboxOptions, 'db'>,
  transactionId: string,
): Promise<SandboxPayment | undefined> {
  const { rows } =
    await sql<SandboxPayment>`select * from sandbox_payment where transaction_id = ${transactionId}`.execute(db)
  return rows[0]
}

async function byReference({ db }: SandboxOptions, reference: string): Promise<SandboxPayment | undefined> {
  const { rows } = await sql<SandboxPayment>`select * from sandbox_payment where reference = ${reference}`.execute(db)
  return rows[0]
}

async function capturesIn({ db, now }: SandboxOptions, since: Date, until: Date): Promise<Capture[]> {
  const { rows } = await sql<SandboxPayment>`select * from sandbox_payment
    where captured_at between ${since} and ${until} and captured_at <= ${now()}`.execute(db)
  return rows.map(({ transactionId, reference, capturedAmount, currency }) => ({
    transactionId,
    reference,
    money: { amount: capturedAmount ?? 0, currency },
  }))
}
