/** Everybody who could do something with an abstract, and one that stands where a test wants it. */
import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { moveAbstracts } from '#server/abstracts/moves.ts'
import { saved, statusOf } from './abstracts.ts'
import { staffCaller } from './finance.ts'
import { aPersonSignedIn, tokenFor } from './people.ts'
import type { Standing, Who } from './review-rules.ts'
import { aReviewer, aSubmittedAbstract, asStaff, reviewBegins } from './selection.ts'
import { aTeam, type Team } from './team.ts'
import { askTold, isTold } from './told.ts'

/** A participant's session for everybody, and that of staff for whoever is. */
export type Actor = { accountId: number; email: string; token: string; staff?: string }
export type Cast = Team & {
  people: Record<Who, Actor>
  /** Has it, has it not, and is a chair with a conflict. */
  reviewers: Record<'has' | 'hasNot' | 'inConflict', number>
  criterionId: number
  blindKey: string
}

export async function aCast(): Promise<Cast> {
  const team = await aTeam()
  const { world, app, eventId } = team
  // One person owns them all.
  Object.assign(world, { abstractsPerPerson: 100_000, bytesPerPerson: 2 ** 40 })
  const has = await aReviewer(team, { quota: 60 })
  const hasNot = await aReviewer(team, { quota: 60 })
  const of = async (role: 'chair' | 'organiser'): Promise<Actor> => {
    const { accountId, token: staff } = await staffCaller(app, world, { role, eventId })
    return { ...(await signedIn(accountId)), staff }
  }
  const signedIn = async (accountId: number): Promise<Actor> => {
    const account = world.db.selectFrom('account').select('email').where('id', '=', accountId)
    return {
      accountId,
      email: (await account.executeTakeFirstOrThrow()).email,
      token: await tokenFor(world, accountId),
    }
  }
  const people = {
    owner: await aPersonSignedIn(world),
    'co-author': await aPersonSignedIn(world),
    'reviewer who has it': await signedIn(has.accountId),
    'reviewer who has it not': await signedIn(hasNot.accountId),
    chair: await of('chair'),
    'chair in conflict': await of('chair'),
    organiser: await of('organiser'),
    stranger: await aPersonSignedIn(world),
  }
  const inConflict = await reviewerOf(team, people['chair in conflict'])
  await reviewBegins(world, eventId)
  const criterion = { eventId, name: 'Method' }
  const { id: criterionId } = await asStaff(world, async ({ db }) => {
    // Its own last date is over for nobody: what may be edited is a matter of where an abstract stands.
    await db.updateTable('event').set({ abstractsCloseOn: '2026-12-01' }).where('id', '=', eventId).execute()
    await db.updateTable('reviewCall').set({ bids: true }).where('eventId', '=', eventId).execute()
    return db.insertInto('criterion').values(criterion).returning('id').executeTakeFirstOrThrow()
  })
  const name = randomBytes(16).toString('hex')
  const blindKey = `blind/${name.slice(0, 2)}/${name.slice(2)}`
  await world.files.put(blindKey, await blindPicture())
  return {
    ...team,
    people,
    reviewers: { has: has.reviewerId, hasNot: hasNot.reviewerId, inConflict },
    criterionId,
    blindKey,
  }
}

const blindPicture = (): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 40, channels: 3, background: 'white' } })
    .png()
    .toBuffer()

