/** What would be published, before it is: every abstract with its letter, what to think of, and what stands in the way. */
import { sql } from 'kysely'
import type { AbstractType } from '#contract/abstracts/rules.ts'
import { dayIn } from '#contract/days.ts'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import type { DecisionPreview, Preview } from '#contract/selection/decisions.ts'
import { numberOf, type SettableOutcome } from '#contract/selection/words.ts'
import type { Row } from '#server/database/tables.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { addressOf } from '#server/kernel/events/address.ts'
import { abstractTexts } from '#server/kernel/outbox/abstract-texts.ts'
import { textAsSent } from '#server/kernel/outbox/letterhead.ts'
import { inOwnWords, versionsOfTexts } from '#server/kernel/outbox/own-words.ts'
import { type Worded, wordedKinds } from '#server/kernel/outbox/worded.ts'
import { hiddenFrom } from '#server/kernel/visibility/seen-by.ts'
import type { World } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { callOf } from '#server/selection/call/calls.ts'
import { decisionLetter } from './decision-mail.ts'
import { dayAfter, digestOf, nameIn } from './decision-rules.ts'
import { type Ranked, ranking } from './ranking.ts'

type Comment = { assignmentId: number; alias: number; text: string; total: number | null; version: number; by: string }
type Into = { abstractId: number; number: number; title: string; state: Row<'abstract'>['state'] }

export type Publishable = {
  abstractId: number
  decisionId: number
  number: number
  title: string
  state: Row<'abstract'>['state']
  currentVersion: number
  outcome: SettableOutcome
  asType: AbstractType | null
  reviseUntil: string | null
  intoId: number | null
  into: Into | null
  note: string
  leftOut: number[]
  passed: number[]
  toldAt: Date | null
  /** Whoever was erased gets no letter. */
  email: string | null
  accountId: number
  fullName: string
  /** Everybody who wrote it. */
  writers: string[]
  comments: Comment[]
  /** The letter about what holds now: whether it has gone, and when. */
  before: { abstractId: number; decisionId: number; subject: string; sentAt: string | null } | null
}

type Call = Pick<Row<'reviewCall'>, 'feedback' | 'answerDays' | 'reviewsToDecide'>
type Event = Pick<Row<'event'>, 'name' | 'timeZone' | 'slug' | 'isCurrent'>
export type ToPublish = {
  rows: Publishable[]
  hidden: number[]
  call: Call
  event: Event
  answerUntil: string
  digest: string
}

/** What whoever asks may not see is published by somebody else. */
export async function toPublish(world: World, staff: Staff, eventId: number): Promise<ToPublish> {
  const event = await world.db
    .selectFrom('event')
    .select(['name', 'timeZone', 'slug', 'isCurrent'])
    .where('id', '=', eventId)
    .executeTakeFirst()
  if (!event) return refuse('not_found')
  const call = await callOf(world, eventId)
  const hidden = await hiddenFrom(world, staff, eventId)
  const rows = await pendingRows(world, { eventId, hidden, feedback: call.feedback })
  const answerUntil = answerDay(event.timeZone, world.now(), call.answerDays)
  // A text that is changed after the preview would send what nobody has read.
  const texts = await versionsOfTexts(world, { kinds: decisionKinds, eventId })
  return { rows, hidden, call, event, answerUntil, digest: digestOf(rows, call, texts) }
}

const decisionKinds = wordedKinds.filter((kind) => kind in abstractTexts)

export const answerDay = (timeZone: string, at: Date, days: number): string => dayAfter(dayIn(timeZone, at), days)

type Which = { eventId: number; hidden: readonly number[]; feedback: Call['feedback'] }

async function pendingRows({ db }: World, { eventId, hidden, feedback }: Which): Promise<Publishable[]> {
  const { rows } = await sql<Publishable>`
    select abstract.id as abstract_id, decision.id as decision_id, abstract.number, written.title_plain as title, abstract.state, current_version, outcome,
      as_type, decision.revise_until, into_id, note, left_out, passed, told_at, case when erased_at is null then account.email end as email,
      account.id as account_id, account.full_name,
      (select json_build_object('abstractId', other.id, 'number', other.number, 'title', title_plain, 'state', other.state) from abstract other
        join abstract_version on abstract_version.abstract_id = other.id and abstract_version.number = other.current_version where other.id = into_id) as into,
      array(select name from abstract_author where abstract_id = abstract.id order by position) || account.full_name as writers,
      coalesce((select json_agg(json_build_object('assignmentId', assignment.id, 'alias', alias, 'text', to_author, 'total', total, 'version', review.version,
          'by', coalesce(reader.full_name, '')) order by alias)
        from assignment join review on assignment_id = assignment.id join reviewer on reviewer.id = reviewer_id left join account reader on reader.id = reviewer.account_id
        where assignment.abstract_id = abstract.id and assignment.state = 'submitted' and to_author <> '' and ${feedback} <> 'none'), '[]') as comments,
      (select json_build_object('abstractId', told.abstract_id, 'decisionId', told.id, 'subject', subject, 'sentAt', sent_at) from decision told join decision_batch on decision_batch.id = told.batch_id
        join mail on mail.decision_id = told.id and mail.abstract_id = told.abstract_id
        where told.abstract_id = abstract.id and taken_back_at is null and (sent_at is not null or given_up_at is null) order by told.id desc limit 1) as before
    from decision join abstract on abstract.id = decision.abstract_id
    join abstract_version written on written.abstract_id = abstract.id and written.number = current_version
    join applicant on applicant.id = abstract.applicant_id join account on account.id = applicant.account_id
    where abstract.event_id = ${eventId} and batch_id is null and replaced_at is null and withdrawn_at is null and removed_at is null
      and abstract.id <> all (${hidden}::int[])
    order by abstract.id`.execute(db)
  return rows
}

