/** The settings of a review: what is refused, and that they tell nothing of abstracts that are hidden from the person who asks. */
import { expect, test } from 'vitest'
import { staffCaller } from '#server/testing/finance.ts'
import { aReviewUnderWay } from '#server/testing/reviews.ts'
import { asStaff } from '#server/testing/selection.ts'
import { aTeam } from '#server/testing/team.ts'

test('R10: a last day that has passed is refused, and one that was saved before may stay', async () => {
  const { world, owner, eventId } = await aTeam()
  const shown = (await owner.get('/staff/CallShow', { eventId })).body
  const {
    eventId: _event,
    beganAt: _began,
    submitted: _submitted,
    underReview: _under,
    wishes: _wishes,
    criteria: _criteria,
    ...fields
  } = shown
  const save = (change: Record<string, unknown>) => owner.post('/staff/CallSave', { eventId, ...fields, ...change })
  expect(await save({ dueOn: '2026-10-31' })).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'dueOn', message: 'This day has passed. Choose today or a later day.' }] },
  })
  const today = await save({ dueOn: '2026-11-01' })
  expect(today.body).toMatchObject({ dueOn: '2026-11-01' })
  await asStaff(world, ({ db }) => db.updateTable('reviewCall').set({ dueOn: '2026-10-20' }).execute())
  const { version } = today.body
  expect((await save({ version, dueOn: '2026-10-20', answerDays: 9 })).body).toMatchObject({ answerDays: 9 })
})

test('R14: how many are under review, wishes and used criteria leave out what is hidden from the person who asks', async () => {
  const { world, app, eventId, owner, abstracts, readers, send } = await aReviewUnderWay({ abstracts: 2, readers: 1 })
  const chair = await staffCaller(app, world, { role: 'chair', eventId })
  const [own] = abstracts
  await asStaff(world, ({ db }) =>
    db
      .insertInto('abstractAuthor')
      .values({ abstractId: own!.pk, position: 1, name: 'Chair', accountId: chair.accountId, presents: true })
      .execute(),
  )
  const shown = async (who: typeof owner) => {
    const { underReview, criteria } = (await who.get('/staff/CallShow', { eventId })).body
    return [underReview, (criteria as { isUsed: boolean }[]).map(({ isUsed }) => isUsed)]
  }
  expect([await shown(owner), await shown(chair)]).toEqual([
    [2, [false, false, false]],
    [1, [true, true, true]],
  ])
  await send('ReviewSave', readers[0]!)
  expect(await shown(chair)).toEqual([1, [true, true, true]])
})
