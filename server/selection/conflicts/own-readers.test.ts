/** R3, R11: somebody of the team with an abstract of their own learns nothing of who reads it, and does not choose them. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { computeRun } from '#server/selection/assignment/runs.ts'
import { saved } from '#server/testing/abstracts.ts'
import { saveLists } from '#server/testing/author-lists.ts'
import { type StaffCaller, staffCaller } from '#server/testing/finance.ts'
import { aPersonSignedIn } from '#server/testing/people.ts'
import { aReviewer, aSubmittedAbstract, asStaff, fieldsOf, reviewBegins } from '#server/testing/selection.ts'
import { anOwner, aTeam, type Team } from '#server/testing/team.ts'

const settings = { each: 2, most: 12, expertFirst: true, keepUnopened: false }

/** Four abstracts, of which the first is a chair's, and four reviewers. */
async function aReviewOfAChair() {
  const team = await aTeam()
  const ids: number[] = []
  for (const Title of ['Own', 'Second', 'Third', 'Fourth']) ids.push((await aSubmittedAbstract(team, { Title })).pk)
  const readers: number[] = []
  for (let many = 0; many < 4; many += 1) readers.push((await aReviewer(team)).reviewerId)
  const chair = await aChair(team, 'chair@example.org')
  return { ...team, ids, readers, chair }
}
const aChair = ({ app, world, eventId }: Team, email: string) =>
  staffCaller(app, world, { role: 'chair', eventId, email })

/** Written by staff, in an act: known to be theirs. */
const wrote = ({ world }: Team, { accountId }: StaffCaller, abstractId: number) =>
  asStaff(world, ({ db }) =>
    db
      .insertInto('abstractAuthor')
      .values({ abstractId, position: 1, name: 'The chair', accountId, presents: true })
      .execute(),
  )

async function proposed({ eventId, world }: Team, by: StaffCaller, seed = 1): Promise<number> {
  const { status, body } = await by.post('/staff/AssignmentPropose', { eventId, settings, seed })
  expect([status, body]).toEqual([200, body])
  await computeRun(world, body.runId as number)
  return body.runId as number
}
const apply = ({ eventId }: Team, by: StaffCaller, runId: number) => by.post('/staff/RunApply', { eventId, runId })

/** Everything that tells of reviewers and their work, but for the hidden abstract itself. */
async function everythingSeen(
  { eventId, ids }: Team & { ids: number[] },
  who: StaffCaller,
): Promise<Record<string, unknown>> {
  const asked: [string, Record<string, string | number>][] = [
    ['RunShow', {}],
    ['ReviewerList', { sort: 'email' }],
    ['ReviewerList', { state: 'active', search: 'example' }],
    ['ReviewOverview', {}],
    ['AbstractList', { sort: 'number' }],
    ['ConflictList', {}],
    ['CallShow', {}],
    ['DecisionList', {}],
    ['ConsoleOverview', {}],
    ['ConsoleSearch', { search: 'person' }],
    ...ids.map((_, at): [string, { number: number }] => ['AbstractShow', { number: at + 1 }]),
  ]
  const answers: Record<string, unknown> = {}
  for (const [path, input] of asked) {
    const { status, body } = await who.get(`/staff/${path}`, { eventId, ...input })
    // Each search is an act itself, and stands there the next time.
    const { latest: _acts, ...rest } = body
    answers[`${path} ${JSON.stringify(input)}`] = { status, body: rest }
  }
  return answers
}

test('R3: two worlds that differ only in who reads the hidden abstract give the same answers, without a figure of any reviewer', async () => {
  const team = await aReviewOfAChair()
  const { world, eventId, owner, ids, chair } = team
  await reviewBegins(world, eventId)
  await wrote(team, chair, ids[0]!)
  const runId = await proposed(team, owner)
  expect((await apply(team, owner, runId)).status).toBe(200)
  const seen = async (who: StaffCaller) => everythingSeen(team, who)
  const before = { chair: await seen(chair), owner: await seen(owner) }
  const { body: run } = await chair.get('/staff/RunShow', { eventId })
  expect(run.figures).toMatchObject({ abstracts: 3, filled: 6, loads: null })
  const { body: list } = await chair.get('/staff/ReviewerList', { eventId })
  expect(list.rows).toMatchObject([1, 2, 3, 4].map(() => ({ assigned: null, submitted: null, declined: null })))
  expect((await chair.get('/staff/ReviewOverview', { eventId })).body).toMatchObject({ behind: null, reviewers: null })
  expect((await chair.post('/staff/ReviewRemind', { eventId })).body).toEqual({ reminded: null })
  const { body: loads } = await owner.get('/staff/RunShow', { eventId })
  expect(loads.figures).toMatchObject({ abstracts: 4, filled: 8, loads: expect.any(Array) })

  // Other people read it, and one of them has given it back.
  await asStaff(world, async ({ db }) => {
    const own = await db.selectFrom('assignment').selectAll().where('abstractId', '=', ids[0]!).orderBy('id').execute()
    const others = team.readers.filter((id) => !own.some(({ reviewerId }) => reviewerId === id))
    for (const [at, { id, reviewerId, ...row }] of own.entries()) {
      const other = { reviewerId: others[at]! }
      await db.deleteFrom('assignment').where('id', '=', id).execute()
      const gone = at === 0 ? ({ state: 'declined', reason: 'time' } as const) : {}
      await db
        .insertInto('assignment')
        .values({ ...row, ...other, ...gone })
        .execute()
      await db
        .updateTable('proposed')
        .set(other)
        .where('abstractId', '=', ids[0]!)
        .where('reviewerId', '=', reviewerId)
        .execute()
    }
  })
  expect(await seen(chair)).toEqual(before.chair)
  // Control: it shows to somebody from whom nothing is hidden.
  expect(await seen(owner)).not.toEqual(before.owner)
})

