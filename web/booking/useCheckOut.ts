import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { orderTexts } from '#contract/booking/texts.ts'
import * as calls from '#contract/calls/booking.ts'
import { paisaInRupee, rupees } from '#contract/money.ts'
import { useTimeZone } from '#web/layout/content.tsx'
import { usePay } from '#web/payments/usePay.ts'
import { clockAt } from '#web/platform/calendar.ts'
import { isUnadmitted } from '#web/platform/call.ts'
import { useStore } from '#web/platform/store.ts'
import { useCall } from '#web/platform/useCall.ts'
import { showAlert } from '#web/platform/visit.ts'
import { heldForDesk, priceChanged, readCheckOut, type Verdict } from './api.ts'
import { clearCart, removeFromCart } from './slice.ts'

export type CheckOutEnds = {
  /** Workshops that turned out to be full. */
  onFull: (workshopIds: number[]) => void
  /** Whatever was answered, the schedule may look different now. */
  onDone: () => void
}

const sumOf = (total: number): string => rupees(Math.round(total * paisaInRupee))

/** By card at once, or in cash or by draft at the registration desk. */
export type PayingBy = 'card' | 'desk'

/** From the cart to an order, and on to the bank or the desk. */
export function useCheckOut({ onFull, onDone }: CheckOutEnds) {
  const [busy, setBusy] = useState<PayingBy>()
  const timeZone = useTimeZone()
  const items = useStore(({ cart }) => cart)
  const auth = useStore((state) => state.auth)
  const call = useCall()
  const pay = usePay()
  const dispatch = useDispatch()

  /** `shown` is the sum that the person saw. */
  async function settle(verdict: Verdict, shown: string, way: PayingBy): Promise<void> {
    if (verdict.kind === 'no') dispatch(showAlert(verdict.sentence))
    if (verdict.kind === 'obstacles') {
      for (const id of verdict.gone) dispatch(removeFromCart(id))
      onFull(verdict.full)
      dispatch(showAlert(verdict.sentence))
    }
    if (verdict.kind === 'order' && verdict.isPaid) {
      dispatch(clearCart())
      dispatch(showAlert(orderTexts.booked))
    } else if (verdict.kind === 'order' && verdict.total !== undefined && sumOf(verdict.total) !== shown) {
      // Nobody is sent to the bank with a price that they have not seen.
      dispatch(clearCart())
      dispatch(showAlert(priceChanged(sumOf(verdict.total), shown)))
    } else if (verdict.kind === 'order' && way === 'desk') {
      dispatch(clearCart())
      const { paymentCode, holdUntil } = verdict
      dispatch(
        showAlert(heldForDesk({ paymentCode, total: shown, until: holdUntil && clockAt(holdUntil, timeZone).time })),
      )
    } else if (verdict.kind === 'order') await pay(verdict.paymentCode, () => dispatch(clearCart()))
  }

  async function checkOut(shown: string, way: PayingBy): Promise<void> {
    if (items.length === 0) {
      dispatch(showAlert(orderTexts.cartEmpty))
      return
    }
    if (busy) return
    setBusy(way)
    try {
      const answer = await call(calls.CheckOut, {
        UserID: auth.userId,
        workshopIDs: items.map(({ WorkshopID }) => WorkshopID).join(','),
        ...(auth.applicantId && { ApplicantID: auth.applicantId }),
        ...(auth.eventId && { EventID: auth.eventId }),
      })
      if (isUnadmitted(answer)) return
      await settle(readCheckOut(answer, items), shown, way)
    } finally {
      setBusy(undefined)
      onDone()
    }
  }

  return { items, busy, checkOut }
}
