/** What needs somebody, in words: each with the list that shows it. Another domain adds its line here. */
import type { NeedKind } from '#contract/events/need-kinds.ts'
import { moneyText } from '#contract/money.ts'
import type { Reply } from '#web/console/call.ts'
import { whenText } from '#web/console/ui/When.tsx'
import { counted } from './words.ts'

export type Overview = Reply<'ConsoleOverview'>
type Need = Overview['needs'][number]

type Words = {
  title: (count: number) => string
  /** Where more can be said than since when. */
  detail?: string
  /** Its list; missing while there is no screen for it. */
  to?: string
  action?: string
}

const needs: Record<NeedKind, Words> = {
  exceptions: {
    title: (count) => counted(count, 'payment needs a person', 'payments need a person'),
    to: '/console/finance/exceptions?state=open',
    action: 'Resolve',
  },
  orphans: {
    title: (count) => counted(count, 'payment belongs to no event', 'payments belong to no event'),
    to: '/console/finance/exceptions?kind=orphan_capture&state=open',
    action: 'Resolve',
  },
  second: {
    title: (count) => counted(count, 'entry waits for a second person', 'entries wait for a second person'),
    to: '/console/finance',
    action: 'Look',
  },
  letters: {
    title: (count) => counted(count, 'letter could not be delivered', 'letters could not be delivered'),
    to: '/console/mail/outbox?state=failed',
    action: 'See',
  },
  seats: {
    title: (count) => counted(count, 'workshop is full or nearly', 'workshops are full or nearly'),
    detail: 'Raise the seats, or add another',
    to: '/console/workshops',
    action: 'See',
  },
  stops: {
    title: (count) => `${counted(count, 'problem', 'problems')} to fix before publishing`,
    to: '/console/event',
    action: 'Repair',
  },
  acts: {
    title: (count) => counted(count, 'act: not known how it ended', 'acts: not known how they ended'),
    to: '/console/audit?outcome=unknown',
    action: 'See',
  },
  erasures: {
    title: (count) => counted(count, 'deletion waits for an owner', 'deletions wait for an owner'),
    to: '/console/audit',
    action: 'Review',
  },
  backup: {
    title: () => 'The last backup is too old, or failed',
    detail: 'Health says what to do',
    to: '/console/health',
    action: 'See',
  },
}

/** What belongs to no event is not narrowed to one. */
const everywhere: readonly NeedKind[] = ['orphans', 'letters', 'erasures', 'backup']

export function wordsFor({ kind, count, since, money }: Need, { eventId, timeZone }: Overview['event']) {
  const { title, detail, to, action } = needs[kind]
  const oldest = since && `${count > 1 ? 'the oldest since' : 'since'} ${whenText(since, timeZone)}`
  const about = everywhere.includes(kind) ? 'any' : eventId
  const address = to && `${to}${to.includes('?') ? '&' : '?'}eventId=${about}`
  const details = [money && moneyText(money), oldest].filter(Boolean).join(', ')
  return { title: title(count), detail: detail ?? details, to: address, action }
}

/** The dates of an event in their order, each past, next or still to come. */
export function datesOf(event: Overview['event']) {
  const all = [
    { name: 'Registration opens', day: event.opensOn, past: 'Registration opened' },
    { name: 'Abstracts close', day: event.abstractsCloseOn, past: 'Abstracts closed' },
    { name: 'Decisions', day: event.decisionsOn },
    { name: 'Registration closes', day: event.registrationClosesOn, past: 'Registration closed' },
    { name: 'Workshops begin', day: event.workshopsFrom, past: 'Workshops began' },
    { name: 'Event begins', day: event.startsOn, past: 'Event began' },
    { name: 'Event ends', day: event.endsOn, past: 'Event ended' },
  ].toSorted((one, other) => one.day.localeCompare(other.day))
  const next = all.find(({ day }) => day >= event.today)
  return all.map(({ name, day, past = name }) => {
    const isPast = day < event.today || (day === event.today && day === event.opensOn)
    return { name: isPast ? past : name, day, isPast, isNext: !isPast && day === next?.day }
  })
}
