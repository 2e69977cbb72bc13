/** Changes an order as it is seen: what is shown afterwards is what came back, also where somebody else was first. */
import { useQueryClient } from '@tanstack/react-query'
import { type Ask, call, Refused, type Reply } from '#web/console/call.ts'
import { useActKey } from '#web/console/events/useEvent.ts'
import { ask } from '#web/console/queries.ts'
import type { Order } from './words.tsx'

type Change = 'OrderHoldLonger' | 'OrderMoveSeat' | 'OrderGiveToPerson' | 'OrderCancelUnpaid'
const others = [
  'OrdersList',
  'RosterList',
  'WorkshopShow',
  'WorkshopsOfEvent',
  'ExceptionShow',
  'PersonShow',
  'PersonTimeline',
]

export function useOrderChange({ eventId, orderId, version, paymentCode }: Order) {
  const client = useQueryClient()
  const keyOf = useActKey()
  const show = (order: Order) => {
    client.setQueryData(ask('OrderShow', { paymentCode }).queryKey, { order })
    for (const name of others) void client.invalidateQueries({ queryKey: [name] })
  }
  return async <Name extends Change>(
    name: Name,
    more: Omit<Ask<Name>, 'eventId' | 'orderId' | 'version' | 'actKey'>,
  ): Promise<Reply<Name>> => {
    const wish = { eventId, orderId, version, ...more }
    try {
      const answer = await call(name, { ...wish, actKey: keyOf(wish) } as unknown as Ask<Name>)
      show(answer.order)
      return answer
    } catch (error) {
      const stored = error instanceof Refused ? error.body.stored : undefined
      if (stored && typeof stored === 'object' && 'orderId' in stored) show(stored as Order)
      throw error
    }
  }
}
