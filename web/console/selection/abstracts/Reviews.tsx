import { useState } from 'react'
import { Reason } from '#web/console/selection/Reason.tsx'
import { useSelectionAct } from '#web/console/selection/useSelectionAct.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { recommendationWords, type Review, type Shown } from './abstract-words.tsx'

type ReviewsProps = { abstract: Shown; eventId: number; mayManage: boolean }

/** A card for each reviewer, also for those who have not said anything yet. */
export function Reviews({ abstract: { reviews, state }, eventId, mayManage }: ReviewsProps) {
  const [sentBack, setSentBack] = useState<Review>()
  if (reviews.length === 0)
    return (
      <EmptyState title="Nobody reviews it yet">
        <p>Give it to reviewers under Assignment.</p>
      </EmptyState>
    )
  return (
    <section className="stack" aria-labelledby="h-reviews">
      <h2 id="h-reviews" className="visually-hidden">
        Reviews
      </h2>
      <div className="reviews-grid">
        {reviews.map((review) => (
          <ReviewCard
            key={review.assignmentId}
            review={review}
            onSendBack={
              mayManage && review.state === 'submitted' && state === 'under_review'
                ? () => setSentBack(review)
                : undefined
            }
          />
        ))}
      </div>
      {sentBack && <SendBack review={sentBack} eventId={eventId} onClose={() => setSentBack(undefined)} />}
    </section>
  )
}

const fieldWords = { first: 'their field', second: 'their second field' } as const
const sureWords = { field: 'sure', near: 'near their field', outside: 'outside their field' } as const
const waitingWords: Record<Review['state'], string> = {
  assigned: 'Not opened yet',
  begun: 'Has begun',
  submitted: '',
  sent_back: 'Sent back to them',
  declined: 'Declined',
  cancelled: 'No longer has it',
}

function ReviewCard({ review, onSendBack }: { review: Review; onSendBack: (() => void) | undefined }) {
  const { name, alias, strength, sure, scores, total, recommendation, asType, nameFound, toAuthor, toChairs } = review
  const is = [`Reviewer ${alias}`, strength && fieldWords[strength], sure && sureWords[sure]].filter(Boolean).join(', ')
  const said = recommendation && `${recommendationWords[recommendation]}${asType ? ` ${asType.toLowerCase()}` : ''}`
  return (
    <article className="card stack gap-s">
      <header className="stack gap-0">
        <h3 dir="auto">{name}</h3>
        <span className="small soft">{is}</span>
      </header>
      {review.state !== 'submitted' && <p className="small soft">{waitingWords[review.state]}</p>}
      {scores.length > 0 && (
        <div>
          {scores.map((score) => (
            <p className="score-row" key={score.name}>
              <span>
                {score.name} <small>{score.weight}×</small>
              </span>
              <b>{score.score}</b>
            </p>
          ))}
        </div>
      )}
      {total !== null && (
        <p className="score-total">
          <span>Total</span>
          <b>{total.toFixed(1)}</b>
        </p>
      )}
      {said && (
        <p className="small">
          <strong>{said}</strong>
          {review.isLate && <span className="soft">, late</span>}
        </p>
      )}
      {nameFound && (
        <Notice tone="wait">
          <p className="small">The words to the author may name somebody: “{nameFound}”.</p>
        </Notice>
      )}
      {toAuthor && <Said to="author" title="To the author" text={toAuthor} />}
      {toChairs && <Said to="chairs" title="Only for the chairs" text={toChairs} />}
      {onSendBack && (
        <div>
          <button className="button button-quiet" type="button" onClick={onSendBack}>
            <Icon name="turn" /> Send back<span className="visually-hidden"> the review of {name}</span>
          </button>
        </div>
      )}
    </article>
  )
}

function Said({ to, title, text }: { to: 'author' | 'chairs'; title: string; text: string }) {
  return (
    <div className="said" data-audience={to}>
      <p className="small">
        <strong>{title}</strong>
      </p>
      <p className="small words" dir="auto">
        {text}
      </p>
    </div>
  )
}

function SendBack({ review, eventId, onClose }: { review: Review; eventId: number; onClose: () => void }) {
  const { act, problem } = useSelectionAct('ReviewSendBack')
  return (
    <Reason
      title={`Send the review of ${review.name} back`}
      label="What should they do?"
      hint="They read it with their review."
      action="Send it back"
      tone="primary"
      send={(reason) => act({ eventId, assignmentId: review.assignmentId, reason })}
      problem={problem}
      onClose={onClose}
    />
  )
}