/** To its author; nothing of it is a secret. */
export function letterOf(world: World, { call, event, answerUntil }: ToPublish, row: Publishable): Worded {
  const { before, comments, leftOut } = row
  return decisionLetter({
    ...row,
    eventName: event.name,
    answerUntil,
    comments: comments
      .filter(({ assignmentId }) => !leftOut.includes(assignmentId))
      .map(({ alias, text, total }) => ({ alias, text, total: call.feedback === 'totals' ? total : null })),
    replaces: before?.sentAt ? { subject: before.subject, on: dayIn(event.timeZone, new Date(before.sentAt)) } : null,
    publicUrl: addressOf(world, event),
  })
}

type Asked = ParsedInputOf<typeof DecisionPreview>

export async function previewDecisions(
  world: World,
  staff: Staff,
  asked: Asked,
): Promise<ReplyOf<typeof DecisionPreview>> {
  const all = await toPublish(world, staff, asked.eventId)
  const shown = asked.abstractId === undefined ? undefined : all.rows.find((row) => row.abstractId === asked.abstractId)
  const written = shown && (await inOwnWords(world, { ...letterOf(world, all, shown), eventId: asked.eventId }))
  return {
    ...(await previewOf(world, asked.eventId, all)),
    letter:
      shown && written
        ? {
            abstractId: shown.abstractId,
            to: shown.email ?? '',
            subject: written.subject,
            text: await textAsSent(world, written, shown.fullName),
          }
        : null,
  }
}

export async function previewOf(world: World, eventId: number, all: ToPublish): Promise<Preview> {
  const { rows, digest, answerUntil } = all
  return {
    digest,
    answerUntil,
    rows: rows.map((row) => ({
      ...which(row),
      decisionId: row.decisionId,
      outcome: row.outcome,
      asType: row.asType,
      reviseUntil: row.reviseUntil,
      isCorrection: row.toldAt !== null,
    })),
    warnings: await warningsOf(world, eventId, all),
    stops: stopsOf(rows),
  }
}

const which = ({ abstractId, number, title }: Publishable) => ({ abstractId, number: numberOf(number), title })

/** A comment that names somebody must be looked at; what it is the same as must still be there. */
export function stopsOf(rows: readonly Publishable[]): Preview['stops'] {
  const going = new Set(rows.flatMap(({ outcome, abstractId }) => (outcome === 'duplicate' ? [abstractId] : [])))
  const isGone = ({ abstractId, state }: Into) =>
    ['withdrawn', 'merged', 'duplicate'].includes(state) || going.has(abstractId)
  return rows.flatMap((row) => [
    ...row.comments.flatMap(({ assignmentId, text, by }) => {
      if (row.leftOut.includes(assignmentId) || row.passed.includes(assignmentId)) return []
      const found = nameIn(text, [...row.writers, by])
      return found === undefined ? [] : [{ ...which(row), kind: 'names_person' as const, assignmentId, found }]
    }),
    ...(row.into && isGone(row.into)
      ? [{ ...which(row), kind: 'gone_into' as const, assignmentId: null, found: numberOf(row.into.number) }]
      : []),
  ])
}

async function warningsOf({ db }: World, eventId: number, { hidden, call }: ToPublish): Promise<Preview['warnings']> {
  const { rows } = await sql<Ranked>`select * from ${ranking({ eventId, hidden })} as ranked order by number`.execute(
    db,
  )
  const places = await db.selectFrom('placeLimit').selectAll().where('eventId', '=', eventId).execute()
  const over = places.filter(
    ({ type, places }) =>
      rows.filter(
        ({ outcome, asType, state, pendingId }) =>
          outcome === 'accepted' && asType === type && (pendingId !== null || state !== 'not_presenting'),
      ).length > places,
  )
  const undecided = rows.filter(({ outcome }) => outcome === null)
  const few = rows.filter(
    ({ pendingId, reviews, outcome }) =>
      pendingId !== null && reviews < call.reviewsToDecide && outcome !== 'duplicate',
  )
  const warn = (kind: 'undecided' | 'few_reviews', all: Ranked[]) => ({
    kind,
    count: all.length,
    numbers: all.map(({ number }) => numberOf(number)),
  })
  const warnings = [warn('undecided', undecided), warn('few_reviews', few)].filter(({ count }) => count > 0)
  return over.length === 0
    ? warnings
    : [...warnings, { kind: 'over_places', count: over.length, numbers: over.map(({ type }) => type) }]
}
