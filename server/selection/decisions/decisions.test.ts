/** REV-052 to 058, 060, 064: what is pending, published, taken back and corrected; and who hears of it when. */
import { expect, test } from 'vitest'
import { deliver } from '#server/kernel/outbox/outbox.ts'
import { aRanking } from '#server/testing/decisions.ts'
import { call } from '#server/testing/people.ts'
import { aReviewer, asStaff } from '#server/testing/selection.ts'
import { stepUp } from '#server/testing/staff.ts'
import { aTeam, type Team } from '#server/testing/team.ts'

const good = [4, 4.5, 4]
const divided = [5, 3, 2]

async function set({ owner, eventId }: Team, abstractIds: number[], decision: Record<string, unknown>) {
  const { status, body } = await owner.post('/staff/DecisionSet', { eventId, abstractIds, ...decision })
  expect([status, body]).toEqual([200, { set: abstractIds.length }])
}

const preview = async ({ owner, eventId }: Team, abstractId?: number) =>
  (await owner.get('/staff/DecisionPreview', { eventId, ...(abstractId && { abstractId }) })).body

/** As somebody who has just proven who they are. */
async function publish(team: Team) {
  const { eventId, owner } = team
  await stepUp(team.world, owner.token)
  const { digest } = await preview(team)
  const { status, body } = await owner.post('/staff/DecisionPublish', { eventId, digest })
  expect([status, body]).toEqual([200, body])
  return body as { batchId: number; letters: number; sendsAt: string }
}

const listOf = async (app: Team['app'], token: string) => {
  const headers = { host: 'localhost', authorization: `Bearer ${token}` }
  return (await app.inject({ url: '/api/GetAbstracts', headers })).json<{ Table: Record<string, unknown>[] }>()
}

const told = async ({ app }: Team, { token }: { token: string }) => {
  return (await listOf(app, token)).Table.map(({ Status, AbstractLevel, AcceptedAs, HasDecision, ReviseUntil }) =>
    [Status, AbstractLevel, AcceptedAs, HasDecision, ReviseUntil].filter((each) => each !== undefined),
  )
}

const lettersTo = ({ world }: Team, email: string) =>
  world.db
    .selectFrom('mail')
    .select(['id', 'subject', 'bodyText', 'sentAt', 'givenUpAt', 'lastError'])
    .where('recipient', '=', email)
    .where('decisionId', 'is not', null)
    .orderBy('id')
    .execute()

async function sendAll(team: Team) {
  const due = await team.world.db.selectFrom('mail').select('id').where('sentAt', 'is', null).execute()
  for (const { id } of due) await deliver(team.world, id)
}

test('what is pending is known to chairs alone; published together, each author gets one letter, ten minutes later', async () => {
  const team = await aTeam()
  const { abstracts, ids } = await aRanking(team, [good, divided, good, good])
  const [first, second, third] = abstracts.map(({ author }) => author)
  const before = await listOf(team.app, first!.token)
  await set(team, [ids[0]!], { outcome: 'accepted', asType: 'Poster', note: 'Please add one sentence.' })
  await set(team, [ids[1]!], { outcome: 'revise', reviseUntil: '2026-11-20' })
  await set(team, [ids[2]!, ids[3]!], { outcome: 'waiting' })
  expect(await listOf(team.app, first!.token)).toEqual(before)
  expect(await lettersTo(team, first!.email)).toEqual([])

  const shown = await preview(team, ids[0])
  expect(shown.rows).toMatchObject([
    { number: 'A-0001', outcome: 'accepted', asType: 'Poster', isCorrection: false },
    { number: 'A-0002', outcome: 'revise', reviseUntil: '2026-11-20' },
    { number: 'A-0003', outcome: 'waiting' },
    { number: 'A-0004', outcome: 'waiting' },
  ])
  expect(shown).toMatchObject({ warnings: [], stops: [], answerUntil: '2026-11-08' })
  expect(shown.letter).toMatchObject({ to: first!.email, subject: 'Your abstract is accepted (number 1)' })
  expect(String((shown.letter as { text: string }).text)).toContain('as a poster.\n\nPlease confirm by 8 November 2026')

  expect(await publish(team)).toMatchObject({ letters: 4, sendsAt: '2026-11-01T09:10:00.000Z' })
  // Until it can no longer be taken back, authors read what held before.
  for (const author of [first!, second!, third!]) expect(await told(team, author)).toEqual([['Under review', 1]])
  team.clock.pass(9)
  await sendAll(team)
  expect(await lettersTo(team, first!.email)).toMatchObject([{ sentAt: null, givenUpAt: null }])
  team.clock.pass(2)
  expect(await told(team, first!)).toEqual([['Accepted', 2, 'Poster', true]])
  expect(await told(team, second!)).toEqual([['Pending', 0, true, '2026-11-20']])
  expect(await told(team, third!)).toEqual([['Waiting list', 2, true]])
  await sendAll(team)
  const [letter, ...more] = await lettersTo(team, first!.email)
  expect([letter?.sentAt !== null, more]).toEqual([true, []])
  // The list has its order, and nobody moves by themselves.
  const { rows } = (await team.owner.get('/staff/DecisionList', { eventId: team.eventId, decision: 'waiting' })).body
  expect(rows).toMatchObject([
    { number: 'A-0004', place: 2, state: 'waiting' },
    { number: 'A-0003', place: 1, state: 'waiting' },
  ])
})

