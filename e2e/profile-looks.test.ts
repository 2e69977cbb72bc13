/** How the profile pages look and feel: no barrier at any width, light and dark, and without a mouse. */
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expectNoBarrier } from './looks.ts'
import { signIn } from './sign-in.ts'
import { closeAlert, demoPerson, expect, type Portal, test } from './testing.ts'

const profile = {
  Name: 'Dr Mehak Soomro',
  FatherName: 'Abdul Ghaffar Soomro',
  Gender: 'Female',
  Nationality: 'Pakistani',
  PartcipantType: 'Others',
  PresenterType: 'Presenter',
  PMDCReg: '',
  Designation: 'Postgraduate registrar',
  Institution: 'Civil Hospital Hyderabad',
  Faculty: '',
  Department: 'Internal Medicine',
  Address: 'House 14, Block C, Qasimabad',
  Country: 'Pakistan',
  City: 'Hyderabad',
  PostCode: '71000',
  Mobile: '03001234567',
  Phone: '',
  Fax: '',
  AltEmail: '',
  ApplicantID: 412,
  EventID: 1,
  PhotoChangedAt: '2026-11-01T09:00:00.000Z',
  CreatedAt: '2026-11-01T09:00:00.000Z',
  UpdatedAt: '2026-11-01T09:00:00.000Z',
}
const account = { UserID: demoPerson.email, Fullname: 'Mehak Soomro' }

const face = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="700"><rect width="900" height="700" fill="#7aa"/><circle cx="450" cy="280" r="150" fill="#c96"/><path d="M150 700c40-260 560-260 600 0z" fill="#245"/></svg>`
const picture = () => sharp(Buffer.from(face)).png().toBuffer()

/** Signed in, with a profile or without, as the server would tell it. */
async function begin(page: Page, portal: Portal, has: { profile: boolean }): Promise<void> {
  await page.route('**/api/GetProfile', (route) =>
    route.fulfill({ json: { Table: has.profile ? [profile] : [], Account: account } }),
  )
  await page.route('**/api/ProfileExists', (route) =>
    route.fulfill({ json: { Table: [{ Status: has.profile ? 'True' : 'False' }] } }),
  )
  await page.route('**/api/ProfilePhoto', async (route) =>
    route.fulfill({ body: await picture(), contentType: 'image/png' }),
  )
  await signIn(page, portal, demoPerson)
  await page.goto('/profile')
  await expect(page).toHaveURL(has.profile ? /\/profile$/ : /\/profilereg$/)
}

const choosePicture = async (page: Page) => {
  await page.getByLabel('Photo', { exact: true }).setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: await picture(),
  })
  await expect(page.getByRole('slider', { name: 'Zoom' })).toBeVisible()
}

const states: Record<string, (page: Page, portal: Portal) => Promise<void>> = {
  profile: async (page, portal) => {
    await begin(page, portal, { profile: true })
    await expect(page.getByRole('heading', { name: 'Welcome back, Mehak' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sign out here' })).toBeVisible()
  },
  'profile of someone who finishes later': async (page, portal) => {
    await begin(page, portal, { profile: false })
    await page.getByRole('link', { name: 'Finish later' }).click()
    await expect(page.getByRole('button', { name: 'Sign out here' })).toBeVisible()
  },
  profilereg: (page, portal) => begin(page, portal, { profile: false }),
  'profilereg with what is missing': async (page, portal) => {
    await begin(page, portal, { profile: false })
    await page.getByRole('button', { name: 'Create profile' }).click()
    await expect(page.getByRole('alertdialog', { name: 'Required Fields Missing' })).toBeVisible()
  },
  'profilereg with mistakes': async (page, portal) => {
    await states['profilereg with what is missing']?.(page, portal)
    await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
    await expect(page.getByRole('alertdialog')).toBeHidden()
  },
  'profilereg, editing, with a new photo and the list of cities': async (page, portal) => {
    await begin(page, portal, { profile: true })
    await page.getByRole('link', { name: 'Edit profile' }).click()
    await choosePicture(page)
    await page.getByRole('combobox', { name: 'City' }).fill('h')
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('listbox')).toBeVisible()
  },
}

for (const [name, reach] of Object.entries(states)) {
  test(`${name} has no barrier, light and dark, on a phone, a tablet and a desk`, async ({ page, portal }) => {
    await reach(page, portal)
    await expectNoBarrier(page, name)
  })
}

test('the whole form without a mouse', async ({ page, portal }) => {
  await page.route('**/api/ProfileCreate', (route) => route.fulfill({ json: { Table: [{ Status: 'Success' }] } }))
  const file = { name: 'me.png', mimeType: 'image/png', buffer: await picture() }
  // From the beginning: a chooser that opens while the browser is still being asked to hand it over is closed unseen.
  page.on('filechooser', (chooser) => void chooser.setFiles(file))
  await begin(page, portal, { profile: false })
  const { keyboard } = page
  const next = async (text = '') => {
    await keyboard.press('Tab')
    if (text) await keyboard.type(text)
  }
  const pick = async () => {
    await keyboard.press('Tab')
    await keyboard.press('Space')
  }
  await page.getByRole('button', { name: 'Create profile' }).focus()
  await keyboard.press('Enter')
  await expect(page.getByRole('alertdialog').getByRole('link', { name: 'Photo' })).toBeFocused()
  await keyboard.press('Enter')
  const photo = page.getByLabel('Photo', { exact: true })
  await expect(photo).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByRole('slider', { name: 'Zoom' })).toBeVisible()
  await photo.focus()
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Remove' })).toBeFocused()
  await next()
  await keyboard.press('ControlOrMeta+a')
  await keyboard.type('Dr Mehak Soomro')
  await next('Abdul Ghaffar')
  for (let choices = 0; choices < 4; choices += 1) await pick()
  for (const text of ['', '', '', '', '']) await next(text)
  await next('House 14, Qasimabad')
  await next('Pak')
  await next('hyd')
  await expect(page.getByRole('listbox', { name: 'City' })).toBeVisible()
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'City' })).toHaveValue('Hyderabad')
  await next('71000')
  await next('03001234567')
  await expect(page.getByText('13 of 13 done')).toBeVisible()
  await keyboard.press('Enter')
  await closeAlert(page, 'Profile created')
  await expect(page).toHaveURL(/\/profile$/)
})
