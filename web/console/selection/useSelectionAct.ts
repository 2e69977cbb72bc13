/** Does one thing to the review of an event. */
import type { OperationName } from '#web/console/call.ts'
import { useAct, useReading } from '#web/console/ui/useAct.ts'

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
  'DecisionPreview',
  'LikenessList',
]

export const useReadAgain = (): (() => void) => useReading(telling)

export const useSelectionAct = <Name extends OperationName>(name: Name) => useAct(name, telling)
