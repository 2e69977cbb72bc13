/** Decisions that an author has been told, for tests: the road by which chairs publish them has tests of its own. */
import type { Outcome } from '#contract/selection/words.ts'
import { lockAbstracts, tellAbstracts } from '#server/abstracts/moves.ts'
import type { World } from '#server/kernel/world.ts'
import { aReviewer, aSubmittedAbstract, asStaff, reviewBegins } from './selection.ts'
import { aTeam, type Team } from './team.ts'

type Said = Partial<{
  toAuthor: string
  toChairs: string
  recommendation: 'accept' | 'revise' | 'reject' | 'abstain'
  total: number | null
}>

/** Somebody new has reviewed it. */
export async function aReview(
  { world, eventId }: Pick<Team, 'world' | 'eventId'>,
  abstractId: number,
  said: Said = {},
) {
  const { toAuthor = 'Clear and useful.', toChairs = '', recommendation = 'accept', total = 4 } = said
  const reviewer = await aReviewer({ world, eventId })
  const now = world.now()
  const assignmentId = await asStaff(world, async ({ db }) => {
    const { many } = await db
      .selectFrom('assignment')
      .select((row) => row.fn.countAll<number>().as('many'))
      .where('abstractId', '=', abstractId)
      .executeTakeFirstOrThrow()
    const { id } = await db
      .insertInto('assignment')
      .values({
        abstractId,
        reviewerId: reviewer.reviewerId,
        alias: Number(many) + 1,
        assignedAt: now,
        changedAt: now,
        state: 'submitted',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const review = { toAuthor, toChairs, recommendation, sure: 'field' } as const
    await db
      .insertInto('review')
      .values({
        assignmentId: id,
        savedAt: now,
        submittedAt: now,
        total: total === null ? null : String(total),
        ...review,
      })
      .execute()
    await db
      .insertInto('reviewVersion')
      .values({
        assignmentId: id,
        number: 1,
        at: now,
        body: JSON.stringify({ ...review, total }),
      })
      .execute()
    if (total !== null)
      await db
        .insertInto('reviewScore')
        .values({ assignmentId: id, criterionId: await theCriterion(db, eventId), score: total })
        .execute()
    return id
  })
  return { ...reviewer, assignmentId }
}

/** One criterion: a total is its score. */
async function theCriterion(db: World['db'], eventId: number): Promise<number> {
  const name = 'Use on the ward'
  const known = await db
    .selectFrom('criterion')
    .select('id')
    .where('eventId', '=', eventId)
    .where('name', '=', name)
    .executeTakeFirst()
  return (
    known?.id ??
    (await db.insertInto('criterion').values({ eventId, name }).returning('id').executeTakeFirstOrThrow()).id
  )
}

type Decided = { outcome: Outcome } & Partial<{
  note: string
  asType: 'Oral' | 'Poster' | 'Workshop'
  reviseUntil: string
  answerUntil: string
  intoId: number
  leftOut: number[]
}>

const standing = {
  accepted: 'accepted',
  rejected: 'rejected',
  waiting: 'waiting',
  revise: 'revision_asked',
  merged: 'merged',
  duplicate: 'duplicate',
  reset: 'under_review',
} as const

/** Published at this moment. */
export async function isTold(world: World, abstractId: number, decided: Decided): Promise<void> {
  const { outcome } = decided
  const { note = '', asType = 'Poster', reviseUntil = '2026-11-10', answerUntil = '2026-11-08', leftOut = [] } = decided
  const at = world.now()
  const acceptedAs = outcome === 'accepted' ? asType : null
  const day = outcome === 'revise' ? reviseUntil : null
  const intoId = decided.intoId ?? null
  await asStaff(world, async (world) => {
    await lockAbstracts(world, [abstractId])
    const { eventId, state } = await world.db
      .selectFrom('abstract')
      .select(['eventId', 'state'])
      .where('id', '=', abstractId)
      .executeTakeFirstOrThrow()
    const { id: batchId } = await world.db
      .insertInto('decisionBatch')
      .values({ eventId, publishedAt: at, sendsAt: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    await world.db
      .insertInto('decision')
      .values({
        abstractId,
        outcome,
        asType: acceptedAs,
        intoId,
        reviseUntil: day,
        place: outcome === 'waiting' ? 1 : null,
        note,
        leftOut,
        at,
        batchId,
        was: state,
      })
      .execute()
    await tellAbstracts(world, [
      {
        abstractId,
        to: standing[outcome],
        acceptedAs,
        intoId,
        reviseUntil: day,
        answerUntil: outcome === 'accepted' ? answerUntil : null,
        toldAt: at,
      },
    ])
  })
}

/** One abstract that is with reviewers, and its author. The clock stands on 1 November 2026. */
export async function underReview(words: Record<string, string> = {}) {
  const team = await aTeam()
  const { pk, author } = await aSubmittedAbstract(team, words)
  await reviewBegins(team.world, team.eventId)
  return { ...team, team, pk, author }
}

type Asked = { token: string; pk: number; answer?: 'yes' | 'no' }

/** One of the calls about a decision, as its author's browser sends it. */
export async function askTold(
  app: Team['app'],
  name: 'BlindCheck' | 'DecisionRead' | 'RevisionSend' | 'PresentingAnswer',
  { token, ...asked }: Asked,
) {
  const headers = { host: 'localhost', authorization: `Bearer ${token}` }
  const reply =
    name === 'DecisionRead' || name === 'BlindCheck'
      ? await app.inject({ url: `/api/${name}?pk=${asked.pk}`, headers })
      : await app.inject({ method: 'POST', url: `/api/${name}`, headers, payload: asked })
  const body = reply.json<Record<string, unknown>>()
  return { http: reply.statusCode, body, status: reply.statusCode === 200 ? body.status : reply.statusCode }
}
