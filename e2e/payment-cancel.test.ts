import type { Page } from '@playwright/test'
import { findings } from './looks.ts'
import { choosePhoto, fillAll, newcomer } from './newcomer.ts'
import { aBuyer, atTheBank, cardOf, checkOut, holdScheduleBack, infection, openSchedule, osce } from './shop.ts'
import { closeAlert, expect, hydrated, test } from './testing.ts'

const question = (page: Page) => page.getByRole('dialog', { name: 'Cancel this order?' })

test('an order that is not paid is given up on the schedule, after a second question', async ({ page, portal }) => {
  await aBuyer(page, portal)
  await checkOut(page, infection, osce)
  await openSchedule(page)
  const cancel = cardOf(page, osce).getByRole('button', { name: 'Cancel order' })
  await expect(cardOf(page, osce)).toContainText(
    'The bank says that nothing has been paid yet. Your seats are held; you can pay now.',
  )

  await cancel.click()
  await expect(question(page)).toContainText(
    `You give up your seat in ${osce}, ${infection}. Others can book it at once.`,
  )
  await expect(question(page)).toContainText('The payment that you began is called off as well.')
  expect(await findings(page)).toEqual([])
  await question(page).getByRole('button', { name: 'Keep it' }).click()
  await expect(question(page)).toBeHidden()
  await expect(cancel).toBeFocused()

  await page.keyboard.press('Enter')
  await question(page).getByRole('button', { name: 'Cancel the order' }).click()
  await closeAlert(page, 'Your order was cancelled. The seats are free for others.')
  for (const topic of [infection, osce])
    await expect(cardOf(page, topic).getByRole('button', { name: 'Add to cart' })).toBeVisible()
})

test('an order that was paid in another tab meanwhile is not given up, and no answer changes nothing', async ({
  page,
  portal,
  complaints,
}) => {
  complaints.expect(/Failed to load resource/)
  await aBuyer(page, portal)
  await checkOut(page, infection)
  const bank = page.url()
  await openSchedule(page)
  const cancel = cardOf(page, infection).getByRole('button', { name: 'Cancel order' })
  await page.route('**/payments/CancelOrder', (route) => route.abort())
  await cancel.click()
  await question(page).getByRole('button', { name: 'Cancel the order' }).click()
  await closeAlert(page, 'The order could not be cancelled. Please try again.')
  await page.unroute('**/payments/CancelOrder')

  const letScheduleCome = await holdScheduleBack(page)
  const otherTab = await page.context().newPage()
  await otherTab.goto(bank)
  await atTheBank(otherTab, 'Approve')
  await closeAlert(otherTab, 'Your payment was received. Your seats are booked.')
  await cancel.click()
  await question(page).getByRole('button', { name: 'Cancel the order' }).click()
  letScheduleCome()
  await closeAlert(page, 'This order is already paid.')
  await expect(cardOf(page, infection)).toContainText('Purchased')
})

test('an order is given up on the profile', async ({ page, portal }) => {
  await newcomer(page, portal)
  await fillAll(page)
  await choosePhoto(page)
  await page.getByRole('button', { name: 'Create profile' }).click()
  await closeAlert(page, 'Profile created')
  await openSchedule(page)
  await checkOut(page, infection)
  let letBankAnswer = () => {}
  const answered = new Promise<void>((resolve) => (letBankAnswer = resolve))
  await page.route('**/payments/AskBank', async (route) => {
    await answered
    await route.continue()
  })
  await page.goto('/profile')
  await hydrated(page)
  const workshops = page.getByRole('region', { name: 'My workshops' })
  const cancel = workshops.getByRole('button', { name: 'Cancel order' })
  await expect(workshops.getByText('A payment is open. Your seat is kept.')).toBeVisible()
  // A button that moved between press and release was not pressed: what the bank says comes below it.
  // Both at one moment, because what is above the card may still be coming.
  const placeInCard = () =>
    cancel.evaluate((button) => {
      const [card, own] = [button.closest('section')?.getBoundingClientRect(), button.getBoundingClientRect()]
      return card && [own.x - card.x, own.y - card.y]
    })
  const before = await placeInCard()
  letBankAnswer()
  await expect(workshops.getByText(/^The bank says that nothing has been paid yet/)).toBeVisible()
  expect(await placeInCard()).toEqual(before)
  await cancel.click()
  await expect(question(page)).toBeVisible()
  await question(page).getByRole('button', { name: 'Cancel the order' }).click()
  await closeAlert(page, 'Your order was cancelled. The seats are free for others.')
  await expect(workshops).toContainText('No workshops yet.')
})
