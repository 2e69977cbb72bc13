import { z } from 'zod'
import { paidStatuses } from '#contract/booking/texts.ts'
import { openRead, personRead } from '#contract/heads.ts'
import { EventOfCall, Id, largestId, operation, table, whole } from '#contract/operation.ts'

/** One workshop as the specification lists it. */
export const WorkshopRow = z.object({
  WorkshopID: z.number(),
  Topic: z.string(),
  theDate: z.iso.datetime(),
  /** In rupees. */
  Price: z.number(),
  Facilitators: z.string(),
  Venue: z.string(),
  /** In minutes. */
  duration: z.number(),
  Focal: z.string(),
  /** Of the caller's own order; empty for strangers. */
  PaymentCode: z.string(),
  PaidStatus: z.enum(paidStatuses),
  Seats: z.number(),
  SeatsLeft: z.number(),
  /** It has begun: no seat can be had, whatever is left. */
  HasBegun: z.boolean(),
  /** Nobody gets a new seat: `SeatsLeft` is 0, whatever is free. Left out otherwise. */
  IsStopped: z.boolean().optional(),
  /** It is not held. Left out otherwise. */
  IsCancelled: z.boolean().optional(),
  /** Until when the caller's seat is held; missing while a payment is being confirmed, which keeps it longer. */
  HoldUntil: z.iso.datetime().optional(),
})
export type WorkshopRow = z.output<typeof WorkshopRow>

/** Open to anyone. What a person bought is shown to that person's token alone; another ApplicantID is no error, and shows nothing. */
export const WorkshopsList = operation(
  'WorkshopsList',
  openRead({ method: 'POST', shared: true, sent: { address: ['EventID', 'ApplicantID'], body: 'json' } }),
  {
    input: z.object({ EventID: EventOfCall, ApplicantID: z.union([z.literal(''), whole(0, largestId)]).optional() }),
    reply: table(WorkshopRow),
  },
)

/** Advice only, at most a second old: CheckOut alone decides. */
export const SeatAvailable = operation('SeatAvailable', personRead({ method: 'POST' }), {
  input: z.object({
    DeviceID: z.string().max(64).default(''),
    UserID: z.string().max(200).optional(),
    workshopID: Id,
  }),
  reply: table(z.object({ Status: z.boolean() })),
})
