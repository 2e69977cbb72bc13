/** Wishes in the assignment: what they weigh, what the chairs read of them, and when they are over. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { bidTexts } from '#contract/reviews/words.ts'
import { saveBid } from '#server/reviews/bids.ts'
import { aReviewWithWishes } from '#server/testing/bids.ts'
import { inOrder, withoutLocks } from '#server/testing/races.ts'
import { asStaff } from '#server/testing/selection.ts'
import { never, problemOf } from './assignment-rules.ts'
import { computeRun } from './runs.ts'

const settings = { each: 1, most: 2, expertFirst: true, keepUnopened: false }
type Review = Awaited<ReturnType<typeof aReviewWithWishes>>

const wish = ({ world }: Review, rows: { reviewerId: number; abstractId: number; bid: number }[]) =>
  asStaff(world, async ({ db }) => {
    await db.deleteFrom('bid').execute()
    if (rows.length > 0) await db.insertInto('bid').values(rows).execute()
  })

async function proposed({ owner, eventId, world }: Review) {
  const { body } = await owner.post('/staff/AssignmentPropose', { eventId, settings, seed: 7 })
  const runId = Number(body.runId)
  await computeRun(world, runId)
  const rows = await world.db
    .selectFrom('proposed')
    .select(['abstractId', 'reviewerId'])
    .where('runId', '=', runId)
    .orderBy('abstractId')
    .execute()
  const { figures } = (await owner.get('/staff/RunShow', { eventId: String(eventId) })).body
  return { runId, rows, figures }
}

test('a proposal gives people what they wish for; the same wishes and seed give the same; its figures say how many were granted', async () => {
  const review = await aReviewWithWishes({ abstracts: 4, reviewers: 2 })
  const { owner, eventId, world, abstracts } = review
  const [a, b, c, d] = abstracts.map(({ pk }) => pk) as [number, number, number, number]
  const [one, two] = review.reviewers.map(({ reviewerId }) => reviewerId) as [number, number]
  const wished = (first: number, second: number) => [
    { reviewerId: first, abstractId: a, bid: 1 },
    { reviewerId: first, abstractId: b, bid: 1 },
    { reviewerId: second, abstractId: a, bid: -1 },
    { reviewerId: second, abstractId: c, bid: 0 },
  ]
  for (const [first, second] of [
    [one, two],
    [two, one],
  ] as const) {
    await wish(review, wished(first, second))
    const run = await proposed(review)
    expect(run.rows).toEqual([
      { abstractId: a, reviewerId: first },
      { abstractId: b, reviewerId: first },
      { abstractId: c, reviewerId: second },
      { abstractId: d, reviewerId: second },
    ])
    expect(run.figures).toMatchObject({ filled: 4, wished: 2, granted: 2, against: 0 })
    await owner.post('/staff/RunDiscard', { eventId, runId: run.runId })
    const again = await proposed(review)
    expect(again.rows).toEqual(run.rows)
    await owner.post('/staff/RunDiscard', { eventId, runId: again.runId })
  }
  const call = (await owner.get('/staff/CallShow', { eventId: String(eventId) })).body
  expect(call).toMatchObject({ bids: true, wishes: { reviewers: 2, wanted: 2, unwanted: 1 } })

  // Whoever wrote one of them hears of no wish for it.
  await asStaff(world, ({ db }) =>
    db
      .insertInto('abstractAuthor')
      .values({ abstractId: a, position: 1, name: 'A', accountId: owner.accountId, presents: true })
      .execute(),
  )
  const seen = await proposed(review)
  expect(seen.figures).toMatchObject({ filled: 3, wished: 1, granted: 1 })
  await owner.post('/staff/RunDiscard', { eventId, runId: seen.runId })

  // What was wished for while it was asked counts no more when it is not.
  await asStaff(world, ({ db }) => db.updateTable('reviewCall').set({ bids: false }).execute())
  expect((await proposed(review)).figures).toMatchObject({ wished: 0, granted: 0, against: 0 })
})

test('a wish outweighs chance and a place of load, and no wish makes somebody of another field the first choice', () => {
  const costOf = (bid: number, strength: 'first' | 'second' | 'other', seed: number) => {
    const fields = { first: strength === 'first' ? [1] : [], second: strength === 'second' ? [1] : [] }
    const { cost } = problemOf({
      abstracts: [{ id: 1, specialityId: 1 }],
      reviewers: [{ id: 1, quota: 5, ...fields }],
      forbidden: new Set(),
      held: [],
      bids: new Map([['1 1', bid]]),
      settings,
      seed,
    })
    return cost[0] ?? never
  }
  for (let seed = 0; seed < 50; seed += 1)
    for (let other = 0; other < 50; other += 1) {
      expect(costOf(1, 'first', seed)).toBeLessThan(costOf(0, 'first', other))
      expect(costOf(0, 'first', seed)).toBeLessThan(costOf(-1, 'first', other))
      expect(costOf(0, 'first', seed)).toBeLessThan(costOf(1, 'second', other))
      expect(costOf(-1, 'second', seed)).toBeLessThan(costOf(1, 'other', other))
    }
})

test('the first proposal that is applied ends the wishes, for every path; nobody wishes for the work of another event', async () => {
  const review = await aReviewWithWishes({ abstracts: 6, reviewers: 1 })
  const { owner, eventId, world, abstracts, ask, titlesOf } = review
  const [one] = review.reviewers
  if (!one) throw new Error('nobody reviews')
  const [title] = await titlesOf(one.token)
  if (!title) throw new Error('an odd lot')
  const { runId } = await proposed(review)
  expect((await ask('BidList', one)).body.isOpen).toBe(true)
  expect((await owner.post('/staff/RunApply', { eventId, runId })).status).toBe(200)

  expect((await ask('BidList', one)).body).toEqual({ isOpen: false, titles: [] })
  expect((await ask('ReviewInbox', one)).body).toMatchObject({ takesBids: false })
  // Known and unknown alike: it is over for all of them.
  for (const titleId of [title.titleId, '0'.repeat(32)])
    expect((await ask('BidSave', { token: one.token, titleId, bid: 1 })).body).toEqual({ status: bidTexts.over })
  const { reviewerId } = one
  const late = wish(review, [{ reviewerId, abstractId: abstracts[0]?.pk as number, bid: 1 }])
  await expect(late).rejects.toThrow('wishes are over')
  await asStaff(world, ({ db }) => db.updateTable('assignmentRun').set({ state: 'discarded' }).execute())
  const elsewhere = await aReviewWithWishes({ abstracts: 1, reviewers: 0 })
  const foreign = elsewhere.abstracts[0]?.pk as number
  await expect(wish(review, [{ reviewerId, abstractId: foreign, bid: 1 }])).rejects.toThrow('of another event')
})

/** A wish stands before its last row lock while a proposal is applied. Tells how many wishes there were when it was, and in the end. */
async function raced(takesLock: boolean) {
  const review = await aReviewWithWishes({ abstracts: 6, reviewers: 2 })
  const { world, owner, eventId, abstracts, titlesOf } = review
  const [one, two] = review.reviewers as [Review['reviewers'][number], Review['reviewers'][number]]
  const [title] = await titlesOf(two.token)
  // To the other reviewer: whoever wishes is held at their own row.
  const runId = await asStaff(world, async ({ db }) => {
    const { id } = await db
      .insertInto('assignmentRun')
      .values({ eventId, settings: JSON.stringify(settings), seed: 1, by: owner.accountId, at: world.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('proposed')
      .values({ runId: id, abstractId: abstracts[0]?.pk as number, reviewerId: one.reviewerId, cost: 0 })
      .execute()
    await db.updateTable('assignmentRun').set({ state: 'proposed' }).where('id', '=', id).execute()
    return id
  })
  const wishes = async () => (await world.db.selectFrom('bid').select('bid').execute()).length
  const caller = { ...two, sessionId: 0, eventId, elsewhere: [] }
  const asked = { titleId: title?.titleId ?? '', bid: 1 }
  const [wished, whenApplied] = await inOrder(
    world,
    sql`select from reviewer where id = ${two.reviewerId} for update`,
    [
      () => saveBid(takesLock ? world : withoutLocks(world), caller, { ...asked, eventId: undefined }),
      async () => {
        expect((await owner.post('/staff/RunApply', { eventId, runId })).body).toMatchObject({ added: 1 })
        return wishes()
      },
    ],
  )
  expect(wished).toEqual({ status: 'Success' })
  return { whenApplied, inTheEnd: await wishes() }
}

test('a wish that is being saved is there when a proposal has been applied; without the lock it comes after', async () => {
  expect(await raced(true)).toEqual({ whenApplied: 1, inTheEnd: 1 })
  expect(await raced(false)).toEqual({ whenApplied: 0, inTheEnd: 1 })
})
