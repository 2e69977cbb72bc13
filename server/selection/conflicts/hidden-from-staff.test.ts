/** What is hidden from somebody of the staff stays hidden, and what an author typed takes nothing out of the audit log. */
import { expect, test } from 'vitest'
import { saveLists } from '#server/testing/author-lists.ts'
import { type StaffCaller, staffCaller } from '#server/testing/finance.ts'
import { tokenFor } from '#server/testing/people.ts'
import { createProfile } from '#server/testing/profiles.ts'
import { aReviewer, aSubmittedAbstract, asStaff, reviewBegins } from '#server/testing/selection.ts'
import { anOwner, aTeam, type Team } from '#server/testing/team.ts'
import { isTold } from '#server/testing/told.ts'
import { findConflicts } from './conflicts.ts'

type Listed = { id: number; hasConflict: boolean }
/** By their numbers, the oldest first. */
const hiddenFor = async (who: StaffCaller, { eventId }: Team): Promise<number[]> => {
  const { rows } = (await who.get('/staff/AbstractList', { eventId, sort: 'number' })).body
  return (rows as Listed[]).flatMap(({ id, hasConflict }) => (hasConflict ? [id] : []))
}
const aChair = ({ app, world, eventId }: Team, email: string) =>
  staffCaller(app, world, { role: 'chair', eventId, email })

test('a chair whom an author takes off the list for a moment reads nothing more; only somebody else of the team lifts it', async () => {
  const team = await aTeam()
  const { owner, eventId } = team
  const own = await aSubmittedAbstract(team)
  const chair = await aChair(team, 'chair@example.org')
  expect(await hiddenFor(chair, team)).toEqual([])
  await saveLists(team, own, { authors: ['chair@example.org'] })
  expect(await hiddenFor(chair, team)).toEqual([own.pk])
  await saveLists(team, own, {})
  expect(await hiddenFor(chair, team)).toEqual([own.pk])

  const lift = { eventId, abstractId: own.pk, kind: 'coauthor', strength: 'cleared', reason: 'A typing error' }
  const byThemself = await chair.post('/staff/StaffConflictSet', { ...lift, accountId: chair.accountId })
  expect([byThemself.status, await hiddenFor(chair, team)]).toEqual([404, [own.pk]])
  const byAnother = await owner.post('/staff/StaffConflictSet', { ...lift, accountId: chair.accountId })
  expect([byAnother.status, await hiddenFor(chair, team)]).toEqual([200, []])
})

test('an address taken out of a profile, and a rule that no longer finds anything, lift nothing', async () => {
  const team = await aTeam()
  const { app, world, eventId } = team
  const [named, near] = [await aSubmittedAbstract(team), await aSubmittedAbstract(team)]
  const chair = await aChair(team, 'chair@example.org')
  const token = await tokenFor(world, chair.accountId)
  await createProfile(app, token, { AltEmail: 'older@example.org' })
  await saveLists(team, named, { authors: ['older@example.org'] })
  const reviewer = await aReviewer(team)
  const place = { institution: 'Zarghun Hospital', department: 'Radiology' }
  await asStaff(world, async ({ db }) => {
    await db
      .updateTable('reviewer')
      .set({ ...place, accountId: chair.accountId })
      .where('id', '=', reviewer.reviewerId)
      .execute()
  })
  await createProfile(app, near.author.token, { Institution: place.institution, Department: place.department })
  await reviewBegins(world, eventId)
  expect(await hiddenFor(chair, team)).toEqual([named.pk, near.pk])

  await asStaff(world, ({ db }) =>
    db.updateTable('profile').set({ altEmail: '' }).where('altEmail', '<>', '').execute(),
  )
  // The chair changes the rule of the call, by which the conflict was found.
  const { body } = await chair.get('/staff/CallShow', { eventId })
  const { version, reviewsWanted, reviewsToDecide, dueOn, graceMinutes, blind, others, feedback } = body
  const fields = { version, reviewsWanted, reviewsToDecide, dueOn, graceMinutes, blind, others, feedback }
  const { revealOnAccept, bids, answerDays } = body
  const saved = await chair.post('/staff/CallSave', {
    eventId,
    ...fields,
    revealOnAccept,
    bids,
    answerDays,
    conflictBy: 'author',
  })
  expect(saved.status).toBe(200)
  await findConflicts(world, eventId)
  expect(await world.db.selectFrom('conflict').select('id').execute()).toEqual([])
  expect(await hiddenFor(chair, team)).toEqual([named.pk, near.pk])
})

