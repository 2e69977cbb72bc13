import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { Me } from '#web/console/accounts/me.ts'
import { useEventId } from '#web/console/events/useEvent.ts'
import { Menu } from '#web/console/ui/Menu.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { anyEvent, pageAt } from './withEvent.ts'

/** Which event the screen is about. It stands in the address, so that a link means the same to a colleague; where it does not, one is assumed. */
export function EventSwitch({ me }: { me: Me }) {
  const { events } = me
  const [address] = useSearchParams()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const assumed = useEventId(me)
  const page = pageAt(pathname)
  // One thing belongs to one event: there are not all of them to choose.
  const list = page && 'list' in page ? page.list : undefined
  const isOfAny = !page || 'ofAnyEvent' in page
  const chosen = address.get('eventId') ?? (isOfAny ? anyEvent : String(assumed))
  const event = events.find(({ eventId }) => String(eventId) === chosen)
  if (events.length === 0) return null

  const choose = (id: string) => {
    // What was searched for in one event, and its place in the list, are nothing in another.
    const part = address.get('part')
    const next = new URLSearchParams({ ...(part && !list && { part }), ...(id !== anyEvent && { eventId: id }) })
    void navigate(`${list ?? pathname}${next.size > 0 ? `?${next}` : ''}`)
  }
  const entries = [
    ...(isOfAny && !list ? [{ id: anyEvent, label: 'All your events' }] : []),
    ...events.map(({ eventId, name, isCurrent }) => ({
      id: String(eventId),
      label: name,
      detail: isCurrent ? 'Open to participants now' : undefined,
    })),
  ]
  return (
    <Menu
      className="event-switch"
      // With every word that stands on it: whoever speaks to their computer says what they see.
      label={`Event: ${event ? `${event.name}${event.isCurrent ? ' Published' : ''}` : 'All your events'}`}
      entries={entries}
      chosen={event ? chosen : anyEvent}
      onChoose={choose}
    >
      <span>{event?.name ?? 'All your events'}</span>{' '}
      {event?.isCurrent && (
        <span className="status-chip" data-status="paid">
          Published
        </span>
      )}
      <Icon name="down" />
    </Menu>
  )
}
