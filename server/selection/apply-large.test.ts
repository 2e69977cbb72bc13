/** How long it takes to apply a proposal of the size that a college has. */
import { expect, test } from 'vitest'
import { aLargeReview } from '#server/testing/large-review.ts'
import { aTeam } from '#server/testing/team.ts'
import { computeRun } from './runs.ts'

const settings = { each: 3, most: 60, expertFirst: true, keepUnopened: false }

test.runIf(process.env.TEST_LONG)(
  '2,000 abstracts are given to 300 reviewers, three each, in the time that a browser waits (needs npm run test:long)',
  async () => {
    const team = await aTeam()
    const { owner, eventId, world } = team
    await aLargeReview(team, { abstracts: 2000, reviewers: 300 })
    const { body } = await owner.post('/staff/AssignmentPropose', { eventId, settings })
    const runId = Number(body.runId)
    await computeRun(world, runId)
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
