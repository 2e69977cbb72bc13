/** Whatever the bank takes and gives back: its own records, the ledger, the receipt, the letter and the list say the same, to the paisa. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { moneyText } from '#contract/money.ts'
import type { Person } from '#server/kernel/callers.ts'
import { exceptionLine, lastRefunds, openExceptions, refundLine } from '#server/payments/books/ledger.ts'
import { finalize } from '#server/payments/card/finalize.ts'
import { settle } from '#server/payments/card/settle.ts'
import { purchasesOf } from '#server/payments/purchases.ts'
import { openEpg } from '#server/platform/gateways/epg.ts'
import { fromDecimal, type Money, toDecimal } from '#server/platform/gateways/gateway.ts'
import { makeLog } from '#server/platform/process/log.ts'
import { often } from '#server/testing/counts.ts'
import { type FakeEpg, merchant, openFakeEpg } from '#server/testing/fake-epg.ts'
import { aFolder } from '#server/testing/process.ts'
import { aBuyer, aWorkshop, openShop, order, type Shop, toTheBank } from '#server/testing/shop.ts'
import { refundPayment } from './refund.ts'

type Bank = Shop & { fake: FakeEpg }
/** What the bank does with one payment of `asked` paisa. */
type Action = { asked: number; taken: Money; given: Money | undefined; isTwice: boolean; isSettled: boolean }

async function openBank(): Promise<Bank> {
  const fake = await openFakeEpg()
  const portals = ['https://demo-ipg.comtrust.ae']
  const gateway = openEpg({ ...merchant, url: fake.url, ca: fake.ca, portals, log: makeLog('silent') })
  return { ...(await openShop({ gateway })), fake }
}

const attemptOf = async ({ world }: Bank, transaction: string): Promise<number> => {
  const query = world.db.selectFrom('paymentAttempt').select('id').where('transactionId', '=', transaction)
  return (await query.executeTakeFirstOrThrow()).id
}

/** Somebody pays, the bank does its action, and the accounts office gives the money back. Gives the transaction that went back. */
async function payAndGiveBack(bank: Bank, { asked, taken, given, isTwice, isSettled }: Action) {
  const { world, eventId, fake } = bank
  const person = await aBuyer(world, eventId)
  const code = await order(world, person, [await aWorkshop(world, eventId, { price: asked })])
  let transaction = await toTheBank(world, person, code)
  if (isTwice) {
    // The bank says that the first failed, a second is begun, and then it turns out that the first was paid as well.
    const fact = { kind: 'failed', code: '91', words: '' } as const
    await settle(world, await attemptOf(bank, transaction), { fact, source: 'browser' })
    const first = transaction
    transaction = await toTheBank(world, person, code)
    fake.pays(first)
    await finalize(world, person, first)
  }
  const isOther = taken.amount !== asked || taken.currency !== 'PKR'
  fake.change(transaction, {
    ...(isOther && { takes: { amount: toDecimal(taken.amount), currency: taken.currency } }),
    ...(given && { gives: { amount: toDecimal(given.amount), currency: given.currency } }),
  })
  fake.pays(transaction)
  // We would not ask a bank to take money for an order that is paid; this one did it by itself.
  if (isTwice) fake.change(transaction, { state: 'Capture', amount: toDecimal(taken.amount), currency: taken.currency })
  await finalize(world, person, transaction)
  fake.settled = isSettled
  const attemptId = await attemptOf(bank, transaction)
  const answer = await refundPayment(world, { attemptId, by: 'Ms Memon', reason: 'Asked for' })
  return { person, code, transaction, attemptId, answer }
}

/** What each of our books says was taken and given back with one payment. */
async function told(bank: Bank, { person, code, transaction, attemptId }: Omit<Paid, 'answer'>) {
  const { world, fake } = bank
  const sale = fake.sales.get(transaction)
  const entries = await world.db
    .selectFrom('ledgerEntry')
    .select(['kind', 'amount', 'currency'])
    .where('attemptId', '=', attemptId)
    .orderBy('id')
    .execute()
  const letter = await world.db
    .selectFrom('mail')
    .select(['subject', 'bodyText'])
    .where('recipient', '=', person.email)
    .where('refundId', 'is not', null)
    .executeTakeFirst()
  const mine = (await purchasesOf(world, person)).find(({ paymentCode }) => paymentCode === code)
  const listed = (await lastRefunds(world, 1000)).find((each) => each.transactionId === transaction)
  return {
    bank: sale?.given && moneyText({ amount: fromDecimal(sale.given.amount) ?? 0, currency: sale.given.currency }),
    ledger: entries.map(({ kind, ...money }) => `${kind} ${moneyText(money)}`),
    subject: letter?.subject.split(' refunded to you')[0],
    letter: /Refunded (.+?) on /.exec(letter?.bodyText ?? '')?.[1],
    order: /Refunded (.+?) on /.exec(mine?.refundNote ?? '')?.[1],
    list: listed && /given back (.+?) {2}/.exec(refundLine(listed))?.[1],
    open: (await openExceptions(world)).filter((each) => each.gatewayReference === transaction).map(({ kind }) => kind),
  }
}
type Paid = { person: Person; code: string; transaction: string; attemptId: number; answer: string }

