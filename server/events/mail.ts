/** Emails to people about the dates and the workshops of an event. */
import type { ExtensionKind } from '#contract/events/event-fields.ts'
import type { SeatGroup, WorkshopChange } from '#contract/events/workshop-fields.ts'
import { rupees } from '#contract/money.ts'
import { calendarFile } from '#server/platform/mail/calendar.ts'
import {
  dayInWords,
  letter,
  momentInWords,
  type Part,
  whenAndWhere,
  type Written,
} from '#server/platform/mail/letter.ts'
import type { Row } from '#server/tables.ts'

type MovedWords = { eventName: string; until: string; publicUrl: string }

export function movedLetter({ eventName, until, publicUrl }: MovedWords): Written {
  return letter({
    subject: `Abstracts now close on ${dayInWords(until)}`,
    paragraphs: [
      `The last day for abstracts of ${eventName} has been moved. You can submit until the end of ${dayInWords(until)}.`,
      'What you have written is saved as a draft. Submit it before then.',
      { link: `${publicUrl}/abstractsubmission`, label: 'Open my abstracts' },
    ],
  })
}

type ExtensionWords = { kind: ExtensionKind; eventName: string; until: string; token: string; publicUrl: string }

export function extensionLetter({ kind, eventName, until, token, publicUrl }: ExtensionWords): Written {
  const what = kind === 'abstracts' ? 'submit abstracts' : 'register'
  return letter({
    subject: `You can ${what} until ${dayInWords(until)}`,
    paragraphs: [
      `You have a deadline extension for ${eventName}: you can ${what} until the end of ${dayInWords(until)}. It is for you alone, under this email address.`,
      'If you have an account, sign in as usual. If not, this link opens sign-up for you:',
      { link: `${publicUrl}/signup?extension=${token}`, label: 'Sign up' },
    ],
  })
}

export function extensionEndedLetter({ kind, eventName }: Pick<ExtensionWords, 'kind' | 'eventName'>): Written {
  const what = kind === 'abstracts' ? 'for abstracts' : 'for registration'
  return letter({
    subject: `Your deadline extension for ${eventName} has ended`,
    paragraphs: [
      `Your deadline extension ${what} has ended. The deadline of ${eventName} applies to you again. What you have written stays as it is.`,
      'If you have a question about this, reply to this email.',
    ],
  })
}

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

const changeSubjects: Record<WorkshopChange, (topic: string) => string> = {
  cancelled: (topic) => `Cancelled: “${topic}”`,
  reinstated: (topic) => `“${topic}” goes ahead after all`,
  moved: (topic) => `New time or venue: “${topic}”`,
}

/** To somebody with a seat in a workshop that is cancelled, reinstated or moved. */
export function workshopChangedLetter(words: WorkshopWords): Written {
  const { change, group, workshop, to, holder, reason, event, writtenAt } = words
  const { id, topic } = workshop
  const keepsSeat = change !== 'cancelled' && group === 'paid'
  const link = `${event.publicUrl}/${group === 'released' ? 'events' : 'profile'}`
  return letter({
    subject: changeSubjects[change](topic),
    paragraphs: [
      ...changeParts(words),
      ...(reason === '' ? [] : [`Reason: ${reason}`]),
      ...seatParts(words),
      `Payment code ${holder.paymentCode}, ${event.name}.`,
      { link, label: group === 'released' ? 'See the workshops' : 'See my workshops' },
    ],
    ...(keepsSeat && {
      calendar: calendarFile([{ ...to, name: `workshop-${id}`, title: topic, note: event.name }], {
        publicUrl: event.publicUrl,
        writtenAt,
      }),
    }),
  })
}

function changeParts({ change, workshop, to, event }: WorkshopWords): Part[] {
  const { topic } = workshop
  const planned = whenAndWhere(workshop, event.timeZone).join(', ')
  if (change === 'cancelled') return [`“${topic}” has been cancelled. It was planned for ${planned}.`]
  const item = { item: topic, details: whenAndWhere(to, event.timeZone) }
  return change === 'reinstated'
    ? [`We told you that “${topic}” was cancelled. It goes ahead after all:`, item]
    : [`“${topic}” has a new time or venue:`, item, `It was planned for ${planned}.`]
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
