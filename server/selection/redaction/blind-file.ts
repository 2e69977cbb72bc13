/** The blind copy of a file, for the reviewers' side: its key stands in no view that they read. */
import { sql } from 'kysely'
import type { Reviewer } from '#server/kernel/callers.ts'
import { inTransaction, type World } from '#server/kernel/world.ts'

export type BlindFile = { key: string; size: number; type: string; number: string }

/** The rule who may read what stands in the view alone. Undefined: there is none for this reviewer, whatever the reason. */
export function blindFileOf(
  world: World,
  { reviewerId }: Pick<Reviewer, 'reviewerId'>,
  assignmentId: number,
): Promise<BlindFile | undefined> {
  return inTransaction(world, async ({ db }) => {
    await sql`select set_config('colloquium.reviewer', ${String(reviewerId)}, true)`.execute(db)
    const { rows } = await sql<BlindFile>`
      select file_key as key, mine.file_size as size, mine.file_type as type, mine.number
      from blind.my_abstract mine join assignment on assignment.id = mine.assignment_id join abstract on abstract.id = abstract_id
      join redaction on redaction.abstract_id = abstract.id and redaction.version = current_version
      where mine.assignment_id = ${assignmentId} and mine.file_size is not null`.execute(db)
    return rows[0]
  })
}
