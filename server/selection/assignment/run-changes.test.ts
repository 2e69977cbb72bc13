/** What the assignment screen says before a proposal is applied is what happens: places that are new, moved and kept, and who is written to. */
import { expect, test } from 'vitest'
import { aReviewer, aSubmittedAbstract, asStaff, reviewBegins } from '#server/testing/selection.ts'
import { aTeam, type Team } from '#server/testing/team.ts'
import { computeRun } from './runs.ts'

const lastMail = async ({ world }: Team): Promise<number> =>
  (await world.db.selectFrom('mail').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? 0

/** The first reviewer has four abstracts and has begun one of them; the second has begun a fifth; a sixth has no reviewer, and a third reviewer nothing. */
async function aProposal() {
  const team = await aTeam()
  const { world, eventId, owner } = team
  const ids: number[] = []
  for (let many = 0; many < 6; many += 1) ids.push((await aSubmittedAbstract(team)).pk)
  const people = [await aReviewer(team), await aReviewer(team), await aReviewer(team)]
  await reviewBegins(world, eventId)
  for (const [at, abstractId] of ids.slice(0, 5).entries()) {
    const { reviewerId } = people[at < 4 ? 0 : 1]!
    const { assignmentId } = (await owner.post('/staff/AssignByHand', { eventId, abstractId, reviewerId })).body
    const isBegun = at === 0 || at === 4
    if (isBegun)
      await asStaff(world, ({ db }) =>
        db
          .updateTable('assignment')
          .set({ state: 'begun', openedAt: world.now() })
          .where('id', '=', assignmentId as number)
          .execute(),
      )
  }
  team.clock.pass(1)
  const settings = { each: 1, most: 12, expertFirst: true, keepUnopened: false }
  const runId = Number((await owner.post('/staff/AssignmentPropose', { eventId, settings })).body.runId)
  await computeRun(world, runId)
  const before = await lastMail(team)
  const written = () =>
    world.db
      .selectFrom('mail')
      .select(['recipient', 'subject', 'bodyText'])
      .where('id', '>', before)
      .orderBy('id')
      .execute()
  const show = async (more: object = {}) => (await owner.get('/staff/RunShow', { eventId, runId, ...more })).body
  return { team, people, runId, show, written }
}

const numbersOf = (body: Record<string, unknown>) => (body.rows as { number: string }[]).map(({ number }) => number)

test('new, moved and kept places are counted and listed as they are when the proposal is applied', async () => {
  const { team, runId, show } = await aProposal()
  const { owner, eventId } = team
  const { changes } = (await show()) as { changes: Record<string, { places: number; abstracts: number }> }
  const { new: fresh, moved, kept } = changes
  expect([fresh?.places, (moved?.places ?? 0) + (kept?.places ?? 0)]).toEqual([1, 5])
  expect(moved?.places).toBeGreaterThan(0)
  expect(kept?.places).toBeGreaterThan(1)
  expect(numbersOf(await show({ change: 'new' }))).toEqual(['A-0006'])
  const before = await show({ change: 'moved' })
  expect(numbersOf(before)).toHaveLength(moved?.abstracts ?? 0)
  for (const row of before.rows as { reviewers: unknown[]; leaving: unknown[] }[])
    expect([row.reviewers.length, row.leaving.length]).toEqual([1, 1])
  const { body } = await owner.post('/staff/RunApply', { eventId, runId })
  expect(body).toEqual({ added: (fresh?.places ?? 0) + (moved?.places ?? 0), moved: moved?.places, leftOut: [] })
  // The screen says the same afterwards.
  expect((await show()).changes).toEqual(changes)
  expect((await show({ change: 'moved' })).rows).toMatchObject(
    (before.rows as { number: string; leaving: unknown }[]).map(({ number, leaving }) => ({ number, leaving })),
  )
})

test('as many reviewers are written to as the screen says, with what is new and what they have in all', async () => {
  const { team, people, runId, show, written } = await aProposal()
  const { owner, eventId, world } = team
  const [, second, third] = people
  const { emails } = await show()
  expect(emails).toBe(2)
  await owner.post('/staff/RunApply', { eventId, runId })
  const mail = await written()
  expect(mail.map(({ recipient }) => recipient)).toEqual([second?.email, third?.email])
  const newOf = async (reviewerId: number | undefined) =>
    (
      await world.db
        .selectFrom('assignment')
        .select('id')
        .where('reviewerId', '=', reviewerId ?? 0)
        .where('state', '=', 'assigned')
        .execute()
    ).length
  const many = await newOf(second?.reviewerId)
  expect(mail[0]?.bodyText).toContain(`${many} new abstract`)
  expect(mail[0]?.bodyText).toContain(`You now have ${many + 1} reviews to submit.`)
  expect(mail[1]?.bodyText).not.toContain('You now have')
})

test('a place whose reviewer has reached their quota since is counted as lapsed before it is applied', async () => {
  const { team, people, runId, show, written } = await aProposal()
  const { owner, eventId, world } = team
  expect((await show()).lapsed).toBe(0)
  await asStaff(world, ({ db }) =>
    db
      .updateTable('reviewer')
      .set({ quota: 1 })
      .where('id', '=', people[1]?.reviewerId ?? 0)
      .execute(),
  )
  const { lapsed, emails } = await show()
  expect(lapsed).toBeGreaterThan(0)
  const { body } = await owner.post('/staff/RunApply', { eventId, runId })
  expect(body.leftOut).toHaveLength(lapsed as number)
  expect(await written()).toHaveLength(emails as number)
})
