/** The ways out of a payment that needs a person, as people of finance go them, by keys alone. */
import type { Page } from '@playwright/test'
import type { ExceptionWay } from '#contract/payments/exception-kinds.ts'
import { wayNames } from '#web/console/payments/exceptions/exception-words.ts'
import type { Made, Shop } from './exceptions.ts'
import { choose, expectKept, press, select, type } from './keys.ts'
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
  /** What has to follow before it is closed. */
  follow?: (made: Made, desk: Desk) => Promise<void>
  /** What is kept of it, where that is not the way and the note that were chosen. */
  kept?: { way?: ExceptionWay; note?: unknown }
}

const noteLabel = 'What was done, and why'

export async function send(page: Page, { way, button, fill }: Case, { made, note }: { made: Made; note: string }) {
  await choose(page.getByRole('radio', { name: wayNames[way] }))
  await fill?.(page, made)
  await type(page.getByLabel(noteLabel), note)
  await press(page.getByRole('button', { name: button, exact: true }))
  if (way === 'refund') await press(page.getByRole('alertdialog').getByRole('button', { name: button }))
}

export function codeOf(which: 'code' | 'meant') {
  return (page: Page, made: Made) => type(page.getByLabel('Payment code of the order'), made[which] ?? '')
}

export async function chooseAnother(page: Page): Promise<void> {
  const last = page.getByRole('option', { name: / in place of Suturing of Tendons, \d+ left$/ }).last()
  await select(page.getByLabel('Which workshop'), (await last.textContent()) ?? '')
}

export async function byTransfer(page: Page): Promise<void> {
  await select(page.getByLabel('Paid out by'), 'Transfer')
  await type(page.getByLabel('Number'), 'TR-77')
}

/** The second person sees it in the list of what waits. */
export function agree(consequence: string) {
  return async ({ code }: Made, { bilal }: Desk): Promise<void> => {
    await bilal.goto('/console/finance/refunds')
    const row = bilal.getByRole('listitem').filter({ hasText: code })
    await press(row.getByRole('button', { name: consequence, exact: true }))
    await press(bilal.getByRole('alertdialog').getByRole('button', { name: consequence, exact: true }))
    await expect(row).toBeHidden()
    await expectKept(bilal)
  }
}

/** In cash: Sana writes it down, Bilal has it before him. */
export async function payTheRest({ code }: Made, { sana, bilal }: Desk): Promise<void> {
  await sana.goto(`/console/finance/offline?code=${code}`)
  await choose(sana.getByRole('radio', { name: 'Cash' }))
  await type(sana.getByLabel('Amount in rupees'), '1')
  await press(sana.getByRole('button', { name: 'Record RS 1 and hold 1 seat' }))
  await expect(sana.getByText(/^Voucher V\d+-\d+ is recorded/)).toBeVisible()
  await bilal.goto('/console/finance')
  await press(bilal.getByRole('button', { name: 'Confirm RS 1' }))
  await press(bilal.getByRole('alertdialog').getByRole('button', { name: 'Confirm RS 1' }))
  await expect(bilal.getByText('Nothing waits.')).toBeVisible()
  await expectKept(bilal)
}
