/** The letter that asks somebody to review, answered by whoever has an account, or with no; and the authors of an abstract, named on their own page. */
import { aDraft, anAuthor, rowOf } from './author.ts'
import { invite } from './invited.ts'
import { press, select, type } from './keys.ts'
import { expectNoBarrier } from './looks.ts'
import { anApplicant, inDatabase } from './people.ts'
import { expect, login, someEmail, test, visit } from './testing.ts'

test.use({ viewport: { width: 360, height: 780 } })

test('somebody with an account signs in and comes back to the invitation; another says no', async ({
  page,
  portal,
}) => {
  const person = await anApplicant(portal, 'Asif Laghari')
  await visit(page, await invite(page, portal, person.email))
  await press(page.getByRole('button', { name: 'Accept' }))
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await login(page, person)
  await expect(page.getByRole('heading', { name: 'What you can offer' })).toBeVisible()
  await expect(page.getByText(`You are signed in as ${person.email}`)).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0)
  await select(page.getByLabel('First field 1'), 'Radiology')
  await press(page.getByRole('button', { name: 'Accept the invitation' }))
  await expect(page.getByRole('link', { name: 'Open your reviews' })).toHaveAttribute('href', '/review')

  // The same page is under the name of the event.
  const [event] = (await inDatabase(portal, 'select slug from event where is_current')) as { slug: string }[]
  await visit(page, `/e/${event?.slug}${await invite(page, portal, someEmail('saira'))}`)
  await press(page.getByRole('button', { name: 'Decline' }))
  const question = page.getByRole('alertdialog', { name: 'Decline the invitation?' })
  await press(question.getByRole('button', { name: 'Back' }))
  await expect(page.getByRole('button', { name: 'Decline' })).toBeFocused()
  await press(page.getByRole('button', { name: 'Decline' }))
  await press(question.getByRole('button', { name: 'Decline' }))
  await expect(page.getByRole('heading', { name: 'Thank you for telling us.' })).toBeFocused()
})

test('an author names co-authors, puts them in order by keyboard, and sees what was saved elsewhere', async ({
  page,
  portal,
}) => {
  const person = await anAuthor(page, portal)
  await aDraft(page, 'Lung ultrasound in dengue')
  await press(page.getByRole('link', { name: 'Authors' }))
  await expect(page.getByRole('heading', { name: 'Authors', level: 1 })).toBeVisible()
  const add = page.getByRole('button', { name: 'Add an author' })
  await press(add)
  // The list begins with whoever submits it.
  await expect(page.getByLabel('Name')).toHaveCount(2)
  await expect(page.getByLabel('Name').first()).toHaveValue(person.name)
  await expect(page.getByRole('radio', { name: new RegExp(`Presents.*${person.name}`) })).toBeChecked()
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await press(save)
  await expect(page.getByLabel('Name').nth(1)).toBeFocused()
  await page.keyboard.type('Sorath Bughio')
  await type(page.getByLabel('Email').nth(1), 'sorath@')
  await press(save)
  await expect(page.getByLabel('Email').nth(1)).toHaveAccessibleDescription('Enter a valid email.')
  await expectNoBarrier(page, 'authors with a mistake')
  await type(page.getByLabel('Email').nth(1), 'sorath@example.org')
  await press(page.getByRole('button', { name: 'Name somebody' }))
  await type(page.getByRole('group', { name: 'Not to, person 1' }).getByLabel('Name'), 'Waqar Bhatti')

  // Reloaded before it is saved: nothing is lost.
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).some((name) => name.includes('authors-'))))
    .toBe(true)
  await page.reload()
  await expect(page.getByText('This is what you typed here before.')).toBeVisible()
  const up = page.getByRole('button', { name: 'Move Sorath Bughio up' })
  await press(up)
  await expect(page.getByLabel('Name').first()).toHaveValue('Sorath Bughio')
  await expect(page.getByRole('button', { name: 'Move Sorath Bughio down' })).toBeFocused()
  await press(save)
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
    await press(other.getByRole('button', { name: 'Remove Sorath Bughio' }))
    await press(other.getByRole('button', { name: 'Save', exact: true }))
    await expect(other.getByText('Saved.', { exact: true })).toBeVisible()
    await other.close()
    await type(page.getByRole('textbox', { name: 'Department' }).first(), 'Radiology')
    await press(save)
    const question = page.getByRole('alertdialog', { name: 'This abstract was changed elsewhere since you opened it.' })
    await expect(question.getByRole('region', { name: 'Mine' })).toContainText('Sorath Bughio')
    await expect(question.getByRole('region', { name: 'Stored' })).not.toContainText('Sorath Bughio')
    await expectNoBarrier(page, 'saved elsewhere')
    await press(question.getByRole('button', { name: 'Keep mine' }))
    await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
    expect(await authors()).toEqual(both)
  })

  await test.step('with the reviewers it is only read', async () => {
    await press(page.getByRole('link', { name: 'Back to your abstracts' }))
    await press(rowOf(page, 'Lung ultrasound').getByRole('button', { name: 'Submit' }))
    await expect(page.getByRole('heading', { name: 'Abstract Submitted' })).toBeVisible()
    expect(await portal.mail()).toContain(`${portal.url}/authors`)
    await inDatabase(
      portal,
      `update abstract set status = 'Under review', level = 1 from applicant join account on account.id = account_id
       where applicant.id = applicant_id and account.email = $1`,
      [person.email],
    )
    await page.goto('/authors')
    await press(page.getByRole('link', { name: /Authors.*Lung ultrasound in dengue/ }))
    await expect(page.getByText('The authors are fixed while reviewers have the abstract')).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'Sorath Bughio' })).toBeVisible()
    await expect(save).toHaveCount(0)
    await expectNoBarrier(page, 'frozen authors')
  })
})
