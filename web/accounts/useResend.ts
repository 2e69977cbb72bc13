import { useState } from 'react'
import { accountLimits } from '#contract/accounts/email.ts'
import * as calls from '#contract/calls/accounts.ts'
import { useEventNamed } from '#web/layout/content.tsx'
import { rowOf } from '#web/platform/call.ts'
import { useCall } from '#web/platform/useCall.ts'
import { useCountdown } from '#web/platform/useCountdown.ts'
import { troubleOf } from './api.ts'

export type Resend = {
  /** Seconds until another PIN may be asked for. */
  pause: number
  outcome: { isSent: boolean; sentence: string } | undefined
  resend: (email: string) => Promise<void>
}

/** Another PIN, not more often than the server sends them. */
export function useResend(wasSent: boolean): Resend {
  const call = useCall()
  const named = useEventNamed()
  const [pause, startPause] = useCountdown(wasSent ? accountLimits.pinPause : 0)
  const [outcome, setOutcome] = useState<Resend['outcome']>()

  const resend = async (email: string) => {
    startPause(accountLimits.pinPause)
    const answer = await call(calls.EventResendPin, { UserID: email, ...named })
    const isSent = rowOf(answer)?.Status === 'PIN Generated'
    if (isSent) return setOutcome({ isSent, sentence: `A new PIN is on its way to ${email}.` })
    // A try that sent nothing costs no minute, unless the server says so.
    startPause((answer.kind === 'refused' && answer.retryAfter) || 0)
    const known = rowOf(answer)?.Status
    setOutcome({ isSent, sentence: known === 'Email not found' ? known : troubleOf(answer, 'Please try again later.') })
  }
  return { pause, outcome, resend }
}
