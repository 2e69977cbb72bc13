/** Everything that somebody has to review, has reviewed or has declined. Four statements, however many there are. */
import type { ReplyOf } from '#contract/operation.ts'
import type { ReviewInbox } from '#contract/reviews/reviews.ts'
import type { WorkState } from '#contract/reviews/words.ts'
import type { Reviewer } from '#server/callers.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import type { World } from '#server/world.ts'
import { type BlindWorld, inBlindWorld } from './blind-world.ts'
import { criteriaOf, shownAbstract, shownDue } from './reading.ts'
import { answeredOf, isAsked } from './rules.ts'

type Inbox = ReplyOf<typeof ReviewInbox>

/** What is to be done first stands first. Nothing of it depends on what is withheld. */
const order: Record<WorkState, number> = { sent_back: 0, begun: 1, assigned: 2, submitted: 3, declined: 4 }

export function readInbox(world: World, reviewer: Reviewer): Promise<Inbox> {
  return inBlindWorld(world, reviewer, async (blind) => {
    const { head, me } = await headOf(blind)
    const criteria = await criteriaOf(blind)
    const rows = (await rowsOf(blind)).map((row): Inbox['rows'][number] => {
      const { recommendation, asType, sure, toAuthor, scores } = row
      const fields = { recommendation, asType, sure, toAuthor: toAuthor ?? '', toChairs: '', scores: scores ?? [] }
      const asked = criteria.filter((criterion) => isAsked(criterion, row.type))
      return {
        ...shownAbstract(row),
        ...answeredOf(fields, asked),
        total: row.total === null ? null : Number(row.total),
        savedAt: row.savedAt?.toISOString() ?? null,
        submittedAt: row.submittedAt?.toISOString() ?? null,
        isLate: row.isLate ?? false,
        hasAbstained: recommendation === 'abstain',
      }
    })
    const sorted = rows.toSorted((a, b) => order[a.state] - order[b.state] || a.assignmentId - b.assignmentId)
    return { ...head, me, rows: sorted }
  })
}

async function headOf({ db }: BlindWorld): Promise<{ head: Omit<Inbox, 'me' | 'rows'>; me: Inbox['me'] }> {
  const found = await db
    .selectFrom('me')
    .leftJoin('call', (join) => join.onTrue())
    .leftJoin('myField', (join) => join.onTrue())
    .select(['quota', 'institution', 'department', 'eventName', 'timeZone', 'dueOn', 'dueAt', 'closesAt', 'hasBegun'])
    .select(['specialityId', 'myField.name as field', 'strength'])
    .orderBy('myField.name')
    .execute()
  // Removed between the door and here.
  const [first] = found
  if (!first) return refuse('not_found')
  const { quota, institution, department, eventName, timeZone, hasBegun } = first
  const fields = (of: 'first' | 'second') =>
    found.flatMap(({ specialityId, field, strength }) =>
      specialityId !== null && field !== null && strength === of ? [{ specialityId, name: field }] : [],
    )
  return {
    head: { eventName, timeZone, ...shownDue(first), hasBegun: hasBegun ?? false },
    me: { quota, institution, department, first: fields('first'), second: fields('second') },
  }
}

async function rowsOf({ db }: BlindWorld) {
  return db
    .selectFrom('myAbstract')
    .leftJoin('myReview', 'myReview.assignmentId', 'myAbstract.assignmentId')
    .selectAll('myAbstract')
    .select(['recommendation', 'asType', 'sure', 'toAuthor', 'total', 'savedAt', 'submittedAt', 'isLate'])
    .select((row) =>
      row
        .selectFrom('myScore')
        .select((score) => score.fn.jsonAgg('myScore').as('all'))
        .whereRef('myScore.assignmentId', '=', 'myAbstract.assignmentId')
        .as('scores'),
    )
    .execute()
}
