import { useCallback, useEffect, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import { abstractCalls } from '#contract/abstracts/heads.ts'
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
  const [isKnown, setKnown] = useState(false)
  const turn = useRef(0)

  const refresh = useCallback(async () => {
    const mine = (turn.current += 1)
    const { auth } = store.getState()
    const asked = { ...idsOf(auth), DeviceID: auth.deviceId }
    const answer = await askTwice(call, abstractCalls.GetAbstracts, asked)
    const rows = answer.kind === 'reply' && Array.isArray(answer.reply?.Table) ? answer.reply.Table : undefined
    // An older answer must not undo a newer one.
    if (rows && mine === turn.current) dispatch(setAbstracts(rows))
    return rows
  }, [call, dispatch, store])

  useEffect(() => {
    let isGone = false
    void refresh().then((rows) => {
      if (isGone) return
      if (!rows) dispatch(setAbstracts([]))
      setKnown(true)
    })
    const look = () => {
      if (!document.hidden) void refresh()
    }
    document.addEventListener('visibilitychange', look)
    return () => {
      isGone = true
      document.removeEventListener('visibilitychange', look)
    }
  }, [refresh, dispatch])

  return { abstracts, isKnown, refresh }
}
