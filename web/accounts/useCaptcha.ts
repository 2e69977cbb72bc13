import { useCallback } from 'react'
import type { CaptchaPurpose } from '#contract/accounts/accounts.ts'
import * as calls from '#contract/calls/accounts.ts'
import { useCall } from '#web/platform/useCall.ts'
import { type Captcha, useCaptchaFrom } from './useCaptchaFrom.ts'

/** Whether a person is there, for one purpose. */
export function useCaptcha(purpose: CaptchaPurpose): Captcha {
  const call = useCall()
  const ask = useCallback(async () => {
    const answer = await call(calls.CaptchaChallenge, { purpose })
    if (answer.kind !== 'reply') throw new Error('there is no challenge')
    return answer.reply
  }, [call, purpose])
  return useCaptchaFrom(ask)
}
