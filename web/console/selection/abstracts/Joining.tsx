/** Two abstracts that are one work: what is done about them, asked with a reason and with what follows on the button. */
import { useState } from 'react'
import { numberPattern } from '#contract/selection/words.ts'
import { call } from '#web/console/call.ts'
import { Reason } from '#web/console/selection/Reason.tsx'
import { useSelectionAct } from '#web/console/selection/useSelectionAct.ts'
import { TextField } from '#web/ui/Field.tsx'
import { numberOf, plainNumber } from './abstract-words.tsx'

export type Which = { abstractId: number; number: string }
type JoinProps = {
  eventId: number
  one: Which
  /** Known where two look alike; else it is asked for by its number. */
  into?: Which | undefined
  onClose: () => void
}

/** The other one: chosen before, or as its number is typed. */
function useOther(eventId: number, into: Which | undefined) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const isNumber = numberPattern.test(typed.trim())
  const name = into?.number ?? (isNumber ? numberOf(plainNumber(typed)) : 'another')
  const find = async (): Promise<number | undefined> => {
    setProblem(undefined)
    if (into) return into.abstractId
    try {
      if (isNumber) return (await call('AbstractShow', { eventId, number: plainNumber(typed) })).abstractId
      setProblem('Please write its number, such as A-0168.')
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
    return undefined
  }
  const field = into ? null : (
    <TextField
      label="The other abstract"
      hint="Its number, such as A-0168."
      value={typed}
      error={problem}
      onChange={({ target }) => setTyped(target.value)}
    />
  )
  return { name, find, field }
}

export function Merge({ eventId, one, into, onClose }: JoinProps) {
  const { act, problem } = useSelectionAct('AbstractMerge')
  const { name, find, field } = useOther(eventId, into)
  return (
    <Reason
      title={`Merge ${one.number} into ${name}`}
      words={`Authors of ${one.number} who are not named there are added to ${name}, the reviews of ${one.number} end, and both who submitted them get a letter at once. A reset puts ${one.number} back under review.`}
      action={`Merge ${one.number} into ${name}`}
      send={async (reason) => {
        const intoId = await find()
        return intoId && act({ eventId, abstractId: one.abstractId, intoId, reason })
      }}
      problem={problem}
      onClose={onClose}
    >
      {field}
    </Reason>
  )
}

export function Duplicate({ eventId, one, into, onClose }: JoinProps) {
  const { act, problem } = useSelectionAct('DecisionSet')
  const { name, find, field } = useOther(eventId, into)
  return (
    <Reason
      title={`${one.number} is a duplicate of ${name}`}
      words={`It is kept as pending: whoever submitted ${one.number} is told when you publish. Until then you can decide otherwise.`}
      action={`Mark ${one.number} as a duplicate`}
      tone="primary"
      send={async (reason) => {
        const intoId = await find()
        return intoId && act({ eventId, abstractIds: [one.abstractId], outcome: 'duplicate', intoId, reason })
      }}
      problem={problem}
      onClose={onClose}
    >
      {field}
    </Reason>
  )
}

export function Reset({ eventId, one, onClose }: Pick<JoinProps, 'eventId' | 'one' | 'onClose'>) {
  const { act, problem } = useSelectionAct('DecisionReset')
  return (
    <Reason
      title={`Put ${one.number} back under review`}
      words="What its author was told no longer holds, and a letter says so at once. Reviews that had not been submitted go on. Authors that were added to another abstract stay there."
      action={`Reset ${one.number} and write 1 letter`}
      send={(reason) => act({ eventId, abstractId: one.abstractId, reason })}
      problem={problem}
      onClose={onClose}
    />
  )
}
