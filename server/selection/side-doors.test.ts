/** REV-029, beside the lists of abstracts: an organiser who is an author learns nothing from the trail, letters, people's pages or files. */
import { expect, test } from 'vitest'
import type { Row } from '#server/database/tables.ts'
import { writeExport } from '#server/exports/write.ts'
import { applicantAt } from '#server/kernel/participants.ts'
import { opaqueNumber } from '#server/platform/security/opaque-numbers.ts'
import { aRanking } from '#server/testing/decisions.ts'
import { download, linesOf } from '#server/testing/exports.ts'
import { type StaffCaller, staffCaller } from '#server/testing/finance.ts'
import { aReviewer, asStaff } from '#server/testing/selection.ts'
import { aTeam, type Team } from '#server/testing/team.ts'

const secret = 'Zygomatic'

/** Two abstracts that much is done with by an owner; the first is that of an organiser. */
async function aBusyReview() {
  const team = await aTeam()
  const { world, eventId, owner } = team
  const { ids, abstracts, reviewers, assignments } = await aRanking(team, [
    [4, 4, 3],
    [3, 2, 2],
  ])
  const [own, other] = ids as [number, number]
  const fresh = await aReviewer(team)
  const post = async (path: string, input: Record<string, unknown>) => {
    const { status, body } = await owner.post(`/staff/${path}`, { eventId, ...input })
    expect([path, status, body]).toEqual([path, 200, body])
    return body
  }
  const of = { abstractId: own }
  await post('AssignByHand', { ...of, reviewerId: fresh.reviewerId, reason: `${secret} by hand` })
  await post('ReviewSendBack', { assignmentId: assignments[0]?.[0], reason: `${secret} sent back` })
  await post('RemarkByChair', { ...of, audience: 'chairs', text: `${secret} remark` })
  const conflict = { reviewerId: reviewers[1]?.reviewerId, kind: 'personal', strength: 'hard' }
  await post('ConflictSet', { ...of, ...conflict, reason: `${secret} friend` })
  await post('DecisionSet', { abstractIds: [own], outcome: 'rejected', reason: `${secret} alone` })
  const note = 'To both of them.'
  await post('DecisionSet', { abstractIds: [own, other], outcome: 'accepted', asType: 'Poster', note, reason: 'Few' })
  await post('ReviewRemind', {})
  const preview = await owner.get('/staff/DecisionPreview', { eventId })
  await post('DecisionPublish', { digest: preview.body.digest })
  for (const { accountId } of reviewers) await applicantAt(world, accountId, eventId)
  return { ...team, own, other, authors: abstracts.map(({ author }) => author), reviewers, fresh, post }
}

/** Named by an address that they had before. */
async function isAuthor({ world }: Team, { accountId }: StaffCaller, abstractId: number): Promise<void> {
  const email = `before${accountId}@example.org`
  await asStaff(world, async ({ db }) => {
    await db.insertInto('accountAlias').values({ emailKey: email, accountId }).execute()
    const author = { abstractId, position: 1, name: 'The organiser', email, emailKey: email, presents: true }
    await db.insertInto('abstractAuthor').values(author).execute()
  })
}

type Act = { id: number; operation: string; about: { kind: string; id: string } | null; changesInAll: number }
const actsOf = async (who: StaffCaller, filter = {}) =>
  (await who.get('/staff/AuditList', { limit: 200, ...filter })).body as unknown as { rows: Act[]; total: number }

