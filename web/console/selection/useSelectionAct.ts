/** Does one thing to the review of an event: tells why not, and reads again what tells of it. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type Ask, call, type OperationName, Refused, type Reply } from '#web/console/call.ts'
import { useActKey } from '#web/console/events/useEvent.ts'

type SelectionAct =
  | 'CriterionSave'
  | 'CriterionRetire'
  | 'BeginReview'
  | 'ReviewersInvite'
  | 'ReviewerRemove'
  | 'ConflictSet'
  | 'ConflictClear'
  | 'AssignmentPropose'
  | 'RunStop'
  | 'RunApply'
  | 'RunDiscard'
  | 'AssignByHand'
  | 'Unassign'
  | 'DecisionSet'
  | 'RemarkByChair'
  | 'ReviewSendBack'
  | 'ReviewRemind'

/** All that a change of the review can make old. */
const telling: readonly OperationName[] = [
  'ReviewOverview',
  'CallShow',
  'ReviewerList',
  'ConflictList',
  'RunShow',
  'AbstractShow',
  'AbstractList',
  'DecisionList',
]

export function useReadAgain(): () => void {
  const client = useQueryClient()
  return () => {
    for (const name of telling) void client.invalidateQueries({ queryKey: [name] })
  }
}

export function useSelectionAct<Name extends SelectionAct>(name: Name) {
  const readAgain = useReadAgain()
  const keyOf = useActKey()
  const done = useRef(0)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const { mutateAsync, isPending } = useMutation({ mutationFn: (wish: Ask<Name>) => call(name, wish) })
  /** Gives the answer, or nothing where it was refused. */
  const act = async (wish: Omit<Ask<Name>, 'actKey'>): Promise<Reply<Name> | undefined> => {
    setProblems({})
    try {
      const answer = await mutateAsync({ ...wish, actKey: keyOf({ ...wish, done: done.current }) } as Ask<Name>)
      // Once it is answered, the same again is another act: somebody may be invited, or given, twice.
      done.current += 1
      return answer
    } catch (error) {
      const { fields } = error instanceof Refused ? error.body : {}
      const found = Object.fromEntries((fields ?? []).map(({ path, message }) => [path, message]))
      setProblems(fields?.length ? found : { form: error instanceof Error ? error.message : String(error) })
      return undefined
    } finally {
      readAgain()
    }
  }
  return { act, problems, isSending: isPending, forget: () => setProblems({}) }
}
