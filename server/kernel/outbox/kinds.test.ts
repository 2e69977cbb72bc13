/** Every kind of email: found where its subject is, hidden where that is hidden, and written once. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { showOrder } from '#server/booking/order-detail.ts'
import type { Tables } from '#server/database/tables.ts'
import { load } from '#server/demo/load.ts'
import { makeTestApp } from '#server/testing/app.ts'
import { aRanking } from '#server/testing/decisions.ts'
import { staffCaller } from '#server/testing/finance.ts'
import { letterSubjects } from '#server/testing/letter-subjects.ts'
import { anEvent } from '#server/testing/people.ts'
import { scratchDatabase } from '#server/testing/scratch.ts'
import { asStaff } from '#server/testing/selection.ts'
import { aClock } from '#server/testing/shop.ts'
import { anOwner, type Team } from '#server/testing/team.ts'
import { stillWorld } from '#server/testing/world.ts'
import { type About, keysOf, type LetterKey, type LetterKind, letterKeys, letterKinds } from './kinds.ts'
import { post, postAll } from './outbox.ts'
import { written } from './worded.ts'

const kinds = Object.keys(letterKinds) as LetterKind[]
const plain = { text: 'Text', html: '<p>Text</p>', isSecret: false }
const ofAccounts = kinds.filter((kind) => letterKinds[kind].keys.length === 0)

/** Somebody's abstract, with one of everything that an email can be about. */
async function everySubject() {
  const { db } = await scratchDatabase<Tables>({ poolSize: 4 })
  const clock = aClock()
  const world = { ...stillWorld(db), now: clock.now }
  const eventId = await anEvent(world)
  const app = await makeTestApp(world)
  const team: Team = { world, clock, app, eventId, owner: await anOwner(app, world) }
  const { ids, reviewers, assignments } = await aRanking(team, [
    [4, 4, 3],
    [3, 2, 2],
  ])
  const [abstractId, other] = ids as [number, number]
  const author = await db
    .selectFrom('applicant')
    .innerJoin('abstract', 'abstract.applicantId', 'applicant.id')
    .innerJoin('account', 'account.id', 'applicant.accountId')
    .select(['applicant.id as applicantId', 'accountId', 'email'])
    .where('abstract.id', '=', abstractId)
    .executeTakeFirstOrThrow()
  const reviewerId = reviewers[0]?.reviewerId as number
  const assignmentId = assignments[0]?.[0] as number
  const keys = await letterSubjects(world, { ...author, eventId, abstractId, reviewerId, assignmentId })
  // What the story itself has sent is not asked about here.
  await sql`delete from mail`.execute(db)
  const aboutOf = (kind: LetterKind) => {
    const { keys: required, also } = letterKinds[kind] as { keys: readonly LetterKey[]; also: readonly LetterKey[] }
    return { kind, ...Object.fromEntries([...required, ...also].map((key) => [key, keys[key]])) } as About
  }
  return { ...team, abstractId, other, author, keys, aboutOf }
}

test('every kind is posted with its keys, found on the page of its order and in the story of its exception, and hidden from staff in conflict', async () => {
  const { world, app, eventId, abstractId, author, aboutOf } = await everySubject()
  for (const kind of kinds)
    await post(world, { ...aboutOf(kind), to: author.email, eventId, subject: `About ${kind}`, ...plain })
  const stored = await world.db.selectFrom('mail').selectAll().orderBy('id').execute()
  expect(stored.map(({ kind, ...row }) => [kind, keysOf(row as unknown as About)])).toEqual(
    kinds.map((kind) => [kind, keysOf(aboutOf(kind))]),
  )

  const organiser = await staffCaller(app, world, { role: 'organiser', eventId })
  const finance = await staffCaller(app, world, { role: 'finance' })
  const subjects = (rows: unknown) => (rows as { subject: string }[]).map(({ subject }) => subject).toSorted()
  const outbox = async () => (await organiser.get('/staff/OutboxList', { eventId, limit: 100 })).body.rows
  const named = (some: readonly LetterKind[]) => some.map((kind) => `About ${kind}`).toSorted()
  const having = (key: LetterKey) => kinds.filter((kind) => key in aboutOf(kind))

  expect(subjects(await outbox())).toEqual(named(kinds))
  expect(subjects((await showOrder(world, 101)).letters)).toEqual(named(having('orderId')))
  const { body } = await finance.get('/staff/ExceptionShow', { id: 106 })
  const { story = [] } = body as { story?: { words: string }[] }
  const told = story.flatMap(({ words }) => /(About \w+)$/.exec(words)?.[1] ?? [])
  expect(told.toSorted()).toEqual(named(having('orderId')))

  await asStaff(world, async ({ db }) => {
    const [email, accountId] = ['organiser@authors.example.org', organiser.accountId]
    await db.insertInto('accountAlias').values({ emailKey: email, accountId }).execute()
    const written = { abstractId, position: 1, name: 'The organiser', email, emailKey: email, presents: true }
    await db.insertInto('abstractAuthor').values(written).execute()
  })
  const hidden = [...new Set([...having('abstractId'), ...having('reviewerId')])]
  expect(subjects(await outbox())).toEqual(named(kinds.filter((kind) => !hidden.includes(kind))))
  for (const { id, kind } of stored) {
    const { status } = await organiser.get('/staff/LetterShow', { id })
    expect([kind, status]).toEqual([kind, hidden.includes(kind as LetterKind) ? 404 : 200])
  }
})

