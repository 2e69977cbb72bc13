import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { sitePage } from '#contract/pages/page-names.ts'
import { timeZoneOf, useMe } from '#web/console/accounts/me.ts'
import type { Reply } from '#web/console/call.ts'
/** Every page of the site that staff write, and how it stands. */
import { Link } from '#web/console/layout/Link.tsx'
import { useTitle } from '#web/console/layout/site.tsx'
import { ask } from '#web/console/queries.ts'
import { When } from '#web/console/ui/When.tsx'
import { Notice } from '#web/ui/Notice.tsx'

type Line = Reply<'PagesList'>['rows'][number]

export default function PagesScreen() {
  useTitle('Pages')
  const me = useMe()
  const [address] = useSearchParams()
  const eventId = Number(address.get('eventId')) || undefined
  const event = me.events.find((each) => each.eventId === eventId)
  const { data, error, refetch } = useQuery(ask('PagesList', { ...(eventId && { eventId }) }))
  const timeZone = timeZoneOf(me, eventId)
  return (
    <div className="console-page">
      <div className="console-head">
        <h1>Pages</h1>
      </div>
      {error && (
        <Notice tone="bad" live>
          <p>{error.message}</p>
          <button className="button button-secondary" type="button" onClick={() => void refetch()}>
            Try again
          </button>
        </Notice>
      )}
      {!data && !error && <div className="skeleton" aria-busy="true" />}
      {event && data && (
        <Lines
          title={`Of ${event.name}`}
          rows={data.rows.filter((row) => row.eventId !== null)}
          timeZone={timeZone}
          query={`?eventId=${event.eventId}`}
        />
      )}
      {data && (
        <Lines
          title="Of the college"
          rows={data.rows.filter((row) => row.eventId === null)}
          timeZone={timeZone}
          query="?eventId=any"
        />
      )}
    </div>
  )
}

type LinesProps = { title: string; rows: Line[]; timeZone: string; query: string }

function Lines({ title, rows, timeZone, query }: LinesProps) {
  return (
    <section className="card stack" aria-label={title}>
      <h2 className="heading-small">{title}</h2>
      <ul className="rows">
        {rows.map((row) => (
          <li key={row.page}>
            <span>
              <Link to={`/console/pages/${row.page}${query}`}>
                <strong>{sitePage(row.page).title}</strong>
              </Link>
              <br />
              <small className="soft">
                <About row={row} timeZone={timeZone} />
              </small>
            </span>
            <Chip row={row} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function About({ row: { published, draft, eventId, mayEdit }, timeZone }: { row: Line; timeZone: string }) {
  const latest = draft ?? published
  if (!latest) return <>{eventId === null ? 'Nothing was written yet' : 'Shows the page of the college'}</>
  return (
    <>
      {draft ? `Draft ${draft.number}` : `Version ${latest.number}`}
      {latest.writtenBy ? ` by ${latest.writtenBy}` : ' from the files of the installation'},{' '}
      <When at={draft?.writtenAt ?? latest.publishedAt ?? latest.writtenAt} timeZone={timeZone} isInSentence />
      {!mayEdit && '. Only owners change it'}
    </>
  )
}

function Chip({ row: { published, draft } }: { row: Line }) {
  if (draft)
    return (
      <span className="status-chip" data-status="pending">
        {draft.publishAt ? 'Planned' : 'Draft'}
      </span>
    )
  return published ? (
    <span className="status-chip" data-status="accepted">
      Published
    </span>
  ) : null
}
