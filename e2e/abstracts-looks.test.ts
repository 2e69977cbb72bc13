/** How the abstract pages look and feel: no barrier at any width, light and dark, and without a mouse. */
import type { Page } from '@playwright/test'
import { addAbstract, attach, next, paper, section, untilEditor } from './author.ts'
import { choose, press, reach, select, type } from './keys.ts'
import { expectNoBarrier } from './looks.ts'
import { signIn } from './sign-in.ts'
import { demoPerson, expect, type Portal, test } from './testing.ts'

const abstract = (pk: number, TitlePlain: string, Status: string) => ({
  pk,
  Title: TitlePlain,
  TitlePlain,
  Speciality: pk === 2 ? '' : 'Radiology',
  SubSpeciality: pk === 2 ? '' : 'Diagnostic Radiology',
  Status,
  AbstractLevel: ['', 'Pending'].includes(Status) ? 0 : 1,
  AbstractType: 'Oral',
  BackGround: '<p>Plasma leakage is often missed on <strong>early</strong> radiographs.</p>',
  Material: '<ol><li><p>Adults</p></li><li><p>NS1 positive</p></li></ol>',
  Results: '<p><span class="size-large">94%</span> against 58% (<em>p</em> &lt; 0.001)</p>',
  Discussion: '',
  Words: 14,
  FileName: 'lung-ultrasound-dengue.docx',
  FileSize: 1_887_437,
  Version: 1,
  SavedAt: '2026-11-01T09:00:00.000Z',
})
const all = [
  abstract(1, 'Lung ultrasound against chest radiograph in dengue', ''),
  abstract(2, 'Early warning scores on a mixed medical ward', 'Pending'),
  abstract(3, 'A ward checklist for safer potassium replacement', 'Accepted'),
]

/** Signed in, with these abstracts, as the server would tell it. */
async function begin(page: Page, portal: Portal, rows: object[] = all): Promise<void> {
  await page.route('**/api/GetAbstracts?*', (route) => route.fulfill({ json: { Table: rows } }))
  await answer(page, 'BlindCheck?*', { isBlind: true, passages: 0, shown: [] })
  await signIn(page, portal, demoPerson)
  await page.goto('/abstractsubmission')
  await expect(page.getByRole('button', { name: 'Add Abstract' })).toBeVisible()
}

const edit = (page: Page) => page.getByRole('button', { name: /^Edit\b.*Lung/ }).click()
const answer = (page: Page, call: string, json: object) =>
  page.route(`**/api/${call}`, (route) => route.fulfill({ json }))

