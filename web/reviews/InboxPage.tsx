import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { pages } from '#contract/pages.ts'
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
import { type Inbox, isToDo, useInbox } from './useInbox.ts'
import { useSendKept } from './useSendKept.ts'

/** Seldom wanted: it comes when somebody asks for it. */
const ChangeOffer = lazy(() => import('./ChangeOffer.tsx'))

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

const minutesEach = 10

type Refresh = () => unknown

function Shown({ inbox, isOld, refresh }: { inbox: Inbox; isOld: boolean; refresh: Refresh }) {
  const { rows, eventName } = inbox
  useSendKept(rows, refresh)
  useEffect(() => {
    const ask = () => void refresh()
    addEventListener('online', ask)
    return () => removeEventListener('online', ask)
  }, [refresh])
  return (
    <section className="section">
      <div className="page-width stack gap-l">
        <div className="review-bar">
          <div>
            <p className="eyebrow">{dueText(inbox)}</p>
            <h1>{pages['/review'].title}</h1>
            <p className="small soft">
              Reviewing for <strong>{eventName}</strong>
            </p>
          </div>
          <AddToCalendar inbox={inbox} />
        </div>
        {isOld && <Notice>There is no connection. This is your list as it was last.</Notice>}
        <div className="split aside-19">
          <div className="stack gap-l">
            <Progress inbox={inbox} />
            <Tabs inbox={inbox} refresh={refresh} />
          </div>
          <aside className="stack gap-l" aria-label="About your reviews">
            <Offered inbox={inbox} refresh={refresh} isOld={isOld} />
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

function Progress({ inbox: { rows, dueOn } }: { inbox: Inbox }) {
  const { today } = useContent()
  const toDo = rows.filter(isToDo).length
  const done = rows.filter(({ state }) => state === 'submitted').length
  if (toDo + done === 0) return null
  const days = dueOn === null ? undefined : daysBetween(today, dueOn)
  return (
    <section className="card stack gap-s" aria-labelledby="review-progress">
      <div className="cluster">
        <h2 className="heading-small" id="review-progress">
          {done} of {toDo + done} submitted
        </h2>
        {toDo > 0 && days !== undefined && <span className="small soft push">{leftText(days)}</span>}
      </div>
      <Meter label="Reviews submitted" value={done} of={toDo + done} />
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

function Tabs({ inbox, refresh }: { inbox: Inbox; refresh: Refresh }) {
  const asked = new URLSearchParams(useLocation().search).get('show')
  const kindOf = (row: Inbox['rows'][number]): Kind =>
    isToDo(row) ? 'to-do' : row.state === 'declined' ? 'declined' : 'submitted'
  const shown = kinds.find((kind) => kind === asked) ?? 'to-do'
  const rows = inbox.rows.filter((row) => kindOf(row) === shown)
  const isGuidance = asked === 'guidance'
  const current = (is: boolean) => ({ 'aria-current': is ? ('page' as const) : undefined })
  return (
    <>
      <nav className="tabs" aria-label="Reviews">
        {kinds.map((kind) => (
          <a key={kind} href={`/review?show=${kind}`} {...current(!isGuidance && kind === shown)}>
            {words[kind]}&nbsp;
            <span className="figures">{inbox.rows.filter((row) => kindOf(row) === kind).length}</span>
          </a>
        ))}
        <a href="/review?show=guidance" {...current(isGuidance)}>
          Guidance
        </a>
      </nav>
      {isGuidance ? (
        <Guidance />
      ) : rows.length === 0 ? (
        <EmptyState title={nothing[shown]}>
          {shown === 'to-do' && !inbox.hasBegun && (
            <p>Review has not begun. We write to you when there are abstracts to read.</p>
          )}
        </EmptyState>
      ) : (
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
      )}
    </>
  )
}

type OfferedProps = { inbox: Inbox; refresh: Refresh; isOld: boolean }

function Offered({ inbox, refresh, isOld }: OfferedProps) {
  const { me } = inbox
  const [isChanging, setChanging] = useState(false)
  const names = (fields: Inbox['me']['first']) => fields.map(({ name }) => name).join(', ')
  return (
    <section className="card stack gap-s" aria-labelledby="review-offer">
      <h2 className="heading-small" id="review-offer">
        What you offered
      </h2>
      <dl className="facts small stack gap-s">
        <div>
          <dt>At most</dt>
          <dd>
            <strong>{countOf(me.quota, 'abstract')}</strong>
          </dd>
        </div>
        {me.first.length > 0 && (
          <div>
            <dt>First field</dt>
            <dd>{names(me.first)}</dd>
          </div>
        )}
        {me.second.length > 0 && (
          <div>
            <dt>Also</dt>
            <dd>{names(me.second)}</dd>
          </div>
        )}
      </dl>
      <button
        className="button button-secondary button-block"
        type="button"
        disabled={isOld}
        onClick={() => setChanging(true)}
      >
        Change<span className="visually-hidden"> what you offer</span>
      </button>
      {isChanging && (
        <Suspense fallback={null}>
          <ChangeOffer
            inbox={inbox}
            onClose={() => setChanging(false)}
            onChanged={() => {
              setChanging(false)
              void refresh()
            }}
          />
        </Suspense>
      )}
    </section>
  )
}
