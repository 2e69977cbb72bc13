import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { OrderCancelUnpaid } from '#contract/booking/order-console.ts'
import { CancelOrder } from '#contract/booking/orders.ts'
import { responseCodes } from '#contract/booking/texts.ts'
import { paisaInRupee } from '#contract/money.ts'
import { BankAsk, ExceptionResolve, ExceptionShow, ExceptionsList } from '#contract/payments/exceptions.ts'
import { AskBank, finalizePayment, initiatePayment, OpenAttempt } from '#contract/payments/payments.ts'
import { limits } from '#server/kernel/limits.ts'
import { serve } from '#server/kernel/serve.ts'
import type { World } from '#server/kernel/world.ts'
import { count } from '#server/platform/security/rate-limits.ts'
import { comeBack, finalize } from './card/finalize.ts'
import { initiate, openAttempt } from './card/initiate.ts'
import { askNow } from './card/reconcile.ts'
import { eventOfException, listExceptions } from './exceptions/exceptions.ts'
import { askBank, eventOfAttempt, resolveException, showException } from './exceptions/resolve.ts'
import { cancelOrder, cancelUnpaid, endOfCancel } from './refunds/cancel.ts'
import { endOfRefund } from './refunds/propose.ts'

/** How long a browser that comes back is kept waiting for the bank; after that the page that it goes to waits with it. */
const timeout = 8000

export function paymentRoutes(app: FastifyInstance, world: World): void {
  serve(app, initiatePayment, async ({ input, caller, request }) => {
    await count(world, limits.paymentsOfAccount, String(caller.accountId))
    const { host } = request.headers
    const started = await initiate(world, caller, { paymentCode: input.orderID, returnPath: input.returnPath, host })
    if (started.kind === 'refused')
      return { Transaction: { ResponseCode: started.code, ResponseDescription: started.words } }
    return {
      Transaction: {
        TransactionID: started.transactionId,
        PaymentPortal: started.portal,
        ResponseCode: responseCodes.success,
        ResponseDescription: 'Request Processed Successfully',
      },
    }
  })
  serve(app, finalizePayment, async ({ input, caller }) => {
    await count(world, limits.paymentsOfAccount, String(caller.accountId))
    const { code, words } = await finalize(world, caller, input.transactionID)
    return { ResponseCode: code, ResponseDescription: words }
  })
  serve(app, AskBank, async ({ input, caller }) => {
    await count(world, limits.bankQuestionsOfAccount, String(caller.accountId))
    const said = await askNow(world, caller, input.PaymentCode)
    return { Table: said ? [{ ResponseCode: said.code, ResponseDescription: said.words }] : [] }
  })
  serve(app, OpenAttempt, async ({ caller, input }) => {
    const attempt = await openAttempt(world, caller, input.EventID)
    if (!attempt) return { Table: [] }
    const { transactionId, paymentCode, amount, createdAt, isOpen } = attempt
    return {
      Table: [
        {
          TransactionID: transactionId,
          PaymentCode: paymentCode,
          Amount: amount / paisaInRupee,
          StartedAt: createdAt.toISOString(),
          IsOpen: isOpen,
        },
      ],
    }
  })
  serve(app, CancelOrder, async ({ input, caller }) => ({
    Table: [{ Status: await cancelOrder(world, caller, input.PaymentCode) }],
  }))
  returnRoute(app, world)
  serve(app, OrderCancelUnpaid, {
    act: ({ eventId, orderId, reason }) => ({ eventId, reason, about: { kind: 'orders', id: orderId } }),
    endOf: endOfCancel,
    answer: ({ world, input }) => cancelUnpaid(world, input),
  })
  serve(app, ExceptionResolve, {
    act: async ({ id, note }) => ({
      about: { kind: 'payment_exception', id },
      reason: note,
      eventId: await eventOfException(world, id),
    }),
    endOf: endOfRefund,
    answer: ({ world, caller, input }) => resolveException(world, caller, input),
  })
  serve(app, BankAsk, {
    act: async ({ attemptId }) => ({
      about: { kind: 'payment_attempt', id: attemptId },
      eventId: await eventOfAttempt(world, attemptId),
    }),
    answer: ({ world, caller, input }) => askBank(world, caller, input),
  })
}

/** What staff read of payments: the portal answers it, and needs no word of the bank for that. */
export function financeRoutes(app: FastifyInstance, world: World): void {
  serve(app, ExceptionsList, async ({ input, caller }) => listExceptions(world, caller, input))
  serve(app, ExceptionShow, async ({ input, caller }) => showException(world, caller, input.id))
}

/**
 * The bank sends the browser back by a form that another site posts, without cookies and token. It is let in because it decides nothing:
 * it only says which payment to ask the bank about.
 */
function returnRoute(app: FastifyInstance, world: World): void {
  app.route({
    method: ['GET', 'POST'],
    url: '/payments/return/:key',
    config: { token: 'none' },
    handler: async (request, reply) => {
      const { key } = request.params as { key: string }
      const settled = comeBack(world, key, fieldsOf(request)).catch((error: unknown) => {
        // Whatever went wrong, the person goes on to a page that asks again, and the schedule asks anyway.
        world.log.warn({ err: error }, 'a return from the bank could not be settled at once')
        return '/payment-processing'
      })
      const path = await Promise.race([settled, pause(timeout, '/payment-processing', { ref: false })])
      return reply.redirect(path, 303)
    },
  })
}

function fieldsOf({ query, body }: FastifyRequest): Record<string, unknown> {
  return { ...(query as object), ...(typeof body === 'object' ? body : {}) }
}
