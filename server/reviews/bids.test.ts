/** Wishes of reviewers: what they are shown to choose from, that nobody learns anything else by it, and that it is quick. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { World } from '#server/kernel/world.ts'
import { makeTestApp } from '#server/testing/app.ts'
import { abstractOf, aReviewWithWishes, type Title } from '#server/testing/bids.ts'
import { aLargeReview } from '#server/testing/large-review.ts'
import { tokenFor } from '#server/testing/people.ts'
import { recordStatements } from '#server/testing/queries.ts'
import { askReview } from '#server/testing/reviews.ts'
import { asStaff, fieldsOf } from '#server/testing/selection.ts'
import { aTeam } from '#server/testing/team.ts'

const withBids = (world: World, bids: boolean) =>
  asStaff(world, ({ db }) => db.updateTable('reviewCall').set({ bids }).execute())
const titlesIn = (titles: readonly Title[]) => titles.map(({ title }) => title).toSorted()

test('nobody is asked unless the settings say so; then each chooses among titles of their fields, and it is saved at once', async () => {
  const { world, reviewers, abstracts, ask, titlesOf } = await aReviewWithWishes({ abstracts: 8 })
  const [one, two] = reviewers
  if (!one || !two) throw new Error('nobody reviews')
  await withBids(world, false)
  expect((await ask('BidList', one)).body).toEqual({ isOpen: false, titles: [] })
  expect((await ask('ReviewInbox', one)).body).toMatchObject({ takesBids: false })
  await withBids(world, true)
  const listed = await ask('BidList', one)
  expect(listed.headers).toMatchObject({ 'cache-control': 'private, no-store' })
  expect(listed.headers.etag).toBe(undefined)
  expect((await ask('ReviewInbox', one)).body).toMatchObject({ takesBids: true })

  const titles = listed.body.titles as Title[]
  const named = new Set(abstracts.map((_, at) => `Work ${at + 1}`))
  expect(titles.length).toBeGreaterThanOrEqual(4)
  for (const each of titles) {
    expect(named.has(each.title)).toBe(true)
    expect(each).toEqual({
      titleId: expect.stringMatching(/^[0-9a-f]{32}$/),
      speciality: 'Radiology',
      title: each.title,
      bid: 0,
    })
  }
  // The same at every look; to somebody else the same work has another number.
  expect(await titlesOf(one.token)).toEqual(titles)
  const theirs = await titlesOf(two.token)
  expect(theirs.filter(({ titleId }) => titles.some((each) => each.titleId === titleId))).toEqual([])

  const [{ titleId } = { titleId: '' }] = titles
  for (const bid of [1, -1, 0, 1]) {
    expect((await ask('BidSave', { token: one.token, titleId, bid })).body).toEqual({ status: 'Success' })
    expect((await titlesOf(one.token)).find((each) => each.titleId === titleId)?.bid).toBe(bid)
  }
  expect(await titlesOf(two.token)).toEqual(theirs)
  const abstractId = await abstractOf(world, one.reviewerId, titleId)
  expect(await world.db.selectFrom('bid').selectAll().execute()).toEqual([
    { reviewerId: one.reviewerId, abstractId, bid: 1 },
  ])
  for (const bid of [2, -2, 0.5, 'x', null])
    expect((await ask('BidSave', { token: one.token, titleId, bid })).http).toBe(400)
})

/** The number that a title has or would have, also where it is not in the lot. */
async function numberOf({ db }: World, reviewerId: number, abstractId: number) {
  const { rows } = await sql<{ titleId: string; isDrawn: boolean }>`
    select encode(substring(drawn from 1 for 16), 'hex') as title_id, get_byte(drawn, 31) < 171 as is_drawn
    from bid_key, sha256(convert_to(key || ' ' || ${reviewerId}::int || ' ' || ${abstractId}::int, 'UTF8')) as drawn`.execute(
    db,
  )
  return rows[0] as (typeof rows)[number]
}

