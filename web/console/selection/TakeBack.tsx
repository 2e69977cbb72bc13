import { useState } from 'react'
import { typedIn } from '#web/console/events/useEvent.ts'
import { FormEnd } from '#web/console/ui/Form.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field, SelectField } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useSelectionAct } from './useSelectionAct.ts'
import type { Shown } from './words.ts'

type TakeBackProps = { eventId: number; row: Shown['rows'][number]; onClose: () => void }

/** An abstract is taken from somebody. What has begun needs a reason; what was written stays. */
export function TakeBack({ eventId, row, onClose }: TakeBackProps) {
  const { act, problems, isSending } = useSelectionAct('Unassign')
  const [isDone, setDone] = useState(false)
  const holders = row.reviewers.filter(({ assignmentId }) => assignmentId !== null)
  const send = async (form: HTMLFormElement) => {
    const wish = { assignmentId: Number(typedIn(form, 'assignmentId')), reason: typedIn(form, 'reason') }
    if (!isSending && (await act({ eventId, ...wish }))) setDone(true)
  }
  return (
    <Dialog open onClose={onClose} title={`Take ${row.number} back`} typed>
      {isDone ? (
        <div className="stack">
          <Notice tone="good" live>
            <p>They do not have it any more.</p>
          </Notice>
          <div>
            <button className="button button-secondary" type="button" onClick={onClose}>
              Done
            </button>
          </div>
        </div>
      ) : (
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
          <Field label="Reason" hint="Needed where they have begun; what they wrote stays." error={problems.reason}>
            {(control) => <textarea className="input" rows={3} name="reason" dir="auto" {...control} />}
          </Field>
          <FormEnd
            action="Take it back"
            tone="danger"
            problem={problems.form}
            isSending={isSending}
            onClose={onClose}
          />
        </form>
      )}
    </Dialog>
  )
}
