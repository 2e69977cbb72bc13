/** Several abstracts that were begun and not sent: each waits for its author, and none writes over another. */
import type { Page } from '@playwright/test'
import { addAbstract, anAuthor, attach, fillForm, next, rowOf, section, untilEditor } from './author.ts'
import { expect, test } from './testing.ts'

const title = (page: Page) => page.getByLabel('Abstract Title')
const toContinue = (page: Page) => page.getByRole('button', { name: 'Continue what you began' })
const back = (page: Page) => page.getByRole('button', { name: 'Back to your abstracts' }).click()

test('Add Abstract begins with an empty form, and what was begun before waits beside it until it is continued', async ({
  page,
  portal,
}) => {
  await anAuthor(page, portal)
  await addAbstract(page)
  await fillForm(page, 'The first thought')
  await back(page)
  await addAbstract(page)
  await untilEditor(page)
  await expect(title(page)).toHaveValue('')
  await expect(page.getByRole('radio', { name: 'Poster' })).not.toBeChecked()
  await expect(section(page, 'Background')).toHaveText('')
  await expect(page.getByText('We kept what you had typed on this device.')).toBeHidden()
  await title(page).fill('The second thought')

  // After a reload each is still itself.
  await expect(page.getByText(/Draft saved at/).first()).toBeVisible()
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await untilEditor(page)
  await expect(title(page)).toHaveValue('The second thought')
  await toContinue(page).click()
  await untilEditor(page)
  await expect(title(page)).toHaveValue('The first thought')
  await expect(section(page, 'Background')).toHaveText('Plasma leakage is often missed.')
  await expect(toContinue(page)).toHaveAccessibleName(/: The second thought$/)
  await attach(page)
  await next(page)
  await expect(page.getByRole('heading', { name: 'Check it once more' })).toBeVisible()

  await back(page)
  await expect(rowOf(page, 'The first thought')).toBeVisible()
  await expect(toContinue(page)).toHaveAccessibleName(/: The second thought$/)
  await toContinue(page).click()
  await untilEditor(page)
  await expect(title(page)).toHaveValue('The second thought')
})

test('what was begun is discarded only by whoever says so twice', async ({ page, portal }) => {
  await anAuthor(page, portal)
  await addAbstract(page)
  await untilEditor(page)
  await section(page, 'Results').click()
  await page.keyboard.type('Nobody needs this')
  await back(page)
  const discard = page.getByRole('button', { name: /^Discard ?: Without a title yet$/ })
  const dialog = page.getByRole('alertdialog', { name: 'Discard what you began?' })
  await discard.click()
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect(toContinue(page)).toBeVisible()
  await discard.click()
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect(toContinue(page)).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'No abstracts yet' })).toBeVisible()
  await expect(toContinue(page)).toBeHidden()
})
