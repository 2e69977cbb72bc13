import { useCallback, useState } from 'react'
import { accountChangeCalls } from '#contract/accounts/account-change-heads.ts'
import { useAsked } from '#web/platform/useAsked.ts'
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

  useAsked(ask, (found) => found && setStanding(found))

  const refresh = useCallback(async () => {
    const found = await ask()
    if (found) setStanding(found)
  }, [ask])
  return { standing, refresh }
}
