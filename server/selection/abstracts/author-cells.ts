/** The authors of abstracts, for files: of those only that the person who asked may see. */
import { sql } from 'kysely'
import type { World } from '#server/kernel/world.ts'
import type { Cell, Column } from '#server/platform/files/sheets.ts'

export const authorColumns: Column[] = [
  { title: 'Authors', as: 'long' },
  { title: 'Emails of the authors', as: 'long' },
]
export const noAuthors: [Cell, Cell] = [null, null]

/** In their order, with institution; an abstract without a list of authors is its owner's. */
export async function authorCells(
  { db }: Pick<World, 'db'>,
  abstractIds: readonly number[],
): Promise<Map<number, [Cell, Cell]>> {
  const { rows } = await sql<{ id: number; names: string; emails: string }>`
    select id, string_agg(concat_ws(', ', name, nullif(institution, '')), '; ' order by position) as names,
      string_agg(nullif(email, ''), '; ' order by position) as emails
    from (
      select abstract_id as id, position, name || case when presents then ' (presents)' else '' end as name, email, institution
      from abstract_author where abstract_id = any(${abstractIds}::int[])
      union all
      select abstract.id, 1, full_name, email, coalesce(institution, '')
      from abstract join applicant on applicant.id = applicant_id join account on account.id = account_id
        left join profile on profile.applicant_id = applicant.id
      where abstract.id = any(${abstractIds}::int[]) and not exists (select from abstract_author where abstract_id = abstract.id)
    ) as author group by id`.execute(db)
  return new Map(rows.map(({ id, names, emails }) => [id, [names, emails]]))
}
