import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { grouped } from '#contract/money.ts'
import { type Me, mayIn, useMe } from '#web/console/accounts/me.ts'
import { Hatch } from '#web/console/events/SeatBar.tsx'
import { useEventId } from '#web/console/events/useEvent.ts'
import { counted } from '#web/console/events/words.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { useTitle } from '#web/console/layout/site.tsx'
import { ask } from '#web/console/queries.ts'
import { ByDiscipline } from '#web/console/selection/assignment/ByDiscipline.tsx'
import { useSelectionAct } from '#web/console/selection/useSelectionAct.ts'
import type { Overview } from '#web/console/selection/words.ts'
import { AskedOne } from '#web/console/ui/AskedOne.tsx'
import { ExportButton } from '#web/console/ui/ExportButton.tsx'
import { NoEvent } from '#web/console/ui/NoEvent.tsx'
import { clockAt, dayAndMonth, daysBetween } from '#web/platform/calendar.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Behind } from './Behind.tsx'
import { Pace } from './Pace.tsx'
import { ReviewNeeds, Steps } from './ReviewsAside.tsx'

/** How the review of an event stands. */
export default function ReviewsScreen() {
  useTitle('Reviews')
  const me = useMe()
  const eventId = useEventId(me)
  if (eventId !== undefined) return <OfEvent key={eventId} me={me} eventId={eventId} />
  return <NoEvent title="Reviews" words="Abstracts of an event are reviewed." />
}

function OfEvent({ me, eventId }: { me: Me; eventId: number }) {
  const asked = useQuery({ ...ask('ReviewOverview', { eventId }), refetchInterval: 60_000 })
  const overview = asked.data
  const mayManage = mayIn(me, 'review.manage', eventId)
  return (
    <div className="console-page">
      <Hatch />
      <div className="console-head">
        <h1>Reviews</h1>
        {overview && <span className="soft">{standing(overview)}</span>}
        <div className="cluster gap-s push">
          <Link className="button button-secondary" to={`/console/reviews/settings?eventId=${eventId}`}>
            Settings
          </Link>
          {overview && overview.figures.submitted > 0 && mayIn(me, 'export', eventId) && (
            <ExportButton
              list="ReviewExport"
              filter={{ eventId: String(eventId) }}
              kinds={exported}
              count={counted(overview.figures.submitted, 'review')}
            />
          )}
          {overview && mayManage && <First overview={overview} eventId={eventId} />}
        </div>
      </div>
      <AskedOne asked={asked} missing="There is no such event" list="/console/events" />
      {overview && <Glance overview={overview} eventId={eventId} />}
    </div>
  )
}

/** For whoever decides, and for whoever must not know who said what. */
const exported = [
  { id: 'alias', label: 'by alias', filter: { by: 'alias' } },
  { id: 'name', label: 'with names', filter: { by: 'name' } },
]

/** `168 abstracts, 42 reviewers, due 28 September in 6 days` */
function standing({ call: { dueOn, today, beganAt }, figures }: Overview): string {
  const people = `${counted(figures.abstracts, 'abstract')}, ${counted(figures.reviewers, 'reviewer')}`
  if (!beganAt) return `${counted(figures.waiting, 'abstract')} submitted, ${counted(figures.reviewers, 'reviewer')}`
  if (!dueOn) return `${people}, no last day yet`
  const left = daysBetween(today, dueOn)
  const when = left === 0 ? 'today' : left > 0 ? `in ${counted(left, 'day')}` : `${counted(-left, 'day')} ago`
  return `${people}, due ${dayAndMonth(dueOn)}, ${when}`
}

/** The one thing to do next. */
function First({ overview: { call, figures, needs, behind }, eventId }: { overview: Overview; eventId: number }) {
  const to = (path: string) => `${path}?eventId=${eventId}`
  if (!call.beganAt)
    return (
      <Link className="button button-primary" to={to('/console/reviews/settings')}>
        Begin review
      </Link>
    )
  if (figures.reviewers === 0)
    return (
      <Link className="button button-primary" to={to('/console/reviewers')}>
        <Icon name="mail" /> Invite reviewers
      </Link>
    )
  if (needs.short === 0) return <Remind behind={behind} eventId={eventId} />
  return (
    <Link className="button button-primary" to={to('/console/assignment')}>
      Assign reviewers
    </Link>
  )
}

