/** Everything that somebody has to review, has reviewed or has declined. Four statements for each event, however many there are. */
import { sql } from 'kysely'
import type { ReplyOf } from '#contract/operation.ts'
import type { ReviewInbox } from '#contract/reviews/reviews.ts'
import type { WorkState } from '#contract/reviews/words.ts'
import type { Reviewer } from '#server/kernel/callers.ts'
import type { World } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { type BlindWorld, inBlindWorld } from './blind-world.ts'
import { criteriaOf, shownAbstract, shownDue } from './reading.ts'
import { answeredOf, isAsked } from './rules.ts'

type Inbox = Omit<ReplyOf<typeof ReviewInbox>, 'elsewhere'>

/** What is to be done first stands first. Nothing of it depends on what is withheld. */
const order: Record<WorkState, number> = { sent_back: 0, begun: 1, assigned: 2, submitted: 3, declined: 4 }

export async function readInbox(
  world: World,
  { elsewhere, ...reviewer }: Pick<Reviewer, 'reviewerId' | 'elsewhere'>,
): Promise<ReplyOf<typeof ReviewInbox>> {
  const here = await inboxOf(world, reviewer)
  const others: Inbox[] = []
  for (const at of elsewhere) others.push(await inboxOf(world, at))
  return { ...here, ...(others.length > 0 && { elsewhere: others }) }
}

function inboxOf(world: World, reviewer: Pick<Reviewer, 'reviewerId'>): Promise<Inbox> {
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
        isRevised: row.revised !== null,
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
    .select([
      'me.eventId',
      'quota',
      'institution',
      'department',
      'eventName',
      'timeZone',
      'dueOn',
      'dueAt',
      'closesAt',
      'hasBegun',
      'takesBids',
    ])
    .select(['specialityId', 'myField.name as field', 'strength'])
    .orderBy('myField.name')
    .execute()
  // Removed between the door and here.
  const [first] = found
  if (!first) return refuse('not_found')
  const { eventId, quota, institution, department, eventName, timeZone, hasBegun, takesBids } = first
  const fields = (of: 'first' | 'second') =>
    found.flatMap(({ specialityId, field, strength }) =>
      specialityId !== null && field !== null && strength === of ? [{ specialityId, name: field }] : [],
    )
  return {
    head: {
      eventId,
      eventName,
      timeZone,
      ...shownDue(first),
      hasBegun: hasBegun ?? false,
      takesBids: takesBids ?? false,
    },
    me: { quota, institution, department, first: fields('first'), second: fields('second') },
  }
}

async function rowsOf({ db }: BlindWorld) {
  return db
    .selectFrom('myAbstract')
    .leftJoin('myReview', 'myReview.assignmentId', 'myAbstract.assignmentId')
    .leftJoin('reviewedText', 'reviewedText.assignmentId', 'myAbstract.assignmentId')
    .selectAll('myAbstract')
    .select('reviewedText.assignmentId as revised')
    .select(['recommendation', 'asType', 'sure', 'toAuthor', 'total', 'savedAt', 'submittedAt', 'isLate'])
    .select((row) =>
      row
        .selectFrom('myScore')
        // Built by name: inside of JSON, columns keep the names that the database has for them.
        .select((score) =>
          score.fn
            .jsonAgg(
              score.fn<{ criterionId: number; score: number }>('json_build_object', [
                sql.lit('criterionId'),
                'myScore.criterionId',
                sql.lit('score'),
                'myScore.score',
              ]),
            )
            .as('all'),
        )
        .whereRef('myScore.assignmentId', '=', 'myAbstract.assignmentId')
        .as('scores'),
    )
    .execute()
}
