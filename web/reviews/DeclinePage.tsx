import { useState } from 'react'
import { useNavigate } from 'react-router'
import * as calls from '#contract/calls/reviews.ts'
import { pages } from '#contract/pages.ts'
import { declinedConflicts, declineReasons, reviewLimits } from '#contract/reviews/words.ts'
import { plainOf } from '#web/abstracts/richtext/html.ts'
import { NotFoundPage } from '#web/events/site/NotFoundPage.tsx'
import { useCall } from '#web/platform/useCall.ts'
import { Field } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Spinner.tsx'
import { forgetReview } from './kept.ts'
import { type Inbox, rowsOf, useInbox } from './useInbox.ts'
import { useOwner } from './useOwner.ts'
import { notDone, useTakeBack } from './useTakeBack.ts'

type Row = Inbox['rows'][number]
type Reason = (typeof declineReasons)[number]
type Kind = (typeof declinedConflicts)[number]

/** From the list, which says enough: to decline is not to open. */
export function DeclinePage({ assignmentId }: { assignmentId: number }) {
  const { found, hasFailed, refresh } = useInbox()
  const navigate = useNavigate()
  const [done, setDone] = useState<{ row: Row; reason: Reason }>()
  if (done) {
    return (
      <Declined
        of={done.row}
        isConflict={done.reason === 'conflict'}
        onTaken={() => void navigate(`/review/${assignmentId}`)}
      />
    )
  }
  if (found === undefined && !hasFailed) return <Skeleton title={pages['/review'].title} />
  const row = found && found !== 'none' && rowsOf(found.inboxes).find((each) => each.assignmentId === assignmentId)
  if (!row || (row.state === 'submitted' && row.isOpen)) return <NotFoundPage />
  if (row.state === 'declined') return <Declined of={row} onTaken={() => void refresh()} />
  return <DeclineForm row={row} onDeclined={(reason) => setDone({ row, reason })} />
}

const reasonWords: Record<Reason, [text: string, more?: string]> = {
  conflict: ['I have a conflict of interest', 'I recognise the work, or work with whoever wrote it'],
  field: ['It is not my field', 'The chairs look for somebody nearer to it'],
  time: ['I have no time', 'Somebody else gets it'],
  other: ['Something else'],
}
const kindWords: Record<Kind, string> = {
  coauthor: 'I am an author',
  department: 'Same department',
  supervised: 'I supervise or supervised it',
  personal: 'Family or friend',
  competing: 'Competing work',
}

function DeclineForm({ row, onDeclined }: { row: Row; onDeclined: (reason: Reason) => void }) {
  const { reason, kind, problem, isBusy, choose, setNote, send } = useDecline(row, onDeclined)
  return (
    <section className="section">
      <div className="page-width width-44 stack gap-l">
        <div>
          <p className="eyebrow">
            <a href="/review">Your reviews</a>
          </p>
          <h1>Decline {row.number}</h1>
          {row.title !== null && (
            <p className="lead" dir="auto">
              {plainOf(row.title)}
            </p>
          )}
        </div>
        <form
          className="card stack gap-l"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void send()
          }}
        >
          <Why reason={reason} kind={kind} choose={choose} />
          <Field
            label="Note to the chairs"
            hint="Authors never see it. Do not write whose work you think it is."
            optional
          >
            {(control) => (
              <textarea
                className="input"
                rows={3}
                maxLength={reviewLimits.note}
                dir="auto"
                onChange={({ target }) => setNote(target.value)}
                {...control}
              />
            )}
          </Field>
          <Notice>
            {reason === 'conflict'
              ? `You will not see ${row.number} again, nor its decision, and nothing of it counts in your lists.`
              : 'You can take it back until somebody else has it.'}{' '}
            What you typed stays with the chairs.
          </Notice>
          {problem && (
            <Notice tone="bad" live>
              {problem}
            </Notice>
          )}
          <div className="cluster">
            <button className="button button-danger" aria-busy={isBusy || undefined}>
              Decline this review
            </button>
            <a className="button button-quiet" href={row.title === null ? '/review' : `/review/${row.assignmentId}`}>
              {row.title === null ? 'Back to your reviews' : 'Back to the review'}
            </a>
          </div>
        </form>
      </div>
    </section>
  )
}

type WhyProps = Pick<ReturnType<typeof useDecline>, 'reason' | 'kind' | 'choose'>

function Why({ reason, kind, choose }: WhyProps) {
  return (
    <>
      <fieldset className="stack gap-s">
        <legend className="field-label">Why?</legend>
        {declineReasons.map((each) => (
          <label className="choice" key={each}>
            <input type="radio" name="reason" checked={reason === each} onChange={() => choose({ reason: each })} />
            <span>
              {reasonWords[each][0]}
              {reasonWords[each][1] && <small>{reasonWords[each][1]}</small>}
            </span>
          </label>
        ))}
      </fieldset>
      {reason === 'conflict' && (
        <fieldset className="stack gap-s">
          <legend className="field-label">What kind of conflict?</legend>
          <div className="cluster gap-s">
            {declinedConflicts.map((each) => (
              <label className="choice" key={each}>
                <input type="radio" name="kind" checked={kind === each} onChange={() => choose({ kind: each })} />
                <span>{kindWords[each]}</span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
    </>
  )
}

function useDecline({ assignmentId }: Row, onDeclined: (reason: Reason) => void) {
  const call = useCall()
  const owner = useOwner()
  const [{ reason, kind }, setChosen] = useState<{ reason?: Reason; kind?: Kind }>({})
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    if (isBusy) return
    if (!reason) return setProblem('Please say why.')
    if (reason === 'conflict' && !kind) return setProblem('Please say which kind of conflict.')
    setBusy(true)
    setProblem('')
    const isConflict = reason === 'conflict' && kind
    const answer = await call(calls.ReviewDecline, { assignmentId, reason, note, ...(isConflict && { kind }) })
    setBusy(false)
    if (answer.kind !== 'reply') return setProblem(notDone)
    if (answer.reply.status !== 'Success') return setProblem(answer.reply.status)
    forgetReview(owner, assignmentId)
    onDeclined(reason)
  }
  const choose = (chosen: { reason?: Reason; kind?: Kind }) => {
    setProblem('')
    setChosen((now) => ({ ...now, ...chosen }))
  }
  return { reason, kind, problem, isBusy, choose, setNote, send }
}

type DeclinedProps = {
  of: Pick<Row, 'assignmentId' | 'number'>
  /** Then it is gone for good. */
  isConflict?: boolean
  onTaken: () => void
}

/** It is with the chairs again. */
export function Declined({ of: { assignmentId, number }, isConflict = false, onTaken }: DeclinedProps) {
  const { isBusy, sentence, takeBack } = useTakeBack(assignmentId, onTaken)
  return (
    <section className="section">
      <div className="page-width width-44 stack gap-l">
        <h1>You declined {number}</h1>
        <Notice tone="good" live>
          <strong>{number} went back to the chairs.</strong> What you typed is kept with them.
          {isConflict
            ? ' It is in none of your lists any more. Thank you for telling us.'
            : ' You can take it back until somebody else has it.'}
        </Notice>
        {sentence && (
          <Notice tone="bad" live>
            {sentence}
          </Notice>
        )}
        <div className="cluster">
          <a className="button button-primary" href="/review">
            Your reviews
          </a>
          {!isConflict && (
            <button
              className="button button-secondary"
              type="button"
              aria-busy={isBusy || undefined}
              onClick={() => void takeBack()}
            >
              Take it back
            </button>
          )}
        </div>
      </div>
    </section>
  )
}
