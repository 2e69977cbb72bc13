/** What was decided about an abstract, as its author reads it. Nothing of it is there before they are told. */
import { sql } from 'kysely'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import type { DecisionRead } from '#contract/selection/told.ts'
import { beforeTold } from '#server/abstracts/as-told.ts'
import { withVersion } from '#server/abstracts/list.ts'
import type { Participant } from '#server/kernel/callers.ts'
import type { Transaction, World } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { callOf } from '#server/selection/call/calls.ts'

type Read = ReplyOf<typeof DecisionRead>
type Reading = Pick<World, 'db'>
type Told = Pick<Read, 'outcome' | 'note'> & { publishedAt: Date; leftOut: number[]; basedOn: number[] }

export async function readDecision(
  world: World,
  { applicantId, eventId }: Participant,
  { pk }: ParsedInputOf<typeof DecisionRead>,
): Promise<Read> {
  const found = await ownAbstract(world, { applicantId, eventId, pk, now: world.now() })
  const told = found && (await lastTold(world, pk))
  if (!found || !told) return refuse('not_found')
  const { feedback } = await callOf(world, eventId)
  const { reviews, comments } = await commentsOf(world, told)
  const said = bringsComments(told) ? saidTo(comments, feedback) : []
  const { answerUntil, reviseUntil, acceptedAs, submittedAt, toldAt, intoNumber, intoTitle, ...abstract } = found
  return {
    ...abstract,
    outcome: told.outcome,
    note: told.note,
    submittedAt: submittedAt.toISOString(),
    toldAt: toldAt.toISOString(),
    feedback,
    reviews: feedback === 'none' ? 0 : reviews,
    comments: said,
    ...(acceptedAs !== null && { acceptedAs }),
    ...(answerUntil !== null && abstract.state === 'accepted' && { answerUntil }),
    ...(reviseUntil !== null && { reviseUntil }),
    ...(intoNumber !== null && { into: { number: intoNumber, title: intoTitle ?? '' } }),
    authors: (await authorsOf(world, pk)).map(({ email: _email, accountId: _accountId, ...author }) => author),
  }
}

/** One goes on as part of another, or is read once more: nobody has looked through what was written until then, and the letter has none of it. */
const bringsComments = ({ outcome }: Told): boolean => outcome !== 'merged' && outcome !== 'reset'

type Own = Pick<Read, 'number' | 'title' | 'type' | 'state'> & {
  acceptedAs: Read['type'] | null
  submittedAt: Date
  toldAt: Date
  answerUntil: string | null
  reviseUntil: string | null
  intoNumber: number | null
  intoTitle: string | null
}

async function ownAbstract({ db }: Reading, which: { applicantId: number; eventId: number; pk: number; now: Date }) {
  const { applicantId, eventId, pk, now } = which
  const { rows } = await sql<Own>`
    select own.number, written.title_plain as title, written.abstract_type as type, own.submitted_at, read.state, read.accepted_as, read.told_at,
      read.answer_until, read.revise_until, other.number as into_number, theirs.title_plain as into_title
    from abstract own cross join lateral (
      select own.state::text, own.accepted_as::text, own.told_at, own.answer_until::text, own.revise_until::text,
        coalesce(own.merged_into, own.duplicate_of) as into_id
      where own.tells_at is null or own.tells_at <= ${now}
      union all
      select told_before ->> 'state', told_before ->> 'acceptedAs', (told_before ->> 'toldAt')::timestamptz, told_before ->> 'answerUntil',
        told_before ->> 'reviseUntil', (told_before ->> 'intoId')::int
      where own.tells_at > ${now}) as read
    join abstract_version written on written.abstract_id = own.id and written.number = own.current_version
    left join abstract other on other.id = read.into_id
    left join abstract_version theirs on theirs.abstract_id = other.id and theirs.number = other.current_version
    where own.id = ${pk} and own.applicant_id = ${applicantId} and own.event_id = ${eventId}
      and own.removed_at is null and own.withdrawn_at is null and read.told_at <= ${now}`.execute(db)
  return rows[0]
}

