/** An order whose money goes back: its seats are free, and what else had paid for it is put aside. */
import type { OrderOfPerson } from '#server/booking/orders.ts'
import { release } from '#server/booking/seats.ts'
import type { Locked, Transaction } from '#server/kernel/world.ts'
import { fileException } from '#server/payments/books/ledger.ts'
import { paymentsOf } from '#server/payments/books/order-money.ts'

/** Two payments may have paid one order, the second the rest of the first: the other one does not stay without an order unseen. */
export async function giveUpSeats(world: Transaction, order: Locked<OrderOfPerson>, attemptId: number): Promise<void> {
  const others = (await paymentsOf(world, order.id)).filter(
    (payment) => payment.pays && payment.attemptId !== attemptId && payment.amount > payment.back,
  )
  await release(world, [order], 'cancelled')
  for (const { attemptId: id, gateway, reference } of others)
    await fileException(world, {
      kind: 'capture_on_cancelled',
      gateway,
      gatewayReference: reference,
      note: 'Another payment of the same order was given back, and the order cancelled with it.',
      attempt: { id, orderId: order.id },
    })
}
