/** Staff who also review are blind on the staff side too, until the decision of what they review is published. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { StaffRole } from '#contract/accounts/permissions.ts'
import { operations } from '#contract/operations.ts'
import { writeExport } from '#server/exports/write.ts'
import { rolesWith } from '#server/kernel/permissions.ts'
import type { World } from '#server/kernel/world.ts'
import { download, linesOf } from '#server/testing/exports.ts'
import { type StaffCaller, staffCaller } from '#server/testing/finance.ts'
import { sentWith } from '#server/testing/inputs.ts'
import { tokenFor } from '#server/testing/people.ts'
import { aReviewUnderWay, type Reader } from '#server/testing/reviews.ts'
import { asStaff } from '#server/testing/selection.ts'
import { isTold } from '#server/testing/told.ts'

type Review = Awaited<ReturnType<typeof aReviewUnderWay>>
type Both = { staff: StaffCaller; reader: Reader }

/** A reviewer of everything who is of the team too. */
async function whoReviews(review: Review, role: StaffRole, at = 0): Promise<Both> {
  const { app, world, eventId, readers } = review
  const reader = readers[at] as Reader
  const place = role === 'finance' || role === 'owner' ? null : eventId
  const staff = await staffCaller(app, world, { role, eventId: place })
  const { accountId } = staff
  await asStaff(world, ({ db }) =>
    db.updateTable('reviewer').set({ accountId }).where('id', '=', reader.reviewerId).execute(),
  )
  return { staff, reader: { ...reader, accountId, token: await tokenFor(world, accountId) } }
}

const definitionOf = async ({ db }: World): Promise<string> => {
  const { rows } = await sql<{
    text: string
  }>`select pg_get_functiondef('hidden_from_staff(int)'::regprocedure) as text`.execute(db)
  return rows[0]?.text ?? ''
}

/** As before this rule: only what somebody wrote, or has a conflict with, is hidden. The database is the next test's too. */
async function withoutTheRule<Answer>(world: World, work: () => Promise<Answer>): Promise<Answer> {
  const text = await definitionOf(world)
  await sql`create or replace function hidden_from_staff(of_account int) returns table (abstract_id int, why text, is_certain boolean) language sql stable as $$
    select * from conflicts_of_staff(of_account) $$`.execute(world.db)
  try {
    return await work()
  } finally {
    await sql.raw(text).execute(world.db)
  }
}

const readsOfStaff = operations.filter(
  ({ token, kind, method }) => token === 'staff' && kind === 'read' && method === 'GET',
)

/** Every read there is, about each author: how many titles of the inbox stand in one answer with the address of who wrote them. */
async function matched(review: Review, { staff, reader }: Both): Promise<number> {
  const { app, world, eventId, abstracts, ask } = review
  const inbox = await ask('ReviewInbox', { token: reader.token })
  const titles = (inbox.body.rows as { title: string }[]).map(({ title }) => title)
  expect(titles).toHaveLength(abstracts.length)
  const found = new Set<string>()
  const asked = new Set<string>()
  for (const [at, { author }] of abstracts.entries()) {
    const { id: applicantId } = await world.db
      .selectFrom('applicant')
      .select('id')
      .where('accountId', '=', author.accountId)
      .executeTakeFirstOrThrow()
    const ids: Record<string, string> = {
      eventId: String(eventId),
      accountId: String(author.accountId),
      applicantId: String(applicantId),
      number: String(at + 1),
      abstractId: String(abstracts[at]?.pk),
      search: author.email,
      limit: '100',
    }
    for (const operation of readsOfStaff) {
      const fits = Object.entries(ids).filter(([name, value]) => operation.input.shape[name]?.safeParse(value).success)
      const { query = '' } = sentWith(operation, Object.fromEntries(fits))
      if (asked.has(operation.path + query)) continue
      asked.add(operation.path + query)
      const headers = {
        host: 'localhost',
        'sec-fetch-site': 'same-origin',
        cookie: `${app.staffCookie}=${staff.token}`,
      }
      const { body } = await app.inject({ url: operation.path + query, headers })
      // A page of one person tells by whom it is asked for; a list only by what stands in one row.
      const isOfOne = ['PersonTimeline', 'PersonShow', 'AbstractShow'].includes(operation.name)
      for (const row of isOfOne ? [body + author.email] : body.split('},{'))
        for (const title of titles)
          if (operation.name !== 'AbstractShow' || body.includes(author.email))
            if (row.includes(`"${title}"`) && row.includes(author.email)) found.add(title)
    }
  }
  return found.size
}

