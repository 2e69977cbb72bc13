/** REV-001, 004, 008, 013, 014: what the views of `blind` give, and to whom. No call reads them yet. */
import { type Transaction, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Tables } from '#server/database/tables.ts'
import type { World } from '#server/kernel/world.ts'
import { aReviewer, aSubmittedAbstract, asStaff, reviewBegins } from '#server/testing/selection.ts'
import { aTeam } from '#server/testing/team.ts'
import { blindSide, inBlindWorld } from './blind-world.ts'

/** Whoever adds a column writes it here, and thinks of what it tells. */
const columns: Record<string, string> = {
  call: 'due_on grace_minutes blind others bids has_begun due_at closes_at takes_bids',
  bid_title: 'title_id speciality title bid',
  criterion: 'criterion_id position name hint low high weight is_required types',
  me: 'reviewer_id event_id quota institution department name event_name time_zone',
  my_abstract:
    'assignment_id number alias state type speciality sub_speciality words redaction title background material results discussion file_size file_type is_open sent_back',
  my_review:
    'assignment_id version recommendation as_type sure to_author to_chairs total save_key saved_at submitted_at is_late',
  discussion: 'assignment_id is_open',
  my_field: 'speciality_id name strength',
  reviewed_text: 'assignment_id title background material results discussion',
  my_score: 'assignment_id criterion_id score',
  other_review: 'assignment_id alias recommendation as_type sure to_author total',
  remark: 'assignment_id alias text at',
}

const seenBy = ({ db }: World, reviewerId: number | '', view: string) =>
  db.transaction().execute(async (db: Transaction<Tables>) => {
    await sql`select set_config('colloquium.reviewer', ${String(reviewerId)}, true)`.execute(db)
    return (await sql.raw<Record<string, unknown>>(`select * from blind.${view}`).execute(db)).rows
  })

test('a reviewer sees their own rows, without an author in them, and a text only when its redaction is ready', async () => {
  const team = await aTeam()
  const { world, eventId } = team
  const { rows } = await sql<{ view: string; names: string }>`
    select table_name as view, string_agg(column_name, ' ' order by ordinal_position) as names
    from information_schema.columns where table_schema = 'blind' group by table_name`.execute(world.db)
  expect(Object.fromEntries(rows.map(({ view, names }) => [view, names]))).toEqual(columns)

  const { pk } = await aSubmittedAbstract(team)
  const [one, two, stranger] = [await aReviewer(team), await aReviewer(team), await aReviewer(team)]
  await reviewBegins(world, eventId)
  const given = { abstractId: pk, assignedAt: world.now(), changedAt: world.now() }
  const ids = await asStaff(world, ({ db }) =>
    db
      .insertInto('assignment')
      .values([
        { ...given, reviewerId: one.reviewerId, alias: 1 },
        { ...given, reviewerId: two.reviewerId, alias: 2 },
      ])
      .returning('id')
      .execute(),
  )
  for (const view of Object.keys(columns)) expect([view, await seenBy(world, '', view)]).toEqual([view, []])
  expect(await seenBy(world, stranger.reviewerId, 'my_abstract')).toEqual([])
  const [withheld] = await seenBy(world, one.reviewerId, 'my_abstract')
  expect(withheld).toMatchObject({ number: 'A-0001', redaction: 'preparing', title: null, background: null })

  // Null is as it was written, '' is nothing.
  await asStaff(world, ({ db }) => db.updateTable('redaction').set({ state: 'ready', results: '' }).execute())
  const [ready] = await seenBy(world, one.reviewerId, 'my_abstract')
  expect(ready).toMatchObject({ redaction: 'ready', background: '<p>Two hundred people came.</p>', results: '' })

  // Others' reviews only after one's own is submitted.
  for (const { id } of ids)
    await world.db
      .insertInto('review')
      .values({ assignmentId: id, recommendation: 'accept', toAuthor: 'Clear.', savedAt: world.now() })
      .execute()
  const submit = async (id: number) => {
    for (const state of ['begun', 'submitted'] as const)
      await world.db.updateTable('assignment').set({ state }).where('id', '=', id).execute()
  }
  await submit(ids[1]?.id as number)
  expect(await seenBy(world, one.reviewerId, 'other_review')).toEqual([])
  await submit(ids[0]?.id as number)
  expect(await seenBy(world, one.reviewerId, 'other_review')).toMatchObject([{ alias: 2, toAuthor: 'Clear.' }])

  // Once it is decided, nobody changes a review.
  await asStaff(world, ({ db }) =>
    db.updateTable('abstract').set({ status: 'Accepted', level: 2 }).where('id', '=', pk).execute(),
  )
  const late = world.db.updateTable('review').set({ toAuthor: 'Changed' })
  await expect(late.execute()).rejects.toThrow('is over')
})

test('REV-001, 002: whoever reviews reads as a role that knows the schema blind only, and steps out of it to write', async () => {
  const team = await aTeam()
  const { world } = team
  const { reviewerId } = await aReviewer(team)
  const roleOf = async (db: { getExecutor: Transaction<Tables>['getExecutor'] }) =>
    (await sql<{ role: string }>`select current_user as role`.execute(db)).rows[0]?.role
  const seen = await inBlindWorld(world, { reviewerId }, async ({ db, write }) => ({
    me: await db.selectFrom('me').select('reviewerId').execute(),
    reading: await roleOf(db),
    writing: await write(({ db }) => roleOf(db)),
    again: await roleOf(db),
  }))
  expect(seen).toEqual({
    me: [{ reviewerId }],
    reading: blindSide.role,
    writing: await roleOf(world.db),
    again: blindSide.role,
  })

  for (const table of [
    'abstract',
    'abstract_version',
    'account',
    'profile',
    'reviewer',
    'assignment',
    'review',
    'redaction',
    'open_discussion',
  ])
    await expect(
      inBlindWorld(world, { reviewerId }, ({ db }) => sql`select from public.${sql.raw(table)}`.execute(db)),
    ).rejects.toThrow('permission denied')
  // Where the role could not be made, the same question is answered: that is what it is for.
  const oneWall = { ...world, hasBlindRole: false }
  await inBlindWorld(oneWall, { reviewerId }, ({ db }) => sql`select from public.account`.execute(db))
})
