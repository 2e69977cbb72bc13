import { useEffect, useRef } from 'react'
import { dayIn, isPast } from '#contract/days.ts'
import { eventCalls } from '#contract/events/heads.ts'
import { useContent } from '#web/layout/content.tsx'
import { rowOf } from '#web/platform/call.ts'
import { useCall } from '#web/platform/useCall.ts'
import { askTwice } from './api.ts'

type Told = { lastDay: string; today: () => string }

/** Whether the last date for abstracts is over, by the server's clock: that of the browser may be a day off. */
export function useDeadline(): () => boolean {
  const call = useCall()
  const { event, today } = useContent()
  const told = useRef<Told>(undefined)

  useEffect(() => {
    if (!event) return
    void askTwice(call, eventCalls.LastDates, { EventID: event.id, typ: '2' }).then((answer) => {
      const lastDay = rowOf(answer)?.theDate
      if (lastDay === undefined || answer.kind !== 'reply') return
      const { sentAt } = answer
      const askedAt = performance.now()
      const now = () => new Date((sentAt?.getTime() ?? 0) + performance.now() - askedAt)
      told.current = { lastDay, today: () => (sentAt ? dayIn(event.timeZone, now()) : today) }
    })
  }, [call, event, today])

  // Without an answer, the page goes by the dates that it came with.
  return () => event !== null && isPast(told.current?.lastDay ?? event.abstractsCloseOn, told.current?.today() ?? today)
}
