/** People who buy workshops in a real browser. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'
import { anApplicant, inDatabase } from './people.ts'
import { signIn } from './sign-in.ts'
import { expect, hydrated, type Portal } from './testing.ts'

export const osce = 'Designing OSCE Stations That Discriminate'
export const infection = 'Infection Control Walk-Round'
export const echo = 'Focused Echo in Shock'
export const free = 'Good Clinical Practice for Young Researchers'

/** Somebody who has signed in, at the schedule. */
export async function aBuyer(page: Page, portal: Portal) {
  const person = await anApplicant(portal, 'Bilal Rajput')
  await signIn(page, portal, person)
  await openSchedule(page, portal.url)
  return person
}

/** Opens the schedule and waits until the seats are known. */
export async function openSchedule(page: Page, url = ''): Promise<void> {
  await page.goto(`${url}/events`)
  await hydrated(page)
  await expect(
    cardOf(page, infection)
      .getByText(/seats left|taken|Purchased|Pay Now/)
      .first(),
  ).toBeVisible()
}

export const cardOf = (page: Page, topic: string): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: topic }) })

export const cartOf = (page: Page): Locator => page.getByRole('complementary', { name: 'Your cart' })

export async function addToCart(page: Page, topic: string): Promise<void> {
  await cardOf(page, topic).getByRole('button', { name: 'Add to cart' }).click()
  await expect(cardOf(page, topic).getByRole('button', { name: 'In your cart' })).toBeVisible()
}

/** Goes through the cart to the page of the bank. */
export async function checkOut(page: Page, ...topics: string[]): Promise<void> {
  for (const topic of topics) await addToCart(page, topic)
  await cartOf(page).getByRole('button', { name: 'Check out' }).click()
  await expect(page.getByText('Test payment page')).toBeVisible()
}

/** Presses a button of the bank and waits to be sent back. */
export async function atTheBank(page: Page, button: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: button }).first().click()
}

export const stored = (page: Page, key: string): Promise<string | null> =>
  page.evaluate((name) => localStorage.getItem(name), key)

/** The server may send a schedule that is a second old, and the page then asks no sooner than after twenty. */
const untilScheduleIsNew = () => pause(1100)

/** Takes away every seat that is still free, as if others had bought them. */
export async function fill(portal: Portal, ...topics: string[]): Promise<void> {
  await inDatabase(portal, 'update workshop set seats = seats_taken where topic = any($1)', [topics])
  await untilScheduleIsNew()
}

/** The schedule asks anew every twenty seconds; until the answer is let through, the person is faster. */
export async function holdScheduleBack(page: Page): Promise<() => void> {
  const later = Promise.withResolvers<void>()
  await page.route('**/api/WorkshopsList?*', (route) => later.promise.then(() => route.continue()))
  return later.resolve
}

export async function giveSeatsBack(portal: Portal): Promise<void> {
  await inDatabase(portal, 'update workshop set seats = seats_taken + 20 where seats = seats_taken')
  await untilScheduleIsNew()
}
