import { useSearchParams } from 'react-router'
import { mayIn, useMe } from '#web/console/accounts/me.ts'

/** Whose texts a screen shows: those of the event, or those of the college, which every event has that has none of its own. */
export function useTextScope(eventId: number) {
  const me = useMe()
  const [address] = useSearchParams()
  const isCollege = address.get('of') === 'college'
  const query = `?eventId=${eventId}${isCollege ? '&of=college' : ''}`
  return {
    eventId,
    isCollege,
    isAllowed: mayIn(me, 'mail.texts', isCollege ? undefined : eventId),
    /** Without an event the call is about the college. */
    input: isCollege ? {} : { eventId },
    to: (path: string) => `${path}${query}`,
  }
}
