import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { orderTexts } from '#contract/booking/texts.ts'
import * as calls from '#contract/calls/events.ts'
import { isSignedIn } from '#web/accounts/slice.ts'
import { addToCart } from '#web/booking/slice.ts'
import { isUnadmitted, rowOf } from '#web/platform/call.ts'
import { useStore } from '#web/platform/store.ts'
import { useCall } from '#web/platform/useCall.ts'
import { showAlert } from '#web/platform/visit.ts'
import type { Workshop } from './api.ts'

type Adding = {
  /** The workshops whose seats are being checked. */
  checking: number[]
  /** What was added last, to be read out. */
  added: string
  add: (workshop: Workshop) => Promise<void>
}

/** Puts a workshop into the cart: for people signed in, once, and only while there is a seat. */
export function useAdding(onFull: (workshopIds: number[]) => void): Adding {
  const [checking, setChecking] = useState<number[]>([])
  const [added, setAdded] = useState('')
  const signedIn = useStore(isSignedIn)
  const cart = useStore((state) => state.cart)
  const userId = useStore(({ auth }) => auth.userId)
  const call = useCall()
  const dispatch = useDispatch()

  // Of the page itself: on a slow link the answer to the first click must not wait for another file.
  const tell = (which: keyof typeof orderTexts) => void dispatch(showAlert(orderTexts[which]))

  async function add({ id, topic }: Workshop): Promise<void> {
    if (!signedIn) return tell('signInToAdd')
    if (cart.some(({ WorkshopID }) => WorkshopID === id)) return tell('alreadyInCart')
    if (checking.includes(id)) return
    setChecking((ids) => [...ids, id])
    const answer = await call(calls.SeatAvailable, { UserID: userId, workshopID: id })
    setChecking((ids) => ids.filter((each) => each !== id))
    if (isUnadmitted(answer)) return
    // Without an answer the check is skipped: CheckOut decides anyway.
    if (rowOf(answer)?.Status === false) {
      onFull([id])
      return tell('noSeats')
    }
    dispatch(addToCart({ WorkshopID: id, Topic: topic }))
    setAdded(topic)
  }

  return { checking, added, add }
}
