/** People who write abstracts in a real browser. */
import type { Locator, Page } from '@playwright/test'
import { anApplicant } from './people.ts'
import { signIn } from './sign-in.ts'
import { expect, type Portal } from './testing.ts'

/** Somebody new, at the empty list. */
export async function anAuthor(page: Page, portal: Portal) {
  const person = await anApplicant(portal, 'Sana Memon')
  await signIn(page, portal, person)
  await page.goto('/abstractsubmission')
  await expect(page.getByRole('heading', { name: 'No abstracts yet' })).toBeVisible()
  return person
}

export const paper = (bytes = 2000, name = 'lung.txt') => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.alloc(bytes, 'Plasma leakage is often missed. '),
})

export const addAbstract = (page: Page) => page.getByRole('button', { name: 'Add Abstract' }).click()
export const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click()
export const attach = (page: Page, file = paper()) => page.getByLabel('Attach File').setInputFiles(file)

/** A section, once the editor has come. */
export const section = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true })

export async function untilEditor(page: Page): Promise<void> {
  await expect(page.getByRole('toolbar', { name: 'Format Conclusion' })).toBeVisible()
}

export async function fillForm(page: Page, title: string): Promise<void> {
  await untilEditor(page)
  await page.getByRole('radio', { name: 'Poster' }).check()
  await page.getByLabel('Specialty', { exact: true }).selectOption('Radiology')
  await expect(page.getByLabel('Sub-Specialty').getByRole('option').nth(1)).toBeAttached()
  await page.getByLabel('Sub-Specialty').selectOption({ index: 1 })
  await page.getByLabel('Abstract Title').fill(title)
  await section(page, 'Background').click()
  await page.keyboard.type('Plasma leakage is often missed.')
}

/** From the list to a saved draft, at its review. */
export async function aDraft(page: Page, title: string, file = paper()): Promise<void> {
  await addAbstract(page)
  await fillForm(page, title)
  await attach(page, file)
  await next(page)
  await expect(page.getByRole('heading', { name: 'Check it once more' })).toBeVisible()
}

export const rowOf = (page: Page, title: string): Locator => page.getByRole('row').filter({ hasText: title })