test(
  'R6: of ten titles in their inbox staff of no role find an author; without the rule a chair finds all',
  { timeout: 240_000 },
  async () => {
    const review = await aReviewUnderWay({ abstracts: 10, readers: 2 })
    const told: Record<string, number> = {}
    const chair = await whoReviews(review, 'chair', 0)
    told.chair = await matched(review, chair)
    told.desk = await matched(review, await whoReviews(review, 'desk', 1))
    expect(told).toEqual({ chair: 0, desk: 0 })
    expect(await withoutTheRule(review.world, () => matched(review, chair))).toBe(10)
  },
)

type Listed = { id: number; hasConflict: boolean }
const hiddenFor = async (who: StaffCaller, { eventId }: Review): Promise<number[]> => {
  const { rows } = (await who.get('/staff/AbstractList', { eventId, sort: 'number' })).body
  return (rows as Listed[]).flatMap(({ id, hasConflict }) => (hasConflict ? [id] : []))
}

test('what a chair reviews is hidden until its decision is published, also once submitted or declined; another chair decides, or takes it from them', async () => {
  const review = await aReviewUnderWay({ abstracts: 4, readers: 1 })
  const { world, eventId, owner, abstracts, ask, send } = review
  const { staff: chair, reader } = await whoReviews(review, 'chair')
  const [submitted, declined, open, told] = abstracts.map(({ pk }) => pk) as [number, number, number, number]
  const [first, second, third] = reader.assignments
  expect((await send('ReviewSubmit', reader, { assignmentId: first })).body.status).toBe('Success')
  await ask('ReviewDecline', { token: reader.token, assignmentId: second, reason: 'time', note: '' })
  await isTold(world, told, { outcome: 'accepted' })
  expect(await hiddenFor(chair, review)).toEqual([submitted, declined, open])
  expect((await chair.get('/staff/AbstractShow', { eventId, number: 1 })).body).toEqual({
    abstractId: submitted,
    number: 1,
    title: 'Work 1',
    hasConflict: true,
  })

  // A conflict is another matter: to lift one makes nobody see what they review.
  const lift = { eventId, accountId: chair.accountId, kind: 'personal', strength: 'cleared', reason: 'None' }
  await owner.post('/staff/StaffConflictSet', { ...lift, abstractId: open })
  const decide = { eventId, abstractIds: [submitted], outcome: 'rejected', reason: 'Weak' }
  expect([
    await hiddenFor(chair, review),
    (await chair.post('/staff/DecisionSet', decide)).status,
    (await chair.post('/staff/Unassign', { eventId, assignmentId: third })).status,
    (await owner.post('/staff/DecisionSet', decide)).status,
    await hiddenFor(chair, review),
    (await owner.post('/staff/Unassign', { eventId, assignmentId: third, reason: 'She chairs it' })).status,
    await hiddenFor(chair, review),
  ]).toEqual([[submitted, declined, open], 404, 404, 200, [submitted, declined, open], 200, [submitted, declined]])
  for (const abstractId of [submitted, declined]) await isTold(world, abstractId, { outcome: 'rejected' })
  expect(await hiddenFor(chair, review)).toEqual([])
})

test('where nobody else could decide, who decides reads an abstract once their own review is in or declined', async () => {
  const review = await aReviewUnderWay({ abstracts: 3, readers: 2 })
  const { world, app, eventId, owner, abstracts, ask, send } = review
  const { staff: chair, reader } = await whoReviews(review, 'chair')
  const [submitted, declined, open] = abstracts.map(({ pk }) => pk) as [number, number, number]
  await send('ReviewSubmit', reader, { assignmentId: reader.assignments[0] })
  await ask('ReviewDecline', { token: reader.token, assignmentId: reader.assignments[1], reason: 'field', note: '' })
  expect(await hiddenFor(chair, review)).toEqual([submitted, declined, open])

  // The owner has a conflict with one of them, and reviews nothing.
  const said = { eventId, kind: 'personal', strength: 'hard', reason: 'A friend', accountId: owner.accountId }
  const other = await staffCaller(app, world, { role: 'organiser', eventId })
  expect((await other.post('/staff/StaffConflictSet', { ...said, abstractId: submitted })).status).toBe(200)
  expect(await hiddenFor(chair, review)).toEqual([declined, open])

  await other.post('/staff/StaffConflictSet', { ...said, abstractId: declined })
  expect(await hiddenFor(chair, review)).toEqual([open])
  const decide = { eventId, abstractIds: [declined], outcome: 'rejected', reason: 'Weak' }
  expect((await chair.post('/staff/DecisionSet', decide)).status).toBe(200)
  // One who reviews it too is nobody else who could decide.
  const { staff: second } = await whoReviews(review, 'chair', 1)
  expect([await hiddenFor(chair, review), await hiddenFor(second, review)]).toEqual([
    [open],
    [submitted, declined, open],
  ])
})

