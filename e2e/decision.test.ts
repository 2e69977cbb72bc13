/** An author reads a decision, revises and sends it, and confirms what was accepted; a chair reads the abstract in the console. */
import { aReview, isTold } from '#server/testing/told.ts'
import type { World } from '#server/world.ts'
import { aDraft, anAuthor, attach, next, rowOf, untilEditor } from './author.ts'
import { look, wide } from './looks.ts'
import { inDatabase, inWorld } from './people.ts'
import { aStaffPerson, signInAsStaff } from './staff.ts'
import { expect, type Portal, test } from './testing.ts'

const title = 'A ward checklist for safer potassium replacement'
const script = '<img src=x onerror=alert(1)>Say who filled it in at night.'
test.use({ viewport: wide })

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Three people have reviewed what was just submitted. */
async function reviewed(portal: Portal): Promise<{ pk: number; number: number }> {
  const [found] = (await inDatabase(
    portal,
    `update abstract set status = 'Under review', level = 1 from abstract_version
     where abstract_id = abstract.id and title_plain = $1 returning abstract.id as pk, abstract.number, event_id as "eventId"`,
    [title],
  )) as { pk: number; number: number; eventId: number }[]
  const { pk = 0, number = 0, eventId = 0 } = found ?? {}
  await inWorld(portal, async (made) => {
    const world = made as World
    await aReview({ world, eventId }, pk, { toAuthor: script, toChairs: 'Stricter than others.', total: 5 })
    await aReview({ world, eventId }, pk, { toAuthor: 'Give the number of prescriptions.', total: 2 })
    await aReview({ world, eventId }, pk, { toAuthor: 'Clear. Dr Memon should be proud.', total: 4 })
  })
  return { pk, number }
}

test('an author reads a decision, revises in the form, sends it, and confirms; a chair reads all of it', async ({
  page,
  browser,
  portal,
  complaints,
}) => {
  page.on('dialog', () => expect(false, 'a script ran').toBe(true))
  await anAuthor(page, portal)
  await aDraft(page, title)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('heading', { name: 'Abstract Submitted' })).toBeVisible()
  const { pk, number } = await reviewed(portal)
  const tell = (outcome: 'revise' | 'accepted') =>
    inWorld(portal, (world) =>
      isTold(world as World, pk, {
        outcome,
        note: 'Please add one sentence on how it is kept up to date.',
        reviseUntil: inDays(10),
        answerUntil: inDays(7),
      }),
    )
  complaints.expect(/404.*DecisionRead/)
  await page.goto(`/decision?pk=${pk}`)
  await expect(page.getByRole('heading', { name: 'There is no decision to read' })).toBeVisible()
  await tell('revise')

  await test.step('the list leads to the decision, and the decision to the form', async () => {
    await page.goto('/abstractsubmission')
    await rowOf(page, title).getByRole('link', { name: 'Decision' }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByText(script)).toBeVisible()
    await look(page, 'decision revise')
    await page.getByRole('link', { name: 'Revise it' }).click()
    await untilEditor(page)
    await page.getByLabel('Abstract Title').fill(`${title}, revised`)
    await attach(page)
    await next(page)
    await expect(page.getByText('until you press Send the revision.')).toBeVisible()
    await look(page, 'review of a revision')
    await page.getByRole('button', { name: 'Send the revision' }).click()
    await expect(page.getByText('Your revision is with the reviewers.')).toBeVisible()
    await expect(rowOf(page, title).getByText('Under review')).toBeVisible()
  })

  await test.step('a chair finds it, reads what was said, and keeps a decision that nobody hears of', async () => {
    const chair = await aStaffPerson(portal, 'owner')
    const desk = await browser.newPage({ baseURL: portal.url, viewport: wide })
    desk.on('dialog', () => expect(false, 'a script ran').toBe(true))
    await desk.goto('/console/abstracts')
    await signInAsStaff(desk, chair)
    await expect(rowOf(desk, title)).toBeVisible()
    await look(desk, 'console abstracts')
    await desk.getByLabel('Number or title').fill(String(number))
    await desk.getByRole('link', { name: title }).click()
    await expect(desk.getByText(script)).toBeVisible()
    await expect(desk.getByText('Divided: 2.0 to 5.0')).toBeVisible()
    await expect(desk.getByText('may name somebody: “Dr Memon”')).toBeVisible()
    await look(desk, 'console abstract')
    await desk.getByRole('link', { name: 'Text and file' }).click()
    await desk.getByRole('link', { name: 'Version 1' }).click()
    await expect(desk.getByRole('heading', { name: 'Version 1' })).toBeVisible()
    await look(desk, 'console abstract text')
    await desk.getByRole('link', { name: 'Discussion' }).click()
    await desk.getByLabel('Ask the reviewers').fill('Would a poster do?')
    await desk.getByRole('button', { name: 'Send to the reviewers' }).click()
    await expect(desk.getByText('Would a poster do?')).toBeVisible()
    await desk.getByRole('link', { name: 'History' }).click()
    await expect(desk.getByText('Version 2 saved by the author')).toBeVisible()
    await desk.getByLabel('Accept').check()
    await desk.getByRole('button', { name: 'Keep as pending' }).click()
    await expect(desk.getByText('Kept as pending.')).toBeVisible()
    await desk.close()
    await page.goto('/abstractsubmission')
    await expect(rowOf(page, title).getByText('Under review')).toBeVisible()
  })

  await test.step('what was accepted is confirmed, and can still be declined', async () => {
    await tell('accepted')
    await page.goto('/profile')
    await page.goto(`/decision?pk=${pk}`)
    await expect(page.getByRole('heading', { name: 'Will you present it?' })).toBeVisible()
    await look(page, 'decision accepted')
    await page.getByRole('button', { name: 'Yes, I will present' }).click()
    await expect(page.getByText('You said that you will present it.')).toBeVisible()
    await page.getByRole('button', { name: 'I cannot present' }).click()
    await expect(page.getByText('You said that you cannot present it.')).toBeVisible()
  })
})
