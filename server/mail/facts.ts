/** What is filled into a letter for each person, as it is at that moment. */
import { sql } from 'kysely'
import type { Fact, Filled } from '#contract/mail/letter-words.ts'
import { rupees } from '#contract/money.ts'
import { addressOf } from '#server/kernel/events/address.ts'
import { isExtensionOf } from '#server/kernel/events/own-dates.ts'
import { isDue } from '#server/kernel/order-sql.ts'
import type { World } from '#server/kernel/world.ts'

export type Reader = { accountId: number; name: string; email: string; filled: Filled }

type Known = {
  accountId: number
  name: string
  email: string
  event: string
  slug: string
  isCurrent: boolean
  venue: string
  startsOn: string
  endsOn: string
  registrationClosesOn: string
  abstractsCloseOn: string
  reviewsCloseOn: string | null
  title: string | null
  number: number | null
  workshops: string | null
  due: number | null
}

/** One question, however many they are. The later of the event's date and their own counts. */
export async function readersOf(world: World, eventId: number, accountIds: readonly number[]): Promise<Reader[]> {
  const own = sql`abstract.applicant_id = applicant.id and removed_at is null and withdrawn_at is null`
  const { rows } = await sql<Known>`
    select account.id as account_id, account.full_name as name, account.email, event.name as event, event.slug, event.is_current, event.venue,
      event.starts_on::text, event.ends_on::text,
      greatest(event.registration_closes_on, (select max(until) from extension
        where extension.event_id = event.id and ${isExtensionOf} and ended_at is null))::text as registration_closes_on,
      greatest(event.abstracts_close_on, (select max(until) from extension
        where extension.event_id = event.id and ${isExtensionOf} and ended_at is null and kind = 'abstracts'))::text
        as abstracts_close_on,
      (select due_on::text from review_call where review_call.event_id = event.id) as reviews_close_on,
      (select title_plain from abstract join abstract_version as version on version.abstract_id = abstract.id and version.number = current_version
        where ${own} order by abstract.state = 'draft' desc, abstract.id desc limit 1) as title,
      (select abstract.number from abstract where ${own} and abstract.number is not null order by submitted_at desc limit 1) as number,
      (select string_agg(workshop.topic, ', ' order by workshop.starts_at, workshop.id) from order_item join workshop on workshop.id = workshop_id
        where order_item.applicant_id = applicant.id and holds) as workshops,
      (select sum(total)::float8 from orders where orders.applicant_id = applicant.id and orders.state = 'pending' and not ${isDue(world.now())}) as due
    from account join event on event.id = ${eventId}
      left join applicant on applicant.account_id = account.id and applicant.event_id = event.id
    where account.id = any (${accountIds}) order by account.id`.execute(world.db)
  return rows.map((row) => ({
    accountId: row.accountId,
    name: row.name,
    email: row.email,
    filled: filledFrom(world, row),
  }))
}

function filledFrom(world: World, row: Known): Filled {
  const publicUrl = addressOf(world, row)
  const all: Record<Fact, string | null> = {
    name: row.name,
    event: row.event,
    venue: row.venue,
    'event begins': dayText(row.startsOn),
    'event ends': dayText(row.endsOn),
    'registration closes': dayText(row.registrationClosesOn),
    'abstracts close': dayText(row.abstractsCloseOn),
    'reviews close': row.reviewsCloseOn && dayText(row.reviewsCloseOn),
    'abstract title': row.title,
    'abstract number': row.number === null ? null : String(row.number),
    workshops: row.workshops,
    'amount due': row.due === null ? null : rupees(row.due),
    'link to abstracts': `${publicUrl}/abstractsubmission`,
    'link to workshops': `${publicUrl}/events`,
    'link to profile': `${publicUrl}/profile`,
  }
  return Object.fromEntries(Object.entries(all).filter(([, text]) => text))
}

/** `18 August 2025` */
function dayText(day: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}