/** The abstract of its author, locked; nothing of one that is not theirs, or that they took back. */
export async function lockOwn(world: Transaction, { applicantId, eventId }: Participant, pk: number) {
  const found = await withVersion(world)
    .select(['state', 'toldAt', 'tellsAt', 'toldBefore', 'reviseUntil', 'answerUntil', 'startedAt', 'savedAt'])
    .where('abstract.id', '=', pk)
    .where('abstract.applicantId', '=', applicantId)
    .where('abstract.eventId', '=', eventId)
    .where('removedAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .forNoKeyUpdate('abstract')
    .executeTakeFirst()
  if (!found) return undefined
  const { tellsAt, toldBefore, ...own } = found
  const before = beforeTold({ tellsAt, toldBefore }, world.now())
  const isTold = own.toldAt !== null && own.toldAt <= world.now() && before?.toldAt !== null
  return { ...own, isTold }
}

/** The newest decision that was not taken back, and no longer can be. */
export async function lastTold({ db, now }: Pick<World, 'db' | 'now'>, abstractId: number): Promise<Told | undefined> {
  const { rows } = await sql<Told>`
    select outcome, note, published_at, left_out, based_on from decision join decision_batch on decision_batch.id = batch_id
    where abstract_id = ${abstractId} and taken_back_at is null and sends_at <= ${now()} order by decision.id desc limit 1`.execute(
    db,
  )
  return rows[0]
}

type Comment = Read['comments'][number] & { hasAbstained: boolean }

/** The reviews that the decision was made on, as they stood when it was published: nothing that happens to one of them later tells its author who wrote it. */
async function commentsOf({ db }: Reading, { publishedAt, leftOut, basedOn }: Told) {
  const { rows } = await sql<Comment & { isLeftOut: boolean }>`
    select alias, coalesce(body ->> 'toAuthor', case when submitted_at <= ${publishedAt} then to_author end, '') as text,
      coalesce((body ->> 'total')::float, case when submitted_at <= ${publishedAt} then review.total::float end) as total,
      coalesce(body ->> 'recommendation', recommendation::text) is not distinct from 'abstain' as has_abstained,
      assignment.id = any (${leftOut}) as is_left_out
    from assignment join review on review.assignment_id = assignment.id
    left join lateral (select body from review_version where assignment_id = assignment.id and at <= ${publishedAt}
      order by number desc limit 1) as published on true
    where assignment.id = any (${basedOn}) order by alias`.execute(db)
  return {
    reviews: rows.filter(({ hasAbstained }) => !hasAbstained).length,
    comments: rows.filter(({ isLeftOut, text }) => !isLeftOut && text !== ''),
  }
}

function saidTo(comments: readonly Comment[], feedback: Read['feedback']): Read['comments'] {
  if (feedback === 'none') return []
  return comments.map(({ alias, text, total, hasAbstained }) => ({
    alias,
    text,
    ...(feedback === 'totals' && !hasAbstained && typeof total === 'number' && { total }),
  }))
}

/** Whoever submitted it alone is its author. */
export async function authorsOf({ db }: Reading, abstractId: number) {
  const { rows } = await sql<Read['authors'][number] & { email: string; accountId: number | null }>`
    select name, email, institution, department, presents, (select account_id from applicant join abstract on abstract.event_id = applicant.event_id
      where abstract.id = abstract_id and applicant.account_id = abstract_author.account_id) as account_id
    from abstract_author where abstract_id = ${abstractId}
    union all
    select full_name, email, coalesce(institution, ''), coalesce(department, ''), true, account_id
    from abstract join applicant on applicant.id = applicant_id join account on account.id = account_id left join profile on profile.applicant_id = applicant.id
    where abstract.id = ${abstractId} and not exists (select from abstract_author where abstract_id = abstract.id)`.execute(
    db,
  )
  return rows
}
