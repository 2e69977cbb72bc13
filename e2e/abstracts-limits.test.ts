/** Somebody who has all the abstracts that one person can have. */
import { aDraft, addAbstract, anAuthor, attach, fillForm, next } from './author.ts'
import { inDatabase } from './people.ts'
import { closeAlert, expect, test } from './testing.ts'

const nineteenMore = `
  with copied as (
    insert into abstract (applicant_id, event_id, created_at)
    select applicant_id, event_id, created_at from abstract, generate_series(1, 19) where id = $1 returning id)
  insert into abstract_version (abstract_id, number, applicant_id, save_digest, abstract_type, sub_speciality_id, title, title_plain,
    background, background_plain, material, material_plain, results, results_plain, discussion, discussion_plain, words,
    file_key, file_name, file_size, file_sha256, file_scan, saved_at)
  select copied.id, 1, applicant_id, save_digest, abstract_type, sub_speciality_id, title, title_plain,
    background, background_plain, material, material_plain, results, results_plain, discussion, discussion_plain, words,
    file_key, file_name, file_size, file_sha256, file_scan, saved_at
  from abstract_version, copied where abstract_id = $1 and number = 1`

test('the twenty-first abstract is told what to do, and nothing typed is lost', async ({ page, portal }) => {
  await anAuthor(page, portal)
  await aDraft(page, 'The first of twenty')
  const [{ id }] = (await inDatabase(
    portal,
    `select abstract_id as id from abstract_version where title_plain = 'The first of twenty'`,
  )) as [{ id: number }]
  await inDatabase(portal, nineteenMore, [id])
  await page.goto('/abstractsubmission')
  await addAbstract(page)
  await fillForm(page, 'One \u200btoo\u202e many')
  // What nobody sees is gone as it is typed.
  await expect(page.getByLabel('Abstract Title')).toHaveValue('One too many')
  await attach(page)
  // On a phone the button stays at hand, far from where the sentence stands.
  await page.setViewportSize({ width: 360, height: 780 })
  await page.evaluate(() => scrollTo(0, 0))
  await next(page)

  await closeAlert(page, 'Error: Abstract save/update failed')
  await expect(
    page.getByText(
      'You have as many abstracts as one person can have. Please remove one from your list, or change one of them.',
    ),
  ).toBeInViewport()
  await expect(page.getByLabel('Abstract Title')).toHaveValue('One too many')
})

test('a name is typed without what nobody sees, and one of nothing else is missing', async ({ page }) => {
  await page.goto('/signup')
  const username = page.getByLabel('Username')
  await username.pressSequentially('\u202eSana\u200b Memon')
  await expect(username).toHaveValue('Sana Memon')
  await username.fill('بنت\u200cالہدیٰ')
  await expect(username).toHaveValue('بنت\u200cالہدیٰ')
  await username.fill('\u200b\u2060')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Username is required.')).toBeVisible()
})
