import * as calls from '#contract/calls/accounts.ts'
import { useQuery } from '#web/platform/query/useQuery.ts'
import { useCall } from '#web/platform/useCall.ts'
import type { Standing } from './api.ts'

export type StandingState = { standing: Standing | undefined; refresh: () => Promise<unknown> }

/** How the account stands; nothing while it is not known. */
export function useStanding(): StandingState {
  const call = useCall()
  const { data, refresh } = useQuery({
    queryKey: ['AccountStanding'],
    queryFn: async () => {
      const answer = await call(calls.AccountStanding, {})
      return answer.kind === 'reply' && typeof answer.reply?.paidSeats === 'number' ? answer.reply : undefined
    },
  })
  return { standing: data, refresh }
}
