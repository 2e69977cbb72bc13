import { useEffect, useState } from 'react'
import { responseCodes } from '#contract/booking/texts.ts'
import { paymentCalls } from '#contract/payments/heads.ts'
import { isSignedIn } from '#web/accounts/slice.ts'
import { rowOf } from '#web/platform/call.ts'
import { useStore } from '#web/platform/store.ts'
import { useCall, type Caller } from '#web/platform/useCall.ts'

type Said = { ResponseCode: string; ResponseDescription: string } | undefined

/** Somebody may be paying in another tab or on the telephone. */
const askEvery = 20_000

/** The cards of one order ask together. */
const asking = new Map<string, Promise<Said>>()

function ask(call: Caller, paymentCode: string): Promise<Said> {
  const asked =
    asking.get(paymentCode) ??
    call(paymentCalls.AskBank, { PaymentCode: paymentCode })
      .then(rowOf)
      .finally(() => asking.delete(paymentCode))
  asking.set(paymentCode, asked)
  return asked
}

const isOpen = (code: string): boolean => code === responseCodes.notPaid || code === responseCodes.confirming

/**
 * What the bank says of a payment that was begun: asked when somebody looks, and when they come back. `onEnded` when it has decided.
 * Without a payment nobody asks.
 */
export function useBankWord(paymentCode: string | undefined, onEnded: () => Promise<void>): Said {
  const call = useCall()
  const signedIn = useStore(isSignedIn)
  const [heard, setHeard] = useState<Said>()
  useEffect(() => {
    if (!signedIn || !paymentCode) return
    let isHere = true
    const look = async () => {
      if (document.hidden) return
      const said = await ask(call, paymentCode)
      if (!isHere || !said) return
      setHeard(said)
      if (!isOpen(said.ResponseCode)) await onEnded()
    }
    void look()
    const again = () => void look()
    const timer = setInterval(again, askEvery)
    document.addEventListener('visibilitychange', again)
    return () => {
      isHere = false
      clearInterval(timer)
      document.removeEventListener('visibilitychange', again)
    }
  }, [call, paymentCode, onEnded, signedIn])
  return paymentCode ? heard : undefined
}
