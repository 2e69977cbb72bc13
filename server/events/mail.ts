/** Emails to people about the dates and the workshops of an event. */
import type { ExtensionKind } from '#contract/events/event-fields.ts'
import type { SeatGroup, WorkshopChange } from '#contract/events/workshop-fields.ts'
import { rupees } from '#contract/money.ts'
import type { Row } from '#server/database/tables.ts'
import { type Worded, written } from '#server/kernel/outbox/worded.ts'
import { calendarFile } from '#server/platform/mail/calendar.ts'
import { dayInWords, momentInWords, whenAndWhere } from '#server/platform/mail/letter.ts'

type MovedWords = { eventName: string; until: string; publicUrl: string }

export const movedLetter = ({ eventName, until, publicUrl }: MovedWords): Worded =>
  written('abstracts_close_moved', {
    event: eventName,
    'last day': dayInWords(until),
    link: { link: `${publicUrl}/abstractsubmission`, label: 'Open my abstracts' },
  })

type ExtensionWords = { kind: ExtensionKind; eventName: string; until: string; token: string; publicUrl: string }

export const extensionLetter = ({ kind, eventName, until, token, publicUrl }: ExtensionWords): Worded =>
  written('extension_given', {
    event: eventName,
    what: kind === 'abstracts' ? 'submit abstracts' : 'register',
    'last day': dayInWords(until),
    link: { link: `${publicUrl}/signup?extension=${token}`, label: 'Sign up' },
  })

export const extensionEndedLetter = ({ kind, eventName }: Pick<ExtensionWords, 'kind' | 'eventName'>): Worded =>
  written('extension_ended', {
    event: eventName,
    what: kind === 'abstracts' ? 'for abstracts' : 'for registration',
  })

export type Slot = Pick<Row<'workshop'>, 'startsAt' | 'durationMinutes' | 'venue'>
type WorkshopWords = {
  change: WorkshopChange
  group: SeatGroup
  workshop: Slot & Pick<Row<'workshop'>, 'id' | 'topic'>
  to: Slot
  holder: { paymentCode: string; price: number; holdUntil: Date; otherTopics: readonly string[] }
  reason: string
  event: { name: string; timeZone: string; publicUrl: string }
  writtenAt: Date
}

/** To somebody with a seat in a workshop that is cancelled, reinstated or moved. */
export function workshopChangedLetter(words: WorkshopWords): Worded {
  const { change, group, workshop, to, holder, reason, event, writtenAt } = words
  const { id, topic } = workshop
  const keepsSeat = change !== 'cancelled' && group === 'paid'
  const isReleased = group === 'released'
  const facts = {
    event: event.name,
    'payment code': holder.paymentCode,
    workshop: topic,
    planned: whenAndWhere(workshop, event.timeZone).join(', '),
    reason: reason === '' ? '' : `Reason: ${reason}`,
    'your seat': seatParts(words),
    link: {
      link: `${event.publicUrl}/${isReleased ? 'events' : 'profile'}`,
      label: isReleased ? 'See the workshops' : 'See my workshops',
    },
  }
  if (change === 'cancelled') return written('workshop_cancelled', facts)
  const item = { item: topic, details: whenAndWhere(to, event.timeZone) }
  const entry = { ...to, name: `workshop-${id}`, title: topic, note: event.name }
  return written(
    `workshop_${change}`,
    { ...facts, 'when and where': item },
    keepsSeat ? { calendar: calendarFile([entry], { publicUrl: event.publicUrl, writtenAt }) } : {},
  )
}

/** What it means for their seat and their money. */
function seatParts({ change, group, holder, event }: WorkshopWords): string[] {
  const { price, otherTopics, holdUntil } = holder
  const others = otherTopics.map((topic) => `“${topic}”`).join(', ')
  const isFree = price === 0
  if (change !== 'cancelled') {
    if (group === 'paid') return ['Your seat stays booked. If you cannot come, reply to this email.']
    if (group === 'paying') return ['Your seat stays held while your payment is being confirmed.']
    return [
      `Your seat is held until ${momentInWords(holdUntil, event.timeZone)}. It is booked as soon as you have paid.`,
    ]
  }
  if (group === 'released')
    return [
      'You had not paid yet, so nothing was charged. Your order has ended and its seats have been released.',
      ...(others ? [`To keep your other workshops, check out again without this one: ${others}.`] : []),
    ]
  const paid = `You paid ${rupees(price)} for this workshop. The accounts office will write to you about your payment.`
  const paying =
    'A payment for your order is being confirmed. If it goes through, the accounts office will write to you about the amount for this workshop.'
  return [
    ...(isFree ? [] : [group === 'paid' ? paid : paying]),
    ...(others ? [`Your other workshops are not affected: ${others}.`] : []),
  ]
}
