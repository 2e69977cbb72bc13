/** What staff write about an event, and what must be true of its dates. For the form and the server alike. */
import * as z from 'zod/mini'
import { plainText } from '#contract/plain-text.ts'

export { mostExtensions } from '#contract/people/people-words.ts'

/** In the order in which people meet them. */
export const eventDates = [
  'opensOn',
  'abstractsCloseOn',
  'decisionsOn',
  'registrationClosesOn',
  'workshopsFrom',
  'startsOn',
  'endsOn',
] as const
export type EventDate = (typeof eventDates)[number]
export type Dates = Record<EventDate, string>

export const eventStates = ['draft', 'published', 'ended', 'archived'] as const
export type EventState = (typeof eventStates)[number]

const oneLine = (most: number) =>
  z.string().check(
    z.overwrite((text) => plainText(text)),
    z.maxLength(most, `Use at most ${most} characters.`),
  )
const named = (most: number) => oneLine(most).check(z.minLength(1, 'Please write a name.'))
const day = z.iso.date('Please choose a day.')

export const EventName = named(200)

export const EventFields = z.object({
  name: EventName,
  shortName: oneLine(40),
  theme: oneLine(200),
  lead: oneLine(300),
  venue: oneLine(200),
  /** A picture of the site. */
  flyer: z
    .string()
    .check(
      z.maxLength(200, 'Use at most 200 characters.'),
      z.regex(/^$|^\/[\w-][\w./-]*$/, 'Please choose a picture.'),
    ),
  timeZone: z.string().check(z.refine(isTimeZone, 'Please choose a time zone such as Asia/Karachi.')),
  opensOn: day,
  abstractsCloseOn: day,
  decisionsOn: day,
  registrationClosesOn: day,
  workshopsFrom: day,
  startsOn: day,
  endsOn: day,
})
export type EventFields = z.output<typeof EventFields>

/** An offset such as +05:00 is none: the database reads it the other way round. */
export function isTimeZone(name: string): boolean {
  return name === 'UTC' || Intl.supportedValuesOf('timeZone').includes(name)
}

export type Problem = { path: EventDate; message: string }

/** Dates that cannot be together, each at the field to repair. */
export function dateProblems(dates: Dates): Problem[] {
  const { opensOn, abstractsCloseOn, registrationClosesOn, startsOn, endsOn } = dates
  const rules: [boolean, EventDate, string][] = [
    [startsOn > endsOn, 'endsOn', 'The event cannot end before it begins.'],
    [opensOn > registrationClosesOn, 'registrationClosesOn', 'Registration cannot close before it opens.'],
    [opensOn > abstractsCloseOn, 'abstractsCloseOn', 'Abstracts cannot close before registration opens.'],
    [registrationClosesOn > endsOn, 'registrationClosesOn', 'Registration cannot close after the event ends.'],
    [abstractsCloseOn > endsOn, 'abstractsCloseOn', 'Abstracts cannot close after the event ends.'],
  ]
  return rules.flatMap(([isWrong, path, message]) => (isWrong ? [{ path, message }] : []))
}

/** A discipline, or a field within one. */
/** Of disciplines, or of fields in one, at once. */
export const mostPasted = 60

export const DisciplineName = z.object({ description: named(120) })

export const ProgrammeFields = z.object({
  name: named(200),
  courseCoordinator: oneLine(200),
  registrationFee: oneLine(100),
  endDate: day,
  image: EventFields.shape.flyer,
  description: z.string().check(
    z.overwrite((text) => plainText(text, 'lines')),
    z.maxLength(2000, 'Use at most 2,000 characters.'),
  ),
})

export const extensionKinds = ['abstracts', 'registration'] as const
export type ExtensionKind = (typeof extensionKinds)[number]

export const ExtensionFields = z.object({
  kind: z.enum(extensionKinds, 'Please choose what for.'),
  until: day,
  reason: oneLine(500).check(z.minLength(1, 'Please write why, for whoever looks at it later.')),
})
