/** An office with money in it: orders, drafts that were recorded, and two people of finance. */
import type { FastifyInstance } from 'fastify'
import { inAct, inActOfSteps } from '#server/kernel/acts.ts'
import type { Participant, Staff } from '#server/kernel/callers.ts'
import type { Acting, Steps, World } from '#server/kernel/world.ts'
import { attemptWith, settle } from '#server/payments/card/settle.ts'
import { confirmOffline, recordOffline } from '#server/payments/desk/offline.ts'
import { makeTestApp } from './app.ts'
import { type StaffCaller, staffCaller } from './finance.ts'
import { aBuyer, aWorkshop, openShop, order, pay, type Shop } from './shop.ts'
import { staffWith, stepUp } from './staff.ts'

export type Office = Shop & {
  app: FastifyInstance
  sana: StaffCaller
  bilal: StaffCaller
  /** As the verbs see them. */
  sanaStaff: Staff
  bilalStaff: Staff
}

/** Sana records, Bilal confirms. */
export async function anOffice(change: Partial<World> = {}): Promise<Office> {
  const shop = await openShop(change)
  const app = await makeTestApp(shop.world)
  const sana = await staffCaller(app, shop.world, { role: 'finance' })
  const bilal = await staffCaller(app, shop.world, { role: 'finance' })
  const [sanaStaff, bilalStaff] = [await staffWith(shop.world, sana.token), await staffWith(shop.world, bilal.token)]
  return { ...shop, app, sana, bilal, sanaStaff, bilalStaff }
}

export type Ordered = { person: Participant; code: string; workshopId: number; price: number }

export async function anOrder({ world, eventId }: Shop, { price = 250_000, seats = 10 } = {}): Promise<Ordered> {
  const workshopId = await aWorkshop(world, eventId, { price, seats })
  const person = await aBuyer(world, eventId)
  return { person, code: await order(world, person, [workshopId]), workshopId, price }
}

export async function aPaidOrder(shop: Shop, wish: { price?: number; seats?: number } = {}) {
  const made = await anOrder(shop, wish)
  await pay(shop.world, made.person, { code: made.code })
  return { ...made, attemptId: await attemptOf(shop.world, made.code) }
}

/** The newest payment of an order. */
export async function attemptOf({ db }: World, code: string): Promise<number> {
  const { id } = await db
    .selectFrom('paymentAttempt')
    .innerJoin('orders', 'orders.id', 'orderId')
    .select('paymentAttempt.id')
    .where('paymentCode', '=', code)
    .orderBy('paymentAttempt.id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}

let drafts = 0
/** A draft that nobody has brought before. */
export const aDraft = (price: number) => ({
  way: 'draft' as const,
  bank: 'Meezan',
  number: `00481${String((drafts += 1)).padStart(4, '0')}`,
  amountInRupees: price / 100,
})

const by = (staff: Staff, operation: string) =>
  ({ actor: { kind: 'staff', accountId: staff.accountId }, operation }) as const

/** Without HTTP, for many at once. */
export function record(world: World, staff: Staff, wish: { eventId: number; code: string; price: number }) {
  const { eventId, code, price } = wish
  const input = { eventId, paymentCode: code, ...aDraft(price) }
  return inAct(world, by(staff, 'OfflineRecord'), (world) => recordOffline(world, staff, input))
}

export function confirm(world: World, staff: Staff, seen: { eventId: number; id: number; version: number }) {
  return inAct(world, by(staff, 'OfflineConfirm'), (world) => confirmOffline(world, staff, seen))
}

/** An act in one transaction, as a call of the console opens it. */
export function acting<T>(world: World, staff: Staff, work: (world: Acting) => Promise<T>): Promise<T> {
  return inAct(world, by(staff, 'test'), work)
}

/** An act whose steps are transactions of their own, as where the bank is asked. */
export function actingInSteps<T>(world: World, staff: Staff, work: (world: Steps) => Promise<T>): Promise<T> {
  return inActOfSteps(world, by(staff, 'test'), work)
}

type Captured = { amount: number; currency?: string; reference?: string }

/** The bank says that it took so much for a payment of this order, or of the order that it names: which needs a person. */
export async function captured({ world }: Office, code: string, { amount, currency = 'PKR', reference }: Captured) {
  const attemptId = await attemptOf(world, code)
  const { transactionId } = await attemptWith(world, attemptId)
  const money = { amount, currency }
  const fact = { kind: 'captured', transactionId: transactionId ?? '', money, ...(reference && { reference }) } as const
  await settle(world, attemptId, { fact, source: 'books' })
  const { id } = await world.db
    .selectFrom('paymentException')
    .select('id')
    .where('attemptId', '=', attemptId)
    .executeTakeFirstOrThrow()
  return { id, attemptId }
}

/** Sana takes a way out for a payment that needs a person. */
export async function resolve({ world, sana }: Office, id: number, wish: object) {
  await stepUp(world, sana.token)
  const { version } = (await sana.get('/staff/ExceptionShow', { id })).body
  return sana.post('/payments/ExceptionResolve', { id, version, note: 'Spoke with her on the phone', ...wish })
}
