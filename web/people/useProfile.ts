import { useCallback, useEffect, useState } from 'react'
import { peopleCalls } from '#contract/people/heads.ts'
import { rowOf } from '#web/platform/call.ts'
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

const unknown: Omit<Loaded, 'tryAgain'> = { reply: undefined, exists: undefined, hasFailed: false }

/** The person's profile as the server has it. */
export function useProfile(): Loaded {
  const call = useCall()
  const store = useWholeStore()
  const [tries, setTries] = useState(0)
  const [state, setState] = useState(unknown)

  useEffect(() => {
    let isGone = false
    const learn = (learned: Partial<typeof unknown>) => !isGone && setState((known) => ({ ...known, ...learned }))
    void askExists(call, store).then((exists) => exists !== undefined && learn({ exists }))
    void call(peopleCalls.GetProfile, {}).then((answer) => {
      const reply = answer.kind === 'reply' && Array.isArray(answer.reply?.Table) ? answer.reply : undefined
      // What is in hand says it too, should the question whether it is there have got no answer.
      learn({ reply, hasFailed: !reply, ...(reply && { exists: reply.Table.length > 0 }) })
    })
    return () => {
      isGone = true
    }
  }, [call, store, tries])

  const tryAgain = useCallback(() => {
    setState(unknown)
    setTries((count) => count + 1)
  }, [])
  return { ...state, tryAgain }
}

/** Asked beside the profile itself, which takes longer: whoever has none is led to the form at once. */
async function askExists(call: Caller, store: Store): Promise<boolean | undefined> {
  const { userId, eventId, applicantId } = store.getState().auth
  const ids = { UserID: userId || undefined, EventID: eventId || undefined, ApplicantID: applicantId || undefined }
  const status = rowOf(await call(peopleCalls.ProfileExists, ids))?.Status
  return status && status === 'True'
}
