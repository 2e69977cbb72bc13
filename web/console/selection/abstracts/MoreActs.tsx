import { useState } from 'react'
import { useSelectionAct } from '#web/console/selection/useSelectionAct.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { numberOf, outcomeWords, type Shown } from './abstract-words.tsx'
import { Duplicate, Merge, Reset } from './Joining.tsx'

type Act = 'merge' | 'duplicate' | 'reset'

/** What is seldom done: two that are one work, and what was told taken back. */
export function MoreActs({ abstract, eventId }: { abstract: Shown; eventId: number }) {
  const [open, setOpen] = useState<Act>()
  const { state, abstractId, number } = abstract
  const isOpen = state === 'submitted' || state === 'under_review'
  const acts: [Act, string][] = [
    ...(isOpen ? [['merge', 'Merge into…'] as [Act, string]] : []),
    ...(state === 'under_review' ? [['duplicate', 'Mark as duplicate…'] as [Act, string]] : []),
    ...(isOpen || state === 'withdrawn' ? [] : [['reset', 'Put back under review…'] as [Act, string]]),
  ]
  if (acts.length === 0) return null
  const join = { eventId, one: { abstractId, number: numberOf(number) }, onClose: () => setOpen(undefined) }
  return (
    <>
      <details className="accordion" open={!isOpen}>
        <summary>Merge, duplicate, reset</summary>
        <div className="cluster gap-s">
          {acts.map(([act, words]) => (
            <button key={act} className="button button-quiet" type="button" onClick={() => setOpen(act)}>
              {words}
            </button>
          ))}
        </div>
      </details>
      {open === 'merge' && <Merge {...join} />}
      {open === 'duplicate' && <Duplicate {...join} />}
      {open === 'reset' && <Reset {...join} />}
    </>
  )
}

type PendingProps = { abstract: Shown; eventId: number; mayDecide: boolean }

/** What is decided and nobody was told; it can be left undecided again. */
export function PendingNow({ abstract: { pending, abstractId }, eventId, mayDecide }: PendingProps) {
  const { act, problem, isSending } = useSelectionAct('DecisionSet')
  if (!pending) return null
  const { outcome, asType, into } = pending
  const words = `${outcomeWords[outcome].toLowerCase()}${asType ? ` as ${asType.toLowerCase()}` : ''}${into ? ` of ${into.number}` : ''}`
  return (
    <div className="stack gap-s">
      <p className="small">
        <strong>Pending: {words}.</strong> <span className="soft">Its author does not know.</span>
      </p>
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      {mayDecide && (
        <div>
          <button
            className="button button-quiet"
            type="button"
            aria-busy={isSending || undefined}
            onClick={() => void act({ eventId, abstractIds: [abstractId], outcome: null })}
          >
            Leave it undecided
          </button>
        </div>
      )}
    </div>
  )
}