test('an email with keys is written once, one without may repeat', async () => {
  const { world, author, aboutOf } = await everySubject()
  const letters = kinds.map((kind) => ({ ...aboutOf(kind), to: author.email, subject: kind, ...plain }))
  await postAll(world, letters, world.now())
  const again: LetterKind[] = []
  for (const letter of letters)
    await post(world, letter).then(
      () => again.push(letter.kind),
      (error: { code?: string; constraint?: string }) =>
        expect([error.code, error.constraint]).toEqual(['23505', 'mail_once']),
    )
  expect(again).toEqual(ofAccounts)
})

test('an email about the decision of one abstract is hidden from staff in conflict with the abstract that takes it in', async () => {
  const { world, app, eventId, abstractId, other, author } = await everySubject()
  const values = { id: 211, abstractId: other, outcome: 'merged', intoId: abstractId, at: world.now() } as const
  await asStaff(world, ({ db }) => load({ db }, 'decision', [values]))
  const about = { abstractId: other, decisionId: 211 }
  await post(world, { kind: 'decision_merged', ...about, to: author.email, eventId, subject: 'Merged', ...plain })
  const organiser = await staffCaller(app, world, { role: 'organiser', eventId })
  const count = async () => (await organiser.get('/staff/OutboxList', { eventId })).body.total
  expect(await count()).toBe(1)
  await asStaff(world, async ({ db }) => {
    const [email, accountId] = ['organiser@authors.example.org', organiser.accountId]
    await db.insertInto('accountAlias').values({ emailKey: email, accountId }).execute()
    const written = { abstractId, position: 1, name: 'The organiser', email, emailKey: email, presents: true }
    await db.insertInto('abstractAuthor').values(written).execute()
  })
  expect(await count()).toBe(0)
})

/** As the version before wrote them. */
const oldTexts: Partial<
  Record<LetterKind, { text: (keys: Record<LetterKey, string | number>) => string; subject?: string }>
> = {
  order_paid: { text: ({ orderId }) => `order ${orderId} paid` },
  order_paid_without_seats: {
    text: ({ orderId }) => `order ${orderId} paid`,
    subject: 'We have received your payment (receipt 1)',
  },
  receipt_again: { text: ({ orderId, number }) => `order ${orderId} receipt ${number}` },
  order_held: { text: ({ orderId, number }) => `order ${orderId} held ${number}` },
  order_cancelled: { text: ({ orderId }) => `order ${orderId} cancelled` },
  seat_moved: { text: ({ seatMoveId }) => `seat move ${seatMoveId}` },
  order_given_away: { text: ({ orderGivenId }) => `order given ${orderGivenId} from` },
  order_given: { text: ({ orderGivenId }) => `order given ${orderGivenId} to` },
  unpaid_order_given: {
    text: ({ orderGivenId }) => `order given ${orderGivenId} to`,
    subject: 'Seats are held for you',
  },
  workshop_cancelled: {
    text: ({ orderId, workshopId, number }) => `order ${orderId} workshop ${workshopId} ${number}`,
    subject: 'Cancelled: “Airway”',
  },
  workshop_reinstated: {
    text: ({ orderId, workshopId, number }) => `order ${orderId} workshop ${workshopId} ${number}`,
    subject: '“Airway” goes ahead after all',
  },
  workshop_moved: {
    text: ({ orderId, workshopId, number }) => `order ${orderId} workshop ${workshopId} ${number}`,
    subject: 'New time or venue: “Airway”',
  },
  refund_done: { text: ({ refundId }) => `refund ${refundId} done` },
  payout_done: { text: ({ payoutId }) => `payout ${payoutId} done` },
  rest_due: { text: ({ exceptionId }) => `exception ${exceptionId} rest` },
  offline_recorded: { text: ({ offlinePaymentId }) => `offline ${offlinePaymentId} recorded` },
  offline_rejected: { text: ({ offlinePaymentId }) => `offline ${offlinePaymentId} rejected` },
  offline_lapsed: { text: ({ offlinePaymentId }) => `offline ${offlinePaymentId} lapsed` },
  abstract_submitted: { text: ({ abstractId }) => `abstract ${abstractId} submitted` },
  blind_file_asked: { text: ({ abstractId, number }) => `abstract ${abstractId} blind file ${number}` },
  abstract_joined: { text: ({ abstractId, decisionId }) => `abstract ${abstractId} joined ${decisionId}` },
  decision_accepted: { text: ({ abstractId, decisionId }) => `abstract ${abstractId} decision ${decisionId}` },
  review_reminder: { text: ({ reviewerId, day, number }) => `review reminder ${reviewerId} due ${day} ${number}` },
  review_sent_back: { text: ({ assignmentId, number }) => `review ${assignmentId} sent back ${number}` },
}
const none = Object.fromEntries(letterKeys.map((key) => [key, null]))