test('authors are told in the text of the event, as previewed; a text that changes after the preview asks for another look', async () => {
  const team = await aTeam()
  const { abstracts, ids } = await aRanking(team, [good])
  const author = abstracts[0]!.author
  await set(team, [ids[0]!], { outcome: 'rejected' })
  const seen = await preview(team)
  const words = {
    subject: 'About your abstract {number}',
    body: 'Thank you for “{title}”. {correction}\n\n{link}\n\n{from the committee}\n\n{from the reviewers}',
  }
  const { owner, eventId } = team
  const text = { eventId, kind: 'decision_rejected', version: 0, ...words }
  expect((await owner.post('/staff/LetterTextSave', text)).status).toBe(200)
  await stepUp(team.world, owner.token)
  expect((await owner.post('/staff/DecisionPublish', { eventId, digest: seen.digest })).status).toBe(409)

  const { letter } = await preview(team, ids[0])
  expect(letter).toMatchObject({ subject: 'About your abstract 1' })
  await publish(team)
  const [sent] = await lettersTo(team, author.email)
  expect(sent?.subject).toBe('About your abstract 1')
  expect((letter as { text: string }).text).toContain(sent?.bodyText.trim())
})

test('fewer reviews need a reason, a revision a day within three weeks, and what is not there is nowhere', async () => {
  const team = await aTeam()
  const { ids } = await aRanking(team, [[4, 4], good])
  const { owner, eventId } = team
  const ask = async (input: object) => {
    const { status, body } = await owner.post('/staff/DecisionSet', { eventId, ...input })
    return [status, (body.fields as { message: string }[] | undefined)?.[0]?.message ?? body.code ?? body.set]
  }
  const [short, whole] = ids as [number, number]
  expect(await ask({ abstractIds: ids, outcome: 'accepted' })).toEqual([
    422,
    'A-0001 has 2 of 3 reviews. Please say why it is decided.',
  ])
  expect(await ask({ abstractIds: [short], outcome: 'accepted', reason: 'The third is ill.' })).toEqual([200, 1])
  // Said once, it holds for the next.
  expect(await ask({ abstractIds: [short], outcome: 'rejected' })).toEqual([200, 1])
  const revise = { abstractIds: [whole], outcome: 'revise' }
  expect(await ask(revise)).toEqual([422, 'Please say until when.'])
  expect(await ask({ ...revise, reviseUntil: '2026-11-01' })).toEqual([422, 'Please give them at least a day.'])
  expect(await ask({ ...revise, reviseUntil: '2026-11-23' })).toEqual([422, 'At most 21 days from today.'])
  expect(await ask({ ...revise, reviseUntil: '2026-11-22' })).toEqual([200, 1])
  expect(await ask({ abstractIds: [whole, 99_999], outcome: 'rejected' })).toEqual([404, 'not_found'])
  expect(await ask({ abstractIds: [whole], outcome: 'duplicate', intoId: whole })).toEqual([
    422,
    'Please say which it is the same as.',
  ])
  expect(await ask({ abstractIds: [whole], outcome: 'duplicate', intoId: short })).toEqual([200, 1])
  expect(await ask({ abstractIds: [whole], outcome: null })).toEqual([200, 1])
  const { pending } = ((await owner.get('/staff/DecisionList', { eventId })).body as { figures: { pending: number } })
    .figures
  expect(pending).toBe(1)
  await expect(
    asStaff(team.world, ({ db }) => db.updateTable('decision').set({ outcome: 'rejected', asType: null }).execute()),
  ).rejects.toThrow('decisions only grow')
})

