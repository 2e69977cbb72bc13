import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { SavedName } from '#contract/mail/mailing-fields.ts'
import { type Ask, call } from '#web/console/call.ts'
import { useActKey } from '#web/console/events/useEvent.ts'
import { Form, Submit } from '#web/console/ui/Form.tsx'
import { useForm } from '#web/console/ui/useForm.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { TextField } from '#web/ui/Field.tsx'

const Named = z.object({ name: SavedName })

type SaveAsProps = { eventId: number; letter: Omit<Ask<'SavedLetterSave'>, 'name' | 'eventId'> }

/** Keeps the words under a name, to begin from another time. */
export function SaveAs({ eventId, letter: { kind, subject, body } }: SaveAsProps) {
  const client = useQueryClient()
  const keyOf = useActKey()
  const [isOpen, setOpen] = useState(false)
  const form = useForm({
    schema: Named,
    send: async ({ name }) => {
      const wish = { eventId, name, kind, subject, body }
      await call('SavedLetterSave', { ...wish, actKey: keyOf(wish) })
      void client.invalidateQueries({ queryKey: ['SavedLettersList'] })
      setOpen(false)
    },
  })
  return (
    <>
      <button className="button button-secondary" type="button" onClick={() => setOpen(true)}>
        Keep as a saved letter
      </button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Keep as a saved letter" typed>
        <Form form={form}>
          <TextField label="Name" hint="The same name again replaces it." maxLength={100} {...form.field('name')} />
          <div className="cluster">
            <Submit form={form}>Keep it</Submit>
            <button className="button button-quiet" type="button" onClick={() => setOpen(false)}>
              Cancel
            </button>
          </div>
        </Form>
      </Dialog>
    </>
  )
}
