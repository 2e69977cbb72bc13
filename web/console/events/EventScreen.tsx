import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { type Me, useMe } from '#web/console/accounts/me.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { useTitle } from '#web/console/layout/site.tsx'
import { ask } from '#web/console/queries.ts'
import { AskedOne } from '#web/console/ui/AskedOne.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Details } from './Details.tsx'
import { Disciplines } from './Disciplines.tsx'
import { Extensions } from './Extensions.tsx'
import { States } from './States.tsx'
import { useEventId } from './useEvent.ts'
import { type EventDetail, type Part, parts, states } from './words.ts'

/** One event: what is written about it, its dates, what stands in the way of publishing, and its end. */
export default function EventScreen() {
  const me = useMe()
  const eventId = useEventId(me)
  useTitle('Event and dates')
  if (eventId === undefined)
    return (
      <div className="console-page">
        <div className="console-head">
          <h1>Event and dates</h1>
        </div>
        <EmptyState title="No event yet">
          <p>Begin one, or copy that of last year.</p>
          <Link className="button button-primary" to="/console/events">
            To all events
          </Link>
        </EmptyState>
      </div>
    )
  return <OneEvent key={eventId} me={me} eventId={eventId} />
}

function OneEvent({ me, eventId }: { me: Me; eventId: number }) {
  const asked = useQuery(ask('EventShow', { eventId }))
  const [address] = useSearchParams()
  const part = parts.find(([each]) => each === address.get('part'))?.[0] ?? 'details'
  const event = asked.data?.event
  return (
    <div className="console-page">
      <div className="console-head">
        <nav className="crumb" aria-label="Where you are">
          <Link to="/console/events">All events</Link>
        </nav>
        <h1>{event?.name ?? 'Event and dates'}</h1>
        {event && (
          <span className="status-chip" data-status={states[event.state].status}>
            {states[event.state].words}
          </span>
        )}
        {event?.isCurrent && <span className="status-chip">Current</span>}
      </div>
      <nav className="tabs" aria-label="Parts of the event">
        {parts.map(([each, title]) => (
          <Link key={each} to={partAddress(eventId, each)} aria-current={each === part ? 'page' : undefined}>
            {title}
          </Link>
        ))}
      </nav>
      <AskedOne asked={asked} missing="There is no such event" list="/console/events" />
      {event && <PartOf part={part} me={me} event={event} />}
    </div>
  )
}

const partAddress = (eventId: number, part: Part): string =>
  `/console/event?${new URLSearchParams({ eventId: String(eventId), ...(part !== 'details' && { part }) })}`

function PartOf({ part, me, event }: { part: Part; me: Me; event: EventDetail }) {
  if (part === 'disciplines') return <Disciplines me={me} event={event} />
  if (part === 'extensions') return <Extensions me={me} event={event} />
  if (part === 'state') return <States me={me} event={event} />
  return <Details me={me} event={event} />
}