test('unknown, not drawn, withheld, in conflict, of another field and somebody else’s are the same bytes, headers and statements', async () => {
  const { world, reviewers, abstracts, eventId } = await aReviewWithWishes({ abstracts: 12, reviewers: 2 })
  const [one, two] = reviewers
  if (!one || !two) throw new Error('nobody reviews')
  const numbers = []
  for (const { pk } of abstracts) numbers.push({ pk, ...(await numberOf(world, one.reviewerId, pk)) })
  const drawn = numbers.filter(({ isDrawn }) => isDrawn)
  const [clash, withheld, withdrawn, good] = drawn
  const lost = numbers.find(({ isDrawn }) => !isDrawn)
  if (!clash || !withheld || !withdrawn || !good || !lost) throw new Error('an odd lot')
  await asStaff(world, async ({ db }) => {
    await db
      .insertInto('conflict')
      .values({
        abstractId: clash.pk,
        reviewerId: one.reviewerId,
        kind: 'personal',
        source: 'chair',
        strength: 'hard',
        at: world.now(),
      })
      .execute()
    await db.updateTable('redaction').set({ state: 'waiting' }).where('abstractId', '=', withheld.pk).execute()
    await db.updateTable('abstract').set({ withdrawnAt: world.now() }).where('id', '=', withdrawn.pk).execute()
  })
  const others = await numberOf(world, two.reviewerId, good.pk)

  const recorded = recordStatements(world)
  const app = await makeTestApp(recorded.world)
  const asked = async (titleId: string, eventOf?: number) => {
    recorded.since()
    const { http, raw, headers } = await askReview(app, 'BidSave', {
      token: one.token,
      titleId,
      bid: 1,
      ...(eventOf && { eventId: eventOf }),
    })
    const { date: _date, 'x-request-id': _id, 'content-length': _length, ...same } = headers
    return { http, raw: raw.replace(/"RequestID":"[\w-]+"/, ''), same, statements: recorded.since() }
  }
  const unknown = await asked('0'.repeat(32))
  expect(unknown.http).toBe(404)
  expect(unknown.statements.length).toBeGreaterThan(3)
  for (const { titleId } of [clash, withheld, withdrawn, others, lost]) expect(await asked(titleId)).toEqual(unknown)
  // A field that is not theirs any more.
  const { pathology } = await fieldsOf({ world, eventId })
  const toField = (specialityId: number) =>
    asStaff(world, ({ db }) =>
      db.updateTable('reviewerField').set({ specialityId }).where('reviewerId', '=', one.reviewerId).execute(),
    )
  const { radiology } = await fieldsOf({ world, eventId })
  await toField(pathology)
  expect(await asked(good.titleId)).toEqual(unknown)
  await toField(radiology)
  expect((await asked(good.titleId)).http).toBe(200)
  expect((await asked(good.titleId, 999_999)).http).toBe(404)
  expect(await world.db.selectFrom('bid').select('abstractId').execute()).toEqual([{ abstractId: good.pk }])
})

