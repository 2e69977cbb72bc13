/** What acts were done to, as people call it: the title of a workshop, the number of an abstract, the code of an order and whose it is. */
import { type RawBuilder, sql } from 'kysely'
import type { Subject } from '#contract/audit/sentences.ts'
import { type ExportList, exportTitles } from '#contract/export-lists.ts'
import { type PageOfSite, sitePages } from '#contract/pages/page-names.ts'
import { numberOf } from '#contract/selection/words.ts'
import { isWorded, textOf } from '#server/kernel/outbox/worded.ts'
import type { World } from '#server/kernel/world.ts'

type Done = { aboutKind: string; aboutId: string }
type Found = {
  kind: string
  id: string
  name: string | null
  address: string | null
  number: number | null
  order: string | null
  accountId: number | null
  personName: string | null
}

/** In which columns a row says what it is called, to which order it belongs, and whose it is. */
type Source = {
  /** The table, where it is not called as the kind. */
  from?: string
  key?: string
  name?: string
  /** What it is called where the person is not known. */
  address?: string
  /** An abstract is called by its number. */
  abstract?: string
  order?: string
  payment?: string
  account?: string
}

/** A kind that is not here has no name of its own. */
const sources: Readonly<Record<string, Source>> = {
  account: { account: 'id' },
  closure: { key: 'account_id', account: 'account_id' },
  email_change: { account: 'account_id' },
  person_note: { account: 'account_id' },
  account_merge: { account: 'kept' },
  passkey: { account: 'account_id' },
  staff_grant: { account: 'account_id' },
  staff_invitation: { address: 'email', account: 'used_by' },
  reviewer: { address: 'email', account: 'account_id' },
  extension: { address: 'email' },
  applicant: { account: 'account_id' },
  profile: { from: 'applicant', account: 'account_id' },
  orders: { order: 'id' },
  payment_attempt: { order: 'order_id' },
  offline_payment: { order: 'order_id' },
  payout: { order: 'order_id' },
  refund: { payment: 'attempt_id' },
  refund_proposal: { payment: 'attempt_id' },
  payment_exception: { order: 'order_id', payment: 'attempt_id' },
  abstract: { abstract: 'id' },
  assignment: { abstract: 'abstract_id' },
  remark: { abstract: 'abstract_id' },
  decision: { abstract: 'abstract_id' },
  workshop: { name: 'topic' },
  event: { name: 'name' },
  programme: { name: 'name' },
  speciality: { name: 'description' },
  sub_speciality: { name: 'description' },
  criterion: { name: 'name' },
  page_version: { name: 'page' },
  mailing: { name: 'subject' },
  saved_letter: { name: 'name' },
  letter_text: { name: 'kind' },
  mail: { name: 'subject', account: 'account_id' },
  export_file: { name: 'list' },
}

/** The rows of one kind, with the same columns for every kind. */
function rowsOf(
  kind: string,
  { from = kind, key = 'id', ...columns }: Source,
  keys: readonly number[],
): RawBuilder<unknown> {
  const column = (of: keyof typeof columns) => (columns[of] === undefined ? sql`null` : sql.ref(columns[of]))
  return sql`select ${sql.lit(kind)}, ${sql.ref(key)}::text, ${column('name')}::text, ${column('address')}::text, ${column('abstract')}::int,
    ${column('order')}::int, ${column('payment')}::int, ${column('account')}::int
    from ${sql.table(from)} where ${sql.ref(key)} = any (${keys}::int[])`
}

/** One statement, whatever the acts are about. By kind and key; what is gone is not in it. */
export async function subjectsOf(
  { db }: Pick<World, 'db'>,
  acts: readonly Done[],
): Promise<(done: Done) => Subject | null> {
  const parts = [...Map.groupBy(acts, ({ aboutKind }) => aboutKind)].flatMap(([kind, done]) => {
    const source = Object.hasOwn(sources, kind) ? sources[kind] : undefined
    const keys = [...new Set(done.map(({ aboutId }) => Number(aboutId)))].filter(isKey)
    return source && keys.length > 0 ? [rowsOf(kind, source, keys)] : []
  })
  const found = parts.length > 0 ? await namesOf(db, parts) : []
  const byKey = new Map(found.map((each) => [`${each.kind} ${each.id}`, each]))
  return (done) => {
    const { aboutKind: kind, aboutId: id } = done
    const subject = unnamed(done)
    return subject && { ...subject, ...namedBy(kind, id, byKey.get(`${kind} ${id}`)) }
  }
}

/** Of which no more is told than the row. */
export const unnamed = ({ aboutKind: kind, aboutId: id }: Done): Subject | null =>
  kind === '' ? null : { kind, id, name: null, order: null, person: null }

const isKey = (number: number): boolean => Number.isInteger(number) && number > 0 && number < 2 ** 31

async function namesOf(db: World['db'], parts: RawBuilder<unknown>[]): Promise<Found[]> {
  const { rows } = await sql<Found>`
    with found (kind, id, name, address, abstract_id, order_id, attempt_id, account_id) as (${sql.join(parts, sql` union all `)})
    select kind, found.id, found.name, address, abstract.number, payment_code as "order", account.id as account_id,
      coalesce(nullif(full_name, ''), account.email) as person_name
    from found left join abstract on abstract.id = abstract_id left join payment_attempt on payment_attempt.id = attempt_id
    left join orders on orders.id = coalesce(found.order_id, payment_attempt.order_id)
    left join applicant on applicant.id = orders.applicant_id
    left join account on account.id = coalesce(found.account_id, applicant.account_id) and erased_at is null`.execute(
    db,
  )
  return rows
}

function namedBy(kind: string, id: string, found: Found | undefined): Omit<Subject, 'kind' | 'id'> {
  const title = titleOf(kind, found?.name ?? id)
  if (!found) return { name: title, order: null, person: null }
  const { name, address, number, order, accountId, personName } = found
  const person = accountId !== null && personName !== null ? { accountId, name: personName } : null
  const called = number === null ? name : numberOf(number)
  return { name: title ?? called ?? person?.name ?? address, order, person }
}

/** What the rows call by a word of the code. */
function titleOf(kind: string, word: string): string | null {
  if (kind === 'page_version' && word in sitePages) return sitePages[word as PageOfSite].title
  if (kind === 'letter_text' && isWorded(word)) return textOf(word).name
  return kind === 'export_file' && word in exportTitles ? exportTitles[word as ExportList] : null
}
