import { useEffect, useState } from 'react'
import { isPast } from '#contract/days.ts'
import { eventCalls } from '#contract/events/heads.ts'
import { useContent } from '#web/layout/content.tsx'
import { todayIn } from '#web/platform/calendar.ts'
import { rowOf } from '#web/platform/call.ts'
import { useCall } from '#web/platform/useCall.ts'

/** The last date of registration; none between events. `isAsked` while the server has not said it, and the page goes by the date that it came with. */
export type Registration = { lastDay?: string; isClosed: boolean; isAsked: boolean }

export function useRegistration(): Registration {
  const call = useCall()
  const { event, today } = useContent()
  const [registration, setRegistration] = useState<Registration>()

  useEffect(() => {
    if (!event) return undefined
    let isGone = false
    const ask = async () => {
      const row = rowOf(await call(eventCalls.LastDates, { EventID: event.id, typ: '1' }))
      // Without an answer, the page goes by the date that it came with.
      const lastDay = row?.theDate ?? event.registrationClosesOn
      if (!isGone) setRegistration({ lastDay, isClosed: isPast(lastDay, todayIn(event.timeZone)), isAsked: false })
    }
    void ask()
    return () => {
      isGone = true
    }
  }, [call, event])

  if (!event) return { isClosed: false, isAsked: false }
  // As the server drew it: what a person sees first must not be taken away for a word of waiting.
  const lastDay = event.registrationClosesOn
  return registration ?? { lastDay, isClosed: isPast(lastDay, today), isAsked: true }
}
