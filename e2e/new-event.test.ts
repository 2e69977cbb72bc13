/** A new event is announced while somebody is signed in, with a draft open and a cart filled. */
import { readFileSync } from 'node:fs'
import { addEvent } from '#server/events/add-event.ts'
import { EventFile } from '#server/events/event-file.ts'
import { aDraft, addAbstract, attach, fillForm, next, paper } from './author.ts'
import { expectNoBarrier } from './looks.ts'
import { anApplicant, inWorld } from './people.ts'
import { addToCart, atTheBank, cartOf, checkOut, infection, openSchedule, osce } from './shop.ts'
import { signIn } from './sign-in.ts'
import { closeAlert, expect, openPortal, type Portal, test } from './testing.ts'

const announcement =
  'Spring Conference has been announced. What you wrote, booked and paid for earlier events is on your profile.'

// A portal of its own: everybody else's has one event.
// One after the other in one worker: each would open another.
test.describe.configure({ mode: 'default' })
let own: { portal: Portal; stop: () => Promise<void> }
test.beforeAll(async () => {
  own = await openPortal()
})
test.afterAll(() => own.stop())

async function announce(): Promise<void> {
  const file = new URL('../content/demo-event.json', import.meta.url)
  const event = EventFile.parse(JSON.parse(readFileSync(file, 'utf8')))
  await inWorld(own.portal, (world) => addEvent(world, { ...event, name: 'Spring Conference' }))
}

test('without a new event nobody is told anything', async ({ browser }) => {
  const page = await browser.newPage({ baseURL: own.portal.url, extraHTTPHeaders: { 'x-forwarded-for': '10.1.2.4' } })
  await signIn(page, own.portal, await anApplicant(own.portal, 'Bilal Rajput'))
  await page.goto('/abstractsubmission')
  await expect(page.getByRole('heading', { name: 'No abstracts yet' })).toBeVisible()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await page.close()
})

test('everything that was begun goes on, and what was written and paid before is within reach', async ({ browser }) => {
  const page = await browser.newPage({ baseURL: own.portal.url, extraHTTPHeaders: { 'x-forwarded-for': '10.1.2.3' } })
  const person = await anApplicant(own.portal, 'Sana Memon')
  await signIn(page, own.portal, person)
  await openSchedule(page)
  await checkOut(page, infection)
  await atTheBank(page, /^Pay RS/)
  await closeAlert(page, 'Your payment was received. Your seats are booked.')
  await page.goto('/abstractsubmission')
  await aDraft(page, 'Written before', paper(2000, `${'a_manuscript_that_nobody_named_anew_'.repeat(2)}.txt`))
  await openSchedule(page)
  await addToCart(page, osce)
  await page.goto('/abstractsubmission')
  await addAbstract(page)
  await fillForm(page, 'Begun before, sent after')
  await announce()

  await test.step('the form that was open is still full, and is saved for the new event', async () => {
    await page.reload()
    await closeAlert(
      page,
      `${announcement} Your cart still has workshops of the earlier event: please look through it.`,
    )
    await expect(page.getByLabel('Abstract Title')).toHaveValue('Begun before, sent after')
    await expect(page.getByText('Plasma leakage is often missed.')).toBeVisible()
    await attach(page)
    await next(page)
    await expect(page.getByRole('heading', { name: 'Check it once more' })).toBeVisible()
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('heading', { name: 'Abstract Submitted' })).toBeVisible()
  })
  await test.step('the cart says plainly what is no longer offered', async () => {
    await openSchedule(page)
    await expect(cartOf(page)).toContainText('No longer offered')
    await cartOf(page).getByRole('button', { name: 'Check out' }).click()
    await closeAlert(page, `No longer offered: ${osce}.`)
  })
  await test.step('a seat of the new event is ordered', async () => {
    await checkOut(page, infection)
    await atTheBank(page, /^Pay RS/)
    await closeAlert(page, 'Your payment was received. Your seats are booked.')
  })
  await test.step('the profile has what was written and paid for the earlier event', async () => {
    // Whoever has no profile at this event is led to its form first.
    await page.getByRole('link', { name: 'Finish later' }).click()
    const earlier = page.getByRole('region', { name: 'Other events' })
    await earlier.locator('summary').first().click()
    await earlier.getByText('Written before').click()
    await expect(earlier.getByText('Plasma leakage is often missed.')).toBeVisible()
    await expectNoBarrier(page, 'earlier events')
    await earlier.getByRole('button', { name: 'Receipt' }).click()
    await expect(page.getByRole('dialog', { name: 'Receipt' })).toContainText(/R1-\d{6}/)
  })
  await page.close()
})
