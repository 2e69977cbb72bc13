import { useState } from 'react'
import { NoteFields } from '#contract/people/person-fields.ts'
import { call } from '#web/console/call.ts'
import { useActKey } from '#web/console/events/useEvent.ts'
import { Form, Submit, TextArea } from '#web/console/ui/Form.tsx'
import { useForm } from '#web/console/ui/useForm.ts'
import { When } from '#web/console/ui/When.tsx'
import type { Person } from './words.ts'

type Note = NonNullable<Person['notes']>[number]
type NotesProps = { person: Person; notes: readonly Note[]; show: (now: Person) => void }

/** What staff write down for each other. The person sees it in the copy of their data. */
export function Notes({ person, notes, show }: NotesProps) {
  const [changing, setChanging] = useState<Note>()
  const [round, setRound] = useState(0)
  const done = (now: Person) => {
    setChanging(undefined)
    setRound((count) => count + 1)
    show(now)
  }
  return (
    <section className="card stack gap-s" aria-labelledby="h-notes">
      <h2 className="heading-small" id="h-notes">
        Notes
      </h2>
      {notes.map((note) =>
        changing?.id === note.id ? (
          <NoteForm key={`${note.id} ${note.version}`} person={person} note={note} onDone={done} />
        ) : (
          <div key={note.id} className="stack gap-s">
            <p className="small" dir="auto">
              {note.words}{' '}
              <span className="soft">
                {note.by}, <When at={note.at} timeZone={person.timeZone} isInSentence />
              </span>
            </p>
            <div>
              <button className="button button-quiet" type="button" onClick={() => setChanging(note)}>
                Change
              </button>
            </div>
          </div>
        ),
      )}
      <NoteForm key={`new ${round}`} person={person} onDone={done} />
    </section>
  )
}

function NoteForm({ person, note, onDone }: { person: Person; note?: Note; onDone: (now: Person) => void }) {
  const { eventId, accountId } = person
  const keyOf = useActKey()
  const form = useForm({
    schema: NoteFields,
    send: async (fields) => {
      const wish = { eventId, accountId, ...(note && { noteId: note.id, version: note.version }), ...fields }
      onDone((await call('PersonNote', { ...wish, actKey: keyOf(wish) })).person)
    },
  })
  return (
    <Form form={form} className="stack gap-s">
      <TextArea
        label={note ? 'The note' : 'A new note'}
        {...(note && { hint: 'Without words it is removed.' })}
        defaultValue={note?.words}
        dir="auto"
        {...form.field('words')}
      />
      <Submit form={form} tone="secondary">
        {note ? 'Save the note' : 'Add a note'}
      </Submit>
    </Form>
  )
}
