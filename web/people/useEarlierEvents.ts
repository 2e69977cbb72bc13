import { useEffect, useState } from 'react'
import { abstractCalls } from '#contract/abstracts/heads.ts'
import type { MyEvents } from '#contract/events/events.ts'
import { eventCalls } from '#contract/events/heads.ts'
import type { Abstract } from '#web/abstracts/slice.ts'
import type { AnswerTo } from '#web/platform/call.ts'
import { useCall } from '#web/platform/useCall.ts'

export type EarlierEvent = Extract<AnswerTo<typeof MyEvents>, { kind: 'reply' }>['reply']['events'][number]

/** The events before this one that the person took part in, or none while nobody answers. */
export function useEarlierEvents(): EarlierEvent[] {
  const call = useCall()
  const [events, setEvents] = useState<EarlierEvent[]>([])
  useEffect(() => {
    let isHere = true
    void call(eventCalls.MyEvents, {}).then((answer) => {
      if (isHere && answer.kind === 'reply') setEvents(answer.reply.events.filter(({ isCurrent }) => !isCurrent))
    })
    return () => {
      isHere = false
    }
  }, [call])
  return events
}

/** What the person wrote for an earlier event: `undefined` until it is there, `null` when it could not be read. */
export function useEarlierAbstracts(
  { eventId, abstracts }: EarlierEvent,
  isOpen: boolean,
): Abstract[] | null | undefined {
  const call = useCall()
  const [rows, setRows] = useState<Abstract[] | null | undefined>(abstracts === 0 ? [] : undefined)
  const isWanted = isOpen && rows === undefined
  useEffect(() => {
    if (!isWanted) return
    let isHere = true
    void call(abstractCalls.GetAbstracts, { EventID: eventId }).then((answer) => {
      if (isHere) setRows(answer.kind === 'reply' && Array.isArray(answer.reply?.Table) ? answer.reply.Table : null)
    })
    return () => {
      isHere = false
    }
  }, [call, eventId, isWanted])
  return rows
}
