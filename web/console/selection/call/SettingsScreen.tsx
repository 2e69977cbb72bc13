import { useQuery } from '@tanstack/react-query'
import { type Me, mayIn, useMe } from '#web/console/accounts/me.ts'
import { useEventId } from '#web/console/events/useEvent.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { useTitle } from '#web/console/layout/site.tsx'
import { ask } from '#web/console/queries.ts'
import { AskedOne } from '#web/console/ui/AskedOne.tsx'
import { NoEvent } from '#web/console/ui/NoEvent.tsx'
import { Begin } from './Begin.tsx'
import { CallSettings } from './CallSettings.tsx'
import { Criteria } from './Criteria.tsx'

const title = 'How it is reviewed'

/** The settings of a review, its criteria, and the moment when it begins. */
export default function SettingsScreen() {
  useTitle(title)
  const me = useMe()
  const eventId = useEventId(me)
  if (eventId !== undefined) return <OfEvent key={eventId} me={me} eventId={eventId} />
  return <NoEvent title={title} words="Abstracts of an event are reviewed." />
}

function OfEvent({ me, eventId }: { me: Me; eventId: number }) {
  const asked = useQuery(ask('CallShow', { eventId }))
  const call = asked.data
  const mayManage = mayIn(me, 'review.manage', eventId)
  return (
    <div className="console-page">
      <div className="console-head">
        <nav className="crumb" aria-label="Where you are">
          <Link to={`/console/reviews?eventId=${eventId}`}>Reviews</Link>
        </nav>
        <h1>{title}</h1>
      </div>
      <AskedOne asked={asked} missing="There is no such event" list="/console/events" />
      {call && (
        <div className="split wide-aside">
          <div className="stack gap-l">
            <CallSettings me={me} call={call} mayManage={mayManage} />
            <Criteria call={call} mayManage={mayManage} />
          </div>
          <Begin call={call} mayManage={mayManage} />
        </div>
      )}
    </div>
  )
}
