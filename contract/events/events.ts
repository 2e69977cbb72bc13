import { z } from 'zod'
import { openRead, personRead } from '#contract/heads.ts'
import { EventOfCall, operation, table } from '#contract/operation.ts'

/** A day of the calendar, as people in the event's time zone count it. */
export const Day = z.iso.date()

/** The two last dates that the specification looks up by number. */
export const lastDateTypes = { registration: 1, abstracts: 2 } as const

export const EventsPortal = operation(
  'EventsPortal',
  openRead({ method: 'POST', sent: { address: [], body: 'form' } }),
  {
    input: z.object({ CPD: z.string().optional() }),
    reply: table(z.object({ EventId: z.number(), Name: z.string() })),
  },
)

export const LastDates = operation(
  'LastDates',
  openRead({ method: 'POST', secrets: ['Extension'], sent: { address: ['EventID', 'typ'], body: 'none' } }),
  {
    /** `Extension`: from the link of a letter that gives somebody more time. Not in the specification. */
    input: z.object({ EventID: EventOfCall, typ: z.enum(['1', '2']), Extension: z.string().max(200).optional() }),
    reply: table(z.object({ theDate: Day })),
  },
)

/** Every event that the caller takes part in, the newest first: also the one that is asked about, or else the current one, from this call on. Not in the specification. */
export const MyEvents = operation('MyEvents', personRead(), {
  input: z.object({ EventID: EventOfCall }),
  reply: z.object({
    events: z.array(
      z.object({
        eventId: z.number(),
        applicantId: z.number(),
        name: z.string(),
        startsOn: Day,
        timeZone: z.string(),
        isCurrent: z.boolean(),
        /** Its pages are under `/e/` and this; there are none while it is not announced. */
        slug: z.string().optional(),
        /** How many the person has there; `GetAbstracts` with this `EventID` lists them. */
        abstracts: z.number(),
      }),
    ),
  }),
})
