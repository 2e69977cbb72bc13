import { z } from 'zod'
import { participantChange, personChange, personRead } from '#contract/heads.ts'
import { EventOfCall, Id, nothing, operation, table } from '#contract/operation.ts'
import { offlineWays } from '#contract/payments/finance-words.ts'
import { checkOutStatuses, orderLimits, orderStatuses } from './texts.ts'

/** Payment codes are read out on the telephone: any case, no blanks around. */
const PaymentCode = z
  .string()
  .trim()
  .toUpperCase()
  .pipe(z.string().regex(/^[0-9A-Z]{1,16}$/, 'this is not a payment code'))

/** Numbers joined by commas. A number that comes twice is one seat. */
const WorkshopIds = z
  .string()
  .regex(
    new RegExp(`^\\d{1,9}(,\\d{1,9}){0,${orderLimits.workshopsInOrder - 1}}$`),
    `it must be 1 to ${orderLimits.workshopsInOrder} numbers, joined by commas`,
  )
  .transform((text) => [...new Set(text.split(',').map(Number))].toSorted((a, b) => a - b))

/** All or nothing. The same cart again gives the same order; what stands in the way has a row each. */
export const CheckOut = operation(
  'CheckOut',
  participantChange({
    sent: { address: ['DeviceID', 'UserID', 'workshopIDs', 'ApplicantID', 'EventID'], body: 'json' },
  }),
  {
    input: z.object({
      DeviceID: z.string().max(64).default(''),
      UserID: z.string().max(200).optional(),
      workshopIDs: WorkshopIds,
      ApplicantID: Id.optional(),
      EventID: EventOfCall,
    }),
    reply: table(
      z.object({
        Status: z.enum(checkOutStatuses),
        /** The topic of the workshop that stands in the way. */
        Description: z.string().optional(),
        WorkshopID: z.number().optional(),
        /** Of the order that was made, or of the one that has this workshop already. */
        'Payment Code': z.string().optional(),
        /** In rupees, as the server counts. */
        Total: z.number().optional(),
        HoldUntil: z.iso.datetime().optional(),
        /** Nothing is to be paid: the seats are booked. */
        IsPaid: z.boolean().optional(),
      }),
    ),
  },
)

const Workshops = z.array(
  z.object({
    WorkshopID: z.number(),
    Topic: z.string(),
    theDate: z.iso.datetime(),
    Price: z.number(),
    Venue: z.string(),
    duration: z.number(),
    /** The workshop does not take place. */
    IsCancelled: z.literal(true).optional(),
  }),
)

/** What the caller has bought at any event, and what waits for payment. Not in the specification. */
export const MyOrders = operation('MyOrders', personRead(), {
  input: nothing,
  reply: table(
    z.object({
      EventID: z.number(),
      PaymentCode: z.string(),
      PaidStatus: z.enum(orderStatuses),
      Total: z.number(),
      Workshops,
      HoldUntil: z.iso.datetime().optional(),
      /** A payment is under way: it must be waited for, not repeated. */
      IsConfirming: z.boolean(),
      /** Cash or a draft was handed in for it, and waits to be confirmed. */
      AtDesk: z.object({ Way: z.enum(offlineWays), Voucher: z.string(), HeldUntil: z.iso.datetime() }).optional(),
      PaidAt: z.iso.datetime().optional(),
      ReceiptNumber: z.string().optional(),
      /** Of the event that the order is for: its times are told by the clocks there. */
      TimeZone: z.string(),
      /** What went back to the person, when, and what became of the seats. */
      RefundNote: z.string().optional(),
    }),
  ).extend({ Now: z.iso.datetime() }),
})

/** Gives up the seats of an order that is not paid. Not in the specification. A payment that is under way must be taken back at the bank first. */
export const CancelOrder = operation('CancelOrder', personChange({ priority: 'paying' }), {
  input: z.object({ PaymentCode }),
  reply: table(z.object({ Status: z.enum(['Success', 'Already paid', 'Payment is being confirmed', 'Not found']) })),
})

/** What a printed receipt shows. Not in the specification. */
export const Receipt = operation('Receipt', personRead(), {
  input: z.object({ PaymentCode }),
  reply: table(
    z.object({
      ReceiptNumber: z.string(),
      IssuedAt: z.iso.datetime(),
      PaymentCode: z.string(),
      Event: z.string(),
      Name: z.string(),
      UserID: z.string(),
      Workshops,
      Total: z.number(),
      Currency: z.string(),
      TransactionID: z.string().optional(),
      /** The order was cancelled later. */
      IsCancelled: z.boolean(),
      TimeZone: z.string(),
      RefundNote: z.string().optional(),
      /** Seats that the college moved since it was issued. */
      MoveNote: z.string().optional(),
    }),
  ),
})
