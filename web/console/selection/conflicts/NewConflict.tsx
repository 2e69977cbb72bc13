import { useState } from 'react'
import { chairsConflictKinds, type ConflictKind } from '#contract/selection/words.ts'
import { typedIn } from '#web/console/events/useEvent.ts'
import { ChooseReviewer } from '#web/console/selection/assignment/ChooseReviewer.tsx'
import { useSelectionAct } from '#web/console/selection/useSelectionAct.ts'
import { conflictKinds, type Reviewer } from '#web/console/selection/words.ts'
import { FormEnd } from '#web/console/ui/Form.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field, SelectField, TextField } from '#web/ui/Field.tsx'

/** Somebody knows of a conflict that no rule finds. */
export function NewConflict({ eventId, onClose }: { eventId: number; onClose: () => void }) {
  const { act, problems, isSending } = useSelectionAct('ConflictSet')
  const [reviewer, setReviewer] = useState<Reviewer>()
  const [missing, setMissing] = useState('')
  const send = async (form: HTMLFormElement) => {
    if (isSending) return
    if (!reviewer) return setMissing('Choose a reviewer.')
    const kind = typedIn(form, 'kind') as Exclude<ConflictKind, 'self'>
    const wish = { number: typedIn(form, 'number'), reason: typedIn(form, 'reason') }
    if (await act({ eventId, reviewerId: reviewer.id, kind, strength: 'hard', ...wish })) onClose()
  }
  return (
    <Dialog open onClose={onClose} title="Add a conflict" typed>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send(event.currentTarget)
        }}
      >
        <TextField label="Abstract" hint="Its number, such as A-0168." name="number" error={problems.number} />
        {reviewer ? (
          <p className="cluster gap-s">
            <span>
              Reviewer: <strong dir="auto">{reviewer.name || reviewer.email}</strong>
            </span>
            <button className="button button-quiet" type="button" onClick={() => setReviewer(undefined)}>
              Choose another
            </button>
          </p>
        ) : (
          <ChooseReviewer eventId={eventId} action="Choose" onChoose={setReviewer} />
        )}
        {missing && !reviewer && <p className="field-error">{missing}</p>}
        <SelectField label="Why" name="kind" defaultValue="personal" error={problems.kind}>
          {chairsConflictKinds.map((kind) => (
            <option key={kind} value={kind}>
              {conflictKinds[kind]}
            </option>
          ))}
        </SelectField>
        <Field label="Reason" hint="It stands in the audit trail." error={problems.reason}>
          {(control) => <textarea className="input" rows={3} name="reason" dir="auto" {...control} />}
        </Field>
        <FormEnd action="Add the conflict" problem={problems.form} isSending={isSending} onClose={onClose} />
      </form>
    </Dialog>
  )
}
