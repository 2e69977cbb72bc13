import { z } from 'zod'
import { Id, nothing, operation, table } from '#contract/operation.ts'
import { eventHeads } from './heads.ts'

/** A day of the calendar, as people in the event's time zone count it. */
export const Day = z.iso.date()

/** The two last dates that the specification looks up by number. */
export const lastDateTypes = { registration: 1, abstracts: 2 } as const

export const EventsPortal = operation({
  ...eventHeads.EventsPortal,
  input: z.object({ CPD: z.string().optional() }),
  reply: table(z.object({ EventId: z.number(), Name: z.string() })),
})

export const LastDates = operation({
  ...eventHeads.LastDates,
  input: z.object({ EventID: Id, typ: z.enum(['1', '2']) }),
  reply: table(z.object({ theDate: Day })),
})

/** Every event that the caller took part in, the newest first: the current one too, from the first call after it was announced. Not in the specification. */
export const MyEvents = operation({
  ...eventHeads.MyEvents,
  input: nothing,
  reply: z.object({
    events: z.array(
      z.object({
        eventId: z.number(),
        applicantId: z.number(),
        name: z.string(),
        startsOn: Day,
        timeZone: z.string(),
        isCurrent: z.boolean(),
        /** How many the person has there; `GetAbstracts` with this `EventID` lists them. */
        abstracts: z.number(),
      }),
    ),
  }),
})