test('a comment that names somebody stops everything until a chair has looked; a changed preview publishes nothing', async () => {
  const team = await aTeam()
  const { owner, eventId } = team
  const { ids, assignments } = await aRanking(team, [good, good], [{ total: 4, toAuthor: 'As Dr Soomro showed.' }])
  await set(team, ids, { outcome: 'accepted' })
  const shown = await preview(team)
  expect(shown.stops).toMatchObject([
    { kind: 'names_person', number: 'A-0001', assignmentId: assignments[0]?.[0], found: 'Dr Soomro' },
    { kind: 'names_person', number: 'A-0002' },
  ])
  const stopped = await owner.post('/staff/DecisionPublish', { eventId, digest: shown.digest })
  expect([stopped.status, stopped.body.message]).toEqual([409, 'A line needs you first.'])

  await set(team, [ids[0]!], { outcome: 'accepted', leftOut: [assignments[0]?.[0]] })
  await set(team, [ids[1]!], { outcome: 'accepted', passed: [assignments[1]?.[0]] })
  const old = await owner.post('/staff/DecisionPublish', { eventId, digest: shown.digest })
  expect([old.status, old.body.code, (old.body.stored as { stops: [] }).stops]).toEqual([409, 'count_changed', []])
  expect(await team.world.db.selectFrom('decisionBatch').select('id').execute()).toEqual([])
  const letters = [await preview(team, ids[0]), await preview(team, ids[1])].map(({ letter }) =>
    String((letter as { text: string }).text).includes('Reviewer 1: As Dr Soomro showed.'),
  )
  expect(letters).toEqual([false, true])
  expect(await publish(team)).toMatchObject({ letters: 2 })
})

test('at 9:59 all of it is taken back, letters too, and can be published again; at 10:01 it can not', async () => {
  const team = await aTeam()
  const { owner, eventId, clock } = team
  const { abstracts, ids } = await aRanking(team, [good, good, good])
  const author = abstracts[0]!.author
  const { reviewerId } = await aReviewer(team)
  await asStaff(team.world, ({ db }) =>
    db
      .insertInto('assignment')
      .values({ abstractId: ids[0]!, reviewerId, alias: 9, assignedAt: clock.now(), changedAt: clock.now() })
      .execute(),
  )
  await set(team, [ids[0]!], { outcome: 'accepted', asType: 'Workshop' })
  await set(team, [ids[1]!], { outcome: 'revise', reviseUntil: '2026-11-20' })
  await set(team, [ids[2]!], { outcome: 'rejected' })
  const { batchId } = await publish(team)
  const sent = (at: Date | null) =>
    team.world.db
      .updateTable('mail')
      .set({ sentAt: at })
      .where('decisionId', 'is not', null)
      .where('abstractId', '=', ids[1] as number)
      .execute()
  await sent(clock.now())
  expect((await owner.post('/staff/DecisionTakeBack', { eventId, batchId })).body.message).toBe(
    'One of its letters has gone out. Decide again: that goes out as a correction.',
  )
  await sent(null)
  // Whoever withdraws meanwhile stays withdrawn.
  await call(team.app, 'RemoveAbstract', { token: abstracts[2]!.author.token, pk: ids[2] })
  clock.pass(9 + 59 / 60)
  await stepUp(team.world, owner.token)
  expect((await owner.post('/staff/DecisionTakeBack', { eventId, batchId })).body).toEqual({ takenBack: 3 })
  expect(await told(team, author)).toEqual([['Under review', 1]])
  expect(await told(team, abstracts[2]!.author)).toEqual([])
  expect(await lettersTo(team, author.email)).toMatchObject([{ sentAt: null, lastError: 'taken back' }])
  // Who had not finished has it again.
  const state = await team.world.db.selectFrom('assignment').select('state').where('alias', '=', 9).executeTakeFirst()
  expect(state).toEqual({ state: 'assigned' })
  const again = await owner.post('/staff/DecisionTakeBack', { eventId, batchId })
  expect([again.status, again.body.message]).toEqual([409, 'It was taken back already.'])

  const second = await publish(team)
  expect(second.letters).toBe(2)
  clock.pass(10 + 1 / 60)
  await stepUp(team.world, owner.token)
  const late = await owner.post('/staff/DecisionTakeBack', { eventId, batchId: second.batchId })
  expect([late.status, late.body.message]).toEqual([
    409,
    'Its letters have gone out. Decide again: that goes out as a correction.',
  ])
  await sendAll(team)
  expect((await lettersTo(team, author.email)).map(({ sentAt }) => sentAt !== null)).toEqual([false, true])
})