async function reviewerOf({ world, eventId }: Team, { accountId, email }: Actor): Promise<number> {
  const now = world.now()
  const row = { eventId, email, emailKey: email.toLowerCase(), accountId, state: 'active', quota: 60 } as const
  const times = { invitedAt: now, expiresAt: now, answeredAt: now }
  const { id } = await asStaff(world, ({ db }) =>
    db
      .insertInto('reviewer')
      .values({ ...row, ...times })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return id
}

export type Subject = {
  pk: number
  /** Nobody's, where it has none. */
  number: number
  /** Of the reviewer who has it; nobody's, where nobody ever had it. */
  assignmentId: number
  /** Somebody else's, under review: made when it is first asked for. */
  other: () => Promise<number>
}

/** A number that nothing has. */
export const nobodys = 999_999

/** Comes to where it stands by the roads that lead there; the review was written without its form. */
export async function standingAt(cast: Cast, standing: Standing): Promise<Subject> {
  const { world, app, people } = cast
  const { token } = people.owner
  const pk = await saved(app, { token })
  await withCoauthor(cast, pk)
  let another: Promise<number> | undefined
  const subject = { pk, number: nobodys, assignmentId: nobodys, other: () => (another ??= underReview(cast)) }
  if (standing === 'removed') await statusOf(app, 'RemoveAbstract', { token, pk })
  if (standing === 'draft' || standing === 'removed') return subject
  await statusOf(app, 'SubmitAbstract', { token, pk })
  const found = world.db.selectFrom('abstract').select('number').where('id', '=', pk)
  const { number } = await found.executeTakeFirstOrThrow()
  const submitted = { ...subject, number: number ?? nobodys }
  await withConflicts(cast, pk)
  if (standing === 'submitted') return submitted
  await toReviewers(cast, pk)
  const state = atReviewer[standing as keyof typeof atReviewer] ?? 'submitted'
  const assignmentId = await given(cast, pk, state)
  await beTold(cast, standing, submitted)
  return { ...submitted, assignmentId }
}

const atReviewer = {
  'with reviewers, assigned': 'assigned',
  'with reviewers, begun': 'begun',
  'with reviewers, sent back': 'sent_back',
  'with reviewers, declined': 'declined',
  'with reviewers, cancelled': 'cancelled',
} as const

async function beTold({ world, app, people }: Cast, standing: Standing, { pk, other }: Subject): Promise<void> {
  const { token } = people.owner
  if (standing === 'withdrawn') await statusOf(app, 'RemoveAbstract', { token, pk })
  const isRevised = standing === 'with reviewers, revised'
  if (standing === 'revision asked' || isRevised) await isTold(world, pk, { outcome: 'revise' })
  if (isRevised) await askTold(app, 'RevisionSend', { token, pk })
  if (standing === 'rejected' || standing === 'waiting') await isTold(world, pk, { outcome: standing })
  if (standing === 'merged' || standing === 'duplicate')
    await isTold(world, pk, { outcome: standing, intoId: await other() })
  if (!['accepted', 'confirmed', 'not presenting'].includes(standing)) return
  await isTold(world, pk, { outcome: 'accepted' })
  if (standing !== 'accepted')
    await askTold(app, 'PresentingAnswer', { token, pk, answer: standing === 'confirmed' ? 'yes' : 'no' })
}

async function withCoauthor({ world, people }: Cast, abstractId: number): Promise<void> {
  const { owner, 'co-author': second } = people
  const row = ({ email, accountId }: Actor, position: number) => ({
    abstractId,
    position,
    name: `Author ${position}`,
    email,
    emailKey: email,
    accountId,
    presents: position === 1,
  })
  await asStaff(world, ({ db }) =>
    db
      .insertInto('abstractAuthor')
      .values([row(owner, 1), row(second, 2)])
      .execute(),
  )
}

/** One chair can not see it; a possible one waits for somebody to look. */
async function withConflicts({ world, reviewers }: Cast, abstractId: number): Promise<void> {
  const said = { abstractId, source: 'chair', at: world.now() } as const
  await asStaff(world, ({ db }) =>
    db
      .insertInto('conflict')
      .values([
        { ...said, reviewerId: reviewers.inConflict, kind: 'personal', strength: 'hard' },
        { ...said, reviewerId: reviewers.hasNot, kind: 'supervised', strength: 'possible' },
      ])
      .execute(),
  )
}

/** With its redaction ready, and a chair's word to whoever reviews it. */
async function toReviewers({ world, eventId, people, blindKey }: Cast, abstractId: number): Promise<void> {
  const copy = {
    state: 'ready',
    file: 'copy',
    fileKey: blindKey,
    fileSize: 100,
    fileType: 'image/png',
    filePages: 1,
  } as const
  await asStaff(world, async (world) => {
    await moveAbstracts(world, { eventId, abstractIds: [abstractId], from: ['submitted'], to: 'under_review' })
    await world.db.updateTable('redaction').set(copy).where('abstractId', '=', abstractId).execute()
    await world.db
      .insertInto('remark')
      .values({
        abstractId,
        by: people.chair.accountId,
        text: 'Please compare.',
        audience: 'reviewers',
        at: world.now(),
      })
      .execute()
  })
}

type AtReviewer = 'assigned' | 'begun' | 'submitted' | 'sent_back' | 'declined' | 'cancelled'

async function given(cast: Cast, abstractId: number, state: AtReviewer): Promise<number> {
  const { world, reviewers, criterionId } = cast
  const at = world.now()
  return asStaff(world, async ({ db }) => {
    const { id } = await db
      .insertInto('assignment')
      .values({ abstractId, reviewerId: reviewers.has, alias: 1, assignedAt: at, changedAt: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (state === 'assigned') return id
    const isHandedIn = state === 'submitted' || state === 'sent_back'
    const words = { recommendation: 'accept', sure: 'field', toAuthor: 'State how many scans there were.' } as const
    const review = { ...words, assignmentId: id, savedAt: at, submittedAt: isHandedIn ? at : null, total: '4' }
    await db.insertInto('review').values(review).execute()
    await db.insertInto('reviewScore').values({ assignmentId: id, criterionId, score: 4 }).execute()
    // What is handed in is kept as it was: without it an author would be shown what is written later in place of what they were told.
    if (isHandedIn) {
      const body = JSON.stringify({ ...words, scores: [{ criterionId, score: 4 }], total: 4 })
      await db.insertInto('reviewVersion').values({ assignmentId: id, number: 1, body, at }).execute()
    }
    const road = isHandedIn ? (['begun', 'submitted', state] as const) : ([state] as const)
    for (const next of road) await db.updateTable('assignment').set({ state: next }).where('id', '=', id).execute()
    return id
  })
}

async function underReview(cast: Cast): Promise<number> {
  const { pk } = await aSubmittedAbstract(cast)
  await toReviewers(cast, pk)
  return pk
}
