/** REV-019 to 030: who may not read what, by whatever path somebody tries. */
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { World } from '#server/kernel/world.ts'
import { often } from '#server/testing/counts.ts'
import { staffCaller } from '#server/testing/finance.ts'
import { call, tokenFor } from '#server/testing/people.ts'
import { aReviewer, aSubmittedAbstract, asStaff, reviewBegins } from '#server/testing/selection.ts'
import { aTeam, type Team } from '#server/testing/team.ts'
import { findConflicts } from './conflicts.ts'

const assign = (world: World, abstractId: number, reviewerId: number) =>
  asStaff(world, ({ db }) =>
    db
      .insertInto('assignment')
      .values({ abstractId, reviewerId, alias: reviewerId, assignedAt: world.now(), changedAt: world.now() })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
const kindsOf = async ({ db }: World, abstractId: number, reviewerId: number) =>
  (
    await db
      .selectFrom('conflict')
      .select(['kind', 'source', 'strength'])
      .where('abstractId', '=', abstractId)
      .where('reviewerId', '=', reviewerId)
      .orderBy('kind')
      .execute()
  ).map(({ kind, source, strength }) => `${kind} ${source} ${strength}`)
const stateOf = async ({ db }: World, id: number) =>
  await db.selectFrom('assignment').select(['state', 'reason']).where('id', '=', id).executeTakeFirstOrThrow()

type Author = { name: string; email?: string; institution?: string; department?: string }
async function saveAuthors({ app }: Team, token: string, pk: number, authors: Author[], notTo: unknown[] = []) {
  const rows = authors.map((each, at) => ({ email: '', institution: '', department: '', ...each, presents: at === 0 }))
  const { version } = (
    await app.inject({
      url: `/api/AuthorsRead?pk=${pk}`,
      headers: { host: 'localhost', authorization: `Bearer ${token}` },
    })
  ).json<{ version: number }>()
  const reply = await app.inject({
    method: 'POST',
    url: '/api/AuthorsSave',
    headers: { host: 'localhost', authorization: `Bearer ${token}` },
    payload: { pk, version, authors: rows, notTo },
  })
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json<{ status: string }>().status
}

test('REV-019 to 025: an author, their co-author and their department are found, and the database refuses them', async () => {
  const team = await aTeam()
  const { world, eventId } = team
  const { pk, author } = await aSubmittedAbstract(team)
  const other = await aSubmittedAbstract(team, { Title: 'Another' })
  const free = await aReviewer(team, {
    fullName: 'Farah Junejo',
    institution: 'Aga Khan Hospital',
    department: 'Surgery',
  })
  const byAddress = await aReviewer(team, { email: 'imran@example.org', fullName: 'Imran Solangi' })
  const byAlias = await aReviewer(team, { fullName: 'Asif Laghari' })
  await world.db
    .insertInto('reviewerAddress')
    .values({ reviewerId: byAlias.reviewerId, emailKey: 'a.laghari@clinic.example' })
    .execute()
  const near = await aReviewer(team, {
    fullName: 'Hira Channa',
    institution: 'Civil Hospital, Hyderabad',
    department: 'Department of Radiology',
  })
  const named = await aReviewer(team, { email: 'rival@example.org', fullName: 'Waqar Bhatti' })
  const authors = [
    { name: 'Mehak Soomro', institution: 'CHH', department: 'radiology dept.' },
    { name: 'Somebody Else', email: 'Imran@Example.org' },
    { name: 'A Laghari', email: 'a.laghari@clinic.example' },
  ]
  expect(await saveAuthors(team, author.token, pk, authors, [{ name: 'W Bhatti', email: 'rival@example.org' }])).toBe(
    'Success',
  )
  // Together on another abstract with one of the authors.
  const partner = await aReviewer(team, { email: 'partner@example.org', fullName: 'Saba Narejo' })
  await saveAuthors(team, other.author.token, other.pk, [
    { name: 'Somebody Else', email: 'imran@example.org' },
    { name: 'Saba', email: 'partner@example.org' },
  ])
  const self = await aReviewer(team, { fullName: 'Sorath Bughio' })
  await asStaff(world, ({ db }) =>
    db.insertInto('reviewerAddress').values({ reviewerId: self.reviewerId, emailKey: author.email }).execute(),
  )
  await reviewBegins(world, eventId)

  const kinds = async ({ reviewerId }: { reviewerId: number }) => kindsOf(world, pk, reviewerId)
  expect(await kinds(free)).toEqual([])
  expect(await kinds(self)).toContain('self rule hard')
  expect(await kinds(byAddress)).toEqual(['coauthor rule hard'])
  expect(await kinds(byAlias)).toContain('coauthor rule hard')
  expect(await kinds(partner)).toEqual(['shared_abstract rule hard'])
  expect(await kinds(near)).toEqual(['department rule hard'])
  expect(await kinds(named)).toEqual(['competing author hard'])

  for (const { reviewerId } of [self, byAddress, byAlias, partner, near, named])
    await expect(assign(world, pk, reviewerId)).rejects.toThrow('may not have abstract')
  await expect(assign(world, pk, free.reviewerId)).resolves.toBeTruthy()
  // REV-030
  await expect(
    asStaff(world, ({ db }) => sql`update conflict set strength = 'cleared' where kind = 'self'`.execute(db)),
  ).rejects.toThrow('conflict_of_author_stays')
})

test('REV-021: whoever takes another address no longer has what they wrote under it', async () => {
  const team = await aTeam()
  const { world, eventId } = team
  const { pk, author } = await aSubmittedAbstract(team)
  const reviewer = await aReviewer(team, { email: 'saba@example.org' })
  await saveAuthors(team, author.token, pk, [{ name: 'S Narejo', email: 'saba@clinic.example' }])
  await reviewBegins(world, eventId)
  await assign(world, pk, reviewer.reviewerId)
  const state = async () =>
    (await world.db.selectFrom('assignment').select('state').where('abstractId', '=', pk).executeTakeFirstOrThrow())
      .state
  expect(await state()).toBe('assigned')
  const email = 'saba@clinic.example'
  await world.db.updateTable('account').set({ email, emailKey: email }).where('id', '=', reviewer.accountId).execute()
  expect(await state()).toBe('cancelled')
})

test('REV-026, 030: an author who is added later ends the work of whoever they are; frozen authors are for chairs', async () => {
  const team = await aTeam()
  const { world, eventId, app } = team
  const { pk, author } = await aSubmittedAbstract(team)
  const reviewer = await aReviewer(team, { email: 'late@example.org' })
  await reviewBegins(world, eventId)
  const { id } = await assign(world, pk, reviewer.reviewerId)
  expect(await saveAuthors(team, author.token, pk, [{ name: 'Late', email: 'late@example.org' }])).toBe(
    'The authors can no longer be changed. Please write to the conference office.',
  )
  const row = {
    abstractId: pk,
    position: 1,
    name: 'Late',
    email: 'late@example.org',
    emailKey: 'late@example.org',
    presents: true,
  }
  await expect(world.db.insertInto('abstractAuthor').values(row).execute()).rejects.toThrow('frozen')
  await asStaff(world, ({ db }) => db.insertInto('abstractAuthor').values(row).execute())
  expect(await stateOf(world, id)).toEqual({ state: 'cancelled', reason: 'conflict' })

  // Once begun, institution and department stay; the answer is the same whoever's department it is.
  const token = await tokenFor(world, reviewer.accountId)
  const { specialityId } = await world.db.selectFrom('reviewerField').select('specialityId').executeTakeFirstOrThrow()
  const offer = { quota: 5, first: [specialityId], second: [], institution: '', department: '' }
  const send = (change: object, token_ = token) =>
    app.inject({
      method: 'POST',
      url: '/api/ReviewerOffer',
      headers: { host: 'localhost', authorization: `Bearer ${token_}` },
      payload: { ...offer, ...change },
    })
  expect((await send({})).json()).toEqual({ status: 'Success' })
  expect((await send({ department: 'Radiology' })).json()).toEqual({
    status: 'Review has begun: please ask the chair to change your institution or department.',
  })
  // Whoever does not review is told that there is nothing.
  expect((await send({}, author.token)).statusCode).toBe(404)
})

test('T3: what is withdrawn is reviewed no longer, and a reviewer who is removed reads nothing on', async () => {
  const team = await aTeam()
  const { world, eventId, app } = team
  const [one, two] = [await aSubmittedAbstract(team), await aSubmittedAbstract(team)]
  const [first, second] = [await aReviewer(team), await aReviewer(team)]
  await reviewBegins(world, eventId)
  const ids = [await assign(world, one.pk, first.reviewerId), await assign(world, two.pk, second.reviewerId)]
  await call(app, 'RemoveAbstract', { token: one.author.token, pk: one.pk })
  await team.owner.post('/staff/ReviewerRemove', {
    eventId,
    reviewerId: second.reviewerId,
    version: 1,
    reason: 'Asked to',
  })
  expect(await Promise.all(ids.map(({ id }) => stateOf(world, id)))).toEqual([
    { state: 'cancelled', reason: 'withdrawn' },
    { state: 'cancelled', reason: 'no longer a reviewer' },
  ])
})

test('REV-027: a conflict and an assignment written at once are never both there; without the lock they are', async () => {
  const team = await aTeam()
  const { world, eventId } = team
  const { pk } = await aSubmittedAbstract(team)
  await reviewBegins(world, eventId)
  const race = async (): Promise<boolean> => {
    const { reviewerId } = await aReviewer(team)
    const conflict = () =>
      asStaff(world, async ({ db }) => {
        await db
          .insertInto('conflict')
          .values({ abstractId: pk, reviewerId, kind: 'personal', source: 'chair', strength: 'hard', at: world.now() })
          .execute()
        await sql`select pg_sleep(0.02)`.execute(db)
      })
    const given = () =>
      asStaff(world, async ({ db }) => {
        await db
          .insertInto('assignment')
          .values({ abstractId: pk, reviewerId, alias: reviewerId, assignedAt: world.now(), changedAt: world.now() })
          .execute()
        await sql`select pg_sleep(0.02)`.execute(db)
      }).catch(() => undefined)
    await Promise.all(reviewerId % 2 ? [conflict(), given()] : [given(), conflict()])
    const { rows } = await sql`select from assignment join conflict using (abstract_id, reviewer_id)
      where assignment.state = 'assigned' and strength = 'hard' and reviewer_id = ${reviewerId}`.execute(world.db)
    return rows.length > 0
  }
  for (let round = 0; round < often(4, 50); round += 1) expect(await race()).toBe(false)

  // The same triggers without what they lock.
  for (const name of ['assignment_is_allowed', 'cancel_forbidden']) {
    const { rows } = await sql<{ text: string }>`select pg_get_functiondef(${name}::regproc) as text`.execute(world.db)
    const text = rows[0]?.text ?? ''
    await sql.raw(text.replaceAll(/perform from (abstract|reviewer) .*;/g, '')).execute(world.db)
    onTestFinished(async () => void (await sql.raw(text).execute(world.db)))
  }
  let both = 0
  for (let round = 0; round < 12 && both === 0; round += 1) both += Number(await race())
  expect(both).toBeGreaterThan(0)
  await world.db.deleteFrom('assignment').execute()
})

test('REV-029: a chair who wrote an abstract neither sees nor chooses who is kept from it', async () => {
  const team = await aTeam()
  const { app, world, eventId } = team
  const { pk, author } = await aSubmittedAbstract(team)
  const other = await aSubmittedAbstract(team)
  const { reviewerId } = await aReviewer(team)
  await reviewBegins(world, eventId)
  const chair = await staffCaller(app, world, { role: 'chair', eventId })
  await asStaff(world, ({ db }) =>
    db
      .insertInto('abstractAuthor')
      .values({ abstractId: pk, position: 1, name: 'Chair', accountId: chair.accountId, presents: true })
      .execute(),
  )
  await assign(world, pk, reviewerId)
  await assign(world, other.pk, reviewerId)
  const told = { eventId, reviewerId, kind: 'personal', strength: 'possible', reason: 'A friend' }
  expect((await chair.post('/staff/ConflictSet', { ...told, abstractId: pk })).status).toBe(404)
  expect((await team.owner.post('/staff/ConflictSet', { ...told, abstractId: pk })).status).toBe(200)
  // By its number too; their own by neither.
  expect((await chair.post('/staff/ConflictSet', { ...told, number: 'A-0001' })).status).toBe(404)
  expect((await chair.post('/staff/ConflictSet', { ...told, number: 'a-2' })).status).toBe(200)
  expect((await chair.post('/staff/ConflictSet', { ...told, number: 'A-0077' })).status).toBe(422)
  const listed = async (who: typeof chair, name: string) =>
    (await who.get(`/staff/${name}`, { eventId: String(eventId) })).body.rows as Record<string, unknown>[]
  expect((await listed(chair, 'ConflictList')).map(({ abstractId }) => abstractId)).toEqual([other.pk])
  expect(
    (await listed(team.owner, 'ConflictList')).map(({ abstractId }) => Number(abstractId)).toSorted((a, b) => a - b),
  ).toEqual([pk, other.pk])
  expect((await listed(chair, 'ReviewerList')).map(({ assigned }) => assigned)).toEqual([null])
  expect((await listed(team.owner, 'ReviewerList')).map(({ assigned }) => assigned)).toEqual([2])
  expect((await chair.post('/staff/AssignByHand', { eventId, abstractId: pk, reviewerId })).status).toBe(404)
  // What was looked at and cleared stays so, however often the rule runs.
  const cleared = { eventId, abstractId: other.pk, reviewerId, kind: 'personal', reason: 'No kin' }
  expect((await chair.post('/staff/ConflictClear', cleared)).status).toBe(200)
  await findConflicts(world, eventId)
  expect(await kindsOf(world, other.pk, reviewerId)).toEqual(['personal chair cleared'])
  expect((await chair.post('/staff/ConflictClear', { ...cleared, kind: 'self' })).body).toMatchObject({
    message: 'An author stays in conflict.',
  })
  expect(author.token).toBeTruthy()
})

test('whoever is erased is no author and no reviewer any more, and the trail has lost their words', async () => {
  const team = await aTeam()
  const { world, eventId } = team
  const { pk, author } = await aSubmittedAbstract(team)
  const reviewer = await aReviewer(team, {
    email: 'gone@example.org',
    institution: 'Liaquat Hospital',
    department: 'Urology',
  })
  await saveAuthors(team, author.token, pk, [
    { name: 'Gone Person', email: 'gone@example.org', institution: 'Liaquat Hospital' },
  ])
  await sql`select erase_person(${reviewer.accountId}, ${world.now()}, false)`.execute(world.db)

  const { rows } = await sql<{ words: string }>`
    select concat((select jsonb_agg(to_jsonb(abstract_author)) from abstract_author), (select jsonb_agg(to_jsonb(reviewer)) from reviewer),
      (select jsonb_agg(to_jsonb(reviewer_address)) from reviewer_address),
      (select jsonb_agg(to_jsonb(act_change)) from act_change)) as words`.execute(world.db)
  for (const word of ['Liaquat', 'Urology', 'gone@example.org', 'Gone Person'])
    expect(rows[0]?.words).not.toContain(word)
  expect(await world.db.selectFrom('reviewer').select('state').where('eventId', '=', eventId).execute()).toEqual([
    { state: 'removed' },
  ])
})
