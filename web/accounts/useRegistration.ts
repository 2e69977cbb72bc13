import * as calls from '#contract/calls/events.ts'
import { isPast } from '#contract/days.ts'
import { useContent } from '#web/layout/content.tsx'
import { todayIn } from '#web/platform/calendar.ts'
import { rowOf } from '#web/platform/call.ts'
import { useQuery } from '#web/platform/query/useQuery.ts'
import { useCall } from '#web/platform/useCall.ts'

/** The last date of registration; none between events. `isAsked` while the server has not said it, and the page goes by the date that it came with. */
export type Registration = { lastDay?: string; isClosed: boolean; isAsked: boolean }

export function useRegistration(): Registration {
  const call = useCall()
  const { event, today } = useContent()
  const { data, hasFailed } = useQuery({
    queryKey: ['LastDates', event?.id],
    enabled: event !== null,
    queryFn: async () => rowOf(await call(calls.LastDates, { EventID: event?.id ?? 0, typ: '1' }))?.theDate,
  })

  if (!event) return { isClosed: false, isAsked: false }
  // Without an answer, the page goes by the date that it came with.
  const lastDay = data ?? event.registrationClosesOn
  const isAsked = data === undefined && !hasFailed
  // As the server drew it: what a person sees first must not be taken away for a word of waiting.
  return { lastDay, isClosed: isPast(lastDay, isAsked ? today : todayIn(event.timeZone)), isAsked }
}
