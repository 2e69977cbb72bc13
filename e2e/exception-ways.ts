/** The ways out of a payment that needs a person, as people of finance go them. */
import type { Page } from '@playwright/test'
import type { ExceptionWay } from '#contract/payments/exception-kinds.ts'
import { wayNames } from '#web/console/payments/words.ts'
import type { Made, Shop } from './exceptions.ts'
import { choose, press, type } from './keys.ts'
import { expect, type Portal } from './testing.ts'

export type Books = { state: string; seats: number; receipts: number; letters: number; ledger: string[] }
/** Sana settles; where two are needed, Bilal is the other. */
export type Desk = { portal: Portal; sana: Page; bilal: Page }
export type Make = (shop: Shop) => Promise<Made>
export type Case = {
  way: ExceptionWay
  make: Make
  /** The consequence in figures. */
  button: string
  /** Of its order. */
  after: Books
  /** Of the order that it was matched to. */
  meant?: Books
  /** What the bank says when it is asked first. */
  said?: RegExp
  /** What the way asks for besides a note. */
  fill?: (page: Page, made: Made) => Promise<unknown>
  /** Why another way is shut. */
  shut?: string
  isByKeyboard?: boolean
  /** What has to follow before it is closed. */
  follow?: (made: Made, desk: Desk) => Promise<void>
  /** What is kept of it, where that is not the way and the note that were chosen. */
  kept?: { way?: ExceptionWay; note?: unknown }
}

const noteLabel = 'What was done, and why'

export async function send(page: Page, { way, button, fill }: Case, { made, note }: { made: Made; note: string }) {
  await page.getByRole('radio', { name: wayNames[way] }).check()
  await fill?.(page, made)
  await page.getByLabel(noteLabel).fill(note)
  await page.getByRole('button', { name: button, exact: true }).click()
  if (way === 'refund') await page.getByRole('alertdialog').getByRole('button', { name: button }).click()
}

export async function sendByKeyboard(page: Page, { way, button }: Case, { note }: { note: string }) {
  await choose(page.getByRole('radio', { name: wayNames[way] }))
  await type(page.getByRole('textbox', { name: noteLabel }), note)
  await press(page.getByRole('button', { name: button }))
}

export function codeOf(which: 'code' | 'meant') {
  return (page: Page, made: Made) => page.getByLabel('Payment code of the order').fill(made[which] ?? '')
}

export async function chooseAnother(page: Page): Promise<void> {
  const last = page.getByRole('option', { name: / in place of Suturing of Tendons, \d+ left$/ }).last()
  await page.getByLabel('Which workshop').selectOption((await last.getAttribute('value')) ?? '')
}

export async function byTransfer(page: Page): Promise<void> {
  await page.getByLabel('Paid out by').selectOption('Transfer')
  await page.getByLabel('Number').fill('TR-77')
}

/** The second person sees it in the list of what waits. */
export function agree(consequence: string) {
  return async ({ code }: Made, { bilal }: Desk): Promise<void> => {
    await bilal.goto('/console/finance/refunds')
    const row = bilal.getByRole('listitem').filter({ hasText: code })
    await row.getByRole('button', { name: consequence, exact: true }).click()
    await bilal.getByRole('alertdialog').getByRole('button', { name: consequence, exact: true }).click()
    await expect(row).toBeHidden()
  }
}

/** In cash: Sana writes it down, Bilal has it before him. */
export async function payTheRest({ code }: Made, { sana, bilal }: Desk): Promise<void> {
  await sana.goto(`/console/finance/offline?code=${code}`)
  await sana.getByRole('radio', { name: 'Cash' }).check()
  await sana.getByLabel('Amount in rupees').fill('1')
  await sana.getByRole('button', { name: 'Record RS 1 and hold 1 seat' }).click()
  await expect(sana.getByText(/^Voucher V\d+-\d+ is recorded/)).toBeVisible()
  await bilal.goto('/console/finance')
  await bilal.getByRole('button', { name: 'Confirm RS 1' }).click()
  await bilal.getByRole('alertdialog').getByRole('button', { name: 'Confirm RS 1' }).click()
  await expect(bilal.getByText('Nothing waits.')).toBeVisible()
}
