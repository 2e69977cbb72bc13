/** A domain reads its own tables. Others it reads through a verb of their owner, or in a report; what it reads of them beside that is listed here. */
import { ownerOf } from './owners.ts'

/** Rooms and files that put the tables of many domains side by side. They write none of them. */
const isReport =
  /^server\/(?:platform|database|testing|reports|exports|backup|demo)\/|^server\/[^/]+\.ts$|(?:list|export|timeline|figures|overview|needs|invariants|detail)\.ts$/

/** By domain: tables of others that its SQL joins. A column of one of these is renamed together with the domains that name it. */
const alsoReads: Record<string, string> = {
  abstracts: 'account account_alias applicant email_change event profile speciality sub_speciality',
  accounts:
    'abstract abstract_author abstract_version account_merge announcement_refusal applicant assignment bid event ledger_entry mail offline_payment order_given order_item orders person_note profile receipt redaction remark review reviewer reviewer_field seat_move speciality workshop',
  audit: 'abstract account assignment decision event mail person_search remark staff_grant',
  booking: 'account applicant event ledger_entry mail workshop',
  events: 'abstract account applicant mail order_item orders profile receipt review_call',
  kernel:
    'abstract account account_alias account_merge act act_answer announcement_refusal applicant audit_blanking decision email_change event extension letter_text mail mailing mailing_recipient offline_payment orders page_version payment_attempt payment_exception payout profile refund refund_proposal reviewer reviewer_address staff_grant',
  mail: 'abstract abstract_version account account_alias account_merge applicant event extension order_item orders review_call workshop',
  pages: 'account event',
  payments: 'account applicant event mail order_item orders receipt seat_move workshop',
  people: 'abstract account email_change event order_item orders session',
  reviews: 'criterion',
  selection:
    'abstract abstract_author abstract_version account account_alias applicant event mail named_conflict profile review review_score review_version speciality staff_grant sub_speciality',
}

const builder = /\.(?:selectFrom|\w*[jJ]oin\w*|using)\(\s*((?:\[[^\]]*\])|'[^'\n]+')/g
const statement = /sql(?:<[^`]*>)?`((?:[^`\\]|\\.)*)`/g

export function foreignReads(file: string, text: string): string[] {
  if (!/^server\/.*\.ts$/.test(file) || file.includes('.test.') || isReport.test(file)) return []
  const domain = file.split('/')[1] as string
  const allowed = new Set(alsoReads[domain]?.split(' '))
  return [...tablesIn(text)]
    .filter((table) => ownerOf.has(table) && ownerOf.get(table) !== domain && !allowed.has(table))
    .map(
      (table) =>
        `${file}: reads ${table} of ${ownerOf.get(table)}: ask a verb of its owner, or list it in scripts/house/reads.ts`,
    )
}

/** Listed tables that no file of the domain reads any more. */
export function listedReadsGone(texts: ReadonlyMap<string, string>): string[] {
  return Object.entries(alsoReads).flatMap(([domain, tables]) => {
    const files = [...texts].filter(([file]) => file.startsWith(`server/${domain}/`) && !isReport.test(file))
    const read = new Set(files.flatMap(([, text]) => [...tablesIn(text)]))
    return tables
      .split(' ')
      .filter((table) => !read.has(table))
      .map((table) => `${domain} reads ${table} no more: take it off the list in scripts/house/reads.ts`)
  })
}

function tablesIn(text: string): Set<string> {
  const built = [...text.matchAll(builder)]
    .flatMap(([, named = '']) => [...named.matchAll(/'(\w+)/g)])
    .map(([, name = '']) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
  const written = [...text.matchAll(statement)].flatMap(([, words = '']) =>
    [...words.matchAll(/\b(?:from|join)\s+(?:only )?([a-z_]+)/gi)].map(([, table = '']) => table.toLowerCase()),
  )
  return new Set([...built, ...written])
}
