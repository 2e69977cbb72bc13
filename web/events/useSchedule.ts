import { useCallback, useEffect, useRef, useState } from 'react'
import { useStore as useReduxStore } from 'react-redux'
import { eventCalls } from '#contract/events/heads.ts'
import { removeFromCart } from '#web/booking/slice.ts'
import type { Order } from '#web/booking/useOrders.ts'
import { useContent } from '#web/layout/content.tsx'
import { type State, useStore } from '#web/platform/store.ts'
import { useCall, type Caller } from '#web/platform/useCall.ts'
import { hasEnded, marked, refreshed, type Workshop } from './api.ts'

const pollEvery = 20_000

export type Schedule = {
  workshops: Workshop[]
  /** One's own orders, as far as a card needs them. */
  orders: Order[]
  /** The newest try to read the seats went wrong. */
  isOffline: boolean
  refresh: () => Promise<void>
  markFull: (workshopIds: number[]) => void
}

/** Few people have an order that waits, so that only they load what reads it. */
const ordersOf = async (call: Caller): Promise<Order[] | undefined> =>
  (await import('#web/booking/useOrders.ts')).askOrders(call)

/** The schedule that the server drew, then the same with seats and states, read again and again while somebody looks. */
export function useSchedule(): Schedule {
  const content = useContent()
  const eventId = content.event?.id
  const [workshops, setWorkshops] = useState<Workshop[]>(content.workshops)
  const [orders, setOrders] = useState<Order[]>([])
  const [isOffline, setOffline] = useState(false)
  const isRestored = useStore(({ visit }) => visit.isRestored)
  const applicantId = useStore(({ auth }) => auth.applicantId)
  const turn = useRef(0)
  const held = useRef<Order[]>([])
  const call = useCall()
  const store = useReduxStore<State>()

  const refresh = useCallback(async () => {
    if (eventId === undefined) return
    const mine = (turn.current += 1)
    const answer = await call(eventCalls.WorkshopsList, { EventID: eventId, ApplicantID: Number(applicantId) || 0 })
    const rows = answer.kind === 'reply' && Array.isArray(answer.reply?.Table) ? answer.reply.Table : undefined
    const waiting = rows?.some(({ PaidStatus }) => PaidStatus === 'added') ? await ordersOf(call) : []
    // An older answer must not undo a newer one.
    if (mine !== turn.current) return
    setOffline(!rows)
    if (rows) setWorkshops((before) => refreshed(before, rows))
    if (waiting) setOrders(waiting)
    const isOver = rows && held.current.some((order) => hasEnded(order, rows))
    held.current = waiting ?? held.current
    // Ordered here, in another tab or on another device: it is no longer something to check out.
    for (const { PaidStatus, WorkshopID } of rows ?? []) if (PaidStatus) store.dispatch(removeFromCart(WorkshopID))
    // The seats may be known to be gone a moment before the seconds on the card have run down.
    if (isOver) (await import('#web/booking/PayNow.tsx')).tellHoldEnded(store)
  }, [eventId, applicantId, call, store])

  useEffect(() => {
    if (!isRestored) return
    const look = () => {
      if (!document.hidden) void refresh()
    }
    look()
    const timer = setInterval(look, pollEvery)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [isRestored, refresh])

  const markFull = useCallback((full: number[]) => setWorkshops((before) => marked(before, full)), [])
  return { workshops, orders, isOffline, refresh, markFull }
}
