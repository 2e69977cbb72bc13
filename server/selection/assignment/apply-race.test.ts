/** What somebody offers less, or where they say they work, at the moment when a proposal is applied or review begins; and the same without the locks. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Reviewer, Staff } from '#server/kernel/callers.ts'
import type { World } from '#server/kernel/world.ts'
import { changeOffer } from '#server/selection/reviewers/offers.ts'
import { inOrder, withoutLocks } from '#server/testing/races.ts'
import { aReviewer, aSubmittedAbstract, asStaff, fieldsOf, reviewBegins } from '#server/testing/selection.ts'
import { aTeam } from '#server/testing/team.ts'
import { applyRun } from './apply.ts'
import { computeRun } from './runs.ts'

/** Three abstracts are proposed to somebody who offers one at the moment when it is applied. */
async function appliedIn(change: (world: World) => World) {
  const team = await aTeam()
  const { world, eventId, owner } = team
  for (let many = 0; many < 3; many += 1) await aSubmittedAbstract(team)
  const { reviewerId } = await aReviewer(team)
  await reviewBegins(world, eventId)
  const settings = { each: 1, most: 12, expertFirst: true, keepUnopened: false }
  const runId = Number((await owner.post('/staff/AssignmentPropose', { eventId, settings })).body.runId)
  await computeRun(world, runId)
  const less = sql`update reviewer set quota = 1 where id = ${reviewerId}`
  const staff = { accountId: owner.accountId } as Staff
  const apply = () => asStaff(change(world), (world) => applyRun(world, staff, { eventId, runId, actKey: undefined }))
  const [applied] = await inOrder(world, less, [apply])
  return { added: applied.added, leftOut: applied.leftOut.map(({ why }) => why) }
}

test('whoever offers less while a proposal is applied gets no more than that', async () => {
  expect(await appliedIn((world) => world)).toEqual({ added: 1, leftOut: ['full', 'full'] })
})

test('without the locks they get what they offered before', async () => {
  expect(await appliedIn(withoutLocks)).toEqual({ added: 3, leftOut: [] })
})

async function offeredIn(change: (world: World) => World) {
  const team = await aTeam()
  const { world, eventId } = team
  const { radiology } = await fieldsOf(team)
  const { accountId, reviewerId } = await aReviewer(team)
  await reviewBegins(world, eventId)
  await asStaff(world, ({ db }) => db.updateTable('reviewCall').set({ beganAt: null }).execute())
  // Inside the act of somebody who begins it.
  const begins = sql`
    update review_call set began_at = ${world.now()} from (select set_config('colloquium.act', max(id)::text, true) as id from act) as act where act.id <> ''`
  const caller: Reviewer = { accountId, reviewerId, eventId, sessionId: 0, elsewhere: [] }
  const offer = { quota: 9, first: [radiology], second: [], institution: 'Elsewhere', department: '' }
  const [offered] = await inOrder(world, begins, [() => changeOffer(change(world), caller, offer)])
  return offered.status
}

test('whoever says where they work while review begins hears that it has begun', async () => {
  expect(await offeredIn((world) => world)).toBe(
    'Review has begun: please ask the chair to change your institution or department.',
  )
})

test('without the locks it is taken, though it has begun', async () => {
  expect(await offeredIn(withoutLocks)).toBe('Success')
})