test('R3: what a draft says hides no figure, and what an author typed hides them together with the abstract', async () => {
  const team = await aReviewOfAChair()
  const { world, app, eventId, chair } = team
  const assigned = async () => {
    const { body } = await chair.get('/staff/ReviewerList', { eventId })
    return (body.rows as { assigned: number | null }[])[0]?.assigned
  }
  // It is in no list: that the figures are gone would be news.
  const author = await aPersonSignedIn(world)
  const pk = await saved(app, { token: author.token })
  await saveLists(team, { pk, author }, { notTo: ['chair@example.org'] })
  expect(await assigned()).toBe(0)
  const listed = await aSubmittedAbstract(team)
  await saveLists(team, listed, { notTo: ['chair@example.org'] })
  expect(await assigned()).toBe(null)
  const { body } = await chair.get('/staff/AbstractList', { eventId })
  expect((body.rows as { id: number; hasConflict: boolean }[]).filter(({ hasConflict }) => hasConflict)).toMatchObject([
    { id: listed.pk },
  ])
})

test('R3: a reviewer who declines changes no offer; the next proposal counts it, until they offer anew', async () => {
  const team = await aReviewOfAChair()
  const { world, eventId, owner, ids, readers } = team
  const { pathology } = await fieldsOf(team)
  await reviewBegins(world, eventId)
  const [without, elsewhere] = readers as [number, number]
  await asStaff(world, async ({ db }) => {
    await db
      .insertInto('reviewerField')
      .values({ reviewerId: elsewhere, specialityId: pathology, strength: 'first' })
      .execute()
  })
  for (const reviewerId of [without, elsewhere])
    for (const abstractId of ids.slice(0, 2))
      expect((await owner.post('/staff/AssignByHand', { eventId, abstractId, reviewerId })).status).toBe(200)
  const offers = async () => {
    const { body } = await owner.get('/staff/ReviewerList', { eventId })
    return (body.rows as { id: number; quota: number; fields: unknown[] }[])
      .filter(({ id }) => id === without || id === elsewhere)
      .map(({ quota, fields }) => [quota, fields.length])
  }
  const before = await offers()
  await asStaff(world, async ({ db }) => {
    for (const [reviewerId, reason] of [
      [without, 'time'],
      [elsewhere, 'field'],
    ] as const)
      await db
        .updateTable('assignment')
        .set({ state: 'declined', reason, changedAt: world.now() })
        .where('reviewerId', '=', reviewerId)
        .where('abstractId', '=', ids[0]!)
        .execute()
  })
  expect(await offers()).toEqual(before)
  const readersIn = async (runId: number) =>
    await world.db.selectFrom('proposed').select(['reviewerId', 'abstractId']).where('runId', '=', runId).execute()
  const first = await proposed(team, owner)
  const held = (await readersIn(first)).filter(({ reviewerId }) => reviewerId === without)
  expect(held.map(({ abstractId }) => abstractId)).toEqual([ids[1]])
  await owner.post('/staff/RunDiscard', { eventId, runId: first })
  team.clock.pass(1)
  const { body } = await owner.get('/staff/ReviewerList', { eventId })
  const { version } = (body.rows as { id: number; version: number }[]).find(({ id }) => id === without)!
  const { radiology } = await fieldsOf(team)
  const offer = { quota: 12, first: [radiology], second: [], institution: '', department: '' }
  expect((await owner.post('/staff/ReviewerChange', { eventId, reviewerId: without, version, ...offer })).status).toBe(
    200,
  )
  const second = await proposed(team, owner, 2)
  expect((await readersIn(second)).filter(({ reviewerId }) => reviewerId === without).length).toBeGreaterThan(1)
})

