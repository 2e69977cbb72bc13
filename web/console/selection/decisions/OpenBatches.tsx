import { useEffect, useState } from 'react'
/** Published, and not yet sent: the ten minutes in which all of it can be taken back. */
import { second } from '#contract/durations.ts'
import { counted } from '#web/console/events/words.ts'
import { useSelectionAct } from '#web/console/selection/useSelectionAct.ts'
import { useConfirm } from '#web/console/ui/useConfirm.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import type { Decisions } from './decision-words.ts'

type Batch = Decisions['batches'][number]

/** The seconds that are left, counted down. */
function useLeft(until: string): number {
  const left = () => Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / second))
  const [now, setNow] = useState(left)
  useEffect(() => {
    const timer = setInterval(() => setNow(left()), second)
    return () => clearInterval(timer)
  })
  return now
}

const clockText = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

export function OpenBatch({ batch, eventId, mayDecide }: { batch: Batch; eventId: number; mayDecide: boolean }) {
  const { batchId, by, letters, sendsAt } = batch
  const left = useLeft(sendsAt)
  const { act, problem, isSending } = useSelectionAct('DecisionTakeBack')
  const { confirm, dialog } = useConfirm()
  const takeBack = async () => {
    const isSure = await confirm({
      title: 'Take all of it back?',
      text: <p>Every abstract stands as it did before, no letter goes out, and what was decided is pending again.</p>,
      consequence: `Take back ${counted(letters, 'decision')}`,
    })
    if (isSure) await act({ eventId, batchId })
  }
  if (left === 0) return null
  return (
    <>
      {dialog}
      <Notice tone="wait">
        <p>
          <strong>{`${counted(letters, 'decision')} published by ${by}.`}</strong>{' '}
          {/* Heard once: a clock that speaks every second is heard by nobody. */}
          <span aria-hidden="true">{`The letters go out in ${clockText(left)}.`}</span>
          <span className="visually-hidden">The letters go out within ten minutes.</span>
        </p>
        {problem && <p>{problem}</p>}
        {mayDecide && (
          <button
            className="button button-secondary"
            type="button"
            aria-busy={isSending || undefined}
            onClick={() => void takeBack()}
          >
            Take back
          </button>
        )}
      </Notice>
    </>
  )
}
