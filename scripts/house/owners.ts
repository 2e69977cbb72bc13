/** A table has one owner: only its domain writes it, and others ask the owner's functions. */
import { crossingFunctions, crossingTriggers } from '#server/database/triggers.ts'

/** By the folder under `server/`. */
const owners: Record<string, string> = {
  accounts:
    'account session pin reset_pin password_reset email_change data_copy closure staff_grant staff_session staff_link staff_invitation passkey totp recovery_code challenge account_alias',
  events: 'event programme speciality sub_speciality workshop extension content_change',
  pages: 'page_version asset',
  people: 'applicant profile person_search person_note not_same_person account_merge',
  abstracts:
    'abstract abstract_author author_entry named_conflict abstract_version abstract_counter upload upload_piece',
  selection:
    'review_call criterion reviewer reviewer_address reviewer_field conflict staff_conflict bid bid_key redaction assignment_run proposed assignment decision decision_batch place_limit likeness',
  reviews: 'review review_score review_version remark',
  booking: 'orders order_item receipt receipt_counter receipt_name seat_move order_given',
  payments:
    'payment_attempt payment_event ledger_entry payment_exception refund finance_rule voucher_counter offline_payment payout refund_proposal closing closing_entry',
  mail: 'mail mailing mailing_recipient saved_letter letter_text announcement_refusal',
  exports: 'export_file',
  backup: 'backup_run backup_part backup_file',
  audit: 'act act_change act_end audit_blanking audit_seal audit_check act_answer',
  'platform/security': 'attempt captcha_used secret secret_seen',
  'platform/jobs': 'check_result',
  'platform/database': 'portal',
  'platform/files': 'stored_file',
  'platform/gateways': 'sandbox_payment',
}
/** What of an owner lies in the kernel, because every domain needs it. */
const inKernel: Record<string, string> = {
  mail: 'server/kernel/outbox/',
  audit: 'server/kernel/acts.ts',
  people: 'server/kernel/participants.ts',
}

/** The owner of each table. */
export const ownerOf = new Map(
  Object.entries(owners).flatMap(([owner, tables]) => tables.split(' ').map((table) => [table, owner] as const)),
)

const writers = [...crossingTriggers, ...crossingFunctions]

/** Every table that the row types name has an owner. */
export function withoutOwner(rowTypes: string): string[] {
  const lines = rowTypes.split('\n')
  const tables = lines.slice(lines.findIndex((line) => /^export type \w*Tables/.test(line)))
  return tables
    .flatMap((line) => /^ {2}(\w+): /.exec(line)?.[1] ?? [])
    .map(snake)
    .filter((table) => !ownerOf.has(table))
    .map((table) => `the table ${table} has no owner: name one in scripts/house/owners.ts`)
}

/** Writes of a source file to a table of somebody else. */
export function foreignWrites(file: string, text: string): string[] {
  if (!file.startsWith('server/') || !file.endsWith('.ts') || mayWriteAll(file)) return []
  const built = [...text.matchAll(/\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)/g)].map(
    ([, name = '']) => snake(name),
  )
  const versioned = [...text.matchAll(/\bchangeRow\(\s*\w+,\s*'(\w+)/g)].map(([, name = '']) => snake(name))
  return [...new Set([...built, ...versioned, ...writtenBy(text)])]
    .filter((table) => ownerOf.has(table) && !isOf(ownerOf.get(table) as string, file))
    .map((table) => `${file}: writes ${table}, which belongs to ${ownerOf.get(table)}`)
}

const isOf = (owner: string, file: string): boolean =>
  file.startsWith(`server/${owner}/`) || file.startsWith(inKernel[owner] ?? `server/${owner}/`)

/** Functions of the database that write are listed with what they write and why: nobody finds them by reading TypeScript. */
export function unlistedTriggers(migrations: string): string[] {
  // The body of a function stands between two `$$`.
  const parts = migrations.split('$$')
  return parts.flatMap((body, at) => {
    if (at % 2 === 0) return []
    const name = /\w*/.exec(parts[at - 1]?.split('function ').at(-1) ?? '')?.[0] ?? ''
    const listed = writers.find((each) => each.function === name)?.writes ?? []
    return writtenBy(body)
      .filter((table) => !listed.includes(table))
      .map((table) => `the function ${name} writes ${table}: list it in server/database/triggers.ts with its reason`)
  })
}

/** Tables that a text of SQL writes. */
function writtenBy(text: string): string[] {
  const writes = /\b(?:insert into|update|delete from|merge into|truncate(?: table)?)\s+(?:only )?([a-z_]+)\b/gi
  return [...text.matchAll(writes)].map(([, table = '']) => table.toLowerCase()).filter((table) => ownerOf.has(table))
}

/** The demonstration writes a database that nobody has used, as all owners would have: see docs/decisions/0051. */
function mayWriteAll(file: string): boolean {
  return file.includes('.test.') || file.startsWith('server/testing/') || file.startsWith('server/demo/')
}

function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
