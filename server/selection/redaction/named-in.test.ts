/** R14: a chair's words to reviewers name no author. */
import { expect, test } from 'vitest'
import { aReviewUnderWay } from '#server/testing/reviews.ts'
import { asStaff } from '#server/testing/selection.ts'

test('R14: a reason and a remark to reviewers that name an author are refused, and one between chairs is kept', async () => {
  const { world, eventId, owner, readers, abstracts, send } = await aReviewUnderWay()
  const [one] = readers
  const [{ pk, author } = { pk: 0, author: { accountId: 0 } }] = abstracts
  if (!one) throw new Error('nobody reviews')
  await asStaff(world, ({ db }) =>
    db.updateTable('account').set({ fullName: 'Asad Hussain' }).where('id', '=', author.accountId).execute(),
  )
  await asStaff(world, ({ db }) => db.updateTable('redaction').set({ state: 'ready' }).execute())
  await send('ReviewSubmit', one)
  const back = { eventId, assignmentId: one.assignments[0], reason: 'Dr Husain asks for a longer comment.' }
  expect(await owner.post('/staff/ReviewSendBack', back)).toMatchObject({
    status: 422,
    body: {
      fields: [{ path: 'reason', message: 'Reviewers may not learn who the authors are. Leave out “Husain”.' }],
    },
  })
  const said = { eventId, abstractId: pk, text: 'Asad Hussain answered.' }
  expect((await owner.post('/staff/RemarkByChair', { ...said, audience: 'reviewers' })).status).toBe(422)
  expect((await owner.post('/staff/RemarkByChair', { ...said, audience: 'chairs' })).status).toBe(200)
  expect((await owner.post('/staff/ReviewSendBack', { ...back, reason: 'Too short.' })).status).toBe(200)

  await asStaff(world, ({ db }) => db.updateTable('reviewCall').set({ blind: 'single' }).execute())
  expect((await owner.post('/staff/RemarkByChair', { ...said, audience: 'reviewers' })).status).toBe(200)
})
