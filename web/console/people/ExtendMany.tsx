import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ExtensionFields } from '#contract/events/event-fields.ts'
import { type Ask, call } from '#web/console/call.ts'
import { useActKey } from '#web/console/events/useEvent.ts'
import { counted } from '#web/console/events/words.ts'
import { Form, Submit } from '#web/console/ui/Form.tsx'
import { useForm } from '#web/console/ui/useForm.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { SelectField, TextField } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import type { Many } from './words.ts'

type ExtendManyProps = { eventId: number; many: Many; count: number; onClose: () => void; onDone: () => void }

/** A later last date for several at once. Each is answered for itself. */
export default function ExtendMany({ eventId, many, count: people, onClose, onDone }: ExtendManyProps) {
  const client = useQueryClient()
  const keyOf = useActKey()
  const giving = useMutation({
    mutationFn: (fields: { kind: 'abstracts' | 'registration'; until: string; reason: string }) => {
      const wish = { eventId, ...meant(many), ...fields }
      return call('PeopleExtend', { ...wish, actKey: keyOf(wish) })
    },
  })
  const form = useForm({
    schema: ExtensionFields,
    send: async (fields) => {
      await giving.mutateAsync(fields)
      void client.invalidateQueries({ queryKey: ['PeopleList'] })
    },
  })
  const rows = giving.data?.rows
  const missed = rows?.filter(({ outcome }) => outcome === 'not here') ?? []
  const count = counted(people, 'person', 'people')
  return (
    <Dialog open onClose={onClose} title={`More time for ${count}`} typed>
      {rows ? (
        <>
          <Notice tone={missed.length > 0 ? 'wait' : 'good'} live>
            <p>{counted(rows.length - missed.length, 'person has', 'people have')} more time, and a letter each.</p>
            {missed.length > 0 && <p>{counted(missed.length, 'person is', 'people are')} no longer at this event.</p>}
          </Notice>
          <button
            className="button button-primary"
            type="button"
            onClick={() => {
              onDone()
              onClose()
            }}
          >
            Done
          </button>
        </>
      ) : (
        <Form form={form} className="stack">
          <SelectField label="What for" {...form.field('kind')}>
            <option value="abstracts">Abstracts</option>
            <option value="registration">Registration</option>
          </SelectField>
          <TextField label="Until the end of" type="date" {...form.field('until')} />
          <TextField label="Why" hint="Seen by staff, not by the person." {...form.field('reason')} />
          <div className="cluster">
            <Submit form={form}>Give {count} more time</Submit>
            <button className="button button-quiet" type="button" onClick={onClose}>
              Not now
            </button>
          </div>
        </Form>
      )}
    </Dialog>
  )
}

/** As the call takes it: the event stands beside the filter, and a number is a number. */
function meant(many: Many): Pick<Ask<'PeopleExtend'>, 'ids' | 'filter' | 'expected'> {
  if ('ids' in many) return many
  const { eventId: _event, sort: _sort, workshopId, ...filter } = many.filter
  return { filter: { ...filter, ...(workshopId && { workshopId: Number(workshopId) }) }, expected: many.expected }
}
