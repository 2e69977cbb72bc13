/** REV-034 to 036 with as many as a college has: how long it takes to apply a proposal, what happened to it meanwhile, and who is named where there are too few. */
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { often } from '#server/testing/counts.ts'
import { aLargeReview } from '#server/testing/large-review.ts'
import { call, tokenFor } from '#server/testing/people.ts'
import { askReview } from '#server/testing/reviews.ts'
import { aTeam } from '#server/testing/team.ts'
import { computeRun } from './runs.ts'

const settings = { each: 3, most: 60, expertFirst: true, keepUnopened: false }

test.runIf(process.env.TEST_LONG)(
  '2,000 abstracts are given to 300 reviewers, three each, in the time that a browser waits (needs npm run test:long)',
  async () => {
    const team = await aTeam()
    const { owner, eventId, world } = team
    await aLargeReview(team, { abstracts: 2000, reviewers: 300 })
    const propose = async () => Number((await owner.post('/staff/AssignmentPropose', { eventId, settings })).body.runId)
    // REV-038: begun and stopped on the way, it is over within a second.
    const stopped = await propose()
    const computed = computeRun(world, stopped)
    const runOf = (id: number) =>
      world.db.selectFrom('assignmentRun').select(['state', 'progress']).where('id', '=', id).executeTakeFirstOrThrow()
    while ((await runOf(stopped)).progress < 5) await pause(20)
    const asked = performance.now()
    expect((await owner.post('/staff/RunStop', { eventId, runId: stopped })).status).toBe(200)
    await computed
    const waited = performance.now() - asked
    process.stdout.write(`stopped within ${Math.round(waited)} ms\n`)
    expect(waited).toBeLessThan(1000)
    expect((await runOf(stopped)).state).toBe('stopped')

    const runId = await propose()
    await computeRun(world, runId)
    expect((await owner.get('/staff/RunShow', { eventId })).body).toMatchObject({ run: { runId, state: 'proposed' } })
    const began = performance.now()
    const applied = await owner.post('/staff/RunApply', { eventId, runId })
    const took = performance.now() - began
    process.stdout.write(`RunApply of 6,000 took ${Math.round(took)} ms\n`)
    expect([applied.status, applied.body]).toEqual([200, { added: 6000, moved: 0, leftOut: [] }])
    expect(took).toBeLessThan(25_000)
    const { many } = await world.db
      .selectFrom('mail')
      .select(({ fn }) => fn.countAll<string>().as('many'))
      .where('subject', 'like', '%to review')
      .executeTakeFirstOrThrow()
    expect(Number(many)).toBe(300)
  },
  300_000,
)

const [abstracts, reviewers] = [often(100, 2000), often(15, 300)]
const [withdrawn, declined] = [often(4, 40), 3]

test(`${withdrawn} withdrawals and ${declined} declines later the rest of ${abstracts} is given, and each of them is named`, async () => {
  const team = await aTeam()
  const { owner, eventId, world, app } = team
  const { author } = await aLargeReview(team, { abstracts, reviewers })
  const { runId } = (await owner.post('/staff/AssignmentPropose', { eventId, settings })).body
  await computeRun(world, Number(runId))
  const rows = await world.db
    .selectFrom('proposed')
    .innerJoin('reviewer', 'reviewer.id', 'reviewerId')
    .innerJoin('account', 'account.id', 'accountId')
    .innerJoin('abstract', 'abstract.id', 'abstractId')
    .select(['abstractId', 'reviewerId', 'accountId', 'fullName', 'number'])
    .orderBy('abstractId')
    .orderBy('reviewerId')
    .execute()
  expect(rows).toHaveLength(3 * abstracts)
  const gone = rows.slice(0, 3 * withdrawn)
  for (const pk of new Set(gone.map(({ abstractId }) => abstractId))) {
    await world.db.deleteFrom('attempt').execute()
    await call(app, 'RemoveAbstract', { token: author.token, pk })
  }
  // Given by hand meanwhile, and sent back at once; for want of time they would offer less, and other rows be left out too.
  const refused = rows.slice(-declined)
  for (const { abstractId, reviewerId, accountId } of refused) {
    const { assignmentId } = (await owner.post('/staff/AssignByHand', { eventId, abstractId, reviewerId })).body
    const token = await tokenFor(world, accountId as number)
    const answer = await askReview(app, 'ReviewDecline', { token, assignmentId, reason: 'other' })
    expect(answer.body).toEqual({ status: 'Success' })
  }
  const named = (why: string) => (row: (typeof rows)[number]) =>
    `A-${String(row.number).padStart(4, '0')} ${row.fullName} ${why}`
  const { added, moved, leftOut } = (await owner.post('/staff/RunApply', { eventId, runId })).body
  expect([added, moved]).toEqual([3 * (abstracts - withdrawn) - declined, 0])
  expect(
    (leftOut as Record<'number' | 'reviewer' | 'why', string>[])
      .map(({ number, reviewer, why }) => `${number} ${reviewer} ${why}`)
      .toSorted(),
  ).toEqual([...gone.map(named('not under review')), ...refused.map(named('declined'))].toSorted())
  const given = await world.db
    .selectFrom('assignment')
    .select(['id', 'abstractId', 'reviewerId', 'alias'])
    .where('state', '=', 'assigned')
    .orderBy('id')
    .execute()
  expect(given).toHaveLength(Number(added))

  // REV-006, 007: neither alias nor number of an assignment follows who was asked. By chance a sixth is in order, and half of the steps go up.
  const byAbstract = Map.groupBy(given, ({ abstractId }) => abstractId)
  const orders = [...byAbstract.values()].map((three) =>
    three.toSorted((a, b) => a.reviewerId - b.reviewerId).map(({ alias }) => alias),
  )
  const inOrder = orders.filter(([first = 0, second = 0, third = 9]) => first < second && second < third)
  expect(inOrder.length).toBeLessThan((abstracts - withdrawn) / 3)
  for (const key of ['abstractId', 'reviewerId'] as const) {
    const steps = given.slice(1).map((each, at) => Math.sign(each[key] - (given[at]?.[key] ?? 0)))
    expect(Math.abs(steps.reduce((sum, step) => sum + step, 0))).toBeLessThan(given.length / 4)
  }
})

test(`with a quota of 19 for ${reviewers} reviewers of ${abstracts} each goes without one at most, and all who do are named`, async () => {
  const team = await aTeam()
  const { owner, eventId, world } = team
  await aLargeReview(team, { abstracts, reviewers, quota: 19 })
  const { runId } = (await owner.post('/staff/AssignmentPropose', { eventId, settings })).body
  await computeRun(world, Number(runId))
  const missing = 3 * abstracts - 19 * reviewers
  const { figures, short, help } = (await owner.get('/staff/RunShow', { eventId })).body
  expect(figures).toMatchObject({
    abstracts,
    wanted: 3 * abstracts,
    filled: 19 * reviewers,
    loads: [{ load: 19, reviewers }],
  })
  const why = { has: 2, wanted: 3, inField: reviewers, conflicted: 0, full: reviewers - 2, declined: 0 }
  const all = short as { number: string }[]
  expect([all.length, new Set(all.map(({ number }) => number)).size]).toEqual([missing, missing])
  for (const one of all) expect(one).toMatchObject(why)
  expect(help).toEqual([{ field: 'Radiology', places: missing }])
})
