/** Payments that need a person, of every kind, as the bank and people bring them about; and what the books say of them afterwards. */
import { sql } from 'kysely'
import { lapse } from '#server/booking/seats.ts'
import type { World } from '#server/kernel/world.ts'
import { fileException } from '#server/payments/books/ledger.ts'
import { compareBooks } from '#server/payments/card/reconcile.ts'
import { attemptWith, settle } from '#server/payments/card/settle.ts'
import { cancelOrder } from '#server/payments/refunds/cancel.ts'
import { refundPayment } from '#server/payments/refunds/refund.ts'
import { choose, openSandbox } from '#server/platform/gateways/sandbox.ts'
import { aBuyer, aWorkshop, order, pay, toTheBank } from '#server/testing/shop.ts'
import { inDatabase, inWorld } from './people.ts'
import type { Portal } from './testing.ts'

/** The case, and the code of its order. `meant` is another order, which the money may be for. */
export type Made = { id: number; code: string; meant?: string }
export type Shop = { world: World; eventId: number }
/** `isElsewhere`: with a gateway that the college has left, so that this one cannot give it back. */
type Taken = { amount?: number; reference?: string; isElsewhere?: boolean }

const price = 250_000
const month = 30 * 86_400_000
const silent = { warn: () => {}, error: () => {}, info: () => {} }

export function inShop<T>(portal: Portal, work: (shop: Shop) => Promise<T>): Promise<T> {
  return inWorld(portal, async ({ db, now, endDeskPayments }) => {
    const gateway = openSandbox({ db, now })
    const world = {
      db,
      now,
      endDeskPayments,
      log: silent,
      holdMinutes: 40,
      publicUrl: portal.url,
      gateway,
    } as unknown as World
    const event = db.selectFrom('event').select('id').where('isCurrent', '=', true)
    return work({ world, eventId: (await event.executeTakeFirstOrThrow()).id })
  })
}

async function anOrder({ world, eventId }: Shop, seats: number) {
  const startsAt = new Date(world.now().getTime() + month)
  const workshopId = await aWorkshop(world, eventId, { topic: 'Suturing of Tendons', startsAt, price, seats })
  const person = await aBuyer(world, eventId)
  return { person, workshopId, code: await order(world, person, [workshopId]) }
}

/** Somebody with an order, who went to the bank and was not heard of again. */
async function aPayer(shop: Shop, seats = 10) {
  const { world } = shop
  const { person, workshopId, code } = await anOrder(shop, seats)
  const transactionId = await toTheBank(world, person, code)
  const { id: attemptId, orderId } = await world.db
    .updateTable('paymentAttempt')
    .set({ state: 'abandoned', nextCheckAt: null })
    .where('transactionId', '=', transactionId)
    .returning(['id', 'orderId'])
    .executeTakeFirstOrThrow()
  return { person, code, workshopId, transactionId, attemptId, orderId }
}
type Payer = Awaited<ReturnType<typeof aPayer>>

/** The bank took the money after all, whatever it had said before. Gives the case that comes of it. */
async function take({ world }: Shop, payer: Payer, taken: Taken = {}): Promise<Made> {
  const { transactionId, attemptId, code } = payer
  const { amount = price, reference, isElsewhere } = taken
  if (isElsewhere)
    await world.db.updateTable('paymentAttempt').set({ gateway: 'epg' }).where('id', '=', attemptId).execute()
  else
    await sql`update sandbox_payment set outcome = 'approve', reversed_at = null, captured_at = ${world.now()}, captured_amount = ${amount}
      where transaction_id = ${transactionId}`.execute(world.db)
  const money = { amount, currency: 'PKR' }
  const fact = { kind: 'captured', transactionId, money, ...(reference && { reference }) } as const
  await settle(world, attemptId, { fact, source: 'books' })
  return { id: await caseOf(world, attemptId), code }
}

async function caseOf({ db }: World, attemptId: number): Promise<number> {
  const found = db.selectFrom('paymentException').select('id').where('attemptId', '=', attemptId)
  return (await found.executeTakeFirstOrThrow()).id
}

export const wrongAmount =
  (amount: number, taken: Taken = {}) =>
  async (shop: Shop): Promise<Made> =>
    take(shop, await aPayer(shop), { ...taken, amount })

/** It may be meant for its own order, or for another that waits. */
export const wrongOrder =
  (taken: Taken = {}) =>
  async (shop: Shop): Promise<Made> => {
    const { code: meant } = await aPayer(shop)
    return { ...(await take(shop, await aPayer(shop), { ...taken, reference: 'ANOTHER1' })), meant }
  }

export const paidTwice =
  (taken: Taken = {}) =>
  async (shop: Shop): Promise<Made> => {
    const payer = await aPayer(shop)
    await pay(shop.world, payer.person, { code: payer.code })
    return take(shop, payer, taken)
  }