test('whatever keeps somebody from reviewing an abstract keeps its title from them, and moves no other', async () => {
  const { world, reviewers, titlesOf } = await aReviewWithWishes({ abstracts: 16, reviewers: 1 })
  const [one] = reviewers
  if (!one) throw new Error('nobody reviews')
  const { reviewerId } = one
  const before = await titlesOf(one.token)
  const pks = new Map<string, number>()
  for (const { titleId } of before) pks.set(titleId, (await abstractOf(world, reviewerId, titleId)) as number)
  const [blank, mine, alias, named, byAddress, clash, ...rest] = before
  if (!blank || !mine || !alias || !named || !byAddress || !clash) throw new Error('an odd lot')
  const pkOf = ({ titleId }: Title) => pks.get(titleId) as number
  const ofAbstract = ({ db }: Pick<World, 'db'>, title: Title) =>
    db
      .selectFrom('abstract')
      .innerJoin('applicant', 'applicant.id', 'applicantId')
      .innerJoin('account', 'account.id', 'accountId')
      .select(['accountId', 'emailKey'])
      .where('abstract.id', '=', pkOf(title))
      .executeTakeFirstOrThrow()
  // They turn out to be the one who wrote it.
  const { accountId } = await ofAbstract(world, mine)
  await asStaff(world, async ({ db }) => {
    await db.updateTable('reviewer').set({ accountId }).where('id', '=', reviewerId).execute()
    // Blank, as a redactor leaves it, is a title too.
    await db.updateTable('redaction').set({ title: '' }).where('abstractId', '=', pkOf(blank)).execute()
    const { emailKey } = await ofAbstract({ db }, alias)
    await db.insertInto('reviewerAddress').values({ reviewerId, emailKey }).execute()
    const author = { position: 1, name: 'A', presents: true }
    await db
      .insertInto('abstractAuthor')
      .values([
        { abstractId: pkOf(named), accountId, ...author },
        { abstractId: pkOf(byAddress), email: one.email, emailKey: one.email, ...author },
      ])
      .execute()
    const told = { kind: 'personal', source: 'chair', at: world.now(), reviewerId } as const
    await db
      .insertInto('conflict')
      .values([
        { abstractId: pkOf(clash), strength: 'hard', ...told },
        // Only possible: a chair decides, and until then it is as any other.
        { abstractId: pkOf(blank), strength: 'possible', ...told },
      ])
      .execute()
  })
  expect(await titlesOf(await tokenFor(world, accountId))).toEqual([{ ...blank, title: '' }, ...rest])
  // The rule of the database that keeps an assignment away says the same of each.
  for (const each of before) {
    const { rows } = await sql<{ why: string | null }>`
      select reviewer_may_not(${pkOf(each)}::int, ${reviewerId}::int) as why`.execute(world.db)
    expect([each.title, rows[0]?.why === null]).toEqual([each.title, each === blank || rest.includes(each)])
  }
})

test('two of three titles are in a lot, and 2,000 titles are listed and wished for in a moment', async () => {
  const team = await aTeam()
  const { world, app, eventId } = team
  const abstracts = 2000
  await aLargeReview(team, { abstracts, reviewers: 3 })
  await asStaff(world, async ({ db }) => {
    await sql`
      update redaction set state = 'ready', title = title_plain from abstract_version
      where abstract_version.abstract_id = redaction.abstract_id and number = redaction.version`.execute(db)
    await db.updateTable('reviewCall').set({ bids: true }).execute()
  })
  await sql`analyze`.execute(world.db)
  const people = await world.db.selectFrom('reviewer').select(['id', 'accountId']).orderBy('id').execute()
  const lots: Set<string>[] = []
  const took = { list: 0, save: 0 }
  for (const { accountId } of people) {
    const token = await tokenFor(world, accountId as number)
    let began = performance.now()
    const { body } = await askReview(app, 'BidList', { token, eventId })
    took.list = Math.max(took.list, performance.now() - began)
    const titles = body.titles as Title[]
    lots.push(new Set(titlesIn(titles)))
    began = performance.now()
    const saved = await askReview(app, 'BidSave', { token, titleId: titles[0]?.titleId, bid: 1 })
    took.save = Math.max(took.save, performance.now() - began)
    expect(saved.body).toEqual({ status: 'Success' })
  }
  process.stdout.write(
    `BidList of ${lots[0]?.size} titles took ${Math.round(took.list)} ms, BidSave ${Math.round(took.save)} ms\n`,
  )
  // By chance alone 1,336; the bounds are six times as far as chance goes. No two lots are alike, and none hides the same third.
  for (const lot of lots) {
    expect(lot.size).toBeGreaterThan(1200)
    expect(lot.size).toBeLessThan(1470)
  }
  const [one, two, three] = lots as [Set<string>, Set<string>, Set<string>]
  expect(one.intersection(two).size).toBeLessThan(1050)
  expect(one.union(two).union(three).size).toBeGreaterThan(1850)
  expect(took.list).toBeLessThan(5000)
  expect(took.save).toBeLessThan(5000)
})
