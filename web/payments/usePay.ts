import { useCallback } from 'react'
import { useDispatch } from 'react-redux'
import { orderTexts } from '#contract/booking/texts.ts'
import * as calls from '#contract/calls/payments.ts'
import type { PagePath } from '#contract/pages.ts'
import { useContent } from '#web/layout/content.tsx'
import { isUnadmitted } from '#web/platform/call.ts'
import { untilKept } from '#web/platform/persist.ts'
import { useCall } from '#web/platform/useCall.ts'
import { showAlert } from '#web/platform/visit.ts'
import { isPortal, leaveFor, readInitiation } from './api.ts'
import { setPayment } from './slice.ts'

const comingBack: PagePath = '/payment-processing'

/** A bank that takes longer than this to open will not open. */
const timeout = 15_000

/** The back button may bring this page back as it was left; until then its buttons stay busy, or a second click would tell of an empty cart. */
function untilBack(): Promise<void> {
  return new Promise((done) => {
    addEventListener('pageshow', () => done(), { once: true })
    setTimeout(done, timeout)
  })
}

/** Begins the payment of an order and leaves for the bank. Says, should the page still be there, whether it was left. */
export function usePay(): (paymentCode: string, onBegun?: () => void) => Promise<boolean> {
  const call = useCall()
  const dispatch = useDispatch()
  const { base = '' } = useContent()
  return useCallback(
    async (paymentCode, onBegun) => {
      const tell = (sentence: string) => {
        dispatch(showAlert(sentence))
        return false
      }
      if (!paymentCode) return tell(orderTexts.noPaymentCode)
      const answer = await call(calls.initiatePayment, { orderID: paymentCode, returnPath: base + comingBack })
      // The session is over: the person is on the way to the login page.
      if (isUnadmitted(answer)) return false
      const begun = readInitiation(answer)
      if (begun.kind === 'no') return tell(begun.sentence)
      if (!isPortal(begun.payment.paymentPortal)) return tell(orderTexts.registrationFailed)
      dispatch(setPayment(begun.payment))
      onBegun?.()
      // Whoever comes back from the bank must find the transaction, and an empty cart.
      await untilKept()
      leaveFor(begun.payment)
      await untilBack()
      return true
    },
    [call, dispatch, base],
  )
}
