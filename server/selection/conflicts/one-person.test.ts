import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
/** REV-029, 030: an author who is also staff or reviewer is recognised by every name and address of theirs, and by none once they are erased. */
import { day } from '#contract/durations.ts'
import type { World } from '#server/kernel/world.ts'
import { type StaffCaller, staffCaller } from '#server/testing/finance.ts'
import { aPerson } from '#server/testing/people.ts'
import { aReviewer, aSubmittedAbstract, asStaff, people, reviewBegins } from '#server/testing/selection.ts'
import { aTeam, type Team } from '#server/testing/team.ts'
import { findConflicts } from './conflicts.ts'

/** Another address since a month ago: the older one is free for whoever has it now. */
async function changesAddress({ db, now }: World, accountId: number, newEmail: string): Promise<string> {
  const { email } = await db.selectFrom('account').select('email').where('id', '=', accountId).executeTakeFirstOrThrow()
  const oldEmailKey = email.toLowerCase()
  const at = new Date(now().getTime() - 30 * day)
  await db
    .insertInto('emailChange')
    .values({
      accountId,
      oldEmail: email,
      oldEmailKey,
      newEmail,
      newEmailKey: newEmail,
      askedAt: at,
      changedAt: at,
      undoHash: randomBytes(32),
      undoUntil: new Date(at.getTime() + 7 * day),
    })
    .execute()
  await db.updateTable('account').set({ email: newEmail, emailKey: newEmail }).where('id', '=', accountId).execute()
  return oldEmailKey
}

/** Its applicant names somebody as an author. */
async function names({ app }: Team, { pk, author }: Named, email: string, name = 'Somebody'): Promise<void> {
  const headers = { host: 'localhost', authorization: `Bearer ${author.token}` }
  const { version } = (await app.inject({ url: `/api/AuthorsRead?pk=${pk}`, headers })).json<{ version: number }>()
  const authors = [{ name, email, institution: '', department: '', presents: true }]
  const payload = { pk, version, authors, notTo: [] }
  const reply = await app.inject({ method: 'POST', url: '/api/AuthorsSave', headers, payload })
  expect(reply.json()).toMatchObject({ status: 'Success' })
}
type Named = Awaited<ReturnType<typeof aSubmittedAbstract>>

const isCut = async ({ eventId }: Team, who: StaffCaller) => {
  const { rows, hidden } = (await who.get('/staff/DecisionList', { eventId })).body as Record<string, unknown[]>
  return [rows?.length, hidden?.length]
}

test('an organiser is cut from what names them by an address that they had before', async () => {
  const team = await aTeam()
  const { world, app, eventId } = team
  const [before, after] = [await aSubmittedAbstract(team), await aSubmittedAbstract(team)]
  const organiser = await staffCaller(app, world, { role: 'organiser', eventId })
  const { email } = await world.db
    .selectFrom('account')
    .select('email')
    .where('id', '=', organiser.accountId)
    .executeTakeFirstOrThrow()
  await names(team, before, email)
  await changesAddress(world, organiser.accountId, 'new@example.org')
  await names(team, after, email)
  await reviewBegins(world, eventId)
  expect(await isCut(team, organiser)).toEqual([0, 2])
  // Also where nobody has noted whose address it is.
  await asStaff(world, ({ db }) => db.updateTable('abstractAuthor').set({ accountId: null }).execute())
  expect(await isCut(team, organiser)).toEqual([0, 2])
})

test('two accounts of one person: what names the one by an older address is hidden from the other, and not theirs to review', async () => {
  const team = await aTeam()
  const { world, app, eventId, owner } = team
  const abstract = await aSubmittedAbstract(team)
  const second = await aPerson(world)
  await names(team, abstract, second.email)
  await changesAddress(world, second.accountId, 'moved@example.org')
  const organiser = await staffCaller(app, world, { role: 'organiser', eventId })
  const reviewer = await aReviewer(team)
  await reviewBegins(world, eventId)
  expect(await isCut(team, organiser)).toEqual([1, 0])
  const reason = 'Both are hers'
  const one = await owner.post('/staff/MergeAccounts', { kept: organiser.accountId, gone: second.accountId, reason })
  expect([one.status, one.body.message]).toEqual([200, undefined])
  expect(await isCut(team, organiser)).toEqual([0, 1])

  // What was hidden from somebody stays so until another of the team lifts it.
  await owner.post('/staff/MergeUndo', { mergeId: one.body.mergeId, reason })
  expect(await isCut(team, organiser)).toEqual([0, 1])
  const two = await owner.post('/staff/MergeAccounts', { kept: reviewer.accountId, gone: second.accountId, reason })
  expect([two.status, two.body.message]).toEqual([200, undefined])
  const given = { eventId, abstractId: abstract.pk, reviewerId: reviewer.reviewerId }
  expect((await owner.post('/staff/AssignByHand', given)).body.message).toBe('Conflict of interest.')
})

