import { useEffect, useEffectEvent } from 'react'
import { responseCodes } from '#contract/booking/texts.ts'
import * as calls from '#contract/calls/payments.ts'
import { isSignedIn } from '#web/accounts/slice.ts'
import { rowOf } from '#web/platform/call.ts'
import { useSharedQuery } from '#web/platform/query/useQuery.ts'
import { useStore } from '#web/platform/store.ts'
import { useCall } from '#web/platform/useCall.ts'

type Said = { ResponseCode: string; ResponseDescription: string } | undefined

/** Somebody may be paying in another tab or on the telephone. */
const askEvery = 20_000

const isOpen = (code: string): boolean => code === responseCodes.notPaid || code === responseCodes.confirming

/**
 * What the bank says of a payment that was begun: asked when somebody looks, and when they come back. `onEnded` when it has decided.
 * Without a payment nobody asks.
 */
export function useBankWord(paymentCode: string | undefined, onEnded: () => Promise<unknown>): Said {
  const call = useCall()
  const signedIn = useStore(isSignedIn)
  // The cards of one order ask together.
  const { data: said, dataUpdatedAt } = useSharedQuery({
    queryKey: ['AskBank', paymentCode],
    enabled: signedIn && paymentCode !== undefined,
    refetchInterval: askEvery,
    refetchOnWindowFocus: 'always',
    queryFn: async () => rowOf(await call(calls.AskBank, { PaymentCode: paymentCode ?? '' })),
  })
  const ended = useEffectEvent(() => void onEnded())
  useEffect(() => {
    // Also when it says the same again: the first time may have changed nothing.
    if (dataUpdatedAt > 0 && said && !isOpen(said.ResponseCode)) ended()
  }, [said, dataUpdatedAt])
  return said
}
