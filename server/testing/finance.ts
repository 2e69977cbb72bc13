/** Payments that need a person, and staff who ask about them as the console does: with their cookie, from a page of ours. */
import type { FastifyInstance } from 'fastify'
import type { StaffRole } from '#contract/accounts/permissions.ts'
import type { World } from '#server/kernel/world.ts'
import { settle } from '#server/payments/card/settle.ts'
import { cancelOrder } from '#server/payments/refunds/cancel.ts'
import { anEvent } from './people.ts'
import { aBuyer, aWorkshop, order, pay, toTheBank } from './shop.ts'
import { aStaffPerson, staffToken, stepUp } from './staff.ts'

export type AnException = { id: number; attemptId: number; code: string; transaction: string }
type Where = { world: World; eventId: number }

/** The bank took a rupee less than it was asked to. */
export async function aWrongAmount(
  { world, eventId }: Where,
  change: { fullName?: string } = {},
): Promise<AnException> {
  const person = await aBuyer(world, eventId)
  if (change.fullName !== undefined)
    await world.db.updateTable('account').set(change).where('id', '=', person.accountId).execute()
  const code = await order(world, person, [await aWorkshop(world, eventId, { price: 250_000 })])
  await pay(world, person, { code, outcome: 'wrong-amount' })
  return exceptionOf(world, code)
}

/** The order was cancelled, and then it turned out that it had been paid. */
export async function aCaptureOnCancelled({ world, eventId }: Where): Promise<AnException> {
  const person = await aBuyer(world, eventId)
  const code = await order(world, person, [await aWorkshop(world, eventId, { price: 300_000 })])
  const transactionId = await toTheBank(world, person, code)
  await cancelOrder(world, person, code)
  const { id } = await world.db
    .selectFrom('paymentAttempt')
    .select('id')
    .where('transactionId', '=', transactionId)
    .executeTakeFirstOrThrow()
  const fact = { kind: 'captured', transactionId, money: { amount: 300_000, currency: 'PKR' } } as const
  await settle(world, id, { fact, source: 'books' })
  return exceptionOf(world, code)
}

/** Money that no order asked for: it belongs to the college alone. */
export async function anOrphan(world: World, reference = 'ORPHAN1'): Promise<number> {
  const { id } = await world.db
    .insertInto('paymentException')
    .values({
      kind: 'orphan_capture',
      gateway: 'sandbox',
      gatewayReference: reference,
      note: 'Nobody knows whose',
      openedAt: world.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function exceptionOf(world: World, paymentCode: string): Promise<AnException> {
  const found = await world.db
    .selectFrom('paymentException')
    .innerJoin('orders', 'orders.id', 'orderId')
    .innerJoin('paymentAttempt', 'paymentAttempt.id', 'attemptId')
    .select(['paymentException.id', 'paymentAttempt.id as attemptId', 'transactionId'])
    .where('paymentCode', '=', paymentCode)
    .executeTakeFirstOrThrow()
  return { id: found.id, attemptId: found.attemptId, code: paymentCode, transaction: found.transactionId ?? '' }
}

/** The event before it is over, and another is announced. */
export async function theNextEvent(world: World): Promise<number> {
  await world.db.updateTable('event').set({ isCurrent: false }).execute()
  return anEvent(world, { name: 'Winter Meeting' })
}

type Body = Record<string, unknown>
export type Answer = { status: number; body: Body }
export type StaffCaller = {
  accountId: number
  token: string
  get: (path: string, input?: Record<string, string | number>) => Promise<Answer>
  post: (path: string, input?: Body) => Promise<Answer>
}

export function callsWith(app: FastifyInstance, headers: Record<string, string>): Pick<StaffCaller, 'get' | 'post'> {
  const answerOf = (reply: { statusCode: number; json: () => Body }): Answer => ({
    status: reply.statusCode,
    body: reply.json(),
  })
  return {
    get: async (path, input = {}) => {
      const query = new URLSearchParams(
        Object.entries(input).map(([name, value]): [string, string] => [name, String(value)]),
      )
      return answerOf(
        await app.inject({ url: `${path}?${query.toString()}`, headers: { host: 'localhost', ...headers } }),
      )
    },
    post: async (path, payload = {}) =>
      answerOf(
        await app.inject({
          method: 'POST',
          url: path,
          payload,
          headers: { host: 'localhost', 'sec-fetch-site': 'same-origin', ...headers },
        }),
      ),
  }
}

type Post = { role: StaffRole; eventId?: number | null; password?: string; email?: string }

/** Somebody of the staff, signed in, who has just proved that it is they. */
export async function staffCaller(app: FastifyInstance, world: World, post: Post): Promise<StaffCaller> {
  const { role, ...where } = post
  const person = await aStaffPerson(world, role, where)
  const token = await stepUp(world, await staffToken(world, person))
  return { accountId: person.accountId, token, ...callsWith(app, { cookie: `${app.staffCookie}=${token}` }) }
}
