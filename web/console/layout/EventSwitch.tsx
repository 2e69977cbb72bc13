import { useMatches, useSearchParams } from 'react-router'
import type { Me } from '#web/console/accounts/me.ts'
import { useEventId } from '#web/console/events/useEvent.ts'
import { Menu } from '#web/console/ui/Menu.tsx'
import { Icon } from '#web/ui/Icon.tsx'

const all = 'all'

/** Which event the screen is about. It stands in the address, so that a link means the same to a colleague; where it does not, one is assumed. */
export function EventSwitch({ me }: { me: Me }) {
  const { events } = me
  const [address, setAddress] = useSearchParams()
  const assumed = useEventId(me)
  const isOfAny = useIsOfAnyEvent()
  const chosen = address.get('eventId') ?? (isOfAny ? all : String(assumed))
  const event = events.find(({ eventId }) => String(eventId) === chosen)
  if (events.length === 0) return null

  const choose = (id: string) => {
    setAddress((now) => {
      const next = new URLSearchParams(now)
      if (id === all) next.delete('eventId')
      else next.set('eventId', id)
      // A place in the list of one event is none in that of another.
      next.delete('cursor')
      return next
    })
  }
  const entries = [
    ...(isOfAny ? [{ id: all, label: 'All your events' }] : []),
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
      chosen={event ? chosen : all}
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

function useIsOfAnyEvent(): boolean {
  const screen = useMatches().at(-1)?.handle
  return typeof screen !== 'object' || screen === null || 'ofAnyEvent' in screen
}
