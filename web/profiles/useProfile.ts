import { useCallback, useEffect, useState } from 'react'
import { useCall } from '#web/platform/useCall.ts'
import type { ProfileReply } from './api.ts'

export type Loaded = { reply: ProfileReply | undefined; hasFailed: boolean; tryAgain: () => void }

/** The person's profile as the server has it. */
export function useProfile(): Loaded {
  const call = useCall()
  const [tries, setTries] = useState(0)
  const [state, setState] = useState<Pick<Loaded, 'reply' | 'hasFailed'>>({ reply: undefined, hasFailed: false })

  useEffect(() => {
    let isGone = false
    void call('GetProfile', {}).then((answer) => {
      if (isGone) return
      const reply = answer.kind === 'reply' && Array.isArray(answer.reply?.Table) ? answer.reply : undefined
      setState({ reply, hasFailed: !reply })
    })
    return () => {
      isGone = true
    }
  }, [call, tries])

  const tryAgain = useCallback(() => {
    setState({ reply: undefined, hasFailed: false })
    setTries((count) => count + 1)
  }, [])
  return { ...state, tryAgain }
}
