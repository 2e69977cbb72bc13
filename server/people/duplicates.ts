/** Two accounts that may be one person: the same mobile under a similar name, the same PMDC number, or the same name at the same institution. */
import { type RawBuilder, sql } from 'kysely'

/** What makes two rows of `person_search` alike: the columns that are the same, and not empty. Each has an index. */
export const likenesses = {
  mobile: ['mobile_key'],
  pmdc: ['pmdc_key'],
  name: ['name_key', 'institution_key'],
} as const
export type Likeness = keyof typeof likenesses

const known = (row: string, columns: readonly string[]) => sql.raw(`${row}.${columns.at(-1)} <> ''`)

/** SQL: the rows `other` and `one` are alike in this. */
export function isAlike(likeness: Likeness): RawBuilder<boolean> {
  const columns = likenesses[likeness]
  const same = sql.raw(columns.map((column) => `other.${column} = one.${column}`).join(' and '))
  // A family, a clinic or a secretary shares a telephone.
  const more = likeness === 'mobile' ? sql` and is_like_name(other.name_key, one.name_key)` : sql``
  return sql<boolean>`${same} and ${known('other', columns)} and ${known('one', columns)}${more}`
}

/** SQL: they are two accounts, and nobody has said that they are two people. */
export const isAnother = sql<boolean>`other.account_id <> one.account_id and not exists (select from not_same_person
  where account_a = least(other.account_id, one.account_id) and account_b = greatest(other.account_id, one.account_id))`

/**
 * What somebody may compare people by. Whoever may not see a mobile or PMDC number must not learn by a second account, made with a number
 * that they guess, whose it is.
 */
const comparedBy = ({ contact }: Sees): Likeness[] => (contact ? (Object.keys(likenesses) as Likeness[]) : ['name'])
type Sees = { contact: boolean }

/** SQL: somebody else of the same event may be the person of this row. */
export const hasDouble = (sees: Sees): RawBuilder<boolean> => sql<boolean>`exists (
  select from (select person_search.*) as one where ${sql.join(
    comparedBy(sees).map(
      (each) => sql`exists (
        select from person_search other where ${isAlike(each)} and ${isAnother} and other.event_id = one.event_id)`,
    ),
    sql` or `,
  )})`

/** SQL: the same for all people of an event. Grouping finds the few that are worth a closer look. */
export const areDoubles = (eventId: number, sees: Sees): RawBuilder<boolean> =>
  sql<boolean>`(person_search.applicant_id in (${sql.join(
    comparedBy(sees)
      .map((each) => likenesses[each])
      .map(
        (columns) => sql`select unnest(array_agg(one.applicant_id)) from person_search one
      where one.event_id = ${eventId} and ${known('one', columns)}
      group by ${sql.raw(columns.join(', '))} having count(*) > 1`,
      ),
    sql` union all `,
  )}) and ${hasDouble(sees)})`
