import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { homeTimeZone } from '#contract/days.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { useTitle } from '#web/console/layout/site.tsx'
import { useEventOfThing } from '#web/console/layout/useEventOfThing.ts'
import { ask } from '#web/console/queries.ts'
import { AskedOne } from '#web/console/ui/AskedOne.tsx'
import { When } from '#web/console/ui/When.tsx'
import { ActLine } from './ActLine.tsx'

/** One act with all that it changed. */
export default function ActScreen() {
  const { id } = useParams()
  useTitle(`Act ${id}`)
  const asked = useQuery(ask('AuditShow', { id: Number(id) }))
  const { data } = asked
  useEventOfThing(data?.event?.eventId)
  return (
    <div className="console-page">
      <div className="console-head">
        <nav className="crumb" aria-label="Where you are">
          <Link to="/console/audit">Audit trail</Link>
        </nav>
        <h1>Act {id}</h1>
        {data && (
          <span className="soft">
            <When at={data.at} timeZone={homeTimeZone} />
          </span>
        )}
      </div>
      <AskedOne asked={asked} missing="There is no such act" list="/console/audit" />
      {data && (
        <section className="card stack" aria-label="What was done">
          <ol className="timeline">
            <ActLine act={data} timeZone={homeTimeZone} isWhole />
          </ol>
        </section>
      )}
    </div>
  )
}
