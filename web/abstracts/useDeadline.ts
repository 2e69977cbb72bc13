import * as calls from '#contract/calls/events.ts'
import { dayIn, isPast } from '#contract/days.ts'
import { useContent } from '#web/layout/content.tsx'
import { rowOf } from '#web/platform/call.ts'
import { useQuery } from '#web/platform/query/useQuery.ts'
import { useCall } from '#web/platform/useCall.ts'
import { askTwice } from './api.ts'

/** Whether the last date for abstracts is over, by the server's clock: that of the browser may be a day off. */
export function useDeadline(): () => boolean {
  const call = useCall()
  const { event, today } = useContent()
  const eventId = event?.id ?? 0
  const { data: told } = useQuery({
    queryKey: ['LastDates', eventId],
    enabled: event !== null,
    queryFn: async () => {
      const answer = await askTwice(call, calls.LastDates, { EventID: eventId, typ: '2' })
      const lastDay = rowOf(answer)?.theDate
      if (lastDay === undefined || answer.kind !== 'reply') return undefined
      return { lastDay, sentAt: answer.sentAt?.getTime(), askedAt: performance.now() }
    },
  })

  // Without an answer, the page goes by the dates that it came with.
  return () => {
    if (event === null) return false
    const { lastDay = event.abstractsCloseOn, sentAt, askedAt = 0 } = told ?? {}
    return isPast(lastDay, sentAt ? dayIn(event.timeZone, new Date(sentAt + performance.now() - askedAt)) : today)
  }
}