test('flipped before it is sent there is one letter, the right one; flipped after, a correction that names the first', async () => {
  const team = await aTeam()
  const { clock } = team
  const { abstracts, ids } = await aRanking(team, [good, good])
  const [one, other] = abstracts.map(({ author }) => author)
  await set(team, ids, { outcome: 'accepted', asType: 'Oral' })
  await publish(team)
  await set(team, [ids[0]!], { outcome: 'rejected' })
  expect((await preview(team)).rows).toMatchObject([{ number: 'A-0001', isCorrection: true }])
  const flipped = await publish(team)
  expect(await told(team, one!)).toEqual([['Under review', 1]])
  // Taken back, the first letter goes after all.
  await team.owner.post('/staff/DecisionTakeBack', { eventId: team.eventId, batchId: flipped.batchId })
  expect(await told(team, one!)).toEqual([['Under review', 1]])
  expect((await lettersTo(team, one!.email)).map(({ lastError }) => lastError)).toEqual(['', 'taken back'])
  await publish(team)
  clock.pass(11)
  await sendAll(team)
  const sent = (await lettersTo(team, one!.email)).filter(({ sentAt }) => sentAt)
  expect(sent.map(({ subject }) => subject)).toEqual(['Your abstract is not accepted (number 1)'])

  await set(team, [ids[1]!], { outcome: 'waiting' })
  const { letter } = await preview(team, ids[1])
  expect(letter).toMatchObject({ subject: 'Correction: your abstract is on the waiting list (number 2)' })
  expect((letter as { text: string }).text).toContain(
    'This email replaces ours of 1 November 2026, “Your abstract is accepted (number 2)”, which no longer holds.',
  )
  await publish(team)
  clock.pass(11)
  await sendAll(team)
  expect((await lettersTo(team, other!.email)).map(({ sentAt }) => sentAt !== null)).toEqual([true, true])
})

test('a reset tells its author, and whoever withdraws gets no letter that still waits', async () => {
  const team = await aTeam()
  const { owner, eventId } = team
  const { abstracts, ids } = await aRanking(team, [good, good])
  const [one, other] = abstracts.map(({ author }) => author)
  const early = await owner.post('/staff/DecisionReset', { eventId, abstractId: ids[0], reason: 'Why not' })
  expect([early.status, early.body.message]).toEqual([409, 'Nothing was published about it.'])
  await set(team, ids, { outcome: 'accepted' })
  await publish(team)
  await call(team.app, 'RemoveAbstract', { token: other!.token, pk: ids[1] })
  expect(await lettersTo(team, other!.email)).toMatchObject([{ lastError: 'withdrawn', sentAt: null }])
  const reset = { eventId, abstractId: ids[0], reason: 'It was the wrong one' }
  expect((await owner.post('/staff/DecisionReset', reset)).status).toBe(200)
  expect(await told(team, one!)).toEqual([['Under review', 1, true]])
  expect((await lettersTo(team, one!.email)).map(({ subject, lastError }) => [subject, lastError])).toEqual([
    ['Your abstract is accepted (number 1)', 'replaced'],
    ['Your abstract is under review again (number 1)', ''],
  ])
})
