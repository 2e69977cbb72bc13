/** Each kind of payment that needs a person, through each way out of it, by keyboard alone. After each the books agree. */
import type { Browser, Page } from '@playwright/test'
import { type ExceptionKind, exceptionKinds, type ExceptionWay, waysFor } from '#contract/payments/exception-kinds.ts'
import { brokenInvariants } from '#server/audit/invariants.ts'
import { kindTitles, wayNames } from '#web/console/payments/exceptions/exception-words.ts'
import {
  agree,
  type Books,
  byTransfer,
  type Case,
  chooseAnother,
  codeOf,
  type Desk,
  type Make,
  payTheRest,
  send,
} from './exception-ways.ts'
import {
  booksOf,
  inShop,
  onCancelled,
  orphan,
  paidTwice,
  refundDiffers,
  standingOf,
  tooLate,
  unresolved,
  wrongAmount,
  wrongOrder,
} from './exceptions.ts'
import { expectKept, press, skipToScreen } from './keys.ts'
import { look, walks } from './looks.ts'
import { inDatabase, inWorld } from './people.ts'
import { aStaffPerson, signInAsStaff } from './staff.ts'
import { expect, openPortal, type Portal, test } from './testing.ts'

const held = { state: 'pending', seats: 1, receipts: 0, letters: 0 }
const paid = { state: 'paid', seats: 1, receipts: 1, letters: 1 }
const lapsed = { ...held, state: 'lapsed', seats: 0 }
const cancelled = { ...lapsed, state: 'cancelled' }
const paidBefore = { ...paid, state: 'cancelled', seats: 0 }
const [took, gaveBack] = ['capture sandbox 2500', 'refund sandbox 2500']
const elsewhere = ['capture epg 2500', 'payout cash 2500']
const whole = 'RS 2,500'

const refund = (make: Make, after: Books, worth = whole): Case => ({
  way: 'refund',
  button: `Give back ${worth}`,
  make,
  after,
})
const close = (make: Make, after: Books, said?: RegExp): Case => ({
  way: 'close',
  button: 'Close with this note',
  make,
  after,
  ...(said && { said }),
})
const payout = (make: Make, after: Books, worth = whole): Case => ({
  way: 'payout',
  button: `Record a payout of ${worth}`,
  make,
  after,
  follow: agree(`Pay out ${worth}`),
})
const match = (make: Make, after: Books, fill = codeOf('meant')): Case => ({
  way: 'match',
  button: `Pay an order with ${whole}`,
  make,
  after,
  fill,
})
const book = (way: 'seat' | 'other' | 'revive', make: Make): Case => ({
  way,
  button: `Book 1 seat for ${whole}`,
  make,
  after: { ...paid, ledger: [took] },
})
const shutElsewhere = 'This payment was made through another gateway than the one that is set up now.'
const isElsewhere = true

const cases: Record<ExceptionKind, Case[]> = {
  wrong_amount: [
    refund(wrongAmount(249_900), { ...held, ledger: ['capture sandbox 2499', 'refund sandbox 2499'] }, 'RS 2,499'),
    {
      way: 'accept',
      make: wrongAmount(300_000),
      button: 'Record a payout of RS 500, and book 1 seat',
      follow: agree('Pay out RS 500'),
      after: { ...paid, ledger: ['capture sandbox 3000', 'payout cash 500'] },
    },
    {
      way: 'rest',
      make: wrongAmount(249_900),
      button: 'Ask for RS 1',
      follow: payTheRest,
      after: { ...paid, ledger: ['capture sandbox 2499', 'capture cash 1'] },
      kept: { note: expect.stringMatching(/^The rest was paid with voucher V\d+-\d+\.$/) },
    },
    payout(
      wrongAmount(300_000, { isElsewhere }),
      { ...held, ledger: ['capture epg 3000', 'payout cash 3000'] },
      'RS 3,000',
    ),
    close(wrongAmount(249_900), { ...held, ledger: ['capture sandbox 2499'] }),
  ],
  wrong_order: [
    {
      ...match(wrongOrder(), { ...held, ledger: [took, 'payout matched 2500'] }),
      meant: { ...paid, ledger: ['capture matched 2500'] },
    },
    { ...match(wrongOrder(), { ...paid, ledger: [took] }, codeOf('code')), kept: { way: 'accept' } },
    refund(wrongOrder(), { ...held, ledger: [took, gaveBack] }),
    { ...payout(wrongOrder({ isElsewhere }), { ...held, ledger: elsewhere }), shut: shutElsewhere },
    close(wrongOrder(), { ...held, ledger: [took] }),
  ],
  duplicate_capture: [
    refund(paidTwice(), { ...paid, ledger: [took, took, gaveBack] }),
    { ...payout(paidTwice({ isElsewhere }), { ...paid, ledger: [took, ...elsewhere] }), shut: shutElsewhere },
    close(paidTwice(), { ...paid, ledger: [took, took] }),
  ],
  late_capture_no_seat: [
    { ...refund(tooLate(), { ...lapsed, ledger: [took, gaveBack] }), shut: 'The seats are still taken.' },
    book('seat', tooLate({}, { isFreeAgain: true })),
    { ...book('other', tooLate()), fill: chooseAnother },
    payout(tooLate({ isElsewhere }), { ...lapsed, ledger: elsewhere }),
    close(tooLate(), { ...lapsed, ledger: [took] }),
  ],
  capture_on_cancelled: [
    book('revive', onCancelled()),
    refund(onCancelled(), { ...cancelled, ledger: [took, gaveBack] }),
    payout(onCancelled({ isElsewhere }), { ...cancelled, ledger: elsewhere }),
    close(onCancelled(), { ...cancelled, ledger: [took] }),
  ],
  orphan_capture: [match(orphan, { ...paid, ledger: [took] }), close(orphan, { ...held, ledger: [] })],
  unresolved_attempt: [
    close(unresolved(), { ...held, ledger: [] }, /nothing has been paid yet/),
    close(unresolved({ isTaken: true }), { ...paid, ledger: [took] }, /The bank says: .*\(0\)$/),
  ],
  refund_difference: [
    {
      ...payout(
        refundDiffers,
        { ...paidBefore, ledger: [took, 'refund sandbox 2000', 'payout transfer 500'] },
        'RS 500',
      ),
      fill: byTransfer,
    },
    close(refundDiffers, { ...paidBefore, ledger: [took, 'refund sandbox 2000'] }),
  ],
}

