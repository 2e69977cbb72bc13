/** Staff on a bad day: they record, confirm, give back, pay out, move, cancel and close while everybody buys and connections are cut. */
import { type RawBuilder, sql } from 'kysely'
import { moveSeat } from '#server/booking/order-changes.ts'
import { dueOrders, lapse } from '#server/booking/seats.ts'
import type { Staff } from '#server/kernel/callers.ts'
import type { World } from '#server/kernel/world.ts'
import { previewClosing, writeClosing } from '#server/payments/books/closings.ts'
import { recordOffline, confirmOffline, rejectOffline } from '#server/payments/desk/offline.ts'
import { cancelUnpaid } from '#server/payments/refunds/cancel.ts'
import { confirmPayout, recordPayout } from '#server/payments/refunds/payouts.ts'
import { proposeRefund, approveRefund } from '#server/payments/refunds/propose.ts'
import { Refusal } from '#server/platform/http/refuse.ts'
import { acting, actingInSteps, aDraft } from './desk.ts'
import { aStaffPerson, staffToken, staffWith } from './staff.ts'

type Day = { world: World; chance: () => number; eventId: number; hours: { sleep: (minutes: number) => Promise<void> } }
type Survive = (work: Promise<unknown>) => Promise<unknown>
type Row = { id: number; version: number; paymentCode: string; attemptId: number; amount: number }
type Move = { orderId: number; version: number; workshopId: number; toWorkshopId: number }

/** What comes to hand. What is refused is what a refusal is for. */
function actionsOf({ world, chance, eventId, survive }: Omit<Day, 'hours'> & { survive: Survive }) {
  const one = rowFinder(world, survive)
  const tried = (work: Promise<unknown>) =>
    survive(
      work.catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
      }),
    )
  const record = async (staff: Staff) => {
    const order = await one(sql<Row>`select payment_code, total as amount from orders
      where state in ('pending', 'lapsed') and total > 0 order by random() limit 1`)
    if (!order) return
    const wish = { eventId, paymentCode: order.paymentCode, ...aDraft(Number(order.amount)) }
    await tried(acting(world, staff, (world) => recordOffline(world, staff, wish)))
  }
  const decide = async (staff: Staff) => {
    const row = await one(
      sql<Row>`select id, version from offline_payment where state = 'recorded' order by random() limit 1`,
    )
    if (!row) return
    const seen = { eventId, id: row.id, version: row.version }
    const isRight = chance() < 0.8
    await tried(
      acting(world, staff, (world) =>
        isRight ? confirmOffline(world, staff, seen) : rejectOffline(world, staff, { ...seen, reason: 'Not signed' }),
      ),
    )
  }
  const giveBack = async (staff: Staff) => {
    const row =
      await one(sql<Row>`select attempt_id, ledger_entry.amount from ledger_entry join orders on orders.id = order_id
      where kind = 'capture' and state = 'paid' order by random() limit 1`)
    if (!row) return
    const wish = { eventId, attemptId: row.attemptId, amount: Number(row.amount), reason: 'Ill' }
    if (chance() < 0.6) await tried(actingInSteps(world, staff, (world) => proposeRefund(world, staff, wish)))
    else {
      const paper = { ...wish, way: 'cash' as const, number: '' }
      await tried(acting(world, staff, (world) => recordPayout(world, staff, paper)))
    }
  }
  const agree = async (staff: Staff) => {
    const proposal = await one(
      sql<Row>`select id, version from refund_proposal where state = 'proposed' order by random() limit 1`,
    )
    if (proposal)
      await tried(actingInSteps(world, staff, (world) => approveRefund(world, staff, { eventId, ...proposal })))
    const payout = await one(
      sql<Row>`select id, version from payout where state = 'recorded' order by random() limit 1`,
    )
    if (payout) await tried(acting(world, staff, (world) => confirmPayout(world, staff, { eventId, ...payout })))
  }
  const move = async (staff: Staff) => {
    const seat =
      await one(sql<Move>`select orders.id as order_id, orders.version, item.workshop_id, target.id as to_workshop_id
      from orders join order_item as item on item.order_id = orders.id
      join workshop as target on target.price = item.price and target.id <> item.workshop_id
      where item.holds order by random() limit 1`)
    if (!seat) return
    const wish = { eventId, reason: 'They asked by phone', ...seat }
    await tried(acting(world, staff, (world) => moveSeat(world, staff, wish)))
  }
  const cancel = async (staff: Staff) => {
    const order = await one(sql<Row>`select id, version from orders where state = 'pending' order by random() limit 1`)
    if (!order) return
    const wish = { eventId, orderId: order.id, version: order.version, reason: 'They asked by phone' }
    await tried(actingInSteps(world, staff, (world) => cancelUnpaid(world, wish)))
  }
  const close = async (staff: Staff) => {
    const seen = (await survive(previewClosing(world, eventId))) as
      | Awaited<ReturnType<typeof previewClosing>>
      | undefined
    if (!seen) return
    const { upTo, entries, cashBooks } = seen
    const cashCountedInRupees = Math.max(0, cashBooks) / 100
    const wish = { eventId, upTo, entries, cashCountedInRupees, why: 'Counted in a hurry' }
    await tried(acting(world, staff, (world) => writeClosing(world, staff, wish)))
  }

  return { record, decide, giveBack, agree, move, cancel, close }
}

function rowFinder({ db }: World, survive: Survive) {
  return async <T>(query: RawBuilder<T>): Promise<T | undefined> =>
    ((await survive(query.execute(db))) as { rows: T[] } | undefined)?.rows[0]
}

/** Two who are busy until the last buyer has gone home. */
export async function aDayOfStaff({ hours, ...day }: Day, survive: Survive) {
  const { world, chance, eventId } = day
  const people: Staff[] = []
  for (let made = 0; made < 2; made += 1)
    people.push(await staffWith(world, await staffToken(world, await aStaffPerson(world, 'finance'))))
  const [sana, bilal] = people as [Staff, Staff]
  const { record, decide, giveBack, agree, move, cancel, close } = actionsOf({ ...day, survive })
  const one = rowFinder(world, survive)

  const busy = async (staff: Staff, isOver: () => boolean) => {
    while (!isOver()) {
      await hours.sleep(1)
      const roll = chance()
      if (roll < 0.3) await record(staff)
      else if (roll < 0.55) await decide(staff)
      else if (roll < 0.65) await giveBack(staff)
      else if (roll < 0.8) await agree(staff)
      else if (roll < 0.88) await move(staff)
      else if (roll < 0.93) await cancel(staff)
      else await close(staff)
    }
  }
  return {
    work: (isOver: () => boolean) => Promise.all([busy(sana, isOver), busy(bilal, isOver)]),
    /** In the evening: what waits at the desk is left to lapse, and the last closing takes what is left. */
    closeTheRest: async () => {
      for (;;) {
        const row = await one(sql<Row>`select id, version from offline_payment where state = 'recorded' limit 1`)
        if (!row) break
        const seen = { eventId, id: row.id, version: row.version, reason: 'The day is over' }
        await acting(world, sana, (world) => rejectOffline(world, sana, seen))
      }
      await sql`update orders set hold_until = ${world.now()} where state = 'pending'`.execute(world.db)
      await lapse(world, await dueOrders(world))
      await close(sana)
    },
  }
}
