/** Staff look after the workshops of an event: what is written about them, their seats and price, and who has a seat. */
import { z } from 'zod'
import { ActKey, Version } from '#contract/act-key.ts'
import { staffChange, staffRead } from '#contract/heads.ts'
import { listOf } from '#contract/list.ts'
import { Id, nothing, operation } from '#contract/operation.ts'
import { Day } from './events.ts'
import { seatGroups, workshopChanges, WorkshopFields, WorkshopReason, workshopStates } from './workshop-fields.ts'

const count = z.number().int()
/** Money is whole paisa, and null for staff who may not see orders. A seat whose hold is over counts as free. */
const seatFigures = { seats: count, paid: count, held: count, free: count, received: count.nullable() }

const facts = {
  version: count,
  topic: z.string(),
  startsAt: z.iso.datetime(),
  durationMinutes: count,
  venue: z.string(),
  facilitators: z.string(),
  price: count,
  state: z.enum(workshopStates),
  ...seatFigures,
}

const listed = listOf(z.object({ id: Id, ...facts }), {
  filters: {
    eventId: Id,
    /** By the clocks where the event is held. */
    day: Day.optional(),
    seats: z.enum(['full', 'half', 'stopped', 'cancelled']).optional(),
  },
  sorts: ['startsAt', '-startsAt', 'topic'],
})

export const WorkshopsOfEvent = operation('WorkshopsOfEvent', staffRead('event.read'), {
  input: listed.input,
  reply: listed.reply.extend({
    timeZone: z.string(),
    /** Of the whole event, whatever is searched for. A workshop that is cancelled counts in none of them. */
    figures: z.object({
      ...seatFigures,
      workshops: count,
      full: count,
      days: z.array(Day),
      /** When the next hold is over, where one is. */
      nextLapse: z.iso.datetime().nullable(),
    }),
  }),
})

export const WorkshopDetail = z.object({
  workshopId: Id,
  eventId: Id,
  ...facts,
  focal: z.string(),
  timeZone: z.string(),
  date: Day,
  time: z.string(),
  salesStoppedAt: z.iso.datetime().nullable(),
  cancelledAt: z.iso.datetime().nullable(),
  /** The fewest seats that it can have now. */
  lowest: count,
  holds: z.object({
    /** How many of them have a payment under way, which keeps the seat longer. */
    paying: count,
    next: z.iso.datetime().nullable(),
    last: z.iso.datetime().nullable(),
  }),
  /** Orders that name it, also those that are over: with one of them it cannot be deleted. */
  orders: count,
  changedBy: z.object({ name: z.string(), at: z.iso.datetime() }).nullable(),
})
const Shown = z.object({ workshop: WorkshopDetail })

export const WorkshopShow = operation('WorkshopShow', staffRead('event.read'), {
  input: z.object({ workshopId: Id }),
  reply: Shown,
})

/** Who has a seat, paid or held. How to reach them beside their address is not in it. */
const roster = listOf(
  z.object({
    /** Of the applicant. */
    id: Id,
    name: z.string(),
    email: z.string(),
    institution: z.string(),
    seat: z.enum(['paid', 'held']),
    /** Only for staff who may see orders, as the payment code and the receipt. */
    price: count.nullable(),
    paymentCode: z.string().nullable(),
    receipt: z.string().nullable(),
    since: z.iso.datetime(),
    /** Of a hold; a payment that is under way keeps it longer. */
    until: z.iso.datetime().nullable(),
    isPaying: z.boolean(),
  }),
  {
    filters: { eventId: Id, workshopId: Id, seat: z.enum(['paid', 'held']).optional() },
    sorts: ['name', 'since', '-since'],
  },
)

export const RosterList = operation('RosterList', staffRead('people.read'), {
  input: roster.input,
  /** Staff without the list of people see only those they search for. */
  reply: roster.reply.extend({ isSearchOnly: z.boolean() }),
})

/** An email about the change to everybody with a seat. `people` is how many the preview counted: another number is refused with 409. */
const Tell = z.object({ people: count.min(0), reason: WorkshopReason })

const ofEvent = { eventId: Id, actKey: ActKey }
const seen = { ...ofEvent, workshopId: Id, version: Version }

/** Without `workshopId` it is a new one. Fewer seats than are taken are refused with 422 and the numbers. */
export const WorkshopSave = operation('WorkshopSave', staffChange('event.edit'), {
  input: z.object({
    ...ofEvent,
    workshopId: Id.optional(),
    version: Version.optional(),
    ...WorkshopFields.shape,
    /** After another day, time or venue. */
    tell: Tell.optional(),
  }),
  reply: Shown.extend({
    /** Emails that were written. */
    told: count,
    /** After another price: so many orders that are not paid keep the one they were made at, and until when. */
    keepOldPrice: z.object({ orders: count, paying: count, until: z.iso.datetime().nullable() }).nullable(),
  }),
})

/** Nobody gets a new seat; whoever has one keeps it. `stopped: false` begins again. */
export const WorkshopStopSales = operation('WorkshopStopSales', staffChange('event.edit'), {
  input: z.object({ ...seen, stopped: z.boolean() }),
  reply: Shown,
})

/**
 * It does not take place. Sales stop; holds that are not being paid end; paid seats wait for finance. `paid` is how many were seen: another
 * number is refused with 409. `cancelled: false` reinstates it, with its sales stopped.
 */
export const WorkshopCancel = operation('WorkshopCancel', staffChange('event.edit'), {
  input: z.object({ ...seen, cancelled: z.boolean(), paid: count.min(0), tell: Tell.optional() }),
  reply: Shown.extend({ givenUp: count, told: count }),
})

/** The email about a change that is not made yet: how many people get it, and what each group of them reads. */
export const WorkshopEmailPreview = operation('WorkshopEmailPreview', staffRead('event.edit'), {
  input: z.object({
    eventId: Id,
    workshopId: Id,
    change: z.enum(workshopChanges),
    reason: z.optional(WorkshopReason),
    /** Of a workshop that moves. */
    date: z.optional(WorkshopFields.shape.date),
    time: z.optional(WorkshopFields.shape.time),
    durationMinutes: z.optional(WorkshopFields.shape.durationMinutes),
    venue: z.optional(WorkshopFields.shape.venue),
  }),
  reply: z.object({
    people: count,
    groups: z.array(
      z.object({ group: z.enum(seatGroups), people: count, subject: z.string(), paragraphs: z.array(z.string()) }),
    ),
  }),
})

/** Only one that no order names. */
export const WorkshopDelete = operation('WorkshopDelete', staffChange('event.edit'), {
  input: z.object(seen),
  reply: nothing,
})