// A portal of its own, with two of finance: its receipts and vouchers are counted.
test.describe.configure({ mode: 'default' })
let desk: Desk & { stop: () => Promise<void> }
test.beforeAll(async ({ browser }) => {
  const { portal, stop } = await openPortal()
  desk = { portal, stop, sana: await toConsole(browser, portal), bilal: await toConsole(browser, portal) }
})
test.afterAll(async () => {
  await Promise.all([desk.sana.close(), desk.bilal.close()])
  await desk.stop()
})

async function toConsole(browser: Browser, portal: Portal): Promise<Page> {
  const person = await aStaffPerson(portal, 'finance')
  const page = await browser.newPage({ baseURL: portal.url })
  await page.goto('/console/finance')
  await signInAsStaff(page, person)
  await expect(page.getByRole('heading', { level: 1, name: 'Finance' })).toBeVisible()
  return page
}

/** In the usual run each way once; each way of each kind under `npm run test:long`. */
const walked = new Set<ExceptionWay>()
const inThisRun = ({ way }: Case) => {
  const isNew = !walked.has(way)
  walked.add(way)
  return process.env.TEST_LONG !== undefined || isNew
}

const chosen = exceptionKinds
  .map((kind) => ({ kind, ways: cases[kind].filter(inThisRun) }))
  .filter(({ ways }) => ways.length > 0)

for (const { sight, settings, annotation } of walks('at a desk'))
  for (const { kind, ways } of chosen)
    test(`${kindTitles[kind]}: through each way out: ${sight}`, { annotation }, async () => {
      const { portal, sana, bilal } = desk
      for (const page of [sana, bilal]) {
        await page.setViewportSize(settings.viewport)
        await page.emulateMedia({ colorScheme: settings.colorScheme })
      }
      // To prove who one is has journeys of its own.
      await inDatabase(portal, `update staff_session set stepped_up_until = now() + interval '10 minutes'`)
      for (const [at, each] of ways.entries())
        await test.step(`${wayNames[each.way]}, ${at + 1}`, () => goThrough(kind, each, at === 0))
      expect(new Set(cases[kind].map(({ way }) => way))).toEqual(new Set(waysFor[kind]))
      expect(await inWorld(portal, brokenInvariants)).toEqual([])
    })

async function goThrough(kind: ExceptionKind, each: Case, isFirst: boolean): Promise<void> {
  const { portal, sana } = desk
  const { way, after, follow, kept } = each
  const made = await inShop(portal, each.make)
  await sana.goto(`/console/finance/exceptions/${made.id}`)
  await expect(sana.getByRole('heading', { level: 1, name: kindTitles[kind] })).toBeVisible()
  await expect(sana.getByRole('radio', { name: wayNames[way] })).toBeEnabled()
  if (each.shut) await expect(sana.getByText(each.shut)).toBeVisible()
  if (isFirst) await look(sana, `exception ${kind}`)
  await skipToScreen(sana)
  if (each.said) {
    await press(sana.getByRole('button', { name: 'Ask the bank now' }))
    await expect(sana.getByText(each.said)).toBeVisible()
  }
  const note = `Spoke with her about order ${made.code}.`
  await send(sana, each, { made, note })
  if (follow) {
    await expect(sana.getByText(waiting[way] ?? '')).toBeVisible()
    expect(await standingOf(portal, made.id)).toMatchObject({ is_closed: false, acts: 1 })
    await expectKept(sana)
    await follow(made, desk)
    await sana.goto(`/console/finance/exceptions/${made.id}`)
  }
  await expect(sana.getByRole('heading', { name: 'Resolved' })).toBeVisible()
  if (!follow) await expectKept(sana)
  expect(await standingOf(portal, made.id)).toEqual({ is_closed: true, way, note, acts: 1, ...kept })
  expect(await booksOf(portal, made.code)).toEqual(after)
  if (each.meant) expect(await booksOf(portal, made.meant ?? '')).toEqual(each.meant)
}

const waiting: Partial<Record<ExceptionWay, string>> = {
  payout: 'The payout waits for a second person, under Refunds.',
  accept: 'The payout of the rest waits for a second person, under Refunds. Then the order is paid.',
  rest: 'The person has a letter, and the seats are held for five days. Record the rest under Drafts and cash.',
}
