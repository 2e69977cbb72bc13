import { useEffect, useState } from 'react'
import { isPast } from '#contract/days.ts'
import { todayIn } from '#web/platform/calendar.ts'
import { rowOf } from '#web/platform/call.ts'
import { useContent } from '#web/platform/content.tsx'
import { useCall } from '#web/platform/useCall.ts'

/** The last date of registration, asked of the server: nothing while it is being asked, and none between events. */
export type Registration = { lastDay?: string; isClosed: boolean }

export function useRegistration(): Registration | undefined {
  const call = useCall()
  const { event } = useContent()
  const [registration, setRegistration] = useState<Registration>()

  useEffect(() => {
    if (!event) return undefined
    let isGone = false
    const ask = async () => {
      const row = rowOf(await call('LastDates', { EventID: event.id, typ: '1' }))
      // Without an answer, the page goes by the date that it came with.
      const lastDay = row?.theDate ?? event.registrationClosesOn
      if (!isGone) setRegistration({ lastDay, isClosed: isPast(lastDay, todayIn(event.timeZone)) })
    }
    void ask()
    return () => {
      isGone = true
    }
  }, [call, event])

  return event ? registration : { isClosed: false }
}
