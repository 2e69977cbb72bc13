import { sql } from 'kysely'
import { dayIn } from '#contract/days.ts'
/** What all parts of the demonstration share: the event, its days, chance, and the letters that were sent. */
import { day, hour, minute } from '#contract/durations.ts'
import type { Row } from '#server/database/tables.ts'
import { type About, keysOf } from '#server/kernel/outbox/kinds.ts'
import type { Transaction } from '#server/kernel/world.ts'
import type { Written } from '#server/platform/mail/letter.ts'
import { type Chance, chanceOf } from './chance.ts'
import { type Numbers, numbersFrom } from './load.ts'

export type Setting = {
  event: Pick<Row<'event'>, 'id' | 'name' | 'timeZone' | 'abstractsCloseOn' | 'endsOn'>
  workshops: Pick<
    Row<'workshop'>,
    'id' | 'topic' | 'price' | 'seats' | 'startsAt' | 'durationMinutes' | 'venue' | 'cancelledAt'
  >[]
  fields: { subSpecialityId: number; specialityId: number; name: string; speciality: string }[]
  /** The first moment of today where the event is held. Everything has happened before it. */
  today: Date
  chance: Chance
  numbers: Numbers
  publicUrl: string
  letters: Letter[]
}

export type Letter = { to: string; words: Written; at: Date; expiresAt?: Date } & About

export async function settingOf(world: Transaction, seed: number): Promise<Setting | undefined> {
  const event = await world.db.selectFrom('event').selectAll().where('isCurrent', '=', true).executeTakeFirst()
  if (!event) return undefined
  const workshops = await world.db
    .selectFrom('workshop')
    .select(['id', 'topic', 'price', 'seats', 'startsAt', 'durationMinutes', 'venue', 'cancelledAt'])
    .where('eventId', '=', event.id)
    .orderBy('id')
    .execute()
  const fields = await world.db
    .selectFrom('subSpeciality')
    .innerJoin('speciality', 'speciality.id', 'specialityId')
    .select(['subSpeciality.id as subSpecialityId', 'specialityId', 'subSpeciality.description as name'])
    .select('speciality.description as speciality')
    .where('eventId', '=', event.id)
    .orderBy('subSpeciality.id')
    .execute()
  return {
    event,
    workshops,
    fields,
    today: await startOfToday(world, event.timeZone),
    chance: chanceOf(seed),
    numbers: await numbersFrom(world),
    publicUrl: world.publicUrl,
    letters: [],
  }
}

async function startOfToday({ db, now }: Transaction, timeZone: string): Promise<Date> {
  const { rows } = await sql<{ start: Date }>`
    select ${dayIn(timeZone, now())}::timestamp at time zone ${timeZone} as start`.execute(db)
  return (rows[0] as { start: Date }).start
}

/** A moment so many days before today, when people are awake. */
export function someTimeOn({ today, chance }: Setting, daysAgo: number): Date {
  return new Date(
    today.getTime() - daysAgo * day + chance.between(7 * 60 + 30, 23 * 60) * minute + chance.below(60) * 1000,
  )
}

export const after = (moment: Date, milliseconds: number): Date => new Date(moment.getTime() + milliseconds)

/** An hour before today began at the latest, whatever was planned: what follows it has happened too. */
export function notToday({ today }: Setting, moment: Date): Date {
  const last = today.getTime() - hour
  return moment.getTime() < last ? moment : new Date(last - (moment.getTime() % hour))
}

type Post = { host: string; lost: ReadonlySet<string>; accounts: ReadonlyMap<string, number> }

/**
 * As they lie in the outbox: gone out, but for those whose mailbox does not exist. What is about an order or an abstract is of the event,
 * the rest of the account alone.
 */
export function mailRows({ event, letters, chance, numbers }: Setting, { host, lost, accounts }: Post) {
  return letters
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map((letter) => {
      const { to, words, at, expiresAt } = letter
      const keys = keysOf(letter)
      const isOfEvent = keys.orderId !== null || keys.abstractId !== null
      const isLost = lost.has(to) && isOfEvent
      const id = chance.hex(32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
      return {
        id: numbers('mail'),
        messageId: `<${id}@${host}>`,
        recipient: to,
        subject: words.subject,
        bodyText: words.text,
        bodyHtml: words.html,
        calendar: words.calendar ?? '',
        createdAt: at,
        expiresAt: expiresAt ?? null,
        nextTryAt: at,
        tries: isLost ? 1 : 0,
        lastError: isLost ? `550 5.1.1 <${to}>: Recipient address rejected: User unknown in local recipient table` : '',
        sentAt: isLost ? null : after(at, 1500),
        givenUpAt: isLost ? after(at, 4000) : null,
        kind: letter.kind,
        ...keys,
        isLast: false,
        accountId: accounts.get(to) ?? null,
        eventId: isOfEvent ? event.id : null,
        isSecret: words.isSecret,
        cause: isLost ? ('no_mailbox' as const) : null,
      }
    })
}