type Log = { rows: { id: number; operation: string; reason: string; changes: unknown[] }[]; withheld: object }
const logOf = async (who: StaffCaller, filter = {}) =>
  (await who.get('/staff/AuditList', { limit: 200, ...filter })).body as unknown as Log
const acted = ({ rows }: Log) =>
  rows.flatMap(({ operation, reason, changes }) =>
    operation === 'RemarkByChair' || operation === 'AssignByHand' ? [[operation, reason, changes.length > 0]] : [],
  )

test('an author who types the address of an owner hides the text from that owner, and no act; another owner confirms, and then a number is left', async () => {
  const team = await aTeam()
  const { app, world, clock, owner, eventId } = team
  const [own, both] = [await aSubmittedAbstract(team), await aSubmittedAbstract(team)]
  const reader = await aReviewer(team)
  const second = await staffCaller(app, world, { role: 'owner', email: 'second@example.org' })
  const { email } = await world.db
    .selectFrom('account')
    .select('email')
    .where('id', '=', owner.accountId)
    .executeTakeFirstOrThrow()
  await saveLists(team, own, { authors: ['second@example.org'] })
  // With the first owner in the same conflict nobody is left who could look at it.
  await saveLists(team, both, { authors: ['second@example.org', email] })
  await reviewBegins(world, eventId)
  const give = { eventId, abstractId: own.pk, reviewerId: reader.reviewerId, reason: 'Knows the method' }
  expect((await owner.post('/staff/AssignByHand', give)).status).toBe(200)
  expect(await hiddenFor(second, team)).toEqual([own.pk, both.pk])
  const unconfirmed = await logOf(second)
  expect(acted(await logOf(owner))).toEqual([['AssignByHand', 'Knows the method', true]])
  expect(acted(unconfirmed)).toEqual([['AssignByHand', '', false]])
  expect(unconfirmed.withheld).toEqual({ acts: 0, unconfirmed: 2, withoutAnother: 1 })
  expect(acted(await logOf(second, { search: 'method' }))).toEqual([])
  const { id } = unconfirmed.rows.find(({ operation }) => operation === 'AssignByHand')!
  expect((await second.get('/staff/AuditShow', { id })).body).toMatchObject({
    reason: '',
    changes: [],
    changesInAll: 0,
  })

  const third = await anOwner(app, world)
  const { body } = await third.get('/staff/StaffConflictList', { eventId })
  const found = (body.rows as { accountId: number; abstractId: number; strength: string }[]).map(
    ({ accountId, abstractId, strength }) => [abstractId, accountId, strength],
  )
  expect(found).toEqual([
    [own.pk, second.accountId, 'possible'],
    ...[owner, second].map(({ accountId }) => [both.pk, accountId, 'possible']),
  ])
  const said = { eventId, kind: 'coauthor', reason: 'We asked', accountId: second.accountId }
  for (const [abstractId, strength] of [
    [own.pk, 'hard'],
    [both.pk, 'cleared'],
  ] as const)
    expect((await third.post('/staff/StaffConflictSet', { ...said, abstractId, strength })).status).toBe(200)
  expect(await hiddenFor(second, team)).toEqual([own.pk])
  const confirmed = await logOf(second)
  expect(acted(confirmed)).toEqual([])
  expect(confirmed.withheld).toEqual({ acts: 0, unconfirmed: 0, withoutAnother: 0 })

  // The number follows what was published, never what was just done.
  clock.pass(1)
  await isTold(world, own.pk, { outcome: 'rejected' })
  const { withheld } = await logOf(second)
  expect(withheld).toEqual({ acts: expect.any(Number), unconfirmed: 0, withoutAnother: 0 })
  expect((withheld as { acts: number }).acts).toBeGreaterThan(0)
  clock.pass(1)
  const remark = { eventId, abstractId: own.pk, audience: 'chairs', text: 'Between us.' }
  expect((await third.post('/staff/RemarkByChair', remark)).status).toBe(200)
  expect((await logOf(second)).withheld).toEqual(withheld)
})

