import { useEffect } from 'react'
import { useDispatch } from 'react-redux'
import * as calls from '#contract/calls/abstracts.ts'
import { useQuery } from '#web/platform/query/useQuery.ts'
import { useStore, useWholeStore } from '#web/platform/store.ts'
import { useCall } from '#web/platform/useCall.ts'
import { askTwice, idsOf } from './api.ts'
import { type Abstract, setAbstracts } from './slice.ts'

export type Listed = {
  abstracts: Abstract[]
  /** The server has answered, or does not. */
  isKnown: boolean
  /** The list as it is now; nothing when it could not be had, and then it stays as it was. */
  refresh: () => Promise<Abstract[] | undefined>
}

/** One's own abstracts, read when the page opens and whenever somebody comes back to it. */
export function useAbstracts(): Listed {
  const call = useCall()
  const dispatch = useDispatch()
  const store = useWholeStore()
  const abstracts = useStore(({ abstract }) => abstract)
  const { data, hasFailed, refresh } = useQuery({
    queryKey: ['GetAbstracts'],
    refetchOnWindowFocus: 'always',
    queryFn: async (signal) => {
      const { auth } = store.getState()
      const asked = { ...idsOf(auth), DeviceID: auth.deviceId }
      const answer = await askTwice(call, calls.GetAbstracts, asked)
      const rows = answer.kind === 'reply' && Array.isArray(answer.reply?.Table) ? answer.reply.Table : undefined
      // An older answer must not undo a newer one.
      signal.throwIfAborted()
      if (rows) dispatch(setAbstracts(rows))
      return rows
    },
  })

  const isMissing = hasFailed && data === undefined
  useEffect(() => {
    if (isMissing) dispatch(setAbstracts([]))
  }, [isMissing, dispatch])

  return { abstracts, isKnown: data !== undefined || hasFailed, refresh }
}
