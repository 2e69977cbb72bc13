/** One abstract with all that was said of it, for whoever decides. Whoever wrote it, or is in conflict with it, learns number and title. */
import { sql } from 'kysely'
import { extensionOf } from '#contract/abstracts/rules.ts'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import type { AbstractFile, AbstractShow } from '#contract/selection/abstract-detail.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { hiddenFrom } from '#server/kernel/visibility/seen-by.ts'
import type { World } from '#server/kernel/world.ts'
import { fileTypes } from '#server/platform/files/file-kinds.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { decisionsOf, likeOnes } from '#server/selection/decisions/abstract-decisions.ts'
import { nameIn } from '#server/selection/decisions/decision-rules.ts'
import { authorsOf } from '#server/selection/decisions/told.ts'
import { type Given, type Happened, historyOf, type Shown } from './abstract-history.ts'

type Reply = ReplyOf<typeof AbstractShow>
type Reading = Pick<World, 'db'>
type Which = Omit<ParsedInputOf<typeof AbstractShow>, 'version'> & { version?: number | undefined }

/** Nine statements, however much there is. */
export async function showAbstract(world: World, staff: Staff, which: Which): Promise<Reply> {
  const hidden = await hiddenFrom(world, staff, which.eventId)
  const found = await abstractOf(world, which, hidden)
  if (!found) return refuse('not_found')
  const { abstractId, number, title, ...of } = found
  if (hidden.includes(abstractId)) return { abstractId, number, title, hasConflict: true }
  const { fileKey: _key, withdrawnAt, versions, submittedAt, ...text } = of
  const authors = await authorsOf(world, abstractId)
  const given = await reviewsOf(world, abstractId)
  const decisions = await decisionsOf(world, abstractId)
  const redactions = await redactionsOf(world, abstractId)
  const totals = given.flatMap(({ total, state, recommendation }) =>
    total !== null && state === 'submitted' && recommendation !== 'abstain' ? [total] : [],
  )
  return {
    abstractId,
    number,
    title,
    hasConflict: false,
    ...text,
    submittedAt: submittedAt.toISOString(),
    versions: versions.map((each) => ({ ...each, savedAt: new Date(each.savedAt).toISOString() })),
    authors,
    reviews: given.map(({ assignedAt: _given, changedAt: _changed, reason: _reason, ...review }) => ({
      ...review,
      submittedAt: review.submittedAt?.toISOString() ?? null,
      nameFound:
        nameIn(
          review.toAuthor,
          authors.map(({ name }) => name),
        ) ?? null,
    })),
    mean: totals.length > 0 ? rounded(totals.reduce((sum, total) => sum + total, 0) / totals.length) : null,
    spread: totals.length > 0 ? rounded(Math.max(...totals) - Math.min(...totals)) : null,
    remarks: await remarksOf(world, abstractId),
    conflicts: await conflictsOf(world, abstractId),
    pending: decisions.pending,
    told: decisions.told,
    alike: await likeOnes(world, abstractId, hidden),
    history: historyOf({ submittedAt, withdrawnAt, versions, given, redactions, told: decisions.told }),
  }
}

const rounded = (number: number): number => Math.round(number * 100) / 100

type Found = Pick<Shown, 'abstractId' | 'number' | 'title' | 'state' | 'type' | 'acceptedAs' | 'timeZone' | 'version'> &
  Pick<Shown, 'speciality' | 'subSpeciality' | 'words' | 'background' | 'material' | 'results' | 'discussion'> &
  Pick<Shown, 'shown' | 'fileName' | 'fileSize' | 'previous' | 'next'> & {
    submittedAt: Date
    withdrawnAt: Date | null
    fileKey: string
    versions: { number: number; savedAt: string; isAside: boolean }[]
  }

