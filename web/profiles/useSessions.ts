import { useEffect, useState } from 'react'
import type { Sessions } from '#contract/accounts.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { useCall } from '#web/platform/useCall.ts'

export type Session = ReplyOf<typeof Sessions>['Table'][number]

/** Where the person is signed in, and signing out there. Nothing while it is not known. */
export function useSessions() {
  const call = useCall()
  const [sessions, setSessions] = useState<Session[]>()
  const [said, setSaid] = useState('')

  useEffect(() => {
    let isGone = false
    void call('Sessions', {}).then((answer) => {
      if (!isGone && answer.kind === 'reply' && Array.isArray(answer.reply?.Table)) setSessions(answer.reply.Table)
    })
    return () => {
      isGone = true
    }
  }, [call])

  const end = async ({ SessionID, Device }: Session): Promise<boolean> => {
    const answer = await call('EndSession', { SessionID })
    if (answer.kind !== 'reply') {
      setSaid('That did not work. Please try again.')
      return false
    }
    setSessions((now) => now?.filter((session) => session.SessionID !== SessionID))
    setSaid(`Signed out on ${Device}.`)
    return true
  }
  return { sessions, said, end }
}
