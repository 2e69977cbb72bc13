/** Reminders by a clock that stands still, and by a chair. */
import { expect, test } from 'vitest'
import type { World } from '#server/kernel/world.ts'
import { aReviewUnderWay } from '#server/testing/reviews.ts'
import { remindByClock } from './reminders.ts'

const lettersOf = async ({ db }: World) =>
  db.selectFrom('mail').select(['recipient', 'subject', 'bodyText']).where('kind', '=', 'review_reminder').execute()

test('one letter for each who owes a review, once for each day, with a count and no title', async () => {
  const { world, clock, eventId, owner, readers, send } = await aReviewUnderWay({ abstracts: 2, dueOn: '2026-11-08' })
  const [one, two] = readers
  if (!one || !two) throw new Error('nobody reviews')
  await send('ReviewSubmit', one)
  await Promise.all([remindByClock(world), remindByClock(world)])
  clock.pass(15)
  await remindByClock(world)
  const letters = await lettersOf(world)
  expect(letters).toHaveLength(2)
  expect(Object.fromEntries(letters.map(({ recipient, subject }) => [recipient, subject]))).toEqual({
    [one.email]: 'One review for Annual Medical Conference is not submitted yet',
    [two.email]: '2 reviews for Annual Medical Conference are not submitted yet',
  })
  for (const { bodyText } of letters) expect(bodyText).not.toMatch(/Work \d|A-0/)

  // A chair may ask as well, once a day.
  const asked = await owner.post('/staff/ReviewRemind', { eventId, reviewerIds: [two.reviewerId] })
  expect(asked.body).toEqual({ reminded: 1 })
  expect((await owner.post('/staff/ReviewRemind', { eventId })).body).toEqual({ reminded: 1 })
  expect((await owner.post('/staff/ReviewRemind', { eventId })).body).toEqual({ reminded: 0 })

  // Nothing is due on the next day.
  clock.pass(24 * 60)
  await remindByClock(world)
  expect(await lettersOf(world)).toHaveLength(4)
})
