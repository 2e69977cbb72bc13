import { useState } from 'react'
import type { ReviewInboxRow } from '#contract/reviews/reviews.ts'
import { plainOf } from '#web/abstracts/richtext/html.ts'
import { useContent } from '#web/layout/content.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { timeText } from './due.ts'
import type { Inbox } from './useInbox.ts'
import { useTakeBack } from './useTakeBack.ts'

type RowProps = { row: ReviewInboxRow; inbox: Inbox; isFirst: boolean; onChanged: () => void }

export function InboxRow({ row, inbox, isFirst, onChanged }: RowProps) {
  const { number, title, type, speciality, words, file, sentBack, state } = row
  const [now] = useState(() => Date.now())
  const isLate = state !== 'submitted' && state !== 'declined' && inbox.dueAt !== null && Date.parse(inbox.dueAt) < now
  const side = isLate || state === 'sent_back' ? 'late' : { begun: 'begun', submitted: 'done' }[state as string]
  return (
    <li data-state={side}>
      <div className="stack gap-s">
        <p className="cluster gap-s small">
          <span className="figures soft">{number}</span>
          <Standing row={row} isLate={isLate} />
          {row.isRevised && (
            <span className="status-chip" data-status="pending-payment">
              Revised since
            </span>
          )}
          <SavedAt row={row} timeZone={inbox.timeZone} />
        </p>
        <h2 dir="auto">{title === null ? 'This text is being prepared' : plainOf(title)}</h2>
        {state === 'sent_back' && sentBack && <p className="small">The chair writes: {sentBack}</p>}
        <p className="small soft">
          {title === null && state !== 'declined' && 'Names are being removed. You can begin soon. '}
          {type}, {speciality}, {words} words{file && ', with a file'}
        </p>
      </div>
      {state === 'declined' ? <TakeBack row={row} onChanged={onChanged} /> : <Ways row={row} isFirst={isFirst} />}
    </li>
  )
}

function Standing({ row, isLate }: { row: ReviewInboxRow; isLate: boolean }) {
  const chips = {
    assigned: ['pending', isLate ? 'New, was due' : 'New'],
    begun: ['under-review', `Draft, ${row.answered} of ${row.asked} answered`],
    sent_back: ['pending-payment', 'Sent back to you'],
    submitted: ['accepted', row.hasAbstained ? 'You abstained' : row.isLate ? 'Submitted late' : 'Submitted'],
    declined: ['draft', 'Declined'],
  } as const
  const [status, word] = chips[row.state]
  return (
    <span className="status-chip" data-status={status}>
      {word}
    </span>
  )
}

function SavedAt({ row: { state, savedAt, submittedAt }, timeZone }: { row: ReviewInboxRow; timeZone: string }) {
  const { today } = useContent()
  const at = state === 'submitted' ? submittedAt : state === 'begun' ? savedAt : null
  if (at === null) return null
  return (
    <span className="saved push">
      <Icon name="check" /> {state === 'begun' && 'Saved '}
      {timeText(at, timeZone, today)}
    </span>
  )
}

const verbs = { assigned: 'Begin', begun: 'Continue', sent_back: 'Correct', submitted: 'Change' } as const

function Ways({ row, isFirst }: { row: ReviewInboxRow; isFirst: boolean }) {
  const { assignmentId, number, state, isOpen, title } = row
  if (state === 'declined') return null
  const verb = isOpen ? verbs[state] : 'Read'
  const isPrimary = isFirst && state !== 'submitted'
  const of = <span className="visually-hidden">: {number}</span>
  return (
    <div className="cluster gap-s">
      {title !== null && (
        <a className={`button button-${isPrimary ? 'primary' : 'secondary'}`} href={`/review/${assignmentId}`}>
          {verb}
          {of}
        </a>
      )}
      {isOpen && state !== 'submitted' && (
        <a className="button button-quiet" href={`/review/${assignmentId}/decline`}>
          Decline
          {of}
        </a>
      )}
    </div>
  )
}

function TakeBack({ row, onChanged }: { row: ReviewInboxRow; onChanged: () => void }) {
  const { isBusy, sentence, takeBack } = useTakeBack(row.assignmentId, onChanged)
  return (
    <div className="stack gap-s">
      <button
        className="button button-secondary"
        type="button"
        aria-busy={isBusy || undefined}
        onClick={() => void takeBack()}
      >
        Take it back<span className="visually-hidden">: {row.number}</span>
      </button>
      <output className="small">{sentence}</output>
    </div>
  )
}
