/** Whom a letter is for, as one question to the database: who was chosen, and who of them gets none and why. */
import { type RawBuilder, sql } from 'kysely'
import type { Audience } from '#contract/mail/audience.ts'
import { factsIn } from '#contract/mail/letter-words.ts'
import type { LetterFields } from '#contract/mail/mailing-fields.ts'
import type { Row } from '#server/database/tables.ts'
import { isDue } from '#server/kernel/order-sql.ts'
import type { World } from '#server/kernel/world.ts'
import { peopleWhere } from '#server/people/people-list.ts'

type Reading = Pick<World, 'db' | 'now'>
/** `contact`: whoever chooses may look for a PMDC number or a mobile. */
/** `unseen`: abstracts that whoever is shown single letters must not find the authors of; nobody is left out of what is counted and sent. */
export type Chosen = {
  eventId: number
  audience: Audience
  authorsOnly: boolean
  contact: boolean
  unseen: readonly number[]
}
export type Why = NonNullable<Row<'mailingRecipient'>['why']>
export type Counted = { matched: number; toSend: number; leftOut: { why: Why; count: number }[] }

/** Rows of account and applicant; the latter is null for somebody of the college who never came to the event. */
function chosenPeople(
  world: Reading,
  { eventId, audience, authorsOnly, contact, unseen }: Chosen,
): RawBuilder<unknown> {
  const authors = authorsOnly ? sql`and exists (select from abstract where ${isTheirs(unseen)})` : sql``
  const atEvent = sql`select account_id, applicant.id as applicant_id from applicant where applicant.event_id = ${eventId}`
  if (audience.ids) return sql`${atEvent} and applicant.id = any (${audience.ids}) ${authors}`
  if (audience.filter) {
    const people = peopleWhere(world, { ...audience.filter, eventId }, { contact, unseen })
    return sql`${atEvent} and applicant.id in (select id from (${people}) as people) ${authors}`
  }
  if (audience.college)
    return sql`
      select account.id as account_id, applicant.id as applicant_id
      from account left join applicant on applicant.account_id = account.id and applicant.event_id = ${eventId}
      where account.erased_at is null and account.verified_at is not null ${authors}`
  return sql`${atEvent} and false`
}

const isTheirs = (unseen: readonly number[]): RawBuilder<boolean> => sql<boolean>`
  abstract.applicant_id = applicant.id and removed_at is null and withdrawn_at is null and abstract.id <> all (${unseen}::int[])`

const owes = (now: Date): RawBuilder<unknown> => sql`exists (
  select from orders where orders.applicant_id = applicant.id and orders.state = 'pending' and not ${isDue(now)})`

/** Facts that not everybody has. */
function hasFacts(words: string, unseen: readonly number[], now: Date): RawBuilder<unknown> {
  const own = isTheirs(unseen)
  const needed = {
    'abstract title': sql`exists (select from abstract where ${own})`,
    'abstract number': sql`exists (select from abstract where ${own} and abstract.number is not null)`,
    workshops: sql`exists (select from order_item where order_item.applicant_id = applicant.id and holds)`,
    'amount due': owes(now),
  }
  const wanted = factsIn(words).flatMap((fact) => (fact in needed ? [needed[fact as keyof typeof needed]] : []))
  return wanted.length === 0 ? sql`true` : sql.join(wanted, sql` and `)
}

type Wish = Chosen & Pick<LetterFields, 'kind' | 'subject' | 'body'>

/** Each who was chosen, once, with why they get no letter. In the order in which they are written to. */
export function judgedPeople(world: Reading, wish: Wish): RawBuilder<{ accountId: number; why: Why | null }> {
  const refused =
    wish.kind === 'announcement'
      ? sql`exists (select from announcement_refusal as refusal where refusal.account_id = account.id)`
      : sql`false`
  return sql`
    select account.id as account_id, case
      when account.erased_at is not null then 'erased'
      when account.verified_at is null then 'not_verified'
      when ${refused} then 'refused'
      when ${hasNoMailbox} then 'no_mailbox'
      when not (${hasFacts(`${wish.subject} ${wish.body}`, wish.unseen, world.now())}) then 'fact'
      end::left_out_why as why
    from (${chosenPeople(world, wish)}) as chosen
      join account on account.id = chosen.account_id
      left join applicant on applicant.id = chosen.applicant_id`
}

/** Their mail server said so, and took nothing since. */
export const hasNoMailbox = sql`exists (
  select from mail where mail.recipient = account.email and mail.cause = 'no_mailbox'
    and not exists (select from mail as later where later.account_id = account.id and later.sent_at > mail.given_up_at))`

export async function countPeople(world: Reading, wish: Wish): Promise<Counted> {
  const { rows } = await sql<{ why: Why | null; count: number }>`
    select why, count(*)::int as count from (${judgedPeople(world, wish)}) as judged group by why order by why`.execute(
    world.db,
  )
  return counted(rows)
}

export function counted(rows: readonly { why: Why | null; count: number }[]): Counted {
  const leftOut = rows.flatMap(({ why, count }) => (why ? [{ why, count }] : []))
  const toSend = rows.find(({ why }) => why === null)?.count ?? 0
  return { matched: toSend + leftOut.reduce((sum, { count }) => sum + count, 0), toSend, leftOut }
}
