import type { MyOrders } from '#contract/booking/orders.ts'
import * as calls from '#contract/calls/booking.ts'
import type { AnswerTo } from '#web/platform/call.ts'
import { useQuery } from '#web/platform/query/useQuery.ts'
import { useCall, type Caller } from '#web/platform/useCall.ts'

type Orders = Extract<AnswerTo<typeof MyOrders>, { kind: 'reply' }>['reply']
/** `heldUntil` is told by `performance.now()`: the server's clock says how long, because that of a phone may be wrong by hours. */
export type Order = Orders['Table'][number] & { heldUntil: number | undefined }

export const topicsOf = ({ Workshops }: Order): string => Workshops.map(({ Topic }) => Topic).join(', ')

/** One's own orders, or undefined when they could not be had. */
export async function askOrders(call: Caller): Promise<Order[] | undefined> {
  const answer = await call(calls.MyOrders, {})
  if (answer.kind !== 'reply' || !Array.isArray(answer.reply?.Table)) return undefined
  const { Table, Now } = answer.reply
  const heldUntil = (hold: string) => performance.now() + Math.max(0, Date.parse(hold) - Date.parse(Now))
  return Table.map((order) => ({ ...order, heldUntil: order.HoldUntil ? heldUntil(order.HoldUntil) : undefined }))
}

/** `undefined` while waiting, `null` when the server does not answer. */
export function useOrders(): { orders: Order[] | null | undefined; refresh: () => Promise<unknown> } {
  const call = useCall()
  const { data, hasFailed, refresh } = useQuery({ queryKey: ['MyOrders'], queryFn: () => askOrders(call) })
  return { orders: data ?? (hasFailed ? null : undefined), refresh }
}
