import { useState } from 'react'
import { typedIn } from '#web/console/events/useEvent.ts'
import { useSelectionAct } from '#web/console/selection/useSelectionAct.ts'
import { FormEnd } from '#web/console/ui/Form.tsx'
import { Field, SelectField } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'

export type Holder = { name: string; assignmentId: number | null }
type TakeBackProps = { eventId: number; holders: readonly Holder[]; onClose: () => void }

/** The abstract is taken from a reviewer. What has begun needs a reason; what was written stays. */
export function TakeBack({ eventId, holders, onClose }: TakeBackProps) {
  const { act, problems, isSending } = useSelectionAct('Unassign')
  const [taken, setTaken] = useState<string>()
  const send = async (form: HTMLFormElement) => {
    const assignmentId = Number(typedIn(form, 'assignmentId'))
    const name = holders.find((each) => each.assignmentId === assignmentId)?.name ?? ''
    if (!isSending && (await act({ eventId, assignmentId, reason: typedIn(form, 'reason') }))) setTaken(name)
  }
  if (taken !== undefined)
    return (
      <Notice tone="good" live>
        <p>
          <bdi>{taken}</bdi> no longer has it.
        </p>
      </Notice>
    )
  return (
    <details className="accordion">
      <summary>Take it back from a reviewer</summary>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send(event.currentTarget)
        }}
      >
        <SelectField label="From" name="assignmentId">
          {holders.map(({ assignmentId, name }) => (
            <option key={assignmentId} value={String(assignmentId)}>
              {name}
            </option>
          ))}
        </SelectField>
        <Field label="Reason" hint="Required if they have begun. What they wrote is kept." error={problems.reason}>
          {(control) => <textarea className="input" rows={3} name="reason" dir="auto" {...control} />}
        </Field>
        <FormEnd action="Take it back" tone="danger" problem={problems.form} isSending={isSending} onClose={onClose} />
      </form>
    </details>
  )
}
