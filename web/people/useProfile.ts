import * as calls from '#contract/calls/people.ts'
import { useEventNamed } from '#web/layout/content.tsx'
import { rowOf } from '#web/platform/call.ts'
import { useQuery } from '#web/platform/query/useQuery.ts'
import { type Store, useWholeStore } from '#web/platform/store.ts'
import { useCall, type Caller } from '#web/platform/useCall.ts'
import type { ProfileReply } from './api.ts'

export type Loaded = {
  reply: ProfileReply | undefined
  /** Whether there is a profile; nothing while it is not known. */
  exists: boolean | undefined
  hasFailed: boolean
  tryAgain: () => void
}

/** The person's profile as the server has it. */
export function useProfile(): Loaded {
  const call = useCall()
  const named = useEventNamed()
  const store = useWholeStore()
  const told = useQuery({ queryKey: ['ProfileExists'], queryFn: () => askExists(call, store) })
  const profile = useQuery({
    queryKey: ['GetProfile'],
    queryFn: async () => {
      const answer = await call(calls.GetProfile, named)
      return answer.kind === 'reply' && Array.isArray(answer.reply?.Table) ? answer.reply : undefined
    },
  })
  return {
    reply: profile.data,
    // What is in hand says it too, should the question whether it is there have got no answer.
    exists: told.data ?? (profile.data && profile.data.Table.length > 0),
    hasFailed: profile.hasFailed && !profile.isFetching,
    tryAgain: () => {
      void told.refresh()
      void profile.refresh()
    },
  }
}

/** Asked beside the profile itself, which takes longer: whoever has none is led to the form at once. */
async function askExists(call: Caller, store: Store): Promise<boolean | undefined> {
  const { userId, eventId, applicantId } = store.getState().auth
  const ids = { UserID: userId || undefined, EventID: eventId || undefined, ApplicantID: applicantId || undefined }
  const status = rowOf(await call(calls.ProfileExists, ids))?.Status
  return status ? status === 'True' : undefined
}
