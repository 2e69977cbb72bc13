/** Abstracts, from the empty list to a submitted one. */
import { aDraft, addAbstract, anAuthor, attach, fillForm, next, rowOf, section, untilEditor } from './author.ts'
import { closeAlert, expect, hydrated, login, test } from './testing.ts'

/** Until nothing is written to this device any more. */
async function untilSettled(stored: () => Promise<string>): Promise<void> {
  let last: string | undefined
  const isSame = async () => {
    const [before, now] = [last, await stored()]
    last = now
    return before === now
  }
  await expect.poll(isSame, { intervals: [300] }).toBe(true)
}

test('from the empty list over every sentence of the form to a submitted abstract', async ({ page, portal }) => {
  const person = await anAuthor(page, portal)
  await addAbstract(page)
  await expect(page.getByRole('heading', { name: 'Write your abstract' })).toBeVisible()
  await untilEditor(page)
  await expect(page.locator('#abstract-form').locator('legend, .field-label:not(legend)')).toHaveText([
    'Abstract Type',
    'Attach File',
    'Specialty',
    'Sub-Specialty',
    'Abstract Title',
    /^Background/,
    /^Material and Method/,
    /^Results/,
    /^Conclusion/,
  ])
  // Tab follows what is seen.
  await page.getByRole('radio', { name: 'Oral' }).focus()
  for (const name of ['Attach File', 'Specialty', 'Sub-Specialty', 'Abstract Title']) {
    await page.keyboard.press('Tab')
    await expect(page.getByLabel(name, { exact: true })).toBeFocused()
  }

  const file = page.getByLabel('Attach File')
  await next(page)
  await closeAlert(page, 'upload new file')
  await expect(file).toBeFocused()
  await expect(file).toHaveAccessibleDescription(/upload new file$/)
  await attach(page, { name: 'virus.exe', mimeType: 'text/plain', buffer: Buffer.from('x') })
  await expect(file).toHaveAccessibleDescription(/Invalid file type$/)
  await attach(page, { name: 'huge.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) })
  await expect(page.getByText('Invalid file type')).toBeHidden()
  await attach(page)
  await expect(page.getByText('lung.txt')).toBeVisible()
  await next(page)
  await expect(page.getByRole('radiogroup', { name: 'Abstract Type' })).toHaveAccessibleDescription(
    'Please select an abstract type.',
  )
  await expect(page.getByRole('radio', { name: 'Oral' })).toBeFocused()
  await page.getByRole('radio', { name: 'Oral' }).check()
  await next(page)
  const specialty = page.getByLabel('Specialty', { exact: true })
  const subSpecialty = page.getByLabel('Sub-Specialty')
  await expect(specialty).toBeFocused()
  await expect(specialty).toHaveAccessibleDescription('Please select a specialty.')
  await specialty.selectOption('Radiology')
  await next(page)
  await expect(subSpecialty).toBeFocused()
  await expect(subSpecialty).toHaveAccessibleDescription('Please select a sub-specialty.')
  await subSpecialty.selectOption({ index: 1 })
  await specialty.selectOption('Bioethics')
  await expect(subSpecialty).toHaveValue('')
  await expect(subSpecialty.getByRole('option').nth(1)).toBeAttached()
  await subSpecialty.selectOption({ index: 1 })
  const chosen = await subSpecialty.inputValue()
  await page.getByLabel('Abstract Title').fill('   ')
  await next(page)
  await expect(page.getByLabel('Abstract Title')).toHaveAccessibleDescription('Abstract Title is required.')
  await page.getByLabel('Abstract Title').fill('Consent <forms> & people')
  await section(page, 'Background').click()
  await page.keyboard.type('We asked ')
  await page.keyboard.press('ControlOrMeta+b')
  await page.keyboard.type('forty')
  await page.keyboard.press('ControlOrMeta+b')
  await page.keyboard.type(' people.')
  await expect(page.getByText('4 of 250 words').first()).toBeVisible()
  await next(page)

  await expect(page.getByRole('heading', { name: 'Check it once more' })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['Title', 'Theme', 'Sub-Type', 'Status'])
  await expect(page.getByRole('row').nth(1)).toHaveText(`Consent <forms> & peopleBioethics${chosen}Draft`)
  await expect(page.getByRole('region', { name: 'Background' }).locator('strong')).toHaveText('forty')
  await page.getByRole('button', { name: 'Submit', exact: true }).click()

  await expect(page.getByRole('heading', { name: 'Abstract Submitted' })).toBeVisible()
  await expect(page.getByText(person.email)).toBeVisible()
  await page.getByRole('button', { name: 'Return' }).click()
  await expect(page.getByRole('columnheader')).toHaveText(['Title', 'Theme', 'Sub-Theme', 'Status', 'Actions'])
  const row = rowOf(page, 'Consent')
  await expect(row.getByRole('cell').nth(2)).toHaveText('Pending')
  await expect(row.getByRole('button', { name: 'Edit' })).toBeEnabled()
  await expect(row.getByRole('button', { name: 'Submit' })).toBeDisabled()
  await expect(row.getByRole('button', { name: 'Remove' })).toBeEnabled()
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Finish later' }).click()
  await expect(page.getByRole('region', { name: 'My abstracts' })).toContainText(
    'Consent <forms> & peopleOral, BioethicsPending',
  )
})

test('an abstract is edited with a new file, submitted from the list, and withdrawn', async ({ page, portal }) => {
  await anAuthor(page, portal)
  await aDraft(page, 'Early warning scores')
  await page.getByRole('button', { name: 'Back to your abstracts' }).click()
  const row = rowOf(page, 'Early warning scores')
  await expect(row.getByRole('cell').nth(2)).toHaveText('Draft')
  await row.getByRole('button', { name: 'Edit' }).click()
  await untilEditor(page)
  await expect(page.getByLabel('Abstract Title')).toHaveValue('Early warning scores')
  await expect(page.getByRole('radio', { name: 'Poster' })).toBeChecked()
  await expect(section(page, 'Background')).toHaveText('Plasma leakage is often missed.')
  await next(page)
  await closeAlert(page, 'upload new file')
  await attach(page)
  await page.getByLabel('Abstract Title').fill('Early warning scores on a ward')
  await next(page)
  await expect(page.getByRole('heading', { name: 'Check it once more' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to your abstracts' }).click()

  const changed = rowOf(page, 'Early warning scores on a ward')
  await expect(page.getByRole('row')).toHaveCount(2)
  await changed.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('heading', { name: 'Abstract Submitted' })).toBeVisible()
  await page.getByRole('button', { name: 'Return' }).click()
  await changed.getByRole('button', { name: 'Remove' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Withdraw this abstract?' })
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect(changed).toBeVisible()
  await changed.getByRole('button', { name: 'Remove' }).click()
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByRole('heading', { name: 'No abstracts yet' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'No abstracts yet' })).toBeVisible()
})

test('what is typed survives a reload, a time-out and a new sign-in, and is gone after signing out', async ({
  page,
  portal,
  complaints,
}) => {
  complaints.expect(/401/)
  const person = await anAuthor(page, portal)
  await addAbstract(page)
  await fillForm(page, 'Written in three sittings')
  await section(page, 'Conclusion').click()
  await page.keyboard.type('The last word')
  await expect(page.getByText(/Draft saved at \d\d:\d\d/).first()).toBeVisible()
  const stored = () => page.evaluate(() => JSON.stringify(Object.entries(localStorage)))
  await untilSettled(stored)
  const before = await stored()
  await attach(page)
  await expect.poll(stored).not.toBe(before)
  await untilSettled(stored)
  for (const secret of ['three sittings', 'last word', 'lung.txt', 'Poster'])
    expect(await stored()).not.toContain(secret)

  const expectKept = async () => {
    await expect(page.getByText('We kept what you had typed on this device.')).toBeVisible()
    await untilEditor(page)
    await expect(page.getByLabel('Abstract Title')).toHaveValue('Written in three sittings')
    await expect(page.getByRole('radio', { name: 'Poster' })).toBeChecked()
    await expect(page.getByLabel('Specialty', { exact: true })).toHaveValue('Radiology')
    await expect(page.getByLabel('Sub-Specialty')).not.toHaveValue('')
    await expect(section(page, 'Conclusion')).toHaveText('The last word')
    await expect(page.getByText('Please choose lung.txt once more')).toBeVisible()
  }
  // Closing with unsaved work asks first.
  const asked = new Promise<string>((answer) =>
    page.once('dialog', (dialog) => {
      answer(dialog.type())
      void dialog.accept()
    }),
  )
  await page.reload()
  expect(await asked).toBe('beforeunload')
  await expectKept()

  await attach(page)
  await page.route('**/api/AbstractSave', (route) => route.fulfill({ status: 401, json: { Table: [] } }))
  await next(page)
  await expect(page).toHaveURL(/\/login$/)
  await page.unroute('**/api/AbstractSave')
  await hydrated(page)
  await login(page, person)
  await expect(page).toHaveURL(/\/abstractsubmission$/)
  await expectKept()
  await page.getByRole('button', { name: 'Back to your abstracts' }).click()
  await expect(page.getByText('What you had begun to write is kept on this device.')).toBeVisible()
  await page.getByRole('button', { name: 'Continue what you began' }).click()
  await expectKept()

  await page.getByRole('navigation').getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect.poll(stored).not.toContain('draft:')
  await login(page, person)
  await expect(page).toHaveURL(/\/profile/)
  await page.goto('/abstractsubmission')
  await addAbstract(page)
  await expect(page.getByLabel('Abstract Title')).toHaveValue('')
})

test('of two tabs with the same abstract, the second is shown both texts and decides', async ({
  page,
  portal,
  context,
}) => {
  await anAuthor(page, portal)
  await aDraft(page, 'Potassium on the ward')
  await page.getByRole('button', { name: 'Back to edit' }).click()
  await untilEditor(page)
  const other = await context.newPage()
  await other.goto('/abstractsubmission')
  await rowOf(other, 'Potassium').getByRole('button', { name: 'Edit' }).click()
  await untilEditor(other)
  await section(other, 'Background').click()
  await other.keyboard.press('ControlOrMeta+a')
  await other.keyboard.type('Written in the other tab.')
  await attach(other)
  await next(other)
  await expect(other.getByRole('heading', { name: 'Check it once more' })).toBeVisible()

  await section(page, 'Background').click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Written in this tab.')
  await expect(page.getByText(/Draft saved at/).first()).toBeVisible()
  await attach(page)
  await next(page)
  const dialog = page.getByRole('alertdialog', { name: 'This abstract was changed elsewhere since you opened it.' })
  await expect(dialog.getByRole('region', { name: 'Background' })).toHaveText(
    'BackgroundMineWritten in this tab.StoredWritten in the other tab.',
  )
  await dialog.getByRole('button', { name: 'Take theirs' }).click()
  await expect(section(page, 'Background')).toHaveText('Written in the other tab.')
  await page.getByRole('button', { name: 'Bring mine back' }).click()
  await expect(section(page, 'Background')).toHaveText('Written in this tab.')

  await other.getByRole('button', { name: 'Back to edit' }).click()
  await untilEditor(other)
  await attach(other)
  await next(other)
  await expect(other.getByRole('heading', { name: 'Check it once more' })).toBeVisible()
  await next(page)
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await expect(page.getByRole('heading', { name: 'Check it once more' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Background' })).toContainText('Written in this tab.')
})

test('an abstract that disappears while it is edited leads back to the list, and what was typed is not lost', async ({
  page,
  portal,
  context,
}) => {
  await anAuthor(page, portal)
  await aDraft(page, 'Soon to be gone')
  await page.getByRole('button', { name: 'Back to edit' }).click()
  await untilEditor(page)
  await section(page, 'Results').click()
  await page.keyboard.type('Forty of fifty.')
  await expect(page.getByText(/Draft saved at/).first()).toBeVisible()
  const other = await context.newPage()
  await other.goto('/abstractsubmission')
  await rowOf(other, 'Soon to be gone').getByRole('button', { name: 'Remove' }).click()
  await other.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(other.getByRole('heading', { name: 'No abstracts yet' })).toBeVisible()

  await expect(page.getByText('This abstract is not in your list any more.')).toBeVisible()
  await page.getByRole('button', { name: /^Continue what you began ?: Soon to be gone$/ }).click()
  await untilEditor(page)
  await expect(page.getByLabel('Abstract Title')).toHaveValue('Soon to be gone')
  await expect(section(page, 'Results')).toHaveText('Forty of fifty.')
})

test('what was typed a second before the tab died is there in another one', async ({ page, portal, context }) => {
  await anAuthor(page, portal)
  await addAbstract(page)
  await untilEditor(page)
  await section(page, 'Results').click()
  await page.keyboard.type('Almost lost')
  await page.waitForTimeout(1000)
  await page.close()
  const again = await context.newPage()
  await again.goto('/abstractsubmission')
  await again.getByRole('button', { name: 'Continue what you began' }).click()
  await untilEditor(again)
  await expect(section(again, 'Results')).toHaveText('Almost lost')
  await again.getByRole('button', { name: 'Start afresh' }).click()
  await expect(section(again, 'Results')).toHaveText('')
})
