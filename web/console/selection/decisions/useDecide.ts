/** Decides about one or many: what the server still needs to know is asked for, and sent again with it. */
import { useRef, useState } from 'react'
import { type Ask, call, Refused } from '#web/console/call.ts'
import { useReadAgain } from '#web/console/selection/useSelectionAct.ts'
import { useActKey } from '#web/console/ui/useAct.ts'
import { type DecisionRow, type Listed } from './decision-words.ts'

type Wish = Omit<Ask<'DecisionSet'>, 'actKey' | 'eventId' | 'abstractIds'>
/** A decision that waits for a day or a reason. */
export type Asked = { rows: readonly DecisionRow[]; wish: Wish; problems: Record<string, string> }

export function useDecide(eventId: number) {
  const readAgain = useReadAgain()
  const keyOf = useActKey()
  const done = useRef(0)
  const [asked, setAsked] = useState<Asked>()
  const [problem, setProblem] = useState('')
  const [isSending, setSending] = useState(false)

  const send = async (rows: readonly DecisionRow[], wish: Wish): Promise<void> => {
    const ask = { eventId, abstractIds: rows.map(({ id }) => id), ...wish }
    setProblem('')
    setSending(true)
    try {
      await call('DecisionSet', { ...ask, actKey: keyOf({ ...ask, done: done.current }) })
      // The same again is another decision: somebody else may have decided otherwise meanwhile.
      done.current += 1
      // Another may have been asked about while this one was on its way.
      setAsked((now) => (now?.rows === rows ? undefined : now))
    } catch (error) {
      const { fields = [] } = error instanceof Refused ? error.body : {}
      const found = Object.fromEntries(fields.map(({ path, message }) => [path, message]))
      if (found.reason || found.reviseUntil) setAsked({ rows, wish, problems: found })
      else setProblem(fields[0]?.message ?? (error instanceof Error ? error.message : String(error)))
    } finally {
      setSending(false)
      readAgain()
    }
  }
  /** A revision needs a day first. */
  const decide = (rows: readonly DecisionRow[], outcome: Listed | 'undecided', asType?: DecisionRow['type']) => {
    if (rows.length === 0) return
    if (outcome === 'revise') setAsked({ rows, wish: { outcome }, problems: {} })
    else void send(rows, { outcome: outcome === 'undecided' ? null : outcome, ...(asType && { asType }) })
  }
  return { decide, send, asked, forget: () => setAsked(undefined), problem, isSending }
}
