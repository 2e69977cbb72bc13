/** What must not compile. `npm run check` reads this file: a line that compiles after all is an error there. */
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import type { Head } from '#contract/heads.ts'
import type { LetterRetry } from '#contract/mail/letters.ts'
import type { RefundGive } from '#contract/payments/give-back.ts'
import type { lockAccount } from '#server/accounts/account.ts'
import type { moveSeat } from '#server/booking/order-changes.ts'
import type { lockWorkshops } from '#server/booking/seats.ts'
import type { makeEventCurrent } from '#server/events/event-states.ts'
import type { retryLetters } from '#server/mail/letters.ts'
import type { confirmPayout } from '#server/payments/refunds/payouts.ts'
import type { giveRefund } from '#server/payments/refunds/propose.ts'
import type { Staff } from './callers.ts'
import type { serve } from './serve.ts'
import type { inTransaction } from './world.ts'
import type { Acting, Steps, Transaction, World } from './world.ts'

type Worlds = { world: World; transaction: Transaction; acting: Acting; steps: Steps }
type Verbs = {
  lockWorkshops: typeof lockWorkshops
  lockAccount: typeof lockAccount
  makeEventCurrent: typeof makeEventCurrent
  moveSeat: typeof moveSeat
  confirmPayout: typeof confirmPayout
  inTransaction: typeof inTransaction
}
type Served = {
  app: FastifyInstance
  serve: typeof serve
  retry: typeof LetterRetry
  retryLetters: typeof retryLetters
  give: typeof RefundGive
  giveRefund: typeof giveRefund
  lock: (world: Transaction) => Promise<never>
}
const seen = { eventId: 1, version: 1 }
const act = () => ({})

/** Read by the compiler, and run by nobody. */
const compiled = {
  locks({ lockWorkshops, lockAccount, inTransaction }: Verbs, { world, transaction, acting, steps }: Worlds) {
    // @ts-expect-error A lock outside a transaction ends before anything is judged by it.
    void lockWorkshops(world, [1])
    // @ts-expect-error The same for an account.
    void lockAccount(world, 'sana@example.org')
    // @ts-expect-error While an act asks the bank no transaction is open.
    void lockWorkshops(steps, [1])
    void lockWorkshops(transaction, [1])
    void lockWorkshops(acting, [1])
    void inTransaction(steps, (world) => lockWorkshops(world, [1]))
  },
  changes(verbs: Verbs, { world, transaction, acting, steps }: Worlds, staff: Staff) {
    // @ts-expect-error What staff change is written down, so it needs an act.
    void verbs.makeEventCurrent(world, seen)
    // @ts-expect-error A transaction alone is no act.
    void verbs.makeEventCurrent(transaction, seen)
    // @ts-expect-error A payout is confirmed in one transaction.
    void verbs.confirmPayout(steps, staff, { ...seen, id: 1 })
    void verbs.makeEventCurrent(acting, seen)
    void verbs.inTransaction(steps, (world) => verbs.makeEventCurrent(world, seen))
  },
  routes({ app, serve, retry, retryLetters, give, giveRefund, lock }: Served, outer: World) {
    // @ts-expect-error The world of the routes is outside the act.
    serve(app, retry, { act, answer: ({ caller, input }) => retryLetters(outer, caller, input) })
    // @ts-expect-error A change by staff says what it is about.
    serve(app, retry, ({ world, caller, input }) => retryLetters(world, caller, input))
    // @ts-expect-error While the bank is asked no transaction is open, so nothing can be locked.
    serve(app, give, { act, answer: ({ world }) => lock(world) })
    serve(app, retry, { act, answer: ({ world }) => lock(world) })
    serve(app, retry, { act, answer: ({ world, caller, input }) => retryLetters(world, caller, input) })
    serve(app, give, { act, answer: ({ world, caller, input }) => giveRefund(world, caller, input) })
  },
  heads() {
    const change = {
      name: 'X',
      method: 'POST',
      path: '/staff/X',
      token: 'staff',
      may: 'event.edit',
      kind: 'change',
    } as const
    // @ts-expect-error A change by staff declares whether it runs in one transaction or in steps.
    const head: Head = change
    const whole: Head = { ...change, runs: 'act' }
    return [head, whole]
  },
}

test('locks outside a transaction and changes by staff outside an act do not compile', () => {
  expect(Object.keys(compiled)).toEqual(['locks', 'changes', 'routes', 'heads'])
})
