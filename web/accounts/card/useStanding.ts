import { useCallback, useEffect, useState } from 'react'
import { accountChangeCalls } from '#contract/accounts/account-change-heads.ts'
import { useCall } from '#web/platform/useCall.ts'
import type { Standing } from './api.ts'

export type StandingState = { standing: Standing | undefined; refresh: () => Promise<void> }

/** How the account stands; nothing while it is not known. */
export function useStanding(): StandingState {
  const call = useCall()
  const [standing, setStanding] = useState<Standing>()

  const ask = useCallback(async () => {
    const answer = await call(accountChangeCalls.AccountStanding, {})
    return answer.kind === 'reply' && typeof answer.reply?.paidSeats === 'number' ? answer.reply : undefined
  }, [call])

  useEffect(() => {
    let isGone = false
    void ask().then((found) => !isGone && found && setStanding(found))
    return () => {
      isGone = true
    }
  }, [ask])

  const refresh = useCallback(async () => {
    const found = await ask()
    if (found) setStanding(found)
  }, [ask])
  return { standing, refresh }
}
