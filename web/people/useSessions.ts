import { useState } from 'react'
import type { Sessions } from '#contract/accounts/accounts.ts'
import * as calls from '#contract/calls/accounts.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { useQuery } from '#web/platform/query/useQuery.ts'
import { useCall } from '#web/platform/useCall.ts'

export type Session = ReplyOf<typeof Sessions>['Table'][number]
/** Sessions that a person cannot tell apart, as one. */
export type Device = { name: string; sessionIds: number[]; lastSeenAt: string; isThis: boolean }
export type SessionsState = ReturnType<typeof useSessions>

/** This session first and by itself, then the others by what they are called, the one that was used last on top. */
export function devicesOf(sessions: readonly Session[]): Device[] {
  const groups = Map.groupBy(sessions, ({ Device, IsThis }) => `${IsThis ? 'this' : 'other'} ${Device}`)
  const devices = [...groups.values()].map((same) => ({
    name: same[0]?.Device || 'Unknown device',
    sessionIds: same.map(({ SessionID }) => SessionID),
    lastSeenAt:
      same
        .map(({ LastSeenAt }) => LastSeenAt)
        .toSorted()
        .at(-1) ?? '',
    isThis: same.some(({ IsThis }) => IsThis),
  }))
  const lastFirst = (one: Device, other: Device) => other.lastSeenAt.localeCompare(one.lastSeenAt)
  return devices.toSorted((one, other) => Number(other.isThis) - Number(one.isThis) || lastFirst(one, other))
}

/** Where the person is signed in, and signing out there. Nothing while it is not known. */
export function useSessions() {
  const call = useCall()
  const [ended, setEnded] = useState<number[]>([])
  const [said, setSaid] = useState('')
  const { data } = useQuery({
    queryKey: ['Sessions'],
    queryFn: async () => {
      const answer = await call(calls.Sessions, {})
      return answer.kind === 'reply' && Array.isArray(answer.reply?.Table) ? answer.reply.Table : undefined
    },
  })
  const sessions = data?.filter(({ SessionID }) => !ended.includes(SessionID))

  const end = async ({ name, sessionIds }: Device): Promise<boolean> => {
    const answer = await call(calls.EndSessions, { sessionIds })
    if (answer.kind !== 'reply') {
      setSaid('That did not work. Please try again.')
      return false
    }
    setEnded((before) => [...before, ...sessionIds])
    setSaid(`Signed out on ${name}.`)
    return true
  }
  /** All others were ended elsewhere on the page. */
  const forgetOthers = () => setEnded((data ?? []).filter(({ IsThis }) => !IsThis).map(({ SessionID }) => SessionID))
  return { sessions, said, end, forgetOthers }
}
