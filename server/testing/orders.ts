/** Orders as staff look after them in tests. */
import type { Participant } from '#server/kernel/callers.ts'
import type { World } from '#server/kernel/world.ts'
import { makeTestApp } from './app.ts'
import type { Answer } from './finance.ts'
import { anOrganiser, type Organiser } from './organisers.ts'
import { aBuyer, aWorkshop, openShop, order, pay } from './shop.ts'

export type ShownOrder = Record<string, unknown> & {
  orderId: number
  eventId: number
  version: number
  state: string
  items: { workshopId: number; topic: string; holds: boolean; whyNotMoved: string | null }[]
  targets: { workshopId: number; free: number }[]
  ways: { hold: string | null; cancel: string | null; give: string | null }
}

/** A shop with two workshops at one price, one at another, and an organiser of the college. */
export async function anOrderOffice(change: Partial<World> = {}) {
  const shop = await openShop(change)
  const { world, eventId } = shop
  const app = await makeTestApp(world)
  const echo = await aWorkshop(world, eventId, { topic: 'Focused Echo in Shock', seats: 4 })
  const scans = await aWorkshop(world, eventId, { topic: 'First Scans', seats: 4 })
  const suture = await aWorkshop(world, eventId, { topic: 'Suturing', seats: 4, price: 450_000 })
  return { ...shop, app, echo, scans, suture, zainab: await anOrganiser(app, world) }
}

/** Somebody with an order, paid or held. */
export async function anOrder(
  { world, eventId }: { world: World; eventId: number },
  workshopIds: number[],
  { isPaid = true, fullName }: { isPaid?: boolean; fullName?: string } = {},
): Promise<Participant & { code: string }> {
  const person = await aBuyer(world, eventId)
  if (fullName !== undefined)
    await world.db.updateTable('account').set({ fullName }).where('id', '=', person.accountId).execute()
  const code = await order(world, person, workshopIds)
  if (isPaid) await pay(world, person, { code })
  return { ...person, code }
}

export async function orderOf(who: Organiser, paymentCode: string): Promise<ShownOrder> {
  return (await who.ask('OrderShow', { paymentCode })).body.order as ShownOrder
}

/** Does something to an order as it is now. Cancelling asks the bank, at another address. */
export async function toOrder(
  who: Organiser,
  paymentCode: string,
  [name, input]: [string, Record<string, unknown>],
): Promise<Answer> {
  const { eventId, orderId, version } = await orderOf(who, paymentCode)
  const path = `/${name === 'OrderCancelUnpaid' ? 'payments' : 'staff'}/${name}`
  return who.post(path, { eventId, orderId, version, reason: 'They asked by phone.', ...input })
}
