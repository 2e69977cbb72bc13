/** What a change in the audit trail did to the words of a page, line by line. */
import { sql } from 'kysely'
import { type Comparison, compare } from '#contract/pages/compare.ts'
import type { World } from '#server/kernel/world.ts'

type Words = Record<string, unknown> | null
type PageChange = { rowKey: string; before: Words; after: Words }
type Bodies = { own: unknown; earlier: unknown }

/** A draft beside what it began as a copy of, what went out beside what visitors read before. Nothing for what left the words alone. */
export async function textChanges<Change extends PageChange>(
  { db }: Pick<World, 'db'>,
  changes: readonly Change[],
): Promise<Map<Change, Comparison['differences']>> {
  if (changes.length === 0) return new Map()
  const { rows } = await sql<Bodies>`
    select own.body as own, earlier.body as earlier
    from unnest(${changes.map(({ rowKey }) => Number(rowKey))}::int[], ${changes.map(({ after }) => after?.page ?? null)}::text[],
      ${changes.map(({ after }) => after?.event_id ?? null)}::int[], ${changes.map(({ after }) => after?.based_on ?? null)}::int[])
      with ordinality as change (id, page, event_id, based_on, nth)
    left join page_version as own on own.id = change.id
    left join lateral (
      select body from page_version as other where case when change.based_on is null
        then other.page = own.page and other.event_id is not distinct from own.event_id and other.number < own.number and other.state <> 'draft'
        else other.page = change.page and other.event_id is not distinct from change.event_id and other.number = change.based_on end
      order by number desc limit 1) as earlier on true
    order by change.nth`.execute(db)
  return new Map(
    changes.flatMap((change, at) => {
      const [before, after] = beside(change, rows[at] as Bodies) ?? []
      return before === undefined ? [] : [[change, compare(before, after).differences]]
    }),
  )
}

function beside({ before, after }: PageChange, { own, earlier }: Bodies): [unknown, unknown] | undefined {
  if (after === null) return [before?.body ?? {}, {}]
  if (before === null) return [earlier ?? {}, after.body]
  if ('body' in after) return [before.body, after.body]
  return after.state === 'published' ? [earlier ?? {}, own] : undefined
}
