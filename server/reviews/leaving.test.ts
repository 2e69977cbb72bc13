/** What a reviewer takes along, and what they leave when they are erased. */
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { entriesOf } from '#server/accounts/closure/personal-records.ts'
import type { World } from '#server/kernel/world.ts'
import { abstractOf, aReviewWithWishes } from '#server/testing/bids.ts'
import { aReviewUnderWay } from '#server/testing/reviews.ts'
import { asStaff } from '#server/testing/selection.ts'

async function copyOf(world: World, accountId: number): Promise<Record<string, unknown>> {
  const copy = (await entriesOf(world, accountId)).find(({ name }) => name === 'data.json')
  if (!copy) throw new Error('there is no data.json')
  const opened = await copy.open()
  return JSON.parse(typeof opened === 'string' ? opened : await text(opened)) as Record<string, unknown>
}

test('a copy of one’s data has one’s own reviews; an erased reviewer leaves what was submitted, under an alias', async () => {
  const { world, readers, send, ask } = await aReviewUnderWay({ abstracts: 3 })
  const [one, two] = readers
  if (!one || !two) throw new Error('nobody reviews')
  const [submitted, draft, declined] = one.assignments
  await send('ReviewSubmit', one, { assignmentId: submitted, toAuthor: 'This is what I think of it.' })
  await send('ReviewSave', one, { assignmentId: draft, toAuthor: 'Half a thought' })
  await ask('ReviewDecline', { token: one.token, assignmentId: declined, reason: 'other', note: 'My mother is ill' })
  await send('ReviewSubmit', two, { assignmentId: two.assignments[0] })
  await ask('RemarkAdd', { token: one.token, assignmentId: submitted, text: 'I stay with it.' })

  const record = await copyOf(world, one.accountId)
  expect(record).toMatchObject({
    reviews: [{ toAuthor: 'This is what I think of it.' }, { toAuthor: 'Half a thought' }],
    remarks: [{ text: 'I stay with it.' }],
  })
  expect(JSON.stringify(record)).not.toMatch(/Work \d|State how many scans/)

  await sql`select erase_person(${one.accountId}, ${world.now()}, false)`.execute(world.db)
  const { rows } = await sql<{ words: string }>`
    select concat((select jsonb_agg(to_jsonb(review)) from review), (select jsonb_agg(to_jsonb(assignment)) from assignment)) as words`.execute(
    world.db,
  )
  expect(rows[0]?.words).not.toMatch(/Half a thought|mother/)
  const others = (await ask('ReviewOpen', { token: two.token, assignmentId: two.assignments[0] })).body
  expect(others).toMatchObject({
    others: [{ alias: 2, toAuthor: 'This is what I think of it.' }],
    discussion: { remarks: [{ alias: 2, text: 'I stay with it.' }] },
  })
})

test('a copy of one’s data has the wishes, by the titles that reviewers are shown and nothing else; an erased reviewer leaves none', async () => {
  const { world, reviewers, ask, titlesOf } = await aReviewWithWishes()
  const [one] = reviewers
  if (!one) throw new Error('nobody reviews')
  const [liked, disliked, withheld] = await titlesOf(one.token)
  if (!liked || !disliked || !withheld) throw new Error('the lot is too small')
  const wished = { ...liked, bid: 1 }
  for (const { titleId, bid } of [wished, { ...disliked, bid: -1 }, { ...withheld, bid: 1 }])
    await ask('BidSave', { token: one.token, titleId, bid })
  const hidden = await abstractOf(world, one.reviewerId, withheld.titleId)
  await asStaff(world, ({ db }) =>
    db
      .updateTable('redaction')
      .set({ state: 'waiting' })
      .where('abstractId', '=', hidden as number)
      .execute(),
  )
  const record = await copyOf(world, one.accountId)
  const event = 'Annual Medical Conference'
  expect(record.wishes).toHaveLength(3)
  expect(new Set(record.wishes as unknown[])).toEqual(
    new Set([
      { event, title: '', wish: 'would like to read it' },
      { event, title: liked.title, wish: 'would like to read it' },
      { event, title: disliked.title, wish: 'would rather not read it' },
    ]),
  )
  expect(record.fieldsOffered).toEqual([{ event, field: 'Radiology', strength: 'first' }])
  await sql`select erase_person(${one.accountId}, ${world.now()}, false)`.execute(world.db)
  expect(await world.db.selectFrom('bid').selectAll().execute()).toEqual([])
})