/** The hold ended, and somebody else has the only seat. */
export const tooLate =
  (taken: Taken = {}, { isFreeAgain = false } = {}) =>
  async (shop: Shop): Promise<Made> => {
    const { world, eventId } = shop
    const payer = await aPayer(shop, 1)
    const past = new Date(world.now().getTime() - 1000)
    await world.db.updateTable('orders').set({ holdUntil: past }).where('id', '=', payer.orderId).execute()
    await lapse(world, [payer.orderId])
    const quicker = await aBuyer(world, eventId)
    const code = await order(world, quicker, [payer.workshopId])
    const made = await take(shop, payer, taken)
    if (isFreeAgain) await cancelOrder(world, quicker, code)
    return made
  }

export const onCancelled =
  (taken: Taken = {}) =>
  async (shop: Shop): Promise<Made> => {
    const payer = await aPayer(shop)
    await cancelOrder(shop.world, payer.person, payer.code)
    return take(shop, payer, taken)
  }

/** Money under a number that no order of ours has; an order waits for as much. */
export async function orphan(shop: Shop): Promise<Made> {
  const { world } = shop
  const { code } = await aPayer(shop)
  const { rows } = await sql<{ transactionId: string }>`
    insert into sandbox_payment (transaction_id, reference, amount, currency, lines, return_url, created_at, outcome, captured_at, captured_amount)
    select 'BANK' || number, 'NOTOURS' || number, ${price}::bigint, 'PKR', '[]', '', ${world.now()}, 'approve', ${world.now()}, ${price}::bigint
    from (select 1 + count(*) as number from sandbox_payment) as counted returning transaction_id`.execute(world.db)
  await compareBooks(world)
  const found = world.db
    .selectFrom('paymentException')
    .select('id')
    .where('gatewayReference', '=', rows[0]?.transactionId ?? '')
  return { id: (await found.executeTakeFirstOrThrow()).id, code, meant: code }
}

/** Filed as after seven days of asking. `isTaken`: by now the bank has the money. */
export const unresolved =
  ({ isTaken = false } = {}) =>
  async (shop: Shop): Promise<Made> => {
    const { world } = shop
    const { attemptId, transactionId, code } = await aPayer(shop)
    const attempt = await attemptWith(world, attemptId)
    const note = 'The gateway was asked for seven days.'
    const { gateway, reference } = attempt
    await fileException(world, { kind: 'unresolved_attempt', gateway, gatewayReference: reference, note, attempt })
    if (isTaken) await choose(world, transactionId, 'approve')
    return { id: await caseOf(world, attemptId), code }
  }

/** The bank was asked to give all of it back, and kept a part. */
export async function refundDiffers(shop: Shop): Promise<Made> {
  const { world } = shop
  const { person, code } = await anOrder(shop, 10)
  await pay(world, person, { code })
  const { id: attemptId } = await world.db
    .selectFrom('paymentAttempt')
    .innerJoin('orders', 'orders.id', 'orderId')
    .select('paymentAttempt.id')
    .where('paymentCode', '=', code)
    .executeTakeFirstOrThrow()
  const less = { amount: price - 50_000, currency: 'PKR' }
  const refund = async () => ({ kind: 'done', gatewayReference: `refund of ${code}`, money: less }) as const
  const wish = { attemptId, by: 'Sana Abro', reason: 'She is ill' }
  await refundPayment({ ...world, gateway: { ...world.gateway, refund } }, wish)
  return { id: await caseOf(world, attemptId), code }
}

/** An order with its money, to be compared in one piece. */
export async function booksOf(portal: Portal, code: string): Promise<unknown> {
  const [books] = await inDatabase(
    portal,
    `select state::text, (select count(*)::int from order_item where order_id = orders.id and holds) as seats,
      (select count(*)::int from receipt where order_id = orders.id) as receipts,
      (select count(*)::int from mail where mail.order_id = orders.id and mail.kind = 'order_paid') as letters,
      array(select concat_ws(' ', kind, gateway, amount / 100) from ledger_entry where order_id = orders.id order by id) as ledger
     from orders where payment_code = $1`,
    [code],
  )
  return books
}

/** How a case stands, and how many acts of staff it took. */
export async function standingOf(portal: Portal, id: number): Promise<unknown> {
  const [standing] = await inDatabase(
    portal,
    `select resolved_at is not null as is_closed, way, resolution as note, (select count(*)::int from act join act_end on act_id = act.id
       where operation = 'ExceptionResolve' and about_id = payment_exception.id::text and act_end.outcome = 'done') as acts
     from payment_exception where id = $1`,
    [id],
  )
  return standing
}
