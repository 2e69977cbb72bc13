/** How a review stands, over HTTP and a real database: what is counted, for whom, and at which cost. */
import { expect, test } from 'vitest'
import { computeRun } from '#server/selection/assignment/runs.ts'
import { aLargeReview } from '#server/testing/large-review.ts'
import { countQueries } from '#server/testing/queries.ts'
import { aReviewer, aSubmittedAbstract, asStaff, reviewBegins } from '#server/testing/selection.ts'
import { staffWith } from '#server/testing/staff.ts'
import { aTeam, type Team } from '#server/testing/team.ts'
import { overviewOfReview } from './overview.ts'

type Body = Record<string, never>
const overview = async ({ owner, eventId }: Team) =>
  (await owner.get('/staff/ReviewOverview', { eventId: String(eventId) })).body as Record<string, Body>

/** Three abstracts, each read by two of three; due in ten days. */
async function aReview() {
  const team = await aTeam()
  const abstracts: number[] = []
  for (const Title of ['First', 'Second', 'Third']) abstracts.push((await aSubmittedAbstract(team, { Title })).pk)
  const reviewers: number[] = []
  for (const fullName of ['Hira Channa', 'Waqar Bhatti', 'Naila Memon'])
    reviewers.push((await aReviewer(team, { fullName })).reviewerId)
  await reviewBegins(team.world, team.eventId)
  const pairs = [
    [0, 0],
    [0, 1],
    [1, 1],
    [1, 2],
    [2, 0],
    [2, 2],
  ].map(([abstract, reviewer]) => [abstracts[abstract as number], reviewers[reviewer as number]] as [number, number])
  const given: number[] = []
  for (const [abstractId, reviewerId] of pairs) {
    const { body } = await team.owner.post('/staff/AssignByHand', { eventId: team.eventId, abstractId, reviewerId })
    given.push(Number(body.assignmentId))
  }
  await asStaff(team.world, ({ db }) => db.updateTable('reviewCall').set({ dueOn: '2026-11-11' }).execute())
  return { team, abstracts, reviewers, given }
}

/** As a reviewer does: that road has its own tests. */
async function review({ world }: Team, assignmentId: number, total: number | 'begun' | 'abstain'): Promise<void> {
  const now = world.now()
  await asStaff(world, async ({ db }) => {
    const move = (state: 'begun' | 'submitted') =>
      db.updateTable('assignment').set({ state, openedAt: now }).where('id', '=', assignmentId).execute()
    await move('begun')
    const row = { assignmentId, savedAt: now, submittedAt: total === 'begun' ? null : now }
    const said = total === 'abstain' ? ({ recommendation: 'abstain' } as const) : {}
    await db
      .insertInto('review')
      .values({ ...row, ...said, ...(typeof total === 'number' && { total: String(total) }) })
      .execute()
    if (total !== 'begun') await move('submitted')
  })
}

test('figures, days, disciplines and needs are true; whoever abstains leaves the place open', async () => {
  const { team, abstracts, given, reviewers } = await aReview()
  await review(team, given[0] as number, 2)
  await review(team, given[1] as number, 4.5)
  await review(team, given[2] as number, 'abstain')
  await review(team, given[3] as number, 'begun')
  await team.owner.post('/staff/ConflictSet', {
    eventId: team.eventId,
    abstractId: abstracts[2],
    reviewerId: reviewers[1],
    kind: 'personal',
    strength: 'possible',
    reason: 'The same family name',
  })
  await team.world.db
    .updateTable('redaction')
    .set({ state: 'waiting' })
    .where('abstractId', '=', abstracts[1] as number)
    .execute()

  expect(await overview(team)).toMatchObject({
    call: { today: '2026-11-01', dueOn: '2026-11-11', reviewsWanted: 3, criteria: 0 },
    figures: {
      abstracts: 3,
      waiting: 0,
      reviewers: 3,
      invited: 0,
      places: 9,
      submitted: 2,
      lately: 2,
      begun: 1,
      oldestBegun: '2026-11-01T09:00:00.000Z',
      enough: 0,
      declined: 0,
      declinedForConflict: 0,
    },
    byDay: [{ day: '2026-11-01', submitted: 2 }],
    fields: [{ name: 'Radiology', places: 9, submitted: 2, begun: 1, short: 3 }],
    needs: { short: 3, late: 0, possibleConflicts: 1, redactions: 1, divided: 1 },
    behind: [],
    reviewers: [],
  })

  // The last day is over: whoever has anything left is behind, the furthest first.
  await asStaff(team.world, ({ db }) => db.updateTable('reviewCall').set({ dueOn: '2026-10-31' }).execute())
  const late = await overview(team)
  expect(late).toMatchObject({
    needs: { late: 3 },
    behind: [reviewers[2], reviewers[0]],
    reviewers: [
      { name: 'Naila Memon', field: 'Radiology', assigned: 2, submitted: 0, scores: [], lean: null },
      { name: 'Hira Channa', assigned: 2, submitted: 1, scores: [2], lean: -2.5 },
    ],
  })
})

test('REV-029: a chair sees neither row nor count of what they wrote or are in conflict with', async () => {
  const { team, abstracts, given } = await aReview()
  const { world, eventId, owner } = team
  await review(team, given[0] as number, 2)
  await review(team, given[1] as number, 4.5)
  const before = await overview(team)
  expect(before.figures).toMatchObject({ abstracts: 3, places: 9, submitted: 2 })
  const chair = await staffWith(world, owner.token)
  await asStaff(world, ({ db }) =>
    db
      .insertInto('abstractAuthor')
      .values({
        abstractId: abstracts[0] as number,
        position: 1,
        name: 'The chair',
        accountId: chair.accountId,
        presents: true,
      })
      .execute(),
  )
  expect(await overview(team)).toMatchObject({
    figures: { abstracts: 2, places: 6, submitted: 0, lately: 0 },
    byDay: [],
    fields: [{ places: 6, submitted: 0, short: 2 }],
    needs: { short: 2, divided: 0 },
  })
  // The other abstracts are as they were for everybody else.
  const stranger = { ...chair, accountId: 0, email: 'somebody@example.org' }
  expect((await overviewOfReview(world, stranger, eventId)).figures).toMatchObject({ abstracts: 3, submitted: 2 })
})

test('it asks the same few questions of none, one and many', async () => {
  const team = await aTeam()
  const counting = countQueries(team.world)
  const staff = await staffWith(team.world, team.owner.token)
  const cost = async () => {
    await overviewOfReview(counting.world, staff, team.eventId)
    return counting.since()
  }
  const asked = [await cost()]
  await aLargeReview(team, { abstracts: 40, reviewers: 12 })
  asked.push(await cost())
  const settings = { each: 3, most: 60, expertFirst: true, keepUnopened: false }
  const { body } = await team.owner.post('/staff/AssignmentPropose', { eventId: team.eventId, settings })
  await computeRun(team.world, Number(body.runId))
  await team.owner.post('/staff/RunApply', { eventId: team.eventId, runId: body.runId })
  asked.push(await cost())
  expect(asked).toEqual([8, 8, 8])
  expect((await overview(team)).figures).toMatchObject({ abstracts: 40, reviewers: 12, places: 120 })
})