test('R11: a proposal leaves out what is known to be hidden from the person who asks for it, and somebody else applies what has it', async () => {
  const team = await aReviewOfAChair()
  const { world, eventId, owner, ids, chair, clock } = team
  await reviewBegins(world, eventId)
  await wrote(team, chair, ids[0]!)
  const theirs = await proposed(team, chair)
  const left = [{ abstractId: ids[0], number: 'A-0001', title: 'Own' }]
  expect((await chair.get('/staff/RunShow', { eventId })).body).toMatchObject({ left, figures: { abstracts: 3 } })
  expect((await owner.get('/staff/RunShow', { eventId })).body).toMatchObject({
    left,
    figures: { abstracts: 3, filled: 6 },
  })
  expect((await apply(team, chair, theirs)).body).toMatchObject({ added: 6, leftOut: [] })
  clock.pass(1)
  const all = await proposed(team, owner)
  expect((await owner.get('/staff/RunShow', { eventId })).body).toMatchObject({ left: [], figures: { abstracts: 4 } })
  const refused = await apply(team, chair, all)
  expect(refused).toMatchObject({
    status: 409,
    body: {
      message:
        'You have a conflict with an abstract of this proposal. Ask a member of the team who has none to apply it.',
    },
  })
  // Whoever reads it, also nobody, the answer is the same.
  await sql`delete from proposed where run_id = ${all} and abstract_id = ${ids[0]}`.execute(world.db)
  expect((await apply(team, chair, all)).body.message).toBe(refused.body.message)
  expect((await apply(team, owner, all)).status).toBe(200)
  const runs = await world.db.selectFrom('assignmentRun').select('inConflictAt').execute()
  expect(runs).toEqual([{ inConflictAt: null }, { inConflictAt: null }])
})

test('R11: fields and quotas are set by somebody with no conflict; a typed address refuses nothing', async () => {
  const team = await aReviewOfAChair()
  const { eventId, owner, ids, readers, chair } = team
  const { radiology } = await fieldsOf(team)
  const offer = { first: [radiology], second: [], institution: '', department: '' }
  const change = (who: StaffCaller, version: number, quota = 5) =>
    who.post('/staff/ReviewerChange', { eventId, reviewerId: readers[0], version, quota, ...offer })
  const { pk, author } = await aSubmittedAbstract(team)
  await saveLists(team, { pk, author }, { authors: ['chair@example.org'] })
  expect((await change(chair, 1)).status).toBe(200)
  await wrote(team, chair, ids[0]!)
  const refused = await change(chair, 2)
  expect(refused).toMatchObject({
    status: 409,
    body: {
      message:
        'You have a conflict with an abstract of this event. Ask a member of the team who has none to change reviewers.',
    },
  })
  const remove = await chair.post('/staff/ReviewerRemove', {
    eventId,
    reviewerId: readers[0],
    version: 2,
    reason: 'No',
  })
  expect(remove).toMatchObject({ status: 409, body: { message: refused.body.message } })
  expect((await change(owner, 2)).status).toBe(200)
})

test('R11: with nobody else the only owner assigns, sees no reader of their own, and the audit log says so', async () => {
  const team = await aReviewOfAChair()
  const { world, app, eventId, owner, ids, readers, chair } = team
  await sql`update staff_grant set revoked_at = ${world.now()} where account_id = ${chair.accountId}`.execute(world.db)
  await reviewBegins(world, eventId)
  await wrote(team, owner, ids[0]!)
  const runId = await proposed(team, owner)
  expect((await owner.get('/staff/RunShow', { eventId })).body).toMatchObject({
    left: [],
    figures: { abstracts: 3, filled: 6, loads: null },
  })
  team.clock.pass(1)
  expect((await apply(team, owner, runId)).body).toMatchObject({ added: 6 })
  expect(await world.db.selectFrom('assignment').select('id').execute()).toHaveLength(8)
  const { radiology } = await fieldsOf(team)
  const offer = { quota: 5, first: [radiology], second: [], institution: '', department: '' }
  expect(
    (await owner.post('/staff/ReviewerChange', { eventId, reviewerId: readers[0], version: 1, ...offer })).status,
  ).toBe(200)
  const second = await anOwner(app, world)
  for (const operation of ['AssignmentPropose', 'RunApply', 'ReviewerChange']) {
    const { body } = await second.get('/staff/AuditList', { eventId, operation })
    const { body: act } = await second.get('/staff/AuditShow', { id: (body.rows as { id: number }[])[0]!.id })
    const noted = JSON.stringify(act.changes).includes('in_conflict_at')
    expect([operation, noted]).toEqual([operation, true])
  }
})
