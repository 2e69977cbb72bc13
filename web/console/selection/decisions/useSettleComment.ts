import { useState } from 'react'
import type { SettableOutcome } from '#contract/selection/words.ts'
import { call } from '#web/console/call.ts'
import { useReadAgain } from '#web/console/selection/useSelectionAct.ts'
import { useActKey } from '#web/console/ui/useAct.ts'
import type { Preview } from './decision-words.ts'

/** The decision stays as it is; the comment goes with it, or does not. */
export function useSettleComment(eventId: number) {
  const readAgain = useReadAgain()
  const keyOf = useActKey()
  const [problem, setProblem] = useState('')
  const [isSending, setSending] = useState(false)
  const settle = async (preview: Preview, stop: Preview['stops'][number], how: 'leftOut' | 'passed') => {
    const row = preview.rows.find(({ abstractId }) => abstractId === stop.abstractId)
    if (!row || stop.assignmentId === null) return
    const wish = {
      eventId,
      abstractIds: [row.abstractId],
      outcome: row.outcome as SettableOutcome,
      ...(row.asType && { asType: row.asType }),
      ...(row.reviseUntil && { reviseUntil: row.reviseUntil }),
      [how]: [stop.assignmentId],
    }
    setProblem('')
    setSending(true)
    try {
      await call('DecisionSet', { ...wish, actKey: keyOf(wish) })
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setSending(false)
      readAgain()
    }
  }
  return { settle, problem, isSending }
}
