/** A reviewer says what they would like to read, by keyboard, on a phone and beside a server that does not answer; then it is over. */
import type { Page } from '@playwright/test'
import { choose, press, reach } from './keys.ts'
import { expectNoBarrier } from './looks.ts'
import { inDatabase } from './people.ts'
import { aReviewerWith } from './reviewer.ts'
import { signIn } from './sign-in.ts'
import { expect, type Portal, test } from './testing.ts'

/** Asked for wishes, with three titles at least in their lot. */
async function begin(page: Page, portal: Portal) {
  const { work, ...reviewer } = await aReviewerWith(portal, 5)
  const ids = work.map(({ abstractId }) => abstractId).join(', ')
  await inDatabase(portal, 'update review_call set bids = true')
  await inDatabase(
    portal,
    `insert into reviewer_field (reviewer_id, speciality_id, strength) select distinct ${reviewer.reviewerId}, speciality_id, 'second'::field_strength
     from abstract_version join sub_speciality on sub_speciality.id = sub_speciality_id where abstract_id in (${ids}) on conflict do nothing`,
  )
  // Another key, until the lot is not an odd one.
  await inDatabase(
    portal,
    `do $$ begin
      while (select count(*) from bid_key join reviewer using (event_id) join abstract using (event_id) where reviewer.id = ${reviewer.reviewerId}
        and abstract.id in (${ids}) and get_byte(sha256(convert_to(key || ' ' || reviewer.id || ' ' || abstract.id, 'UTF8')), 31) < 171) < 3
      loop update bid_key set key = gen_random_uuid(); end loop;
    end $$`,
  )
  await signIn(page, portal, reviewer)
  await page.goto('/review')
  return reviewer
}

const bidsOf = async (portal: Portal, reviewerId: number) =>
  (await inDatabase(portal, 'select bid from bid where reviewer_id = $1 order by bid', [reviewerId])) as {
    bid: number
  }[]

test.use({ viewport: { width: 360, height: 740 } })

test('wishes are said by keyboard and saved at once; a server that does not answer is told of; an applied proposal ends them', async ({
  page,
  portal,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED|Failed to load resource/)
  const { reviewerId } = await begin(page, portal)
  await press(page.getByRole('link', { name: 'Say what you would like' }))
  const wishes = page.getByRole('region', { name: 'What would you like to read?' })
  const titles = wishes.getByRole('group')
  await expect(titles.first()).toBeVisible()
  expect(await titles.count()).toBeGreaterThanOrEqual(3)
  await expectNoBarrier(page, 'wishes')

  // From "No matter" one to the left, and for the next title one to the right.
  await reach(titles.nth(0).getByRole('radio', { name: 'No matter' }))
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await expect(titles.nth(0).getByRole('radio', { name: 'Gladly' })).toBeChecked()
  await expect(titles.nth(1).getByRole('radio', { name: 'Rather not' })).toBeChecked()
  await expect(wishes.getByRole('status')).toHaveText('Saved')
  expect(await bidsOf(portal, reviewerId)).toEqual([{ bid: -1 }, { bid: 1 }])

  await page.route('**/api/BidSave', (route) => route.abort())
  await choose(titles.nth(2).getByRole('radio', { name: 'Gladly' }))
  await expect(wishes.getByText('1 choice did not reach us.')).toBeVisible()
  await page.unroute('**/api/BidSave')
  await press(wishes.getByRole('button', { name: 'Send again' }))
  await expect(wishes.getByRole('status')).toHaveText('Saved')
  expect(await bidsOf(portal, reviewerId)).toEqual([{ bid: -1 }, { bid: 1 }, { bid: 1 }])
  await page.reload()
  await expect(titles.nth(0).getByRole('radio', { name: 'Gladly' })).toBeChecked()

  await inDatabase(
    portal,
    `insert into assignment_run (event_id, settings, seed, state, by, at)
     select event_id, '{}', 1, 'applied', account_id, now() from reviewer where id = $1`,
    [reviewerId],
  )
  await press(titles.nth(0).getByRole('radio', { name: 'Gladly' }), 'ArrowRight')
  await expect(wishes.getByText('The abstracts have been given to reviewers: wishes are over.')).toBeVisible()
  await page.goto('/review')
  await expect(page.getByRole('heading', { name: 'Your reviews' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Wishes' })).toBeHidden()
})
