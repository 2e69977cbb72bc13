import { useCallback, useRef, useState } from 'react'
import { useStore as useReduxStore } from 'react-redux'
import * as calls from '#contract/calls/events.ts'
import { removeFromCart } from '#web/booking/slice.ts'
import type { Order } from '#web/booking/useOrders.ts'
import { useContent } from '#web/layout/content.tsx'
import { useQuery } from '#web/platform/query/useQuery.ts'
import { type State, useStore } from '#web/platform/store.ts'
import { useCall, type Caller } from '#web/platform/useCall.ts'
import { hasEnded, marked, refreshed, type Workshop } from './api.ts'

const pollEvery = 20_000

type Rows = Parameters<typeof refreshed>[1]
const none: Workshop[] = []

export type Schedule = {
  workshops: Workshop[]
  /** The page was moved to, and nobody has said yet which workshops there are. */
  isUnknown: boolean
  /** One's own orders, as far as a card needs them. */
  orders: Order[]
  /** The newest try to read the seats went wrong. */
  isOffline: boolean
  refresh: () => Promise<unknown>
  markFull: (workshopIds: number[]) => void
}

/** Few people have an order that waits, so that only they load what reads it. */
const ordersOf = async (call: Caller): Promise<Order[] | undefined> =>
  (await import('#web/booking/useOrders.ts')).askOrders(call)

/** The schedule that the server drew, if this page was loaded, then the same with seats and states, read again and again while somebody looks. */
export function useSchedule(): Schedule {
  const content = useContent()
  const eventId = content.event?.id
  const [workshops, setWorkshops] = useState<Workshop[] | undefined>(content.workshops)
  const [orders, setOrders] = useState<Order[]>([])
  const isRestored = useStore(({ visit }) => visit.isRestored)
  const applicantId = useStore(({ auth }) => auth.applicantId)
  const held = useRef<Order[]>([])
  const call = useCall()
  const store = useReduxStore<State>()

  const take = async (rows: Rows, waiting: Order[] | undefined) => {
    setWorkshops((before = none) => refreshed(before, rows))
    if (waiting) setOrders(waiting)
    const isOver = held.current.some((order) => hasEnded(order, rows))
    held.current = waiting ?? held.current
    // Ordered here, in another tab or on another device: it is no longer something to check out.
    for (const { PaidStatus, WorkshopID } of rows) if (PaidStatus) store.dispatch(removeFromCart(WorkshopID))
    // The seats may be known to be gone a moment before the seconds on the card have run down.
    if (isOver) (await import('#web/booking/PayNow.tsx')).tellHoldEnded(store)
  }

  const { hasFailed, refresh } = useQuery({
    queryKey: ['WorkshopsList', eventId, applicantId],
    enabled: isRestored && eventId !== undefined,
    refetchInterval: pollEvery,
    refetchOnWindowFocus: 'always',
    queryFn: async (signal) => {
      const asked = { EventID: eventId ?? 0, ApplicantID: Number(applicantId) || 0 }
      const answer = await call(calls.WorkshopsList, asked)
      const rows = answer.kind === 'reply' && Array.isArray(answer.reply?.Table) ? answer.reply.Table : undefined
      const waiting = rows?.some(({ PaidStatus }) => PaidStatus === 'added') ? await ordersOf(call) : []
      // An older answer must not undo a newer one.
      signal.throwIfAborted()
      if (rows) await take(rows, waiting)
      return rows
    },
  })

  const markFull = useCallback((full: number[]) => setWorkshops((before) => before && marked(before, full)), [])
  const isUnknown = workshops === undefined && eventId !== undefined
  return { workshops: workshops ?? none, isUnknown, orders, isOffline: hasFailed, refresh, markFull }
}
