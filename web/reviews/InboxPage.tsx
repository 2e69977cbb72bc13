import { Fragment, lazy, Suspense, useEffect, useId, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { pages } from '#contract/pages.ts'
import type { ReviewInboxRow } from '#contract/reviews/reviews.ts'
import { NotFoundPage } from '#web/events/site/NotFoundPage.tsx'
import { useContent } from '#web/layout/content.tsx'
import { daysBetween } from '#web/platform/calendar.ts'
import { countOf } from '#web/platform/words.ts'
import { EmptyPage, EmptyState } from '#web/ui/EmptyState.tsx'
import { Meter } from '#web/ui/Meter.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Spinner.tsx'
import { AddToCalendar } from './AddToCalendar.tsx'
import { dueText } from './due.ts'
import { Guidance } from './Guidance.tsx'
import { InboxRow } from './InboxRow.tsx'
import { unsentBeside } from './kept.ts'
import { Offered } from './Offered.tsx'
import { type Inbox, isToDo, rowsOf, useInbox } from './useInbox.ts'
import { useOwner } from './useOwner.ts'
import { useSendKept } from './useSendKept.ts'

export function InboxPage() {
  const { found, hasFailed, refresh } = useInbox()
  if (found === 'none') return <NotFoundPage />
  if (found) return <Shown {...found} refresh={refresh} />
  if (!hasFailed) return <Skeleton title={pages['/review'].title} />
  return (
    <EmptyPage title={pages['/review'].title}>
      <p className="lead">Your list could not be loaded. What you wrote is safe.</p>
      <button className="button button-primary" type="button" onClick={() => void refresh()}>
        Try again
      </button>
    </EmptyPage>
  )
}

/** For a few days of a review: it comes when somebody looks. */
const Wishes = lazy(() => import('./Wishes.tsx'))

const minutesEach = 10

type Refresh = () => unknown

type ShownProps = { inboxes: Inbox[]; isOld: boolean; refresh: Refresh }

function Shown({ inboxes, isOld, refresh }: ShownProps) {
  const rows = useMemo(() => rowsOf(inboxes), [inboxes])
  useSendKept(rows, refresh)
  useEffect(() => {
    const ask = () => void refresh()
    addEventListener('online', ask)
    return () => removeEventListener('online', ask)
  }, [refresh])
  const [only] = inboxes.length === 1 ? inboxes : []
  return (
    <section className="section">
      <div className="page-width stack gap-l">
        <div className="review-bar">
          <div>
            <p className="eyebrow">{only ? dueText(only) : `For ${countOf(inboxes.length, 'event')}`}</p>
            <h1>{pages['/review'].title}</h1>
            {only && (
              <p className="small soft">
                Reviewing for <strong>{only.eventName}</strong>
              </p>
            )}
          </div>
          {only && <AddToCalendar inbox={only} />}
        </div>
        {isOld && <Notice>There is no connection. This is your list as it was last.</Notice>}
        <Revised rows={rows} />
        {!isOld && <Unsent rows={rows} />}
        {!isOld && <AskedToWish inboxes={inboxes} />}
        <div className="split aside-19">
          <div className="stack gap-l">
            {only && <Progress inbox={only} />}
            <Tabs inboxes={inboxes} refresh={refresh} />
          </div>
          <aside className="stack gap-l" aria-label="About your reviews">
            {inboxes.map((inbox) => (
              <Offered key={inbox.eventId} inbox={inbox} isOnly={only !== undefined} isOld={isOld} refresh={refresh} />
            ))}
            <Notice>
              <p className="small">
                What you type is kept on this device at once and sent when there is a connection. You can review on a
                ward without one: open the abstracts before you go.
              </p>
            </Notice>
          </aside>
        </div>
      </div>
    </section>
  )
}

/** Words for an abstract that left the list before they were sent. */
function Unsent({ rows }: { rows: readonly ReviewInboxRow[] }) {
  const owner = useOwner()
  const [ids, setIds] = useState<number[]>([])
  useEffect(() => {
    unsentBeside(
      owner,
      rows.map(({ assignmentId }) => assignmentId),
    )
      .then(setIds)
      .catch(reportError)
  }, [owner, rows])
  return ids.map((id) => (
    <Notice key={id} tone="wait">
      <strong>What you typed for an abstract was not sent:</strong> it is no longer assigned to you.{' '}
      <a href={`/review/${id}`}>Read and copy your words</a>
    </Notice>
  ))
}

/** They stand among the submitted, where nobody looks for work. */
function Revised({ rows }: { rows: readonly ReviewInboxRow[] }) {
  const revised = rows.filter(({ isRevised, isOpen }) => isRevised && isOpen)
  if (revised.length === 0) return null
  return (
    <Notice tone="wait">
      <strong>Revised after your review:</strong>{' '}
      {revised.map(({ assignmentId, number }, index) => (
        <Fragment key={assignmentId}>
          {index > 0 && ', '}
          <a href={`/review/${assignmentId}`}>{number}</a>
        </Fragment>
      ))}
      . Please read what changed.
    </Notice>
  )
}

/** Nothing has been given out yet. */
function AskedToWish({ inboxes }: { inboxes: Inbox[] }) {
  const isThere = useShown() === 'wishes'
  if (isThere || !inboxes.some(({ takesBids }) => takesBids)) return null
  return (
    <Notice>
      <strong>What would you like to read?</strong> Abstracts are given out soon.{' '}
      <a href="/review?show=wishes">Say what you would like</a>
    </Notice>
  )
}

function Progress({ inbox: { rows, dueOn, eventName } }: { inbox: Inbox }) {
  const { today } = useContent()
  const title = useId()
  const toDo = rows.filter(isToDo).length
  const done = rows.filter(({ state }) => state === 'submitted').length
  if (toDo + done === 0) return null
  const days = dueOn === null ? undefined : daysBetween(today, dueOn)
  return (
    <section className="card stack gap-s" aria-labelledby={title}>
      <div className="cluster">
        <h2 className="heading-small" id={title}>
          {done} of {toDo + done} submitted
        </h2>
        {toDo > 0 && days !== undefined && <span className="small soft push">{leftText(days)}</span>}
      </div>
      <Meter label={`Reviews submitted for ${eventName}`} value={done} of={toDo + done} />
      <p className="small soft">
        {toDo === 0
          ? 'All done. Thank you.'
          : `About ${minutesEach} minutes each: some ${toDo * minutesEach} minutes to go.`}
      </p>
    </section>
  )
}

function leftText(days: number): string {
  if (days < 0) return 'They were due: please send them soon'
  return days === 0 ? 'Due today' : `${countOf(days, 'day')} left`
}

const kinds = ['to-do', 'submitted', 'declined'] as const
type Kind = (typeof kinds)[number]
const words: Record<Kind, string> = { 'to-do': 'To do', submitted: 'Submitted', declined: 'Declined' }
const nothing: Record<Kind, string> = {
  'to-do': 'Nothing waits for you',
  submitted: 'You have submitted no review yet',
  declined: 'You have declined none',
}

const kindOf = (row: ReviewInboxRow): Kind =>
  isToDo(row) ? 'to-do' : row.state === 'declined' ? 'declined' : 'submitted'

const useShown = () => new URLSearchParams(useLocation().search).get('show')

function Tabs({ inboxes, refresh }: { inboxes: Inbox[]; refresh: Refresh }) {
  const asked = useShown()
  const shown = kinds.find((kind) => kind === asked) ?? 'to-do'
  const wishing = inboxes.filter(({ takesBids }) => takesBids)
  const isGuidance = asked === 'guidance'
  const isWishes = asked === 'wishes' && wishing.length > 0
  const current = (is: boolean) => ({ 'aria-current': is ? ('page' as const) : undefined })
  return (
    <>
      <nav className="tabs" aria-label="Reviews">
        {kinds.map((kind) => (
          <a key={kind} href={`/review?show=${kind}`} {...current(!isGuidance && !isWishes && kind === shown)}>
            {words[kind]}&nbsp;
            <span className="figures">{rowsOf(inboxes).filter((row) => kindOf(row) === kind).length}</span>
          </a>
        ))}
        {wishing.length > 0 && (
          <a href="/review?show=wishes" {...current(isWishes)}>
            Wishes
          </a>
        )}
        <a href="/review?show=guidance" {...current(isGuidance)}>
          Guidance
        </a>
      </nav>
      {isGuidance ? (
        <Guidance />
      ) : isWishes ? (
        <Suspense fallback={null}>
          {wishing.map((inbox) => (
            <Wishes key={inbox.eventId} inbox={inbox} isOnly={inboxes.length === 1} />
          ))}
        </Suspense>
      ) : inboxes.length === 1 ? (
        inboxes.map((inbox) => <List key={shown} inbox={inbox} shown={shown} refresh={refresh} />)
      ) : (
        inboxes.map((inbox) => <OfEvent key={inbox.eventId} inbox={inbox} shown={shown} refresh={refresh} />)
      )}
    </>
  )
}

type ListProps = { inbox: Inbox; shown: Kind; refresh: Refresh }

/** For whoever reviews for more than one event. */
function OfEvent(props: ListProps) {
  const { inbox, shown } = props
  const title = useId()
  return (
    <section className="stack" aria-labelledby={title}>
      <div className="review-bar">
        <div>
          <p className="eyebrow">{dueText(inbox)}</p>
          <h2 id={title}>{inbox.eventName}</h2>
        </div>
        <AddToCalendar inbox={inbox} />
      </div>
      {shown === 'to-do' && <Progress inbox={inbox} />}
      <List {...props} />
    </section>
  )
}

function List({ inbox, shown, refresh }: ListProps) {
  const rows = inbox.rows.filter((row) => kindOf(row) === shown)
  if (rows.length === 0)
    return (
      <EmptyState title={nothing[shown]}>
        {shown === 'to-do' && !inbox.hasBegun && (
          <p>Review has not begun. We write to you when there are abstracts to read.</p>
        )}
      </EmptyState>
    )
  return (
    <ul className="review-list">
      {rows.map((row, index) => (
        <InboxRow
          key={row.assignmentId}
          row={row}
          inbox={inbox}
          isFirst={index === 0}
          onChanged={() => void refresh()}
        />
      ))}
    </ul>
  )
}
