import { type ReactNode, useState } from 'react'
import * as calls from '#contract/calls/selection.ts'
import { PageLink } from '#web/layout/PageLink.tsx'
import { fullDay, weekdayAndDay, yearOf } from '#web/platform/calendar.ts'
import { useStore } from '#web/platform/store.ts'
import { useCall } from '#web/platform/useCall.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { askTwice, idsOf } from './api.ts'
import type { Decision } from './decision.ts'
import { rememberWriting } from './writing.ts'

type ToDoProps = { pk: number; decision: Decision; onDone: () => Promise<unknown> }

/** What its author does now, or need not do. */
export function ToDo(props: ToDoProps) {
  const { state, outcome, into } = props.decision
  switch (state) {
    case 'accepted':
    case 'confirmed':
    case 'not_presenting':
      return <Answer {...props} />
    case 'revision_asked':
      return <Revise {...props} />
    case 'under_review':
      return outcome === 'revise' ? (
        <Notice tone="good" live>
          Your revision is with the reviewers. We write to you when it is decided.
        </Notice>
      ) : (
        <Notice tone="wait">It is under review again. We write to you when it is decided.</Notice>
      )
    case 'waiting':
      return (
        <Card title="You are on the waiting list">
          If a place becomes free, we write to you. There is nothing to do.
        </Card>
      )
    case 'rejected':
      return (
        <Card title="We could not take it this time">
          Thank you for sending it. More good work came than there is room for; we hope that the comments help.
        </Card>
      )
    default:
      return (
        <Card title={state === 'merged' ? 'It goes on as part of another' : 'It is the same work as another'}>
          {into && (
            <>
              Number {into.number}, <span dir="auto">“{into.title}”</span>.{' '}
            </>
          )}
          If you think that this is wrong, please write to the conference office.
        </Card>
      )
  }
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card stack gap-s" aria-labelledby="todo">
      <h2 id="todo">{title}</h2>
      <p>{children}</p>
    </section>
  )
}

const longDay = (day: string) => `${weekdayAndDay(day)} ${yearOf(day)}`

/** One press at a time; what the server says no to is said, and the page is read again. */
function useSending(onDone: ToDoProps['onDone']) {
  const [busy, setBusy] = useState<string>()
  const [trouble, setTrouble] = useState<string>()
  const send = async (what: string, asking: () => Promise<string>) => {
    if (busy !== undefined) return
    setBusy(what)
    const status = await asking()
    setTrouble(status === 'Success' ? undefined : status)
    await onDone()
    setBusy(undefined)
  }
  return { busy, trouble, send }
}

const unanswered = 'There was no answer. Check your connection, then try again.'

function Answer({ pk, decision: { state, answerUntil }, onDone }: ToDoProps) {
  const call = useCall()
  const { EventID, ApplicantID } = idsOf(useStore(({ auth }) => auth))
  const { busy, trouble, send } = useSending(onDone)
  const say = (answer: 'yes' | 'no') =>
    send(answer, async () => {
      const said = await askTwice(call, calls.PresentingAnswer, { EventID, ApplicantID, pk, answer })
      return said.kind === 'reply' ? said.reply.status : unanswered
    })
  return (
    <section className="card stack" aria-labelledby="todo">
      <h2 id="todo">Will you present it?</h2>
      {state === 'confirmed' && (
        <Notice tone="good" live>
          You said that you will present it. Thank you!
        </Notice>
      )}
      {state === 'not_presenting' && (
        <Notice tone="wait" live>
          You said that you cannot present it.
        </Notice>
      )}
      {answerUntil && (
        <p className="soft">
          Please answer by <strong>{longDay(answerUntil)}</strong>. Without an answer your place may go to the next on
          the waiting list.
        </p>
      )}
      {trouble && (
        <Notice tone="bad" live>
          {trouble}
        </Notice>
      )}
      <div className="cluster">
        {state !== 'confirmed' && (
          <button
            className={`button ${state === 'accepted' ? 'button-primary' : 'button-secondary'}`}
            type="button"
            aria-busy={busy === 'yes' || undefined}
            onClick={() => void say('yes')}
          >
            Yes, I will present
          </button>
        )}
        {state !== 'not_presenting' && (
          <button
            className="button button-quiet button-quiet-danger"
            type="button"
            aria-busy={busy === 'no' || undefined}
            onClick={() => void say('no')}
          >
            I cannot present
          </button>
        )}
      </div>
      <p className="small soft">Changed your mind later? You can still decline on this page until the day itself.</p>
    </section>
  )
}

function Revise({ pk, decision: { reviseUntil }, onDone }: ToDoProps) {
  const call = useCall()
  const auth = useStore((state) => state.auth)
  const { EventID, ApplicantID } = idsOf(auth)
  const { busy, trouble, send } = useSending(onDone)
  const sendRevision = () =>
    send('send', async () => {
      const sent = await askTwice(call, calls.RevisionSend, { EventID, ApplicantID, pk })
      return sent.kind === 'reply' ? sent.reply.status : unanswered
    })
  return (
    <section className="card stack" aria-labelledby="todo">
      <h2 id="todo">Please revise it</h2>
      {reviseUntil && (
        <p>
          Send the revision by the end of <strong>{longDay(reviseUntil)}</strong>. What you have saved by then goes to
          the reviewers in any case.
        </p>
      )}
      {trouble && (
        <Notice tone="bad" live>
          {trouble}
        </Notice>
      )}
      <div className="cluster">
        <PageLink
          className="button button-primary"
          to="/abstractsubmission"
          // The page opens where whoever was writing goes on.
          onClick={() => rememberWriting(auth.applicantId, { pk, draft: `abstract-${pk}` })}
        >
          <Icon name="edit" /> Revise it
        </PageLink>
        <button
          className="button button-secondary"
          type="button"
          aria-busy={busy === 'send' || undefined}
          onClick={() => void sendRevision()}
        >
          <Icon name="send" /> Send the revision
        </button>
      </div>
      <p className="small soft">
        Once it is sent it can not be changed any more{reviseUntil && `, also before ${fullDay(reviseUntil)}`}.
      </p>
    </section>
  )
}
