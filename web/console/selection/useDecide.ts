/** Decides about one or many: what the server still needs to know is asked for, and sent again with it. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Ask, call, type OperationName, Refused, type Reply } from '#web/console/call.ts'
import { useActKey } from '#web/console/events/useEvent.ts'
import { type DecisionRow, type Listed } from './decision-words.ts'

type Wish = Omit<Ask<'DecisionSet'>, 'actKey' | 'eventId' | 'abstractIds'>
/** A decision that waits for a day or a reason. */
export type Asked = { rows: readonly DecisionRow[]; wish: Wish; problems: Record<string, string> }

const telling: readonly OperationName[] = ['DecisionList', 'DecisionPreview', 'LikenessList']

export function useReadDecisions(): () => void {
  const client = useQueryClient()
  return () => {
    for (const name of telling) void client.invalidateQueries({ queryKey: [name] })
  }
}

export function useDecide(eventId: number) {
  const readAgain = useReadDecisions()
  const keyOf = useActKey()
  const [asked, setAsked] = useState<Asked>()
  const [problem, setProblem] = useState('')
  const [isSending, setSending] = useState(false)

  const send = async (rows: readonly DecisionRow[], wish: Wish): Promise<void> => {
    const ask = { eventId, abstractIds: rows.map(({ id }) => id), ...wish }
    setProblem('')
    setSending(true)
    try {
      await call('DecisionSet', { ...ask, actKey: keyOf(ask) })
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

type Act = 'DecisionPublish' | 'DecisionTakeBack' | 'PlacesSave' | 'LikenessSettle' | 'AbstractMerge'

/** Does one thing to the decisions of an event; gives the answer, or why not. */
export function useDecisionAct<Name extends Act>(name: Name) {
  const readAgain = useReadDecisions()
  const keyOf = useActKey()
  const [problem, setProblem] = useState<{ words: string; stored?: unknown }>()
  const [isSending, setSending] = useState(false)
  const act = async (wish: Omit<Ask<Name>, 'actKey'>): Promise<Reply<Name> | undefined> => {
    setProblem(undefined)
    setSending(true)
    try {
      return await call(name, { ...wish, actKey: keyOf(wish) } as Ask<Name>)
    } catch (error) {
      const { fields = [], stored } = error instanceof Refused ? error.body : {}
      setProblem({ words: fields[0]?.message ?? (error instanceof Error ? error.message : String(error)), stored })
      return undefined
    } finally {
      setSending(false)
      readAgain()
    }
  }
  return { act, problem, isSending }
}
