/** Nothing that a reviewer can change, and nothing that is withheld from them, answers the question whose work it is. */
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import type { World } from '#server/kernel/world.ts'
import { findConflicts } from '#server/selection/conflicts/conflicts.ts'
import { remindByClock } from '#server/selection/reviewers/reminders.ts'
import { saved, statusOf } from '#server/testing/abstracts.ts'
import { aReviewWithWishes } from '#server/testing/bids.ts'
import { tokenFor } from '#server/testing/people.ts'
import { createProfile } from '#server/testing/profiles.ts'
import { aReviewUnderWay, type Reader } from '#server/testing/reviews.ts'
import { asStaff, fieldsOf } from '#server/testing/selection.ts'

const authors = { institution: 'Zarghun Teaching Hospital', department: 'Nuclear Medicine' }
const strangers = { institution: 'Sanatorio Vallehermoso', department: 'Forensic Odontology' }

test('REV-030: to say that one works where an author works answers as anywhere else does, and takes nothing away', async () => {
  const review = await aReviewUnderWay({ abstracts: 2 })
  const { world, app, eventId, readers, abstracts, ask } = review
  const [one, two] = readers
  if (!one || !two) throw new Error('nobody reviews')
  const { radiology } = await fieldsOf(review)
  await createProfile(app, abstracts[0]?.author.token ?? '', {
    Institution: authors.institution,
    Department: authors.department,
  })
  await findConflicts(world, eventId)

  const tries = async (reader: Reader, place: typeof authors) => {
    const { institution: Institution, department: Department } = place
    await createProfile(app, reader.token, { Institution, Department })
    const offer = { quota: 12, first: [radiology], second: [] }
    const answers = []
    for (const told of [
      { ...offer, ...place },
      { ...offer, quota: 9, institution: '', department: '' },
    ])
      answers.push((await ask('ReviewerOffer', { token: reader.token, ...told })).body)
    await findConflicts(world, eventId)
    const { rows, me } = (await ask('ReviewInbox', { token: reader.token })).body as {
      rows: { number: string; state: string; title: string }[]
      me: unknown
    }
    return { answers, me, rows: rows.map(({ number, state, title }) => ({ number, state, title })) }
  }
  const theirs = await tries(one, authors)
  expect(theirs).toEqual(await tries(two, strangers))
  expect(theirs).toMatchObject({
    answers: [
      { status: 'Review has begun: please ask the chair to change your institution or department.' },
      { status: 'Success' },
    ],
    me: { quota: 9, institution: '' },
    rows: [{ number: 'A-0001' }, { number: 'A-0002' }],
  })
})

type Where = { world: World; app: FastifyInstance; eventId: number }
type Somebody = { accountId: number; email: string }

/** A reviewer submits something of their own, and names somebody beside themselves. */
async function writesWith({ world, app, eventId }: Where, reader: Somebody, author: Pick<Somebody, 'email'>) {
  const token = await tokenFor(world, reader.accountId, eventId)
  await asStaff(world, ({ db }) => db.updateTable('event').set({ abstractsCloseOn: '2026-12-01' }).execute())
  const pk = await saved(app, { token })
  await statusOf(app, 'SubmitAbstract', { token, pk })
  const headers = { host: 'localhost', authorization: `Bearer ${token}` }
  const me = { name: 'Myself', email: reader.email, institution: '', department: '', presents: true }
  const them = { ...me, name: 'Whom I suspect', email: author.email, presents: false }
  const payload = { pk, version: 1, authors: [me, them], notTo: [] }
  const named = await app.inject({ method: 'POST', url: '/api/AuthorsSave', headers, payload })
  expect(named.json()).toMatchObject({ status: 'Success' })
}

