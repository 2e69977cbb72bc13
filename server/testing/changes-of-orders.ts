/** How each change of an order is made, for the test that looks for its act. */
import { aBuyer, aWorkshop, order, pay } from './shop.ts'
import type { ChangeOfStaff, Team } from './team.ts'

/** An order that is held, as staff see it. */
async function seen({ world, eventId }: Team) {
  const workshopId = await aWorkshop(world, eventId)
  const person = await aBuyer(world, eventId)
  const paymentCode = await order(world, person, [workshopId])
  const { id } = await world.db
    .selectFrom('orders')
    .select('id')
    .where('paymentCode', '=', paymentCode)
    .executeTakeFirstOrThrow()
  return {
    workshopId,
    person,
    paymentCode,
    input: { eventId, orderId: id, version: 1, reason: 'The bank is closed today.' },
  }
}

export const changesOfOrders: Record<string, ChangeOfStaff> = {
  OrderHoldLonger: {
    prepare: async (team) => ({ input: { ...(await seen(team)).input, hours: 24 }, changes: ['orders'] }),
  },
  OrderMoveSeat: {
    prepare: async (team) => {
      const { workshopId, input } = await seen(team)
      const toWorkshopId = await aWorkshop(team.world, team.eventId, { topic: 'First Scans' })
      return {
        input: { ...input, workshopId, toWorkshopId },
        changes: ['order_item', 'orders', 'seat_move', 'workshop'],
      }
    },
  },
  OrderGiveToPerson: {
    prepare: async (team) => {
      const { accountId } = await aBuyer(team.world, team.eventId)
      const { input } = await seen(team)
      return { input: { ...input, toAccountId: accountId }, changes: ['order_given', 'order_item', 'orders'] }
    },
  },
  ReceiptSend: {
    prepare: async (team) => {
      const { person, paymentCode, input } = await seen(team)
      await pay(team.world, person, { code: paymentCode })
      return { input: { eventId: input.eventId, orderId: input.orderId }, changes: [] }
    },
  },
  OrderCancelUnpaid: {
    prepare: async (team) => ({ input: (await seen(team)).input, changes: ['order_item', 'orders', 'workshop'] }),
  },
}
