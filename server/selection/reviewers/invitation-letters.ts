import { sql } from 'kysely'
import { dayIn, isPast } from '#contract/days.ts'
/** The email of an invitation to review: what is filled in for each person, what is refused before one is sent, and its preview. */
import { day } from '#contract/durations.ts'
import { type Fact, type Filled, missingFacts } from '#contract/mail/letter-words.ts'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import { type InvitationWords, usualInvitation } from '#contract/selection/invitation-words.ts'
import type { ReviewerInvitationPreview, ReviewersInvite } from '#contract/selection/reviewers.ts'
import { invitationDays } from '#contract/selection/words.ts'
import type { Row } from '#server/database/tables.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { addressOf } from '#server/kernel/events/address.ts'
import { asSentToNewAddress } from '#server/kernel/outbox/letterhead.ts'
import { inOwnWords } from '#server/kernel/outbox/own-words.ts'
import type { Worded } from '#server/kernel/outbox/worded.ts'
import type { World } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { dayInWords } from '#server/platform/mail/letter.ts'
import { callOf } from '#server/selection/call/calls.ts'
import { reviewerInvitationLetter } from '#server/selection/mail.ts'

type Invitation = ParsedInputOf<typeof ReviewersInvite>
export type InvitedPerson = Invitation['people'][number]
type Event = Pick<Row<'event'>, 'id' | 'name' | 'venue' | 'timeZone' | 'startsOn' | 'endsOn' | 'slug' | 'isCurrent'>

type Ends = { expiresAt: Date; dueOn: string | null; timeZone: string }

/** With the last moment of the last day, if that comes before. */
export async function linkEnds({ db }: Pick<World, 'db'>, { expiresAt, dueOn, timeZone }: Ends): Promise<Date> {
  const { rows } = await sql<{ ends: Date }>`
    select least(${expiresAt}::timestamptz, (${dueOn}::date + 1)::timestamp at time zone ${timeZone}::text - interval '1 millisecond') as ends`.execute(
    db,
  )
  return rows[0]?.ends ?? expiresAt
}

/** What every email of one invitation has in common. */
export type Sending = {
  event: Event
  words: InvitationWords
  dueOn: string | null
  /** When the link ends. */
  expiresAt: Date
}

/** Refused once the review is over: nobody could answer. */
export async function sendingOf(
  world: World,
  by: Staff,
  { event, words }: { event: Event; words: InvitationWords | undefined },
): Promise<Sending> {
  const { dueOn } = await callOf(world, event.id)
  const now = world.now()
  if (dueOn !== null && isPast(dueOn, dayIn(event.timeZone, now)))
    refuse('conflict', {
      sentence: `The last day of the review was ${dayInWords(dueOn)}. Choose a later one in the review settings, then invite reviewers.`,
    })
  const latest = new Date(now.getTime() + invitationDays * day)
  const expiresAt = await linkEnds(world, { expiresAt: latest, dueOn, timeZone: event.timeZone })
  return { event, words: words ?? usualInvitation(by.name), dueOn, expiresAt }
}

function filledFor({ event, dueOn }: Sending, { name }: Pick<InvitedPerson, 'name'>): Filled {
  return {
    name,
    event: event.name,
    venue: event.venue,
    'event begins': dayInWords(event.startsOn),
    'event ends': dayInWords(event.endsOn),
    'reviews close': dueOn === null ? '' : dayInWords(dueOn),
  }
}

const notKnown: Partial<Record<Fact, string>> = {
  venue: 'The event has no venue yet. Write it here, or leave {venue} out.',
  'reviews close': 'The review has no last day yet. Set it in the review settings, or leave {reviews close} out.',
}

/** A fact that is not known would be sent as braces. At the person whose name is missing, or in the words. */
export function refuseMissing(sending: Sending, people: readonly InvitedPerson[]): void {
  const { subject, body } = sending.words
  const fields = people.flatMap((person, at) => {
    const missing = missingFacts(`${subject} ${body}`, filledFor(sending, person))
    return missing.map((fact) =>
      fact === 'name'
        ? { path: `people.${at}.name`, message: 'The email uses {name}, and this person has no name.' }
        : { path: 'words.body', message: notKnown[fact] ?? `{${fact}} is not known.` },
    )
  })
  if (fields.length > 0) refuse('invalid', { fields })
}

export function letterTo(world: World, sending: Sending, { name, token }: { name: string; token: string }): Worded {
  const { event, words, dueOn, expiresAt } = sending
  const until = dayIn(event.timeZone, expiresAt)
  const filled = filledFor(sending, { name })
  return reviewerInvitationLetter({ words, filled, token, until, dueOn, publicUrl: addressOf(world, event) })
}

/** Writes nothing. The token is not one that opens anything. */
export async function previewInvitation(
  world: World,
  by: Staff,
  { eventId, person, words }: ParsedInputOf<typeof ReviewerInvitationPreview>,
): Promise<ReplyOf<typeof ReviewerInvitationPreview>> {
  const event = await world.db.selectFrom('event').selectAll().where('id', '=', eventId).executeTakeFirst()
  if (!event) return refuse('not_found')
  const sending = await sendingOf(world, by, { event, words })
  refuseMissing(sending, [person])
  const written = await inOwnWords(world, letterTo(world, sending, { name: person.name, token: '(personal link)' }))
  return {
    to: person.email,
    from: world.postOffice.from ?? '',
    subject: written.subject,
    ...(await asSentToNewAddress(world, written)),
  }
}