const states: Record<string, (page: Page, portal: Portal) => Promise<void>> = {
  'the empty list': (page, portal) => begin(page, portal, []),
  'the list': (page, portal) => begin(page, portal),
  'the question before removing': async (page, portal) => {
    await begin(page, portal)
    await page.getByRole('button', { name: /^Remove\b.*Early/ }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
  },
  'the form with mistakes': async (page, portal) => {
    await begin(page, portal)
    await addAbstract(page)
    await untilEditor(page)
    await attach(page)
    await next(page)
    await expect(page.getByText('Please select an abstract type.')).toBeVisible()
  },
  'the filled form': async (page, portal) => {
    await begin(page, portal)
    await edit(page)
    await untilEditor(page)
    await attach(page)
    await section(page, 'Conclusion').click()
    await page.keyboard.type('A word')
  },
  'an upload that waits': async (page, portal) => {
    await states['the filled form']?.(page, portal)
    await attach(page, paper(6 * 1024 * 1024))
    await page.route('**/api/UploadBegin', () => undefined)
    await next(page)
    await expect(page.getByRole('alertdialog', { name: 'Saving your abstract' })).toBeVisible()
  },
  'two texts': async (page, portal) => {
    await states['the filled form']?.(page, portal)
    await answer(page, 'AbstractUpdate', {
      Table: [{ Status: 'This abstract was changed elsewhere since you opened it.' }],
      Stored: { ...all[0], Version: 2, Discussion: '<p>Another word</p>' },
    })
    await next(page)
    await expect(page.getByRole('alertdialog', { name: /changed elsewhere/ })).toBeVisible()
  },
  'the review': async (page, portal) => {
    await states['the filled form']?.(page, portal)
    await answer(page, 'AbstractUpdate', { Table: [{ Status: 'Success', pk: 1, Version: 2 }] })
    await next(page)
    await expect(page.getByRole('heading', { name: 'Check it once more' })).toBeVisible()
  },
  'the submitted one': async (page, portal) => {
    await begin(page, portal)
    await answer(page, 'SubmitAbstract', { Table: [{ Status: 'Success', Number: 7 }] })
    await page.getByRole('button', { name: /^Submit\b.*Lung/ }).click()
    await expect(page.getByRole('heading', { name: 'Abstract Submitted' })).toBeVisible()
  },
  'the closed door': async (page, portal) => {
    await begin(page, portal)
    await answer(page, 'SubmitAbstract', { Table: [{ Status: 'Abstract submission date has passed.' }] })
    await page.getByRole('button', { name: /^Submit\b.*Lung/ }).click()
    await expect(page.getByRole('heading', { name: 'Abstract submission date has passed.' })).toBeVisible()
  },
}

for (const [name, reach] of Object.entries(states)) {
  test(`${name} has no barrier, light and dark, on a phone, a tablet and a desk`, async ({ page, portal }) => {
    await reach(page, portal)
    await expectNoBarrier(page, name)
  })
}

test('a table on a wide screen, cards under 768 px', async ({ page, portal }) => {
  await begin(page, portal)
  const row = page.getByRole('row').filter({ hasText: 'Early warning' })
  const labels = () =>
    row.evaluate((line) =>
      [...line.children].map((cell) => getComputedStyle(cell, '::before').content.replaceAll('"', '')).slice(0, 4),
    )
  const header = page.getByRole('columnheader', { name: 'Sub-Theme' })
  await page.setViewportSize({ width: 768, height: 800 })
  await expect(header).toBeVisible()
  expect(await labels()).toEqual(['none', 'none', 'none', 'none'])
  await expect(row).toHaveText(/Early warning scores on a mixed medical wardN\/AN\/APending/)
  await page.setViewportSize({ width: 767, height: 800 })
  await expect(header).toBeHidden()
  expect(await labels()).toEqual(['Title', 'Theme', 'Sub-Type', 'Status'])
  for (const [what, title, isOn] of [
    ['Edit', 'Lung', true],
    ['Submit', 'Lung', true],
    ['Remove', 'Lung', true],
    ['Edit', 'Early', true],
    ['Submit', 'Early', false],
    ['Remove', 'Early', true],
    ['Edit', 'A ward', false],
    ['Submit', 'A ward', false],
    ['Remove', 'A ward', true],
  ] as const)
    await expect(page.getByRole('button', { name: new RegExp(`^${what}\\b.*${title}`) })).toBeEnabled({ enabled: isOn })
  await expect(page.getByRole('row').filter({ hasText: 'Lung' })).toContainText('Draft')
})

test('from the list to a submitted abstract without a mouse', async ({ page, portal }) => {
  await begin(page, portal, [])
  await answer(page, 'AbstractSave', { Table: [{ Status: 'Success', pk: 1, Version: 1 }] })
  await answer(page, 'SubmitAbstract', { Table: [{ Status: 'Success', Number: 7 }] })
  const { keyboard } = page
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await button('Add Abstract').focus()
  await keyboard.press('Enter')
  await untilEditor(page)
  await expect(page.getByRole('main')).toBeFocused()
  await choose(page.getByRole('radio', { name: 'Poster' }))
  await keyboard.press('Tab')
  await expect(page.getByLabel('Attach File')).toBeFocused()
  await expect(async () => {
    const chooser = page.waitForEvent('filechooser', { timeout: 3000 })
    await keyboard.press('Enter')
    await (await chooser).setFiles(paper())
  }).toPass()
  await page.getByLabel('Attach File').focus()
  await select(page.getByLabel('Specialty', { exact: true }), 'Radiology')
  await expect(page.getByLabel('Sub-Specialty').getByRole('option').nth(1)).toBeAttached()
  await press(page.getByLabel('Sub-Specialty'), 'ArrowDown')
  await type(page.getByLabel('Abstract Title'), 'Without a mouse')
  await type(section(page, 'Background'), 'Plain')
  await reach(section(page, 'Conclusion'))
  await reach(button('Next'))
  await page.unroute('**/api/GetAbstracts?*')
  await page.route('**/api/GetAbstracts?*', (route) => route.fulfill({ json: { Table: all.slice(0, 1) } }))
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Check it once more' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await press(button('Submit'))
  await expect(page.getByRole('heading', { name: 'Abstract Submitted' })).toBeVisible()
  await press(button('Return'))
  await expect(page.getByRole('heading', { name: 'Your abstracts' })).toBeVisible()
})
