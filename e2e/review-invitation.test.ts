/** The letter that asks somebody to review, answered on a phone; and the authors of an abstract, named on their own page. */
import type { Page } from '@playwright/test'
import { aDraft, anAuthor, rowOf } from './author.ts'
import { expectNoBarrier } from './looks.ts'
import { anApplicant, inDatabase } from './people.ts'
import { aStaffPerson } from './staff.ts'
import { expect, hydrated, login, type Portal, someEmail, test, visit } from './testing.ts'

const phone = { width: 360, height: 780 }
test.use({ viewport: phone })

/** Asked by an organiser; the console has a journey of its own. Gives the link of the letter. */
async function invite(page: Page, portal: Portal, email: string): Promise<string> {
  const { password, ...organiser } = await aStaffPerson(portal, 'organiser')
  const send = async (name: string, data: object) => {
    const reply = await page.request.post(`/staff/${name}`, { headers: { origin: portal.url }, data })
    expect([name, reply.status()]).toEqual([name, 200])
  }
  const [event] = (await inDatabase(portal, 'select id from event where is_current')) as { id: number }[]
  await send('StaffSignIn', { email: organiser.email, password })
  await send('ReviewersInvite', { eventId: event?.id, emails: [email] })
  const letters = (await portal.mail()).split('<article>')
  const letter = letters.find((text) => text.includes(`To ${email},`)) ?? ''
  const [, link = 'no link in the letter'] = /(\/review\/invitation#[\w-]{43})/.exec(letter) ?? []
  return link
}

const choose = (page: Page, list: string, field: string) =>
  page.getByRole('combobox', { name: list, exact: true }).selectOption(field)

test('somebody without an account accepts by the letter on a phone, offers quota and fields, and signs in', async ({
  page,
  portal,
}) => {
  const email = someEmail('farah')
  const link = await invite(page, portal, email)
  await visit(page, link)
  await expect(page).toHaveURL(/\/review\/invitation$/)
  await expect(page.getByRole('heading', { name: 'Would you review abstracts?' })).toBeVisible()
  await expectNoBarrier(page, 'invitation')
  await page.setViewportSize(phone)
  // Whoever reloads in the middle is where they were.
  await page.reload()
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByRole('heading', { name: 'What you can offer' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()

  const accept = page.getByRole('button', { name: 'Accept the invitation' })
  await page.getByLabel('At most how many abstracts').fill('70')
  await accept.click()
  await expect(page.getByLabel('At most how many abstracts')).toHaveAccessibleDescription('A number from 1 to 60.')
  await expect(page.getByLabel('At most how many abstracts')).toBeFocused()
  await expectNoBarrier(page, 'offer with mistakes')
  await page.setViewportSize(phone)
  await page.getByLabel('At most how many abstracts').fill('9')
  await choose(page, 'First field 1', 'Radiology')
  await choose(page, 'Second field 1', 'Diagnostics')
  // What is chosen once is not offered again.
  await expect(page.getByLabel('Second field 2').getByRole('option', { name: 'Radiology' })).toHaveCount(0)
  await page.getByLabel('Institution').fill('Aga Khan Hospital')
  await page.getByRole('textbox', { name: 'Department' }).fill('Radiology')
  await page.getByLabel('Full name').fill('Farah Junejo')
  await page.getByLabel('Password', { exact: true }).fill('seven lamps on the quiet ward')
  // A look back loses nothing.
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByLabel('Institution')).toHaveValue('Aga Khan Hospital')
  await expect(page.getByLabel('First field 1')).toHaveText(/Radiology/)
  await page.getByLabel('Password', { exact: true }).fill('seven lamps on the quiet ward')
  await accept.click()

  await expect(page.getByRole('heading', { name: 'Thank you. You are a reviewer.' })).toBeFocused()
  await expect(page.getByText('You offered to read up to 9 abstracts')).toBeVisible()
  await expectNoBarrier(page, 'accepted')
  await page.setViewportSize(phone)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await hydrated(page)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await login(page, { email, password: 'seven lamps on the quiet ward' })
  await expect(page).not.toHaveURL(/login/)

  const rows = await inDatabase(
    portal,
    `select state, quota, institution, array_agg(strength::text || ' ' || description order by strength) as fields
     from reviewer join reviewer_field on reviewer_id = reviewer.id join speciality on speciality.id = speciality_id
     where reviewer.email = $1 group by reviewer.id`,
    [email],
  )
  expect(rows).toEqual([
    { state: 'active', quota: 9, institution: 'Aga Khan Hospital', fields: ['first Radiology', 'second Diagnostics'] },
  ])
  await visit(page, link)
  await expect(page.getByRole('heading', { name: 'This invitation is no longer open.' })).toBeVisible()
  await expectNoBarrier(page, 'over')
})

test('somebody with an account signs in and comes back to the invitation; another says no', async ({
  page,
  portal,
}) => {
  const person = await anApplicant(portal, 'Asif Laghari')
  await visit(page, await invite(page, portal, person.email))
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await login(page, person)
  await expect(page.getByRole('heading', { name: 'What you can offer' })).toBeVisible()
  await expect(page.getByText(`You are signed in as ${person.email}`)).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0)
  await choose(page, 'First field 1', 'Radiology')
  await page.getByRole('button', { name: 'Accept the invitation' }).click()
  await expect(page.getByRole('link', { name: 'Open your reviews' })).toHaveAttribute('href', '/review')

  // The same page is under the name of the event.
  const [event] = (await inDatabase(portal, 'select slug from event where is_current')) as { slug: string }[]
  await visit(page, `/e/${event?.slug}${await invite(page, portal, someEmail('saira'))}`)
  await page.getByRole('button', { name: 'Decline' }).click()
  const question = page.getByRole('alertdialog', { name: 'Decline the invitation?' })
  await question.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('button', { name: 'Decline' })).toBeFocused()
  await page.getByRole('button', { name: 'Decline' }).click()
  await question.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you for telling us.' })).toBeFocused()
})

