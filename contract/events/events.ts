import { z } from 'zod'
import { Id, nothing, operation, table } from '#contract/operation.ts'

/** A day of the calendar, as people in the event's time zone count it. */
export const Day = z.iso.date()

/** The two last dates that the specification looks up by number. */
export const lastDateTypes = { registration: 1, abstracts: 2 } as const

export const EventsPortal = operation({
  name: 'EventsPortal',
  method: 'POST',
  path: '/api/EventsPortal',
  token: 'none',
  kind: 'read',
  input: z.object({ CPD: z.string().optional() }),
  sent: { address: [], body: 'form' },
  reply: table(z.object({ EventId: z.number(), Name: z.string() })),
})

export const LastDates = operation({
  name: 'LastDates',
  method: 'POST',
  path: '/api/LastDates',
  token: 'none',
  kind: 'read',
  input: z.object({ EventID: Id, typ: z.enum(['1', '2']) }),
  sent: { address: ['EventID', 'typ'], body: 'none' },
  reply: table(z.object({ theDate: Day })),
})

/** Every event that the caller took part in, the newest first: the current one too, from the first call after it was announced. Not in the specification. */
export const MyEvents = operation({
  name: 'MyEvents',
  method: 'GET',
  path: '/api/MyEvents',
  token: 'session',
  kind: 'read',
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
