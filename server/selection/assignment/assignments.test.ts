/** REV-035 to 040: a proposal, what is left out of it when it is applied, and what happens to one whose server was killed. */
import { expect, test } from 'vitest'
import { call } from '#server/testing/people.ts'
import { aReviewer, aSubmittedAbstract, asStaff, reviewBegins } from '#server/testing/selection.ts'
import { aTeam, type Team } from '#server/testing/team.ts'
import { computeRun, takeUpRuns } from './runs.ts'

const settings = { each: 2, most: 12, expertFirst: true, keepUnopened: false }

async function aReview(abstracts: number, quotas: number[]) {
  const team = await aTeam()
  const all = []
  for (let many = 0; many < abstracts; many += 1) all.push(await aSubmittedAbstract(team, { Title: `Work ${many}` }))
  const reviewers = []
  for (const quota of quotas) reviewers.push(await aReviewer(team, { quota }))
  await reviewBegins(team.world, team.eventId)
  return { team, abstracts: all, reviewers }
}

async function propose({ owner, eventId }: Team, seed = 1): Promise<number> {
  const { status, body } = await owner.post('/staff/AssignmentPropose', { eventId, settings, seed })
  expect([status, body]).toEqual([200, body])
  return Number(body.runId)
}
const rowsOf = async ({ world }: Team, runId: number) =>
  world.db
    .selectFrom('proposed')
    .select(['abstractId', 'reviewerId'])
    .where('runId', '=', runId)
    .orderBy('abstractId')
    .orderBy('reviewerId')
    .execute()

test('a proposal is looked at, applied once, and tells each reviewer how many they have and nothing else', async () => {
  const { team, abstracts, reviewers } = await aReview(4, [3, 3, 3, 1])
  const { owner, eventId, world } = team
  const runId = await propose(team)
  expect((await owner.post('/staff/AssignmentPropose', { eventId, settings })).body).toMatchObject({
    message: 'A proposal is being computed.',
  })
  await computeRun(world, runId)
  const first = await rowsOf(team, runId)
  expect(first).toHaveLength(8)
  const shown = (await owner.get('/staff/RunShow', { eventId: String(eventId) })).body
  expect(shown).toMatchObject({
    run: { state: 'proposed', progress: 100 },
    figures: { abstracts: 4, wanted: 8, filled: 8, kept: 0, first: 8, second: 0, other: 0 },
    short: [],
    help: [],
  })
  expect((shown.rows as unknown[]).length).toBe(4)
  expect(await world.db.selectFrom('assignment').select('id').execute()).toEqual([])

  // REV-036: withdrawn, removed and in conflict since. The rest is given.
  const [gone, , clash] = abstracts
  await call(team.app, 'RemoveAbstract', { token: gone?.author.token as string, pk: gone?.pk })
  const pair = first.find(({ abstractId }) => abstractId === clash?.pk)
  await owner.post('/staff/ConflictSet', { eventId, ...pair, kind: 'personal', strength: 'hard', reason: 'Friends' })
  const [one, two] = await Promise.all([1, 2].map(() => owner.post('/staff/RunApply', { eventId, runId })))
  const [done, late] = one?.status === 200 ? [one, two] : [two, one]
  // REV-037
  expect(late?.body).toMatchObject({ message: 'Applied already.' })
  const left = done?.body.leftOut as { why: string }[]
  expect(left.map(({ why }) => why).toSorted()).toEqual(['conflict', 'not under review', 'not under review'])
  expect(done?.body).toMatchObject({ added: 5, moved: 0 })
  const given = await world.db.selectFrom('assignment').selectAll().execute()
  expect(given).toHaveLength(5)
  for (const { abstractId } of given)
    expect(
      given
        .filter((each) => each.abstractId === abstractId)
        .map(({ alias }) => alias)
        .toSorted((a, b) => a - b),
    ).toEqual(given.filter((each) => each.abstractId === abstractId).map((_, at) => at + 1))
  const letters = await world.db
    .selectFrom('mail')
    .select(['recipient', 'subject', 'bodyText'])
    .where('subject', 'like', '%to review')
    .execute()
  expect(letters).toHaveLength(new Set(given.map(({ reviewerId }) => reviewerId)).size)
  for (const { bodyText } of letters) expect(bodyText).not.toContain('Work ')

  // REV-040: what was opened stays; the next proposal fills what is missing.
  const [opened] = given
  await asStaff(world, ({ db }) =>
    db
      .updateTable('assignment')
      .set({ state: 'begun', openedAt: world.now() })
      .where('id', '=', opened?.id as number)
      .execute(),
  )
  team.clock.pass(1)
  const next = await propose(team, 2)
  await computeRun(world, next)
  const again = await rowsOf(team, next)
  expect(again).toContainEqual({ abstractId: opened?.abstractId, reviewerId: opened?.reviewerId })
  expect(again).toHaveLength(6)
  expect((await owner.post('/staff/RunApply', { eventId, runId: next })).body).toMatchObject({ leftOut: [] })
  const working = await world.db
    .selectFrom('assignment')
    .selectAll()
    .where('state', 'in', ['assigned', 'begun'])
    .execute()
  expect(working).toHaveLength(6)
  expect(reviewers).toHaveLength(4)
})