test('a conflict of a chair who wrote nothing and reviews nothing is recorded by anybody, and by themself; what authors ask under "not to" reaches chairs', async () => {
  const team = await aTeam()
  const { owner, eventId, world } = team
  const [recorded, own, asked, named] = [
    await aSubmittedAbstract(team),
    await aSubmittedAbstract(team),
    await aSubmittedAbstract(team),
    await aSubmittedAbstract(team),
  ]
  const chair = await aChair(team, 'chair@example.org')
  const said = { eventId, accountId: chair.accountId, kind: 'department', strength: 'hard', reason: 'Her department' }
  await owner.post('/staff/StaffConflictSet', { ...said, abstractId: recorded.pk })
  await chair.post('/staff/StaffConflictSet', { ...said, abstractId: own.pk })
  await saveLists(team, asked, { notTo: ['chair@example.org'] })
  const { fullName } = await world.db
    .selectFrom('account')
    .select('fullName')
    .where('id', '=', chair.accountId)
    .executeTakeFirstOrThrow()
  await saveLists(team, named, { notToNames: [fullName.toUpperCase()] })
  expect(await hiddenFor(chair, team)).toEqual([recorded, own, asked, named].map(({ pk }) => pk))
  // Nobody lifts their own, and nobody decides what is hidden from them.
  const lift = await chair.post('/staff/StaffConflictSet', { ...said, abstractId: own.pk, strength: 'cleared' })
  const decide = { eventId, abstractIds: [recorded.pk], outcome: 'rejected', reason: 'Weak' }
  expect([lift.status, (await chair.post('/staff/DecisionSet', decide)).status]).toEqual([404, 404])
  const before = await aSubmittedAbstract(team)
  const inAdvance = await chair.post('/staff/StaffConflictSet', { ...said, abstractId: before.pk, strength: 'cleared' })
  expect(inAdvance.body.message).toBe('This is you. Please ask somebody else of the team.')
  expect((await chair.get('/staff/StaffConflictList', { eventId })).body.rows).toEqual([])
})

test('a conflict of somebody of the team is recorded and confirmed without an act in their own log; one that an author asked for is lifted by somebody else', async () => {
  const team = await aTeam()
  const { owner, eventId, app, world } = team
  const [recorded, asked] = [await aSubmittedAbstract(team), await aSubmittedAbstract(team)]
  // Chairs read their own acts only; organisers read those of the event.
  const [concerned, other] = [
    await staffCaller(app, world, { role: 'organiser', eventId, email: 'chair@example.org' }),
    await staffCaller(app, world, { role: 'organiser', eventId }),
  ]
  await saveLists(team, asked, { notTo: ['chair@example.org'] })
  const about = async (who: StaffCaller) =>
    (await logOf(who)).rows.flatMap(({ operation, reason, changes }) =>
      operation === 'StaffConflictSet' ? [[reason, changes.length]] : [],
    )
  const said = { eventId, accountId: concerned.accountId, kind: 'department', reason: 'Her department' }
  const set = async (abstractId: number, strength: string) =>
    (await owner.post('/staff/StaffConflictSet', { ...said, abstractId, strength })).status
  expect([await set(recorded.pk, 'hard'), await about(concerned), await about(other)]).toEqual([
    200,
    [],
    [['Her department', 1]],
  ])
  expect([await hiddenFor(concerned, team), await set(asked.pk, 'hard'), await about(concerned)]).toEqual([
    [recorded.pk, asked.pk],
    200,
    [],
  ])
  // What is lifted is hidden no longer, and neither is what was said of it.
  expect([await set(asked.pk, 'cleared'), await hiddenFor(concerned, team), (await about(concerned)).length]).toEqual([
    200,
    [recorded.pk],
    2,
  ])
})
