/** What a reviewer takes along, and what they leave when they are erased. */
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { entriesOf } from '#server/accounts/personal-records.ts'
import { aReviewUnderWay } from '#server/testing/reviews.ts'

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

  const copy = (await entriesOf(world, one.accountId)).find(({ name }) => name === 'data.json')
  if (!copy) throw new Error('there is no data.json')
  const opened = await copy.open()
  const record = JSON.parse(typeof opened === 'string' ? opened : await text(opened)) as Record<string, unknown>
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
