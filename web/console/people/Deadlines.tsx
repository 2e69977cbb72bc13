import { useState } from 'react'
import { ExtensionFields } from '#contract/events/event-fields.ts'
import { call } from '#web/console/call.ts'
import { useActKey, useEventAct } from '#web/console/events/useEvent.ts'
import { dayText } from '#web/console/events/words.ts'
import { Form, Submit } from '#web/console/ui/Form.tsx'
import { useConfirm } from '#web/console/ui/useConfirm.tsx'
import { useForm } from '#web/console/ui/useForm.ts'
import { SelectField, TextField } from '#web/ui/Field.tsx'
import type { Person } from './words.ts'

type Extensions = NonNullable<Person['extensions']>
type DeadlinesProps = { person: Person; extensions: Extensions; again: () => void }

/** A later last date for this person alone. */
export function Deadlines({ person, extensions, again }: DeadlinesProps) {
  const { eventId, email } = person
  const keyOf = useActKey()
  const [round, setRound] = useState(0)
  const form = useForm({
    schema: ExtensionFields,
    send: async (fields) => {
      const wish = { eventId, emails: [email], ...fields }
      await call('ExtensionGive', { ...wish, actKey: keyOf(wish) })
      setRound((count) => count + 1)
      again()
    },
  })
  return (
    <section className="card stack gap-s" aria-labelledby="h-deadlines">
      <h2 className="heading-small" id="h-deadlines">
        Deadlines for this person
      </h2>
      {extensions.map((extension) => (
        <One key={extension.id} eventId={eventId} extension={extension} again={again} />
      ))}
      <Form key={round} form={form} className="stack gap-s">
        <SelectField label="Which" {...form.field('kind')}>
          <option value="abstracts">Abstracts</option>
          <option value="registration">Registration</option>
        </SelectField>
        <TextField label="Until" type="date" {...form.field('until')} />
        <TextField label="Reason" hint="Seen by staff only." {...form.field('reason')} />
        <Submit form={form} tone="secondary">
          Save and tell the person
        </Submit>
      </Form>
    </section>
  )
}

function One({ eventId, extension, again }: { eventId: number; extension: Extensions[number]; again: () => void }) {
  const { id, kind, until, reason } = extension
  const { act, problems } = useEventAct('ExtensionEnd')
  const { confirm, dialog } = useConfirm()
  const end = async () => {
    const question = { title: 'End the later date?', consequence: 'End it and write to them' }
    if ((await confirm(question)) && (await act({ eventId, id, reason: 'Ended in the console' }))) again()
  }
  return (
    <div className="stack gap-s">
      <p>
        {kind === 'abstracts' ? 'Abstracts' : 'Registration'} until {dayText(until)}
        <br />
        <span className="small soft" dir="auto">
          {reason}
        </span>
      </p>
      {problems.form && <p className="field-error">{problems.form}</p>}
      <div>
        <button className="button button-quiet" type="button" onClick={() => void end()}>
          End it
        </button>
      </div>
      {dialog}
    </div>
  )
}