test('REV-032, 035: the same seed proposes the same; who is short is named with the reason', async () => {
  const { team, reviewers } = await aReview(3, [2, 2])
  const { owner, eventId, world } = team
  const first = await propose(team)
  await computeRun(world, first)
  const rows = await rowsOf(team, first)
  expect(rows).toHaveLength(4)
  expect((await owner.post('/staff/RunDiscard', { eventId, runId: first })).status).toBe(200)
  const second = await propose(team)
  await computeRun(world, second)
  expect(await rowsOf(team, second)).toEqual(rows)
  const { short, help } = (await owner.get('/staff/RunShow', { eventId: String(eventId) })).body
  expect(short).toHaveLength(2)
  expect((short as unknown[])[0]).toMatchObject({
    has: 1,
    wanted: 2,
    field: 'Radiology',
    inField: 2,
    conflicted: 0,
    full: 1,
    declined: 0,
  })
  expect(help).toEqual([{ field: 'Radiology', places: 2 }])
  // By hand: it is short no more, although the proposal is as it was. Places lapse of a reviewer who is removed since, and of one who is full by what was given by hand.
  const { abstractId } = (short as { abstractId: number }[])[0] as { abstractId: number }
  const has = rows.find((row) => row.abstractId === abstractId)?.reviewerId
  const other = reviewers.find(({ reviewerId }) => reviewerId !== has)?.reviewerId as number
  expect((await owner.post('/staff/AssignByHand', { eventId, abstractId, reviewerId: other })).status).toBe(200)
  const gone = { eventId, reviewerId: has, version: 1, reason: 'Left the college' }
  expect((await owner.post('/staff/ReviewerRemove', gone)).status).toBe(200)
  const since = (await owner.get('/staff/RunShow', { eventId: String(eventId) })).body
  expect(since).toMatchObject({ run: { ordinal: 2 }, lapsed: 3, help: [{ field: 'Radiology', places: 1 }] })
  expect(since.short).toHaveLength(1)
  expect(since.earlier).toMatchObject([{ runId: first, ordinal: 1, state: 'discarded' }])
})

test('REV-038, 039: a stop ends it, and one whose server was killed is computed again, into one proposal', async () => {
  const { team } = await aReview(2, [4, 4])
  const { owner, eventId, world } = team
  const stopped = await propose(team)
  await world.db.updateTable('assignmentRun').set({ state: 'running', beatAt: world.now() }).execute()
  expect((await owner.post('/staff/RunStop', { eventId, runId: stopped })).status).toBe(200)
  team.clock.pass(1)
  await computeRun(world, stopped)
  const stateOf = async (id: number) =>
    (await world.db.selectFrom('assignmentRun').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
  expect(await stateOf(stopped)).toBe('stopped')
  expect(await rowsOf(team, stopped)).toEqual([])

  const killed = await propose(team)
  // Taken by a server that says nothing any more.
  await world.db
    .updateTable('assignmentRun')
    .set({ state: 'running', beatAt: world.now() })
    .where('id', '=', killed)
    .execute()
  await computeRun(world, killed)
  expect(await stateOf(killed)).toBe('running')
  team.clock.pass(1)
  await takeUpRuns(world)
  await Promise.all([computeRun(world, killed), computeRun(world, killed)])
  expect(await stateOf(killed)).toBe('proposed')
  expect(await rowsOf(team, killed)).toHaveLength(4)
})