test('an author names co-authors, puts them in order by keyboard, and sees what was saved elsewhere', async ({
  page,
  portal,
}) => {
  const person = await anAuthor(page, portal)
  await aDraft(page, 'Lung ultrasound in dengue')
  await page.getByRole('link', { name: 'Authors' }).click()
  await expect(page.getByRole('heading', { name: 'Authors', level: 1 })).toBeVisible()
  const add = page.getByRole('button', { name: 'Add an author' })
  await add.click()
  // The list begins with whoever submits it.
  await expect(page.getByLabel('Name')).toHaveCount(2)
  await expect(page.getByLabel('Name').first()).toHaveValue(person.name)
  await expect(page.getByRole('radio', { name: new RegExp(`Presents.*${person.name}`) })).toBeChecked()
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  await expect(page.getByLabel('Name').nth(1)).toBeFocused()
  await page.keyboard.type('Sorath Bughio')
  await page.getByLabel('Email').nth(1).fill('sorath@')
  await save.click()
  await expect(page.getByLabel('Email').nth(1)).toHaveAccessibleDescription('Enter a valid email.')
  await expectNoBarrier(page, 'authors with a mistake')
  await page.setViewportSize(phone)
  await page.getByLabel('Email').nth(1).fill('sorath@example.org')
  await page.getByRole('button', { name: 'Name somebody' }).click()
  await page.getByRole('group', { name: 'Not to, person 1' }).getByLabel('Name').fill('Waqar Bhatti')

  // Reloaded before it is saved: nothing is lost.
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).some((name) => name.includes('authors-'))))
    .toBe(true)
  await page.reload()
  await expect(page.getByText('This is what you typed here before.')).toBeVisible()
  const up = page.getByRole('button', { name: 'Move Sorath Bughio up' })
  await up.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Name').first()).toHaveValue('Sorath Bughio')
  await expect(page.getByRole('button', { name: 'Move Sorath Bughio down' })).toBeFocused()
  await save.click()
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  const authors = () =>
    inDatabase(
      portal,
      `select abstract_author.name, presents from abstract_author join abstract on abstract.id = abstract_id
       join applicant on applicant.id = applicant_id join account on account.id = applicant.account_id
       where account.email = $1 order by position`,
      [person.email],
    )
  const both = [
    { name: 'Sorath Bughio', presents: false },
    { name: person.name, presents: true },
  ]
  expect(await authors()).toEqual(both)

  await test.step('saved elsewhere meanwhile: both lists, and the person decides', async () => {
    const other = await page.context().newPage()
    await other.goto(page.url())
    await other.getByRole('button', { name: 'Remove Sorath Bughio' }).click()
    await other.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(other.getByText('Saved.', { exact: true })).toBeVisible()
    await other.close()
    await page.getByRole('textbox', { name: 'Department' }).first().fill('Radiology')
    await save.click()
    const question = page.getByRole('alertdialog', { name: 'This abstract was changed elsewhere since you opened it.' })
    await expect(question.getByRole('region', { name: 'Mine' })).toContainText('Sorath Bughio')
    await expect(question.getByRole('region', { name: 'Stored' })).not.toContainText('Sorath Bughio')
    await expectNoBarrier(page, 'saved elsewhere')
    await page.setViewportSize(phone)
    await question.getByRole('button', { name: 'Keep mine' }).click()
    await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
    expect(await authors()).toEqual(both)
  })

  await test.step('with the reviewers it is only read', async () => {
    await page.getByRole('link', { name: 'Back to your abstracts' }).click()
    await rowOf(page, 'Lung ultrasound').getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('heading', { name: 'Abstract Submitted' })).toBeVisible()
    expect(await portal.mail()).toContain(`${portal.url}/authors`)
    await inDatabase(
      portal,
      `update abstract set status = 'Under review', level = 1 from applicant join account on account.id = account_id
       where applicant.id = applicant_id and account.email = $1`,
      [person.email],
    )
    await page.goto('/authors')
    await page.getByRole('link', { name: /Authors.*Lung ultrasound in dengue/ }).click()
    await expect(page.getByText('The authors are fixed while reviewers have the abstract')).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'Sorath Bughio' })).toBeVisible()
    await expect(save).toHaveCount(0)
    await expectNoBarrier(page, 'frozen authors')
  })
})