test('to name somebody as a co-author takes no title away that one may wish for, and no wish for it is granted', async () => {
  const review = await aReviewWithWishes()
  const { world, eventId, owner, reviewers, abstracts, ask, titlesOf } = review
  const [reader] = reviewers
  if (!reader) throw new Error('nobody reviews')
  const titles = await titlesOf(reader.token)
  const { titleId, title } = titles[0] as (typeof titles)[number]
  const suspected = abstracts.find((_, at) => `Work ${at + 1}` === title)
  if (!suspected) throw new Error('there is no such work')
  await writesWith(review, reader, suspected.author)
  await findConflicts(world, eventId)
  expect(await titlesOf(reader.token)).toEqual(titles)
  expect((await ask('BidSave', { token: reader.token, titleId, bid: 1 })).body).toEqual({ status: 'Success' })
  const given = { eventId, abstractId: suspected.pk, reviewerId: reader.reviewerId }
  expect((await owner.post('/staff/AssignByHand', given)).body.message).toBe('Conflict of interest.')
})

test('to name somebody as a co-author of one’s own work takes nothing away that is theirs: a chair decides', async () => {
  const review = await aReviewUnderWay({ abstracts: 2, readers: 1 })
  const { world, eventId, owner, readers, abstracts, ask } = review
  const [reader] = readers
  const [suspected] = abstracts
  if (!reader || !suspected) throw new Error('nobody reviews')
  await writesWith(review, reader, suspected.author)
  const inbox = async () =>
    ((await ask('ReviewInbox', { token: reader.token })).body.rows as { number: string }[]).map(({ number }) => number)
  for (let night = 0; night < 2; night += 1) {
    await findConflicts(world, eventId)
    expect(await inbox()).toEqual(['A-0001', 'A-0002'])
  }
  const possible = (await owner.get('/staff/ConflictList', { eventId, strength: 'possible' })).body
  expect(possible.rows).toMatchObject([{ number: 'A-0001', kind: 'shared_abstract' }])

  // R4: to take back what was declined is no question either; it stays a chair's to decide.
  const given = { token: reader.token, assignmentId: reader.assignments[0] }
  await ask('ReviewDecline', { ...given, reason: 'other', note: '' })
  await findConflicts(world, eventId)
  expect((await ask('ReviewTakeBack', given)).body).toEqual({ status: 'Success' })
  const hard = (await owner.get('/staff/ConflictList', { eventId, strength: 'hard' })).body.rows as { kind: string }[]
  expect(hard.map(({ kind }) => kind).toSorted()).toEqual(['coauthor', 'self'])
})

test('REV-012: a text that is withheld changes no length, count or order, and no letter', async () => {
  const review = await aReviewUnderWay({ abstracts: 3, dueOn: '2026-11-08' })
  const { world, readers, abstracts, ask, send } = review
  const [one] = readers
  if (!one) throw new Error('nobody reviews')
  const { pk } = abstracts[1] as (typeof abstracts)[number]
  await send('ReviewSave', one, { assignmentId: one.assignments[1] })
  const seen = async () => {
    const { body } = await ask('ReviewInbox', { token: one.token })
    const { rows, ...head } = body as { rows: Record<string, unknown>[] }
    const withheld = rows.find(({ assignmentId }) => assignmentId === one.assignments[1])
    return { head, title: withheld?.title, rows: rows.map(({ title: _title, ...row }) => row) }
  }
  const shown = await seen()
  expect(shown.title).toBe('Work 2')
  const withhold = (state: 'waiting' | 'preparing') =>
    asStaff(world, ({ db }) => db.updateTable('redaction').set({ state }).where('abstractId', '=', pk).execute())
  for (const state of ['waiting', 'preparing'] as const) {
    await withhold(state)
    expect(await seen()).toEqual({ ...shown, title: null })
  }
  // Of a version that is newer than every redaction.
  await asStaff(world, ({ db }) => db.deleteFrom('redaction').where('abstractId', '=', pk).execute())
  expect(await seen()).toEqual({ ...shown, title: null })
  await asStaff(world, ({ db }) =>
    db.insertInto('redaction').values({ abstractId: pk, version: 1, at: world.now() }).execute(),
  )

  // Whoever waits for a text is reminded of as many as whoever has read it.
  await remindByClock(world)
  const letters = await world.db
    .selectFrom('mail')
    .select('subject')
    .where('kind', '=', 'review_reminder')
    .orderBy('id')
    .execute()
  const subject = '3 reviews for Annual Medical Conference are not submitted yet'
  expect(letters).toEqual([{ subject }, { subject }])
})