/** Before and after it stand others that whoever asks may look at. */
async function abstractOf({ db }: Reading, { eventId, number, version }: Which, hidden: number[]) {
  const { rows } = await sql<Found>`
    select abstract.id as abstract_id, abstract.number, title_plain as title, state, abstract_type as type, accepted_as, time_zone, submitted_at, withdrawn_at,
      current_version as version, shown.number as shown, words, background, material, results, discussion, file_name, file_size, file_key,
      speciality.description as speciality, sub_speciality.description as sub_speciality,
      (select jsonb_agg(jsonb_build_object('number', each.number, 'savedAt', saved_at, 'isAside', is_aside) order by each.number desc)
        from abstract_version each where each.abstract_id = abstract.id) as versions,
      (select max(other.number) from abstract other where other.event_id = ${eventId} and other.number < ${number} and other.id <> all (${hidden})) as previous,
      (select min(other.number) from abstract other where other.event_id = ${eventId} and other.number > ${number} and other.id <> all (${hidden})) as next
    from abstract join event on event.id = abstract.event_id
    join abstract_version shown on shown.abstract_id = abstract.id and shown.number = coalesce(${version ?? null}, current_version)
    join sub_speciality on sub_speciality.id = sub_speciality_id join speciality on speciality.id = speciality_id
    where abstract.event_id = ${eventId} and abstract.number = ${number}`.execute(db)
  return rows[0]
}

async function reviewsOf({ db }: Reading, abstractId: number): Promise<Given[]> {
  const { rows } = await sql<Given>`
    select assignment.id as assignment_id, reviewer_id, coalesce(full_name, reviewer.email) as name, alias, strength, assignment.state, sure, recommendation, as_type,
      total::float as total, coalesce(to_author, '') as to_author, coalesce(to_chairs, '') as to_chairs, review.submitted_at, coalesce(review.is_late, false) as is_late,
      assigned_at, changed_at, reason,
      (select coalesce(jsonb_agg(jsonb_build_object('name', criterion.name, 'weight', weight, 'score', score) order by position, criterion.id), '[]')
        from review_score join criterion on criterion.id = criterion_id where review_score.assignment_id = assignment.id) as scores
    from assignment join reviewer on reviewer.id = reviewer_id left join account on account.id = reviewer.account_id
    left join review on review.assignment_id = assignment.id
    join abstract on abstract.id = abstract_id
    join abstract_version written on written.abstract_id = abstract.id and written.number = current_version
    join sub_speciality on sub_speciality.id = sub_speciality_id
    left join reviewer_field using (reviewer_id, speciality_id)
    where assignment.abstract_id = ${abstractId} order by alias`.execute(db)
  return rows
}

async function remarksOf({ db }: Reading, abstractId: number): Promise<Shown['remarks']> {
  const rows = await db
    .selectFrom('remark')
    .leftJoin('assignment', 'assignment.id', 'assignmentId')
    .select(['alias', 'text', 'audience', 'at'])
    .where('remark.abstractId', '=', abstractId)
    .orderBy('remark.id')
    .execute()
  return rows.map((remark) => ({ ...remark, at: remark.at.toISOString() }))
}

async function conflictsOf({ db }: Reading, abstractId: number): Promise<Shown['conflicts']> {
  return db
    .selectFrom('conflict')
    .innerJoin('reviewer', 'reviewer.id', 'reviewerId')
    .leftJoin('account', 'account.id', 'reviewer.accountId')
    .select(['reviewerId', 'kind', 'source', 'strength', 'note'])
    .select(sql<string>`coalesce(full_name, reviewer.email)`.as('reviewer'))
    .where('abstractId', '=', abstractId)
    .orderBy('strength')
    .orderBy('conflict.id')
    .execute()
}

async function redactionsOf({ db }: Reading, abstractId: number): Promise<Happened['redactions']> {
  return db
    .selectFrom('redaction')
    .leftJoin('account', 'account.id', 'by')
    .select(['redaction.version', 'state', 'at', 'fullName as by', 'file'])
    .where('abstractId', '=', abstractId)
    .where('state', '=', 'ready')
    .execute()
}

/** The file of a version, as it was attached. */
export async function abstractFile(world: World, staff: Staff, which: ParsedInputOf<typeof AbstractFile>) {
  const hidden = await hiddenFrom(world, staff, which.eventId)
  const found = await abstractOf(world, which, hidden)
  if (!found || hidden.includes(found.abstractId)) return refuse('not_found')
  const file = await world.files.get(found.fileKey)
  if (!file) throw new Error('the file of an abstract is missing')
  const extension = extensionOf(found.fileName)
  const type = extension ? fileTypes[extension] : 'application/octet-stream'
  return { ...file, name: found.fileName, type, inline: false }
}
