/** Staff look after events: what is written about them, what stands in the way of publishing, and their states. */
import { z } from 'zod'
import { ActKey, Version } from '#contract/act-key.ts'
import { staffChange, staffRead } from '#contract/heads.ts'
import { Id, nothing, operation, whole } from '#contract/operation.ts'
import { EventFields, EventName, eventStates } from './event-fields.ts'
import { Day } from './events.ts'

const count = z.number().int()
const Field = z.object({
  id: Id,
  version: count,
  description: z.string(),
  isRetired: z.boolean(),
  /** How many abstracts were written under it. */
  abstracts: count,
})
const Discipline = Field.extend({ fields: z.array(Field) })
const Dates = EventFields.shape

export const EventDetail = z.object({
  eventId: Id,
  version: count,
  state: z.enum(eventStates),
  isCurrent: z.boolean(),
  slug: z.string(),
  ...EventFields.shape,
  /** As they are now in the event that it was copied from. */
  copiedFrom: z
    .object({
      eventId: Id,
      name: z.string(),
      weeks: count,
      opensOn: Dates.opensOn,
      abstractsCloseOn: Dates.abstractsCloseOn,
      decisionsOn: Dates.decisionsOn,
      registrationClosesOn: Dates.registrationClosesOn,
      workshopsFrom: Dates.workshopsFrom,
      startsOn: Dates.startsOn,
      endsOn: Dates.endsOn,
    })
    .nullable(),
  /** Who changed it last, and when. */
  changedBy: z.object({ name: z.string(), at: z.iso.datetime() }).nullable(),
  /** What an act would reach, in figures. */
  counts: z.object({
    people: count,
    draftAbstracts: count,
    submittedAbstracts: count,
    paidOrders: count,
    openHolds: count,
    extensions: count,
    workshops: count,
  }),
  disciplines: z.array(Discipline),
})

/** What stands in the way, or is worth a thought: a code, a sentence, and where it is repaired. */
const Finding = z.object({
  code: z.string(),
  sentence: z.string(),
  repair: z.object({ address: z.string(), label: z.string() }),
})
export const Checklist = z.object({
  stops: z.array(Finding),
  warnings: z.array(Finding),
  done: z.array(z.object({ code: z.string(), sentence: z.string() })),
})

export const EventsOfStaff = operation('EventsOfStaff', staffRead('event.read'), {
  input: nothing,
  /** Where the caller may look, the one that begins last first. */
  reply: z.object({
    events: z.array(
      z.object({
        eventId: Id,
        name: z.string(),
        state: z.enum(eventStates),
        isCurrent: z.boolean(),
        slug: z.string(),
        startsOn: Day,
        endsOn: Day,
        people: count,
      }),
    ),
  }),
})

const one = { eventId: Id }
const changed = { ...one, version: Version, actKey: ActKey }
/** For what cannot be undone: the name of the event as it is typed. */
const confirmed = { ...changed, name: z.string().max(300) }
const Shown = z.object({ event: EventDetail })

export const EventShow = operation('EventShow', staffRead('event.read'), {
  input: z.object(one),
  reply: Shown,
})
export const EventCheck = operation('EventCheck', staffRead('event.read'), {
  input: z.object(one),
  reply: Checklist,
})

/** Dates that cannot be together are refused with 422, each at its field. */
export const EventSave = operation('EventSave', staffChange('event.edit'), {
  input: z.object({ ...changed, ...EventFields.shape }),
  reply: Shown.extend({
    /** Last dates of a published event that were moved, and whom it meets. `told`: to how many of them a letter goes. */
    moved: z.array(
      z.object({ which: z.enum(['abstracts', 'registration']), from: Day, to: Day, drafts: count, told: count }),
    ),
  }),
})

/** A new draft without disciplines and workshops. Whoever begins it is its organiser. */
export const EventBegin = operation('EventBegin', staffChange('event.publish'), {
  input: z.object({ name: EventName, startsOn: Day, endsOn: Day, actKey: ActKey }),
  reply: z.object({ eventId: Id }),
})

/** A draft with the words, disciplines and workshops of another event, all days so many weeks later. Whoever copies it is its organiser. */
export const EventCopy = operation('EventCopy', staffChange('event.publish'), {
  input: z.object({ ...one, name: EventName, weeks: whole(0, 520), actKey: ActKey }),
  reply: z.object({ eventId: Id, copied: z.object({ disciplines: count, fields: count, workshops: count }) }),
})

/** Refused with 422 and what stands in the way, each under its code. The first that is published becomes the current one. */
export const EventPublish = operation('EventPublish', staffChange('event.publish', { stepUp: true }), {
  input: z.object({ ...changed, makeCurrent: z.boolean().optional() }),
  reply: Shown,
})

export const EventUnpublish = operation('EventUnpublish', staffChange('event.publish', { stepUp: true }), {
  input: z.object(confirmed),
  reply: Shown,
})
export const EventMakeCurrent = operation('EventMakeCurrent', staffChange('event.publish', { stepUp: true }), {
  input: z.object(changed),
  reply: Shown,
})

/** Closes sales, holds and extensions. Receipts and refunds go on. */
export const EventEnd = operation('EventEnd', staffChange('event.publish', { stepUp: true }), {
  input: z.object(confirmed),
  reply: Shown.extend({ closed: z.object({ holds: count, extensions: count }) }),
})
export const EventArchive = operation('EventArchive', staffChange('event.publish'), {
  input: z.object(confirmed),
  reply: Shown,
})
export const EventDelete = operation('EventDelete', staffChange('event.publish'), {
  input: z.object(confirmed),
  reply: nothing,
})