test('the trail has no act about their own abstract, and of one about several only the others', async () => {
  const review = await aBusyReview()
  const { world, app, eventId, own, other } = review
  const organiser = await staffCaller(app, world, { role: 'organiser', eventId })
  const before = await actsOf(organiser, { eventId })
  await isAuthor(review, organiser, own)
  const after = await actsOf(organiser, { eventId })
  // By then they are shown no running numbers.
  const numberOf = (id: number) => opaqueNumber(world.pinKey, 'act', id)
  const gone = before.rows.filter(({ id }) => !after.rows.some((each) => each.id === numberOf(id)))
  expect(gone.map(({ operation }) => operation).toSorted()).toEqual(
    ['AssignByHand', 'ConflictSet', 'DecisionSet', 'RemarkByChair', 'ReviewSendBack'].toSorted(),
  )
  expect(after.total).toBe(before.total - gone.length)
  expect(JSON.stringify(before)).toContain(secret)
  expect(JSON.stringify(after)).not.toContain(secret)
  expect((await actsOf(organiser, { search: secret })).total).toBe(0)
  for (const { id } of gone)
    for (const known of [id, numberOf(id)])
      expect((await organiser.get('/staff/AuditShow', { id: known })).status).toBe(404)

  // What was done to both stays, and tells of the other alone.
  const control = await staffCaller(app, world, { role: 'organiser', eventId })
  for (const operation of ['DecisionSet', 'DecisionPublish']) {
    const act = after.rows.find((each) => each.operation === operation) as Act
    const seen = (await organiser.get('/staff/AuditShow', { id: act.id })).body as unknown as Shown
    const all = (await control.get('/staff/AuditShow', { id: act.id })).body as unknown as Shown
    expect([operation, seen.changes.length]).toEqual([operation, seen.changesInAll])
    expect(seen.changesInAll).toBeLessThan(all.changesInAll)
    expect(abstractsIn(all)).toContain(own)
    expect([...new Set(abstractsIn(seen))]).toEqual([other])
  }
  const { body } = await organiser.get('/staff/ConsoleOverview', { eventId })
  const latest = (body.latest as Act[]).map(({ id }) => id)
  expect(gone.filter(({ id }) => latest.includes(numberOf(id)))).toEqual([])
})

type Shown = Act & { changes: { table: string; key: string; fields: { name: string; after: string | null }[] }[] }
/** Which abstracts the changes of an act name. */
const abstractsIn = ({ changes }: Shown): number[] =>
  changes.flatMap(({ table, key, fields }) =>
    table === 'abstract'
      ? [Number(key)]
      : fields.flatMap(({ name, after }) => (name === 'abstract_id' ? [Number(after)] : [])),
  )

test('the trail as a file leaves out the same for an owner', async () => {
  const review = await aBusyReview()
  const { world, app, own, owner } = review
  const second = await staffCaller(app, world, { role: 'owner' })
  await isAuthor(review, second, own)
  const fileOf = async (who: StaffCaller) => {
    const { body } = await who.post('/staff/ExportBegin', { list: 'AuditList', filter: {}, format: 'csv' })
    await writeExport(world, body.exportId as number)
    return linesOf((await download(review, who, body.exportId as number)).body).join('\n')
  }
  expect(await fileOf(owner)).toContain(secret)
  const cut = await fileOf(second)
  expect(cut).not.toContain(secret)
  expect(cut).not.toContain(`abstract ${own} `)
  expect(cut).toContain('DecisionPublish')
})

