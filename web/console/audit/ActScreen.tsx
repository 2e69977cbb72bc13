import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { homeTimeZone } from '#contract/days.ts'
import { Refused } from '#web/console/call.ts'
import { useTitle } from '#web/console/layout/site.tsx'
import { ask } from '#web/console/queries.ts'
import { Problem } from '#web/console/ui/Problem.tsx'
import { When } from '#web/console/ui/When.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ActLine } from './ActLine.tsx'

/** One act with all that it changed. */
export default function ActScreen() {
  const { id } = useParams()
  useTitle(`Act ${id}`)
  const { data, error, refetch } = useQuery(ask('AuditShow', { id: Number(id) }))
  const isMissing = error instanceof Refused && error.status === 404
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
      {error && !isMissing && <Problem error={error} onAgain={() => void refetch()} />}
      {isMissing && (
        <EmptyState title="There is no such act">
          <Link className="button button-secondary" to="/console/audit">
            To the audit trail
          </Link>
        </EmptyState>
      )}
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
