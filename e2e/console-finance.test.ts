/** A day of finance, by keyboard alone: a draft by two people, a refund with a bank that is silent, a closing with a difference. */
import type { Browser, Locator, Page } from '@playwright/test'
import { rupees } from '#contract/money.ts'
import { checkOut } from '#server/booking/checkout.ts'
import type { Participant } from '#server/kernel/callers.ts'
import type { World } from '#server/kernel/world.ts'
import { finalize } from '#server/payments/card/finalize.ts'
import { initiate } from '#server/payments/card/initiate.ts'
import { choose, openSandbox } from '#server/platform/gateways/sandbox.ts'
import { photo } from '#server/testing/pictures.ts'
import { expectKept, press, type } from './keys.ts'
import { look, walks } from './looks.ts'
import { onPaper, textsOnPaper } from './paper.ts'
import { anApplicant, inDatabase, inWorld } from './people.ts'
import { aStaffPerson, signInAsStaff, stepUp } from './staff.ts'
import { expect, openPortal, type Portal, test } from './testing.ts'

// All in one worker: each would open another portal.
test.describe.configure({ mode: 'default' })
let own: { portal: Portal; stop: () => Promise<void> }
let settings: ReturnType<typeof walks>[number]['settings']

async function toConsole(browser: Browser, { portal }: typeof own): Promise<Page> {
  const person = await aStaffPerson(portal, 'finance')
  const page = await browser.newPage({ ...settings, baseURL: portal.url })
  await page.goto('/console/finance')
  await signInAsStaff(page, person)
  await expect(page.getByRole('heading', { level: 1, name: 'Finance' })).toBeVisible()
  return page
}

type Made = { code: string; price: number }

/** Somebody orders a seat, and pays for it with a card where that is said. */
async function anOrder(portal: Portal, name: string, wish: { isPaid?: boolean } = {}): Promise<Made> {
  const { email } = await anApplicant(portal, name)
  const made = await inWorld(portal, async (some) => {
    const world = { ...some, holdMinutes: 30, publicUrl: portal.url, gateway: openSandbox(some) } as World
    const person = await personOf(world, email)
    const workshop = await world.db
      .selectFrom('workshop')
      .select(['id', 'price'])
      .where('eventId', '=', person.eventId)
      .where('price', '>', 0)
      .whereRef('seatsTaken', '<', 'seats')
      .where('startsAt', '>', world.now())
      .where('salesStoppedAt', 'is', null)
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const answer = await checkOut(world, person, [workshop.id])
    if (answer.kind !== 'order') throw new Error('no order')
    if (wish.isPaid) {
      const started = await initiate(world, person, {
        paymentCode: answer.paymentCode,
        returnPath: undefined,
        host: undefined,
      })
      if (started.kind !== 'portal') throw new Error(started.words)
      await choose(world, started.transactionId, 'approve')
      await finalize(world, person, started.transactionId)
    }
    return { code: answer.paymentCode, price: workshop.price }
  })
  return made
}