test('an only owner who reviews decides alone, once the review is in', async () => {
  const review = await aReviewUnderWay({ readers: 1 })
  const { world, eventId, owner, abstracts, send } = review
  const reader = { ...(review.readers[0] as Reader), token: await tokenFor(world, owner.accountId) }
  await asStaff(world, ({ db }) => db.updateTable('reviewer').set({ accountId: owner.accountId }).execute())
  const decide = { eventId, abstractIds: [abstracts[0]?.pk], outcome: 'rejected', reason: 'Weak' }
  expect([await hiddenFor(owner, review), (await owner.post('/staff/DecisionSet', decide)).status]).toEqual([
    [abstracts[0]?.pk],
    404,
  ])
  await send('ReviewSubmit', reader)
  expect([await hiddenFor(owner, review), (await owner.post('/staff/DecisionSet', decide)).status]).toEqual([[], 200])
})

test('the database knows who decides as the roles do', async () => {
  const review = await aReviewUnderWay()
  const named = /role in \(([^)]*)\)/.exec(await definitionOf(review.world))?.[1]
  expect(named?.match(/\w+/g)).toEqual(rolesWith('review.decide'))
})

test('the people of an event, their filters and file, and the emails to them do not tell who is left', async () => {
  const review = await aReviewUnderWay({ abstracts: 3, readers: 1 })
  const { world, eventId, abstracts, owner } = review
  const [reviewed, seen] = abstracts.map(({ author }) => author.accountId) as [number, number]
  const { staff: organiser, reader } = await whoReviews(review, 'organiser')
  const rest = reader.assignments.slice(1)
  await asStaff(world, ({ db }) =>
    db.updateTable('assignment').set({ state: 'cancelled' }).where('id', 'in', rest).execute(),
  )
  const filters = [
    { view: 'with-abstract' },
    { abstract: 'under_review' },
    { abstract: 'under_review', not: 'abstract' },
  ]
  const found = async (who: StaffCaller, filter: Record<string, string>) => {
    const { rows } = (await who.get('/staff/PeopleList', { eventId, sort: 'since', ...filter })).body
    return (rows as { accountId: number; abstracts: number }[]).flatMap(({ accountId, abstracts: many }) =>
      accountId === reviewed ? [`reviewed ${many}`] : accountId === seen ? [`seen ${many}`] : [],
    )
  }
  const asked = (who: StaffCaller) => Promise.all(filters.map((filter) => found(who, filter)))
  expect([await asked(organiser), await asked(owner)]).toEqual([
    [['seen 1'], ['seen 1'], ['reviewed 0']],
    [['reviewed 1', 'seen 1'], ['reviewed 1', 'seen 1'], []],
  ])
  const fileOf = async (who: StaffCaller) => {
    const { body } = await who.post('/staff/ExportBegin', {
      list: 'PeopleList',
      filter: { eventId: String(eventId), view: 'with-abstract' },
      format: 'csv',
    })
    await writeExport(world, body.exportId as number)
    return linesOf((await download(review, who, body.exportId as number)).body).length
  }
  expect([await fileOf(organiser), await fileOf(owner)]).toEqual([3, 4])

  const letter = { eventId, kind: 'service', subject: 'Your {abstract title}', body: 'It is number {abstract number}.' }
  const shown = async (who: StaffCaller, wish: Record<string, unknown>) => {
    const { body: one } = await who.post('/staff/MailingPreview', { ...letter, ...wish, at: 0 })
    const letters = []
    for (let at = 0; at < Number(one.total); at += 1)
      letters.push((await who.post('/staff/MailingPreview', { ...letter, ...wish, at })).body.letter)
    return letters as { subject: string; to: string }[]
  }
  const audience = { filter: { view: 'with-abstract' } }
  const words = async (who: StaffCaller, wish: Record<string, unknown> = { audience }) =>
    (await shown(who, wish)).map(({ subject }) => subject)
  expect(await words(organiser)).toEqual(Array.from({ length: 2 }, () => 'Your [title of their abstract]'))
  expect(await words(owner)).toEqual(['Your Work 1', 'Your Work 2', 'Your Work 3'])
  // It goes to everybody who is meant, whoever sends it.
  const { body: saved } = await organiser.post('/staff/MailingSave', { ...letter, audience })
  const mailing = saved.mailing as { id: number; version: number }
  const { body: checked } = await organiser.post('/staff/MailingCheck', {
    eventId,
    mailingId: mailing.id,
    version: mailing.version,
  })
  expect(checked.mailing).toMatchObject({ recipients: 3 })
  expect(await words(organiser, { audience, mailingId: mailing.id })).toHaveLength(2)
})