test('whoever reviews and is of the team does not change, once review has begun, what keeps their colleagues’ work from them', async () => {
  const team = await aTeam()
  const { world, app, eventId, owner } = team
  const { pk } = await aSubmittedAbstract(team)
  const place = { institution: 'Liaquat Hospital', department: 'Radiology' }
  await asStaff(world, ({ db }) =>
    db
      .insertInto('abstractAuthor')
      .values({ abstractId: pk, position: 1, name: 'A colleague', ...place, presents: true })
      .execute(),
  )
  const chair = await staffCaller(app, world, { role: 'chair', eventId })
  const { reviewerId, accountId } = await aReviewer(team, place)
  await asStaff(world, async ({ db }) => {
    await db.updateTable('reviewer').set({ accountId: chair.accountId }).where('id', '=', reviewerId).execute()
  })
  expect(accountId).not.toBe(chair.accountId)
  await reviewBegins(world, eventId)
  expect(await isCut(team, chair)).toEqual([0, 1])
  const { version } = await world.db.selectFrom('reviewer').select('version').executeTakeFirstOrThrow()
  const { radiology } = await fieldOf(world)
  const offer = { quota: 9, first: [radiology], second: [], institution: 'Elsewhere', department: 'Surgery' }
  const own = { eventId, reviewerId, version, reason: 'I moved' }
  const sentence = 'This is you. Review has begun: please ask somebody else of the team.'
  for (const [path, input] of [
    ['ReviewerChange', { ...own, ...offer }],
    ['ReviewerRemove', own],
  ] as const)
    expect([path, (await chair.post(`/staff/${path}`, input)).body.message]).toEqual([path, sentence])
  await findConflicts(world, eventId)
  expect(await isCut(team, chair)).toEqual([0, 1])
  expect((await owner.post('/staff/ReviewerChange', { ...own, ...offer })).status).toBe(200)
})

async function fieldOf({ db }: World) {
  const rows = await db.selectFrom('speciality').select('id').where('description', '=', 'Radiology').execute()
  return { radiology: rows[0]?.id as number }
}

test('whoever is erased is no author, no reviewer and in no note by an older address either', async () => {
  const team = await aTeam()
  const { world, eventId, owner } = team
  const abstract = await aSubmittedAbstract(team)
  const { pk } = abstract
  const person = await aPerson(world, { fullName: 'Zarmina Yousafzai' })
  const former = await changesAddress(world, person.accountId, 'zarmina@example.org')
  // Named, and asked, by an address that nobody connected with the account.
  await names(team, abstract, former, 'Zarmina Yousafzai')
  await owner.post('/staff/ReviewersInvite', { eventId, ...people(former) })
  await asStaff(world, async ({ db }) => {
    await db.updateTable('abstractAuthor').set({ accountId: null }).execute()
    await db
      .insertInto('namedConflict')
      .values({ abstractId: pk, position: 1, name: 'Zarmina Yousafzai', emailKey: former })
      .execute()
  })
  const { id: reviewerId } = await world.db.selectFrom('reviewer').select('id').executeTakeFirstOrThrow()
  const other = await aSubmittedAbstract(team)
  const conflict = { eventId, abstractId: other.pk, reviewerId, kind: 'personal', strength: 'hard' }
  await owner.post('/staff/ConflictSet', { ...conflict, reason: 'Her sister wrote it' })
  // An older address of theirs that is somebody else's by now stays with whoever has it.
  const heir = await aPerson(world)
  const theirs = await changesAddress(world, person.accountId, 'last@example.org')
  await world.db
    .updateTable('account')
    .set({ email: theirs, emailKey: theirs })
    .where('id', '=', heir.accountId)
    .execute()
  await names(team, other, theirs, 'The heir')

  await sql`select erase_person(${person.accountId}, ${world.now()}, false)`.execute(world.db)
  const { rows } = await sql<{ words: string }>`
    select concat((select jsonb_agg(to_jsonb(abstract_author)) from abstract_author), (select jsonb_agg(to_jsonb(reviewer)) from reviewer),
      (select jsonb_agg(to_jsonb(named_conflict)) from named_conflict), (select jsonb_agg(to_jsonb(conflict)) from conflict),
      (select jsonb_agg(to_jsonb(act_change)) from act_change where table_name in ('conflict', 'reviewer', 'abstract_author'))) as words`.execute(
    world.db,
  )
  const words = rows[0]?.words ?? ''
  for (const each of ['Zarmina', former, 'sister']) expect([each, words.includes(each)]).toEqual([each, false])
  expect(words).toContain('The heir')
})
