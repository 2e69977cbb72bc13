/** Somebody new at the profile form, and what they fill in. */
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { anApplicant, type Person } from './people.ts'
import { signIn } from './sign-in.ts'
import { expect, type Portal } from './testing.ts'

/** Somebody who has signed in for the first time, at the form that they are led to. */
export async function newcomer(page: Page, portal: Portal): Promise<Person> {
  const person = await anApplicant(portal, 'Sana Memon')
  await signIn(page, portal, person)
  await page.goto('/profile')
  await expect(page).toHaveURL(/\/profilereg$/)
  await expect(page.getByRole('heading', { name: 'Create your profile' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'City' })).toBeVisible()
  return person
}

const green = { r: 20, g: 140, b: 60 }
export const jpeg = (width = 800, height = 600) =>
  sharp({ create: { width, height, channels: 3, background: green } })
    .jpeg()
    .toBuffer()

export const choose = (page: Page, file: { name: string; mimeType: string; buffer: Buffer }) =>
  page.getByLabel('Photo', { exact: true }).setInputFiles(file)

export const choosePhoto = async (page: Page) => {
  await choose(page, { name: 'me.jpg', mimeType: 'image/jpeg', buffer: await jpeg() })
  await expect(page.getByRole('img', { name: 'Your photo, cropped to the circle' })).toBeVisible()
}

export async function fillAll(page: Page): Promise<void> {
  await page.getByLabel('Name on certificate').fill('Dr Sana Memon')
  await page.getByLabel("Father's name").fill('Abdul Memon')
  for (const choice of ['Female', 'Pakistan', 'Others', 'Presenter'])
    await page.getByRole('radio', { name: choice }).check()
  await page.getByLabel('Address').fill('House 14\nQasimabad')
  await page.getByLabel('Country').selectOption('Pakistan')
  await page.getByRole('combobox', { name: 'City' }).fill('Hyderabad')
  await page.getByLabel('Zip code').fill('71000')
  await page.getByLabel('Mobile').fill('03001234567')
}
