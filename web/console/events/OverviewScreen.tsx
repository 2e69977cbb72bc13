import { useQuery } from '@tanstack/react-query'
import { grouped, rupees } from '#contract/money.ts'
import { type Me, mayAnywhere, mayIn, useMe } from '#web/console/accounts/me.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { useTitle } from '#web/console/layout/site.tsx'
import { SetupCard } from '#web/console/pages/SetupCard.tsx'
import { ask } from '#web/console/queries.ts'
import { AskFailed } from '#web/console/ui/AskFailed.tsx'
import { daysBetween, fullDay, weekdayAndDay } from '#web/platform/calendar.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import type { Overview } from './overview-words.ts'
import { Dates, Latest, NeedsYou } from './OverviewAside.tsx'
import { Registrations, Seats } from './OverviewCharts.tsx'
import { Findings } from './Publish.tsx'
import { Hatch } from './SeatBar.tsx'
import { useEventId } from './useEvent.ts'
import { counted } from './words.ts'

/** How an event stands, for whoever comes in. */
export default function OverviewScreen() {
  useTitle('Overview')
  const me = useMe()
  const eventId = useEventId(me)
  if (eventId !== undefined) return <OfEvent key={eventId} me={me} eventId={eventId} />
  return (
    <div className="console-page">
      <div className="console-head">
        <h1>Overview</h1>
      </div>
      <SetupCard me={me} />
      <EmptyState title="No event yet">
        {mayAnywhere(me, 'event.publish') ? (
          <>
            <p>Begin one, or copy an earlier one with its texts, disciplines and workshops.</p>
            <Link className="button button-primary" to="/console/events">
              Copy or begin an event
            </Link>
          </>
        ) : (
          <p>As soon as an organiser has begun one, it is shown here.</p>
        )}
      </EmptyState>
    </div>
  )
}

function OfEvent({ me, eventId }: { me: Me; eventId: number }) {
  const { data, error, refetch } = useQuery({ ...ask('ConsoleOverview', { eventId }), refetchInterval: 60_000 })
  return (
    <div className="console-page" aria-busy={!data && !error ? true : undefined}>
      <Hatch />
      <div className="console-head">
        <h1>Overview</h1>
        {data && <span className="soft">{standing(data.event)}</span>}
      </div>
      <SetupCard me={me} />
      {error && <AskFailed error={error} again={refetch} />}
      {data ? <Glance me={me} overview={data} /> : !error && <p className="soft">Counting…</p>}
    </div>
  )
}

/** `Annual Medical Conference: Tuesday 5 August, 48 days to go` */
function standing({ name, today, startsOn, endsOn, state }: Overview['event']): string {
  const toGo = daysBetween(today, startsOn)
  if (state === 'ended' || state === 'archived' || today > endsOn) return `${name}: ended on ${fullDay(endsOn)}`
  return `${name}: ${weekdayAndDay(today)}, ${toGo > 0 ? `${counted(toGo, 'day')} to go` : 'it is on'}`
}

function Glance({ me, overview }: { me: Me; overview: Overview }) {
  const { event, figures } = overview
  const isEmpty = event.state === 'draft' || figures.people === 0
  return (
    <>
      <Figures figures={figures} />
      <div className="split overview">
        <div className="stack gap-l">
          {isEmpty ? <Checklist event={event} /> : <Registrations came={overview.registrations} event={event} />}
          {overview.workshops.length > 0 && <Seats overview={overview} />}
          {mayAnywhere(me, 'audit.read') && <Latest overview={overview} />}
        </div>
        <div className="stack gap-l first-narrow">
          <NeedsYou overview={overview} />
          <Dates overview={overview} mayChange={mayIn(me, 'event.edit', event.eventId)} />
        </div>
      </div>
    </>
  )
}

function Figures({ figures }: { figures: Overview['figures'] }) {
  const { people, newPeople, submitted, drafts, received, heldMoney, seats, paid, held } = figures
  const share = seats === 0 ? 0 : Math.round(((paid + held) / seats) * 100)
  return (
    <dl className="stat-strip">
      <div>
        <dt>Registrations</dt>
        <dd>{grouped(people)}</dd>
        <dd>{newPeople > 0 ? `${grouped(newPeople)} of them in seven days` : 'none in seven days'}</dd>
      </div>
      <div>
        <dt>Abstracts submitted</dt>
        <dd>{grouped(submitted)}</dd>
        <dd>{drafts === 1 ? '1 more is a draft' : `${grouped(drafts)} more are drafts`}</dd>
      </div>
      {received !== null && (
        <div>
          <dt>Received</dt>
          <dd>{rupees(received)}</dd>
          <dd>{heldMoney ? `${rupees(heldMoney)} held, not paid yet` : 'nothing held'}</dd>
        </div>
      )}
      <div>
        <dt>Workshop seats</dt>
        <dd>{seats === 0 ? 'None' : `${grouped(paid + held)} of ${grouped(seats)}`}</dd>
        <dd>{seats === 0 ? 'no workshop yet' : `${share}%, ${grouped(held)} held now`}</dd>
      </div>
    </dl>
  )
}

/** While nobody has come there is nothing to draw: what is still to do stands in its place. */
function Checklist({ event: { eventId, state } }: { event: Overview['event'] }) {
  const { data: check } = useQuery(ask('EventCheck', { eventId }))
  return (
    <section className="card stack" aria-labelledby="h-check">
      <div className="card-header">
        <h2 id="h-check">{state === 'draft' ? 'Before it can be published' : 'Nobody has registered yet'}</h2>
        <Link className="button button-quiet" to={`/console/event?eventId=${eventId}`}>
          Event and dates
        </Link>
      </div>
      {check && <Findings check={check} eventId={eventId} />}
    </section>
  )
}
