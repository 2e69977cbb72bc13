/** What somebody did with their abstracts, for their page. */
import { sql } from 'kysely'
import type { TimelineLine } from '#contract/people/person-console.ts'
import { line, mostLines, type Whose } from '#server/kernel/timeline.ts'
import type { World } from '#server/kernel/world.ts'

type Row = {
  number: number | null
  title: string
  versions: number
  createdAt: Date
  savedAt: Date
  submittedAt: Date | null
  isLate: boolean
  removedAt: Date | null
  withdrawnAt: Date | null
}

export async function abstractLines(
  { db }: Pick<World, 'db'>,
  { applicantId, unseen, namesAbstracts }: Whose,
): Promise<TimelineLine[]> {
  // Lines without a name hide nothing: left out, they would tell desk and finance whose abstract it is that they review.
  const cut = namesAbstracts ? unseen.abstracts : []
  const { rows } = await sql<Row>`
    select abstract.number, title_plain as title, versions, created_at, saved_at, submitted_at, abstract.is_late, removed_at, withdrawn_at
    from abstract join abstract_version on abstract_id = abstract.id and abstract_version.number = current_version
    where abstract.applicant_id = ${applicantId} and abstract.id <> all (${cut}::int[]) order by abstract.id desc limit ${mostLines}`.execute(
    db,
  )
  // Desk and finance do not learn who wrote which abstract: no number, and no title.
  const shown = namesAbstracts ? rows : rows.map((row) => ({ ...row, number: null, title: '' }))
  return shown.flatMap(
    ({ number, title, versions, createdAt, savedAt, submittedAt, isLate, removedAt, withdrawnAt }) => {
      const name = number === null ? 'an abstract' : `abstract ${number}`
      const about = number === null ? null : { kind: 'abstract' as const, id: String(number) }
      return [
        ...line(createdAt, 'abstract', ['Began an abstract', { detail: title, about }]),
        ...line(versions > 1 ? savedAt : null, 'abstract', [
          `Saved ${name}, version ${versions}`,
          { detail: title, about },
        ]),
        ...line(submittedAt, 'abstract', [
          `Submitted ${name}${isLate ? ', late' : ''}`,
          { detail: title, tone: 'good', about },
        ]),
        ...line(removedAt, 'abstract', ['Removed a draft', { detail: title }]),
        ...line(withdrawnAt, 'abstract', [`Withdrew ${name}`, { detail: title, tone: 'wait', about }]),
      ]
    },
  )
}

/** What somebody wrote since a moment, in words; what is hidden from whoever asks is not named. */
export async function abstractsSince(
  { db }: Pick<World, 'db'>,
  { applicantIds, unseen }: { applicantIds: readonly number[]; unseen: readonly number[] },
  since: Date,
): Promise<string[]> {
  const rows = await db
    .selectFrom('abstractVersion')
    .select(['titlePlain', 'abstractId'])
    .distinct()
    .where('applicantId', 'in', applicantIds)
    .where('savedAt', '>', since)
    .limit(20)
    .execute()
  const submitted = await db
    .selectFrom('abstract')
    .select(['number', 'id'])
    .where('applicantId', 'in', applicantIds)
    .where((row) => row.or([row('submittedAt', '>', since), row('withdrawnAt', '>', since)]))
    .execute()
  return [
    ...rows.map(({ titlePlain, abstractId }) =>
      unseen.includes(abstractId) ? 'An abstract was saved.' : `The abstract “${titlePlain}” was saved.`,
    ),
    ...submitted.map(({ number, id }) =>
      unseen.includes(id)
        ? 'An abstract was submitted or withdrawn.'
        : `Abstract ${number ?? ''} was submitted or withdrawn.`,
    ),
  ]
}
