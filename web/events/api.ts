import type { CurrentEvent, PublicWorkshop } from '#contract/events/site.ts'
import type { WorkshopRow } from '#contract/events/workshops.ts'
/** What a card shows of a workshop, and the one state it is in. */
import { paisaInRupee } from '#contract/money.ts'
import type { CartItem } from '#web/booking/slice.ts'
import { clockAt } from '#web/platform/calendar.ts'

/** A workshop as the page shows it: what the server drew, and, as soon as they are known, its seats and what is one's own. */
export type Workshop = PublicWorkshop & {
  live?: Pick<WorkshopRow, 'SeatsLeft' | 'HasBegun' | 'IsStopped' | 'IsCancelled' | 'PaidStatus' | 'PaymentCode'>
  /** A seat check or a checkout said no, whatever the list still says. Never stored. */
  seatUnavailable?: boolean
}

/** `unknown` until the server has said how things stand. */
export type CardState = 'unknown' | 'available' | 'cart' | 'full' | 'pending' | 'paid'

export function stateOf({ id, live, seatUnavailable }: Workshop, cart: readonly CartItem[]): CardState {
  if (live?.PaidStatus === 'PAID') return 'paid'
  if (live?.PaidStatus === 'added') return 'pending'
  if (seatUnavailable || live?.HasBegun || live?.SeatsLeft === 0) return 'full'
  if (cart.some(({ WorkshopID }) => WorkshopID === id)) return 'cart'
  return live ? 'available' : 'unknown'
}

type HeldOrder = { heldUntil: number | undefined; Workshops: { WorkshopID: number }[] }

/** Whether the seats of an order were held until just now, and are neither held nor paid any more. */
export function hasEnded({ heldUntil, Workshops }: HeldOrder, rows: readonly WorkshopRow[]): boolean {
  if (heldUntil === undefined || heldUntil > performance.now() + 2000) return false
  return !rows.some((row) => row.PaidStatus && Workshops.some(({ WorkshopID }) => WorkshopID === row.WorkshopID))
}

/** The newest list. A workshop stays marked as full until the list says something new about it. */
export function refreshed(before: readonly Workshop[], rows: readonly WorkshopRow[]): Workshop[] {
  return rows.map((row) => {
    const known = before.find(({ id }) => id === row.WorkshopID)
    const isMarked = known?.seatUnavailable === true && known.live?.SeatsLeft === row.SeatsLeft
    const { SeatsLeft, HasBegun, IsStopped, IsCancelled, PaidStatus, PaymentCode } = row
    return {
      id: row.WorkshopID,
      topic: row.Topic,
      startsAt: row.theDate,
      durationMinutes: row.duration,
      price: Math.round(row.Price * paisaInRupee),
      facilitators: row.Facilitators,
      venue: row.Venue,
      seats: row.Seats,
      live: { SeatsLeft, HasBegun, IsStopped, IsCancelled, PaidStatus, PaymentCode },
      ...(isMarked && { seatUnavailable: true }),
    }
  })
}

export const marked = (workshops: readonly Workshop[], full: readonly number[]): Workshop[] =>
  workshops.map((workshop) => (full.includes(workshop.id) ? { ...workshop, seatUnavailable: true } : workshop))

export type Sitting = { workshop: Workshop; time: string }
export type ScheduleDay = { day: string; sittings: Sitting[] }

/** The schedule by day and hour, as clocks at the venue show them. */
export function daysOf(workshops: readonly Workshop[], { timeZone }: CurrentEvent): ScheduleDay[] {
  const byDay = new Map<string, Sitting[]>()
  for (const workshop of workshops.toSorted((one, other) => one.startsAt.localeCompare(other.startsAt))) {
    const { day, time } = clockAt(workshop.startsAt, timeZone)
    byDay.set(day, [...(byDay.get(day) ?? []), { workshop, time }])
  }
  return Array.from(byDay, ([day, sittings]) => ({ day, sittings }))
}