/** One letter a day to each, by the server's word. */
function Remind({ behind, eventId }: { behind: number[] | null; eventId: number }) {
  const { act, problems, isSending } = useSelectionAct('ReviewRemind')
  const [reminded, setReminded] = useState<number | null>()
  const remind = async () => setReminded((await act({ eventId, ...(behind && { reviewerIds: behind }) }))?.reminded)
  if (behind?.length === 0) return null
  return (
    <>
      {problems.form && (
        <Notice tone="bad" live>
          {problems.form}
        </Notice>
      )}
      <output className="small">
        {reminded === null && 'Reviewers with open reviews were written to'}
        {typeof reminded === 'number' && `${counted(reminded, 'person was', 'people were')} written to`}
      </output>
      <button
        className="button button-primary"
        type="button"
        aria-busy={isSending || undefined}
        onClick={() => void remind()}
      >
        <Icon name="mail" />{' '}
        {behind ? `Remind ${counted(behind.length, 'reviewer')}` : 'Remind reviewers with open reviews'}
      </button>
    </>
  )
}

function Glance({ overview, eventId }: { overview: Overview; eventId: number }) {
  const { call, figures } = overview
  return (
    <>
      {call.beganAt && <Figures overview={overview} />}
      <div className="split overview">
        <div className="stack gap-l">
          {call.beganAt ? (
            <>
              <Pace overview={overview} />
              {overview.fields.length > 0 && <ByDiscipline fields={overview.fields} />}
              <Behind overview={overview} eventId={eventId} />
            </>
          ) : (
            <EmptyState title="Review has not begun">
              <p>
                {figures.waiting === 0
                  ? 'No abstract is submitted yet.'
                  : `${counted(figures.waiting, 'abstract waits', 'abstracts wait')} for it.`}{' '}
                Set how it is reviewed, write its criteria and invite reviewers; then it can begin.
              </p>
            </EmptyState>
          )}
        </div>
        <div className="stack gap-l first-narrow">
          <ReviewNeeds overview={overview} eventId={eventId} />
          <Steps overview={overview} />
        </div>
      </div>
    </>
  )
}

function Figures({ overview: { call, figures, needs } }: { overview: Overview }) {
  const { submitted, places, lately, begun, oldestBegun, enough, abstracts, declined, declinedForConflict } = figures
  const share = places === 0 ? 0 : Math.round((submitted / places) * 100)
  const oldest = oldestBegun && daysBetween(clockAt(oldestBegun, call.timeZone).day, call.today)
  return (
    <dl className="stat-strip of-five">
      <div>
        <dt>Reviews submitted</dt>
        <dd>{`${grouped(submitted)} of ${grouped(places)}`}</dd>
        <dd>{`${share}%, ${grouped(lately)} in the last day`}</dd>
      </div>
      <div>
        <dt>Begun, not submitted</dt>
        <dd>{grouped(begun)}</dd>
        <dd>
          {oldest === null
            ? 'no text waits'
            : oldest === 0
              ? 'oldest text of today'
              : `oldest text ${counted(Number(oldest), 'day')} old`}
        </dd>
      </div>
      <div>
        <dt>{`Abstracts with ${call.reviewsToDecide} or more`}</dt>
        <dd>{`${grouped(enough)} of ${grouped(abstracts)}`}</dd>
        <dd>decisions can begin on these</dd>
      </div>
      <div>
        <dt>Declined</dt>
        <dd>{grouped(declined)}</dd>
        <dd>
          {declinedForConflict === 0
            ? 'none for a conflict'
            : `${grouped(declinedForConflict)} for a conflict of interest`}
        </dd>
      </div>
      <div>
        <dt>Without enough reviewers</dt>
        <dd>{grouped(needs.short)}</dd>
        <dd>{needs.short === 0 ? `all have ${call.reviewsWanted}` : `fewer than ${call.reviewsWanted}`}</dd>
      </div>
    </dl>
  )
}
