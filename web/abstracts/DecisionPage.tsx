import { useEffect } from 'react'
import { useLocation } from 'react-router'
import * as calls from '#contract/calls/selection.ts'
import { pages } from '#contract/pages.ts'
import { useTimeZone } from '#web/layout/content.tsx'
import { PageLink } from '#web/layout/PageLink.tsx'
import { clockAt, fullDay } from '#web/platform/calendar.ts'
import { isGone } from '#web/platform/call.ts'
import { keepFocus } from '#web/platform/keepFocus.ts'
import { useQuery } from '#web/platform/query/useQuery.ts'
import { useStore } from '#web/platform/store.ts'
import { useCall } from '#web/platform/useCall.ts'
import { EmptyPage } from '#web/ui/EmptyState.tsx'
import { Skeleton } from '#web/ui/Spinner.tsx'
import { AbstractStatus } from './AbstractStatus.tsx'
import { idsOf } from './api.ts'
import { type Decision, statusWord } from './decision.ts'
import { DecisionAside } from './DecisionAside.tsx'
import { ToDo } from './DecisionToDo.tsx'
import styles from './DecisionPage.module.css'

/** What was decided about an abstract, what the reviewers wrote, and what its author does now. */
export default function DecisionPage() {
  const pk = Number(new URLSearchParams(useLocation().search).get('pk'))
  const call = useCall()
  const { EventID, ApplicantID } = idsOf(useStore(({ auth }) => auth))
  const { data, hasFailed, refresh } = useQuery({
    queryKey: ['DecisionRead', pk],
    refetchOnWindowFocus: 'always',
    queryFn: async () => {
      if (!Number.isSafeInteger(pk) || pk <= 0) return 'gone'
      const answer = await call(calls.DecisionRead, { EventID, ApplicantID, pk })
      if (answer.kind === 'reply') return answer.reply
      return isGone(answer) ? 'gone' : undefined
    },
  })
  // An answer takes its own button away.
  useEffect(keepFocus, [])
  if (data === 'gone')
    return (
      <EmptyPage title="There is no decision to read">
        <p className="lead">We write to you as soon as there is one.</p>
        <BackToList />
      </EmptyPage>
    )
  if (!data && hasFailed)
    return (
      <EmptyPage title="The decision did not load">
        <p className="lead">Check your connection, then try again.</p>
        <button className="button button-primary" type="button" onClick={() => void refresh()}>
          Try again
        </button>
      </EmptyPage>
    )
  if (!data) return <Skeleton title={pages['/decision'].title} />
  return (
    <>
      <Head decision={data} />
      <div className="section">
        <div className={`page-width split ${styles.page}`}>
          <div className="stack gap-l">
            <ToDo pk={pk} decision={data} onDone={refresh} />
            <Comments decision={data} />
            <div className="cluster">
              <BackToList />
            </div>
          </div>
          <DecisionAside pk={pk} decision={data} />
        </div>
      </div>
    </>
  )
}

const BackToList = () => (
  <PageLink className="button button-quiet" to="/abstractsubmission">
    Back to your abstracts
  </PageLink>
)

function Head({ decision }: { decision: Decision }) {
  const { number, title, acceptedAs, toldAt } = decision
  const zone = useTimeZone()
  return (
    <div className="page-header">
      <div className={`page-width ${styles.page}`}>
        <p className="eyebrow">
          <PageLink to="/abstractsubmission">My abstracts</PageLink>, number {number}
        </p>
        <h1 dir="auto">{title}</h1>
        <p className="cluster gap-s">
          <AbstractStatus status={statusWord[decision.state]} />
          {acceptedAs && <span className="status-chip">{acceptedAs}</span>}
          <span className="soft">decided {fullDay(clockAt(toldAt, zone).day)}</span>
        </p>
      </div>
    </div>
  )
}

/** As text, whatever was typed into it. */
function Comments({ decision: { note, comments, feedback } }: { decision: Decision }) {
  if (note === '' && comments.length === 0)
    return feedback === 'none' ? null : <p className="soft">The reviewers left no comment.</p>
  return (
    <section className="stack" aria-labelledby="said">
      <h2 id="said">{comments.length > 0 ? 'What the reviewers wrote' : 'From the programme committee'}</h2>
      {note !== '' && <Said by="Programme committee" text={note} />}
      {comments.map(({ alias, text, total }) => (
        <Said key={alias} by={`Reviewer ${alias}`} text={text} total={total} />
      ))}
    </section>
  )
}

function Said({ by, text, total }: { by: string; text: string; total?: number | undefined }) {
  return (
    <div className={styles.said}>
      <p className="cluster gap-s small soft">
        <strong>{by}</strong>
        {total !== undefined && <span>{total.toFixed(1)} of 5</span>}
      </p>
      <p className={styles.words} dir="auto">
        {text}
      </p>
    </div>
  )
}