test('emails that the version before wrote have their kind and keys; one that names nothing keeps its text', async () => {
  const { world, keys, aboutOf } = await everySubject()
  const keyedAs = async (about: string, subject = 'Subject') => {
    const { rows } = await sql<Record<string, unknown>>`
      insert into mail (message_id, recipient, subject, body_text, body_html, created_at, next_try_at, about)
      values (${about + subject}, 'a@example.org', ${subject}, '', '', now(), now(), ${about}) returning *`.execute(
      world.db,
    )
    await sql`delete from mail`.execute(world.db)
    const { kind, about: text, ...row } = rows[0] as Record<string, unknown>
    return { kind, text, keys: keysOf(row as unknown as About) }
  }
  const wanted = Object.entries(oldTexts).map(([kind, { text, subject }]) => ({
    kind: kind as LetterKind,
    text: text(keys),
    subject,
  }))
  for (const { kind, text, subject } of wanted)
    expect(await keyedAs(text, subject)).toEqual({ kind, text, keys: keysOf(aboutOf(kind)) })
  const { reviewerId, runId } = keys
  expect(await keyedAs(`review assigned ${reviewerId} run ${runId}`)).toMatchObject({
    kind: 'review_assigned',
    keys: { reviewerId, runId, number: null },
  })
  expect(await keyedAs(`review assigned ${reviewerId} by hand 77`)).toMatchObject({
    kind: 'review_assigned',
    keys: { reviewerId, runId: null, number: 77 },
  })
  expect(await keyedAs(`review reminder ${reviewerId} by hand 2027-01-05`)).toMatchObject({
    kind: 'review_reminder',
    keys: { reviewerId, day: '2027-01-05', number: null },
  })
  for (const text of ['order 999 paid', 'abstract 999 submitted', 'payout 999 done', 'something else', 'order x paid'])
    expect(await keyedAs(text)).toEqual({ kind: 'other', text, keys: none })
})

test('what is written about an abstract or a reviewer has a text by which the version before hides it', async () => {
  const { world, author, aboutOf } = await everySubject()
  for (const kind of ['abstract_submitted', 'review_reminder', 'order_paid'] as const)
    await post(world, { ...aboutOf(kind), to: author.email, subject: kind, ...plain })
  const { rows } = await sql<{ kind: string; hides: boolean }>`
    select kind, coalesce(about like 'abstract ' || abstract_id || ' %' or about like 'review %', false) as hides from mail order by id`.execute(
    world.db,
  )
  expect(rows).toEqual([
    { kind: 'abstract_submitted', hides: true },
    { kind: 'review_reminder', hides: true },
    { kind: 'order_paid', hides: false },
  ])
})

test('an email without the keys or the facts of its kind does not compile', () => {
  // @ts-expect-error -- which refund is missing
  const about: About = { kind: 'refund_done', orderId: 1 }
  // @ts-expect-error -- a password is about no order
  const wrong: About = { kind: 'password_changed', orderId: 1, refundId: 'x' }
  expect([keysOf(about).refundId, wrong.kind]).toEqual([null, 'password_changed'])
  // @ts-expect-error -- the button is missing
  expect(written('password_changed', {}).text).toContain('{link}')
})