test('no letter about their own abstract, nor of how much somebody reviews: in the outbox, its counts, and on pages of people', async () => {
  const review = await aBusyReview()
  const { world, app, eventId, own, authors, reviewers, clock, post } = review
  const organiser = await staffCaller(app, world, { role: 'organiser' })
  const { body: list } = await review.owner.get('/staff/DecisionList', { eventId })
  const [batch] = list.batches as { batchId: number }[]
  clock.pass(9)
  await post('DecisionTakeBack', { batchId: batch?.batchId })
  // Given up since, as where a mailbox is gone: what was withdrawn would be no failure.
  await world.db.updateTable('mail').set({ cause: 'no_mailbox' }).where('cause', '=', 'stopped').execute()
  const outbox = async () =>
    (await organiser.get('/staff/OutboxList', { eventId, limit: 200 })).body as unknown as {
      rows: { id: number; subject: string; to: string }[]
      total: number
      failures: { cause: string; count: number }[]
    }
  const person = async ({ accountId }: { accountId: number }) => ({
    show: (await organiser.get('/staff/PersonShow', { eventId, accountId })).body.person as {
      letters: { all: number }
    },
    lines: (
      (await organiser.get('/staff/PersonTimeline', { eventId, accountId })).body.lines as { text: string }[]
    ).map(({ text }) => text),
  })
  const failed = async () => {
    const { body } = await organiser.get('/staff/ConsoleOverview', { eventId })
    return (body.needs as { kind: string; count: number }[]).find(({ kind }) => kind === 'letters')?.count
  }
  const [author, coauthor] = [authors[0]!, authors[1]!]
  const reader = reviewers[0]!
  const before = {
    ...(await outbox()),
    author: await person(author),
    reader: await person(reader),
    failed: await failed(),
  }
  const mail = await world.db
    .selectFrom('mail')
    .select(['id', 'kind', 'abstractId', 'reviewerId'])
    .where('eventId', '=', eventId)
    .execute()
  const isCut = ({ abstractId, reviewerId }: Pick<Row<'mail'>, 'abstractId' | 'reviewerId'>) =>
    abstractId === own || reviewerId !== null
  const cut = mail.filter(isCut)
  // Of being assigned, sent back and reminded, and of the decision.
  expect(new Set(cut.map(({ kind }) => kind))).toEqual(
    new Set(['abstract_submitted', 'decision_accepted', 'review_assigned', 'review_sent_back', 'review_reminder']),
  )
  expect(before.rows).toHaveLength(mail.length)

  await isAuthor(review, organiser, own)
  const after = await outbox()
  expect(new Set(after.rows.map(({ id }) => id))).toEqual(
    new Set(mail.flatMap((each) => (isCut(each) ? [] : [each.id]))),
  )
  expect(after.total).toBe(before.total - cut.length)
  expect([before.failures, after.failures]).toEqual([
    [{ cause: 'no_mailbox', count: 2 }],
    [{ cause: 'no_mailbox', count: 1 }],
  ])
  expect([before.failed, await failed()]).toEqual([2, 1])
  for (const { id } of cut) {
    expect((await organiser.get('/staff/LetterShow', { id })).status).toBe(404)
    expect((await organiser.post('/staff/LetterRetry', { ids: [id] })).body.rows).toEqual([
      { id, outcome: 'not found' },
    ])
  }
  const now = { author: await person(author), reader: await person(reader), other: await person(coauthor) }
  expect([before.author.show.letters.all, now.author.show.letters.all]).toEqual([2, 0])
  expect(before.author.lines.filter((line) => /letter|abstract/i.test(line))).not.toEqual([])
  expect(now.author.lines.filter((line) => /letter|abstract/i.test(line))).toEqual([])
  expect([before.reader.show.letters.all, now.reader.show.letters.all]).toEqual([2, 0])
  expect(before.reader.lines.filter((line) => line.startsWith('Letter'))).toHaveLength(2)
  expect(now.reader.lines.filter((line) => line.startsWith('Letter'))).toEqual([])
  expect(now.other.show.letters.all).toBe(2)
})

test('S19: desk and finance read that somebody submitted an abstract, and not which', async () => {
  const review = await aBusyReview()
  const { world, app, eventId, authors } = review
  const lines = async (role: 'desk' | 'finance' | 'chair') => {
    const who = await staffCaller(app, world, { role, eventId: role === 'finance' ? null : eventId })
    const { body } = await who.get('/staff/PersonTimeline', {
      eventId,
      accountId: authors[0]!.accountId,
      kind: 'abstract',
    })
    return (body.lines as { text: string; detail: string }[]).map(({ text, detail }) => `${text}: ${detail}`)
  }
  expect(await lines('chair')).toEqual(['Began an abstract: Work 1', 'Submitted abstract 1: Work 1'])
  for (const role of ['desk', 'finance'] as const)
    expect(await lines(role)).toEqual(['Began an abstract: ', 'Submitted an abstract: '])
})