function asTheBankHasIt({ taken, given }: Action) {
  const back = moneyText(given ?? taken)
  const isWhole = back === moneyText(taken)
  return {
    bank: back,
    ledger: [`capture ${moneyText(taken)}`, `refund ${back}`],
    subject: back,
    letter: back,
    order: back,
    list: `${back} of ${moneyText(taken)}`,
    open: isWhole ? [] : ['refund_difference'],
  }
}

const rs = (amount: number): Money => ({ amount, currency: 'PKR' })
const exactly = { asked: 100_000, taken: rs(100_000), given: undefined, isTwice: false, isSettled: true }
const cases: [string, Action][] = [
  ['as it was asked to', exactly],
  ['more', { ...exactly, taken: rs(105_000) }],
  ['more, and takes it back on the same day', { ...exactly, taken: rs(105_000), isSettled: false }],
  ['less, down to the paisa', { ...exactly, taken: rs(99_999) }],
  ['twice', { ...exactly, isTwice: true }],
  ['another currency', { ...exactly, taken: { amount: 1050, currency: 'USD' } }],
  ['more, and gives back less', { ...exactly, taken: rs(105_000), given: rs(100_000) }],
  ['what it should, and gives back more', { ...exactly, given: rs(100_001) }],
  ['what it should, and gives back dollars', { ...exactly, given: { amount: 1000, currency: 'USD' } }],
]

test.each(cases)('the bank takes %s: bank, ledger, letter, order and list agree', async (_, action) => {
  const bank = await openBank()
  const paid = await payAndGiveBack(bank, action)
  const right = asTheBankHasIt(action)

  expect(paid.answer).toBe(right.open.length === 0 ? 'done' : 'differs')
  expect(await told(bank, paid)).toEqual(right)
})

const money = fc.record({
  amount: fc.integer({ min: 1, max: 9_999_999 }),
  currency: fc.constantFrom('PKR', 'USD', 'AED'),
})
const anyAction: fc.Arbitrary<Action> = fc.record({
  asked: fc.integer({ min: 100, max: 9_999_999 }),
  taken: money,
  given: fc.option(money, { nil: undefined }),
  isTwice: fc.boolean(),
  isSettled: fc.constant(true),
})

test('whatever a bank takes and gives back, all books agree with it', async () => {
  const bank = await openBank()
  await fc.assert(
    fc.asyncProperty(anyAction, async (action) => {
      const paid = await payAndGiveBack(bank, action)
      expect(await told(bank, paid)).toEqual(asTheBankHasIt(action))
    }),
    { numRuns: often(15, 200) },
  )
})

test('npm run payments lists what is open and what went back in RS, and adds up each currency for itself', async () => {
  const bank = await openBank()
  for (const [, action] of cases.filter(([name]) => name !== 'twice')) await payAndGiveBack(bank, action)
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(bank.world.db)
  const url = new URL(process.env.TEST_DATABASE_URL ?? '')
  url.pathname = rows[0]?.name ?? ''
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/payments.ts'], {
    env: { PATH: process.env.PATH, DATABASE_URL: url.href, DATA_DIR: aFolder() },
  })
  const lines = stdout.trim().split('\n')
  const open = await openExceptions(bank.world)

  expect(open).toHaveLength(3)
  expect(lines.slice(0, 3)).toEqual(open.map(exceptionLine))
  expect(lines.slice(0, 3).map((line) => line.split('  ')[3])).toEqual([
    'asked for RS 1,000, captured RS 1,050, given back RS 1,000',
    'asked for RS 1,000, captured RS 1,000, given back RS 1,000.01',
    'asked for RS 1,000, captured RS 1,000, given back USD 10',
  ])
  expect(stdout).not.toContain('PKR')
  expect(lines.at(-1)).toBe('Given back in all: RS 6,100 and USD 20.50.')
})
