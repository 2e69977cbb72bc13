/** The payment service. The two calls of the specification answer without the envelope, as it says. */
import { z } from 'zod'
import { personChange, personRead } from '#contract/heads.ts'
import { EventOfCall, Id, operation, table } from '#contract/operation.ts'

export const initiatePayment = operation('initiatePayment', personChange({ priority: 'paying', repeatable: true }), {
  input: z.object({
    /** The payment code. */
    orderID: z.string().trim().toUpperCase().max(16),
    /** A page of ours to come back to; any other is refused. */
    returnPath: z.string().max(300).optional(),
  }),
  reply: z.object({
    Transaction: z.object({
      /** Missing when there is nothing to pay with: ResponseDescription says why. */
      TransactionID: z.string().optional(),
      /** The browser posts a form there with TransactionID as its only field. */
      PaymentPortal: z.string().optional(),
      ResponseCode: z.string(),
      ResponseDescription: z.string(),
    }),
  }),
})

export const finalizePayment = operation('finalizePayment', personChange({ priority: 'paying', repeatable: true }), {
  input: z.object({
    transactionID: z.union([z.string(), z.number().int().transform(String)]).pipe(z.string().trim().max(64)),
    UserID: z.string().max(200).optional(),
    ApplicantID: Id.optional(),
  }),
  reply: z.object({ ResponseCode: z.string(), ResponseDescription: z.string() }),
})

/** What the bank says now of the payment of an order, for somebody who looks at it. Not in the specification. */
export const AskBank = operation('AskBank', personChange({ priority: 'paying', repeatable: true }), {
  input: z.object({ PaymentCode: z.string().trim().toUpperCase().max(16) }),
  /** Empty when nobody began to pay. The codes are those of finalizePayment. */
  reply: table(z.object({ ResponseCode: z.string(), ResponseDescription: z.string() })),
})

/** The caller's payment that is open, or was just settled, rather one of this event: for a browser that lost its transaction id. Not in the specification. */
export const OpenAttempt = operation('OpenAttempt', personRead({ priority: 'paying' }), {
  input: z.object({ EventID: EventOfCall }),
  reply: table(
    z.object({
      TransactionID: z.string(),
      PaymentCode: z.string(),
      /** In rupees. */
      Amount: z.number(),
      StartedAt: z.iso.datetime(),
      IsOpen: z.boolean(),
    }),
  ),
})
