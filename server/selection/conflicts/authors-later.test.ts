/** R2: once review has begun, what an author changes of authors and named conflicts cancels nothing, tells nothing and lifts nothing. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { statusOf } from '#server/testing/abstracts.ts'
import { saveLists } from '#server/testing/author-lists.ts'
import { aPersonSignedIn } from '#server/testing/people.ts'
import { createProfile } from '#server/testing/profiles.ts'
import { aReviewer, aSubmittedAbstract, asStaff, reviewBegins } from '#server/testing/selection.ts'
import { aTeam, type Team } from '#server/testing/team.ts'
import { aReview, askTold, isTold, underReview } from '#server/testing/told.ts'
import { findConflicts } from './conflicts.ts'

const workOf = async ({ world }: Pick<Team, 'world'>, abstractId: number) =>
  world.db
    .selectFrom('assignment')
    .select(['reviewerId', 'state', 'reason'])
    .where('abstractId', '=', abstractId)
    .orderBy('reviewerId')
    .execute()

const conflictsOf = async ({ owner, eventId }: Pick<Team, 'owner' | 'eventId'>) =>
  ((await owner.get('/staff/ConflictList', { eventId })).body.rows as Record<string, unknown>[]).map(
    ({ reviewerId, kind, strength, source }) => ({ reviewerId, kind, strength, source }),
  )

test('naming a suspected reviewer during a revision takes no review away and changes nothing that the author reads', async () => {
  const own = await underReview()
  const { team, world, app, eventId, pk, author } = own
  const first = await aReview(team, pk, { toAuthor: 'Give the numbers.' })
  const second = await aReview(team, pk, { toAuthor: 'Name the scanner.' })
  await isTold(world, pk, { outcome: 'revise' })
  const read = async () => (await askTold(app, 'DecisionRead', { token: author.token, pk })).body
  const before = { read: await read(), work: await workOf(team, pk) }
  expect(before.read).toMatchObject({ reviews: 2, comments: [{ alias: 1 }, { alias: 2 }] })

  await saveLists(team, own, { authors: [first.email] })
  await findConflicts(world, eventId)
  const named = await read()
  expect({ ...named, authors: [] }).toEqual({ ...before.read, authors: [] })
  await saveLists(team, own, { notTo: [second.email] })
  await findConflicts(world, eventId)
  await saveLists(team, own, {})
  await findConflicts(world, eventId)
  expect({ ...(await read()), authors: [] }).toEqual({ ...before.read, authors: [] })
  expect(await workOf(team, pk)).toEqual(before.work)
  const possible = { strength: 'possible', source: 'author' }
  expect(await conflictsOf(team)).toEqual(
    expect.arrayContaining([
      { reviewerId: first.reviewerId, kind: 'coauthor', ...possible },
      { reviewerId: second.reviewerId, kind: 'competing', ...possible },
    ]),
  )

  // The same after the work is accepted, and with an institution that the author says is theirs.
  await isTold(world, pk, { outcome: 'reset' })
  await isTold(world, pk, { outcome: 'accepted' })
  const accepted = await read()
  const place = { institution: 'Zarghun Hospital', department: 'Radiology' }
  await asStaff(world, ({ db }) => db.updateTable('reviewer').set(place).where('id', '=', first.reviewerId).execute())
  await createProfile(app, author.token, { Institution: place.institution, Department: place.department })
  await saveLists(team, own, { authors: [second.email] })
  await findConflicts(world, eventId)
  expect({ ...(await read()), authors: [] }).toEqual({ ...accepted, authors: [] })
  expect(await workOf(team, pk)).toEqual(before.work)
})

test('a chair confirms or clears a co-author who was named after review began, and only then anything changes', async () => {
  const own = await underReview()
  const { team, world, owner, eventId, pk } = own
  const [guessed, real] = [await aReview(team, pk), await aReview(team, pk)]
  await isTold(world, pk, { outcome: 'revise' })
  await saveLists(team, own, { authors: [guessed.email, real.email] })
  const said = { eventId, abstractId: pk, kind: 'coauthor', reason: 'We asked both' }
  const clear = await owner.post('/staff/ConflictClear', { ...said, reviewerId: guessed.reviewerId })
  const confirm = await owner.post('/staff/ConflictSet', { ...said, reviewerId: real.reviewerId, strength: 'hard' })
  expect([clear.status, confirm.status]).toEqual([200, 200])
  await findConflicts(world, eventId)
  expect(await workOf(team, pk)).toEqual([
    { reviewerId: guessed.reviewerId, state: 'submitted', reason: '' },
    { reviewerId: real.reviewerId, state: 'cancelled', reason: 'conflict' },
  ])
  // Confirmed is for good.
  const again = await owner.post('/staff/ConflictClear', { ...said, reviewerId: real.reviewerId })
  expect(again.body.message).toBe('An author stays in conflict.')
})

test('taking a co-author or a named person off the list lifts no restriction once review has begun; before, it does', async () => {
  const team = await aTeam()
  const { world, owner, eventId } = team
  const own = await aSubmittedAbstract(team)
  const [typo, coauthor, rival] = [await aReviewer(team), await aReviewer(team), await aReviewer(team)]
  await saveLists(team, own, { authors: [typo.email] })
  await findConflicts(world, eventId)
  await saveLists(team, own, { authors: [coauthor.email], notTo: [rival.email] })
  await reviewBegins(world, eventId)
  await aReview(team, own.pk)
  await isTold(world, own.pk, { outcome: 'revise' })
  await saveLists(team, own, {})
  await findConflicts(world, eventId)
  await askTold(team.app, 'RevisionSend', { token: own.author.token, pk: own.pk })
  const give = async ({ reviewerId }: { reviewerId: number }) =>
    (await owner.post('/staff/AssignByHand', { eventId, abstractId: own.pk, reviewerId })).body.message
  expect([await give(typo), await give(coauthor), await give(rival)]).toEqual([
    undefined,
    'Conflict of interest.',
    'Conflict of interest.',
  ])

  const { rows } = await sql<{ stood: string }>`
    select name || ': ' || since_version || ' to ' || coalesce(until_version::text, 'now') as stood from author_entry
    where abstract_id = ${own.pk} order by id`.execute(world.db)
  expect(rows.map(({ stood }) => stood)).toEqual([
    'Author 1: 2 to now',
    'Author 2: 2 to 3',
    'Author 2: 3 to 4',
    'Somebody: 3 to 4',
  ])
})

test('withdrawing an own abstract lifts no conflict with those who wrote it: open work ends as withdrawn, reviews are kept', async () => {
  const team = await aTeam()
  const { world, app, eventId } = team
  const [theirs, other] = [await aSubmittedAbstract(team), await aSubmittedAbstract(team)]
  const reader = await aReviewer(team)
  // Both wrote `other`, so that whoever wrote it may not be read by the reviewer.
  await saveLists(team, other, { authors: [theirs.author.email, reader.email] })
  await reviewBegins(world, eventId)
  await aReview(team, theirs.pk)
  const submitted = await aReview(team, other.pk)
  const open = await aReviewer(team)
  const given = { reviewerId: open.reviewerId, alias: 9, assignedAt: world.now(), changedAt: world.now() }
  await asStaff(world, ({ db }) =>
    db
      .insertInto('assignment')
      .values({ abstractId: other.pk, ...given })
      .execute(),
  )
  const shared = async () =>
    (await conflictsOf(team)).filter(({ kind, strength }) => kind === 'shared_abstract' && strength === 'hard')
  expect(await shared()).toHaveLength(1)
  expect(await statusOf(app, 'RemoveAbstract', { token: other.author.token, pk: other.pk })).toBe('Success')
  await findConflicts(world, eventId)
  expect(await shared()).toHaveLength(1)
  expect(await workOf(team, other.pk)).toEqual(
    [
      { reviewerId: submitted.reviewerId, state: 'submitted', reason: '' },
      { reviewerId: open.reviewerId, state: 'cancelled', reason: 'withdrawn' },
    ].toSorted((a, b) => a.reviewerId - b.reviewerId),
  )
})

test('a person who is erased leaves no name or address in the history of a list', async () => {
  const team = await aTeam()
  const { world } = team
  const own = await aSubmittedAbstract(team)
  const coauthor = await aPersonSignedIn(world)
  await saveLists(team, own, { authors: [coauthor.email], notTo: [coauthor.email] })
  await saveLists(team, own, {})
  const entries = async () =>
    (
      await sql<{
        line: string
      }>`select kind || ' ' || name || ' ' || coalesce(email_key, '') as line from author_entry order by id`.execute(
        world.db,
      )
    ).rows
  expect(JSON.stringify(await entries())).toContain(coauthor.email)
  await sql`select erase_person(${coauthor.accountId}, ${world.now()}, true)`.execute(world.db)
  expect(JSON.stringify(await entries())).not.toContain(coauthor.email)
  expect((await entries()).map(({ line }) => line)).toContain('author Erased person ')
})