/** At the current event, where they are from now on. */
async function personOf({ db, now }: Pick<World, 'db' | 'now'>, email: string): Promise<Participant> {
  const { id: accountId } = await db
    .selectFrom('account')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const { id: eventId } = await db
    .selectFrom('event')
    .select('id')
    .where('isCurrent', '=', true)
    .executeTakeFirstOrThrow()
  const { id: applicantId } = await db
    .insertInto('applicant')
    .values({ accountId, eventId, createdAt: now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { accountId, applicantId, eventId, email, sessionId: 0, at: { applicantId, eventId } }
}

for (const { sight, annotation, ...walk } of walks('at a desk'))
  test.describe(() => {
    // A portal of its own: its ledger is counted.
    test.beforeAll(async () => {
      own = await openPortal()
      settings = walk.settings
    })
    test.afterAll(() => own.stop())

    test(
      `a draft is recorded by one and confirmed by the other, and the day is closed with a difference: ${sight}`,
      { annotation },
      ({ browser }) => draftOfTwo(browser),
    )
    test(
      `a refund is given with its figures on the button, and a bank that was silent is asked again: ${sight}`,
      { annotation },
      ({ browser }) => refunded(browser),
    )
  })

async function draftOfTwo(browser: Browser): Promise<void> {
  const { portal } = own
  const made = await anOrder(portal, 'Imran Jatoi')
  const [sana, bilal] = [await toConsole(browser, own), await toConsole(browser, own)]

  await test.step('recorded, with a photo', async () => {
    await sana.goto('/console/finance/offline')
    const code = sana.getByLabel('Payment code')
    await type(code, 'ABCDEFGHJKLMN')
    await sana.keyboard.press('Enter')
    await expect(code).toHaveAttribute('aria-invalid', 'true')
    // A code that was mistyped is typed again where the cursor stands.
    await expect(code).toBeFocused()
    await type(code, made.code.toLowerCase())
    await sana.keyboard.press('Enter')
    await expect(sana.getByText('Imran Jatoi')).toBeVisible()
    await expect(code).toHaveValue(made.code)
    await type(sana.getByLabel('Amount in rupees'), String(made.price / 100))
    await type(sana.getByLabel('Number of the draft'), '00481277')
    const send = sana.getByRole('button', { name: `Record ${rupees(made.price)} and hold 1 seat` })
    await press(send)
    await expect(sana.getByText('Please write the name of the bank.')).toBeVisible()
    await expect(sana.getByLabel('Bank', { exact: true })).toBeFocused()
    await sana.keyboard.type('Meezan')
    await attachPhoto(sana.getByLabel('Photo of the draft'))
    await look(sana, 'a draft')
    await press(send)
    await expect(sana.getByText(/^Voucher V\d+-000001 is recorded/)).toBeVisible()
    await press(sana.getByRole('link', { name: 'Print it' }))
    await expect(sana.getByRole('img', { name: 'The draft 00481277 of Meezan' })).toBeVisible()
    await look(sana, 'voucher')
    await expect(sana.getByText(/^Rupees .* only$/)).toBeVisible()
    await onPaper(sana, 'voucher', { pages: 1, isIssued: true })
  })

  await test.step('confirmed by the other, once', async () => {
    await bilal.reload()
    const confirm = bilal.getByRole('button', { name: `Confirm ${rupees(made.price)}` })
    await expect(confirm).toBeVisible()
    await expect(bilal.getByText('1 to be checked')).toBeVisible()
    await look(bilal, 'finance today')
    await press(confirm)
    await press(bilal.getByRole('alertdialog').getByRole('button', { name: `Confirm ${rupees(made.price)}` }))
    await stepUp(bilal)
    await expect(bilal.getByText('Nothing waits.')).toBeVisible()
    const books = await inDatabase(
      portal,
      `select state, (select count(*)::int from receipt where order_id = orders.id) as receipts,
        (select count(*)::int from mail where mail.order_id = orders.id and mail.kind = 'order_paid') as letters,
        (select array_agg(gateway) from ledger_entry where order_id = orders.id) as ledger
       from orders where payment_code = $1`,
      [made.code],
    )
    expect(books).toEqual([{ state: 'paid', receipts: 1, letters: 1, ledger: ['draft'] }])
  })

  await test.step('the day is closed with words for the difference', async () => {
    await type(bilal.getByLabel('Cash counted, in rupees'), '500')
    await expect(bilal.getByText('RS 500 too much.')).toBeVisible()
    await press(bilal.getByRole('button', { name: /^Close the day with \d+ movements?$/ }))
    await expect(bilal.getByText('The cash differs from the books. Please say why.')).toBeVisible()
    await expect(bilal.getByLabel('Why')).toBeFocused()
    await bilal.keyboard.type('Change from the canteen')
    await press(bilal.getByRole('button', { name: /^Close the day/ }))
    await expect(bilal.getByText('Closing 1 is signed.')).toBeVisible()
    await press(bilal.getByRole('link', { name: 'Print it' }))
    await expect(bilal.getByText('RS 500 too much: Change from the canteen')).toBeVisible()
    await look(bilal, 'closing')
    await onPaper(bilal, 'closing', { pages: 1, isIssued: true })
  })

  await test.step('a closing of several pages is signed below its last movement', async () => {
    await bilal
      .locator('tbody')
      .last()
      .evaluate((movements) => {
        const [movement] = movements.children
        for (let more = 0; movement && more < 90; more += 1) movements.append(movement.cloneNode(true))
      })
    const pages = await textsOnPaper(bilal)
    expect(pages.length).toBeGreaterThan(1)
    const last = pages.at(-1) ?? []
    const lowest = Math.min(
      ...last.filter(({ text }) => text === made.code || text.startsWith('RS ')).map(({ y }) => y),
    )
    expect(last.find(({ text }) => text === 'Signed')?.y).toBeLessThan(lowest)
    await bilal.reload()
  })
  await sana.close()
  await bilal.close()
}

async function refunded(browser: Browser): Promise<void> {
  const { portal } = own
  const made = await anOrder(portal, 'Saima Lashari', { isPaid: true })
  const lost = await anOrder(portal, 'Komal Bhutto', { isPaid: true })
  const page = await toConsole(browser, own)
  await page.goto(`/console/finance/refunds?code=${made.code}`)
  const give = `Refund ${rupees(made.price)} and release 1 seat`
  await type(page.getByLabel('Why'), 'She is ill')
  await press(page.getByRole('button', { name: give }))
  await press(page.getByRole('alertdialog').getByRole('button', { name: give }))
  await stepUp(page)
  await expect(page.getByText(`${rupees(made.price)} was refunded.`)).toBeVisible()
  await expectKept(page)

  // The bank gave it back, and its answer never came.
  await inDatabase(
    portal,
    `with attempt as (select payment_attempt.* from payment_attempt join orders on orders.id = order_id where payment_code = $1),
      given as (update sandbox_payment set refunded_at = now(), refunded_amount = captured_amount where reference = (select reference from attempt))
     insert into refund (attempt_id, amount, currency, state, reason, asked_by, asked_at)
     select id, amount, currency, 'unknown', 'She is ill', 'Sana Abro', now() - interval '1 hour' from attempt`,
    [lost.code],
  )
  await page.goto('/console/finance/refunds')
  await expect(page.getByText(`The bank did not say: ${rupees(lost.price)}`)).toBeVisible()
  await look(page, 'refunds')
  await press(page.getByRole('button', { name: 'Ask the bank again' }))
  await expect(page.getByText('Nothing waits.')).toBeVisible()
  const [ledger] = await inDatabase(
    portal,
    `select array_agg(kind::text order by ledger_entry.id) as kinds, max(state::text) as state from ledger_entry
     join orders on orders.id = order_id where payment_code = $1`,
    [lost.code],
  )
  expect(ledger).toEqual({ kinds: ['capture', 'refund'], state: 'cancelled' })
  await press(page.getByRole('link', { name: 'Ledger' }))
  await expect(page.getByRole('row').filter({ hasText: lost.code })).toHaveCount(2)
  await look(page, 'ledger')
  await page.close()
}

/** As the browser's own window for files gives it, which Enter opens. */
async function attachPhoto(field: Locator): Promise<void> {
  // Waited for from before the first key: a window that opens sooner is missed.
  const opened = field.page().waitForEvent('filechooser', { timeout: 30_000 })
  await press(field)
  await (await opened).setFiles({ name: 'draft.jpg', mimeType: 'image/jpeg', buffer: await photo() })
}
