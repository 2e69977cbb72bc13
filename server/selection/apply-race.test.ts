/** What somebody offers less, or where they say they work, at the moment when a proposal is applied or review begins. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { tokenFor } from '#server/testing/people.ts'
import { inOrder } from '#server/testing/races.ts'
import { askReview } from '#server/testing/reviews.ts'
import { aReviewer, aSubmittedAbstract, asStaff, fieldsOf, reviewBegins } from '#server/testing/selection.ts'
import { aTeam } from '#server/testing/team.ts'
import { computeRun } from './runs.ts'

test('whoever offers less while a proposal is applied gets no more than that', async () => {
  const team = await aTeam()
  const { world, eventId, owner } = team
  for (let many = 0; many < 3; many += 1) await aSubmittedAbstract(team)
  const { reviewerId } = await aReviewer(team)
  await reviewBegins(world, eventId)
  const settings = { each: 1, most: 12, expertFirst: true, keepUnopened: false }
  const { runId } = (await owner.post('/staff/AssignmentPropose', { eventId, settings })).body
  await computeRun(world, runId as number)
  const less = sql`update reviewer set quota = 1 where id = ${reviewerId}`
  const [applied] = await inOrder(world, less, [() => owner.post('/staff/RunApply', { eventId, runId })])
  expect(applied.body).toMatchObject({ added: 1, leftOut: [{ why: 'full' }, { why: 'full' }] })
})

test('whoever says where they work while review begins hears that it has begun', async () => {
  const team = await aTeam()
  const { world, app, eventId } = team
  const { radiology } = await fieldsOf(team)
  const { accountId } = await aReviewer(team)
  const token = await tokenFor(world, accountId)
  await reviewBegins(world, eventId)
  await asStaff(world, ({ db }) => db.updateTable('reviewCall').set({ beganAt: null }).execute())
  const offer = { quota: 9, first: [radiology], second: [], institution: 'Elsewhere', department: '' }
  // Inside the act of somebody who begins it.
  const begins = sql`
    update review_call set began_at = ${world.now()} from (select set_config('colloquium.act', max(id)::text, true) as id from act) as act where act.id <> ''`
  const [offered] = await inOrder(world, begins, [() => askReview(app, 'ReviewerOffer', { token, ...offer })])
  expect(offered.body).toEqual({
    status: 'Review has begun: please ask the chair to change your institution or department.',
  })
})
