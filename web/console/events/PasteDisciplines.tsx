/** Many disciplines at once: pasted from a document or a spreadsheet, a line each. */
import { useState } from 'react'
import { TextArea } from '#web/console/ui/Form.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { pastedDisciplines } from './pasted-disciplines.ts'
import { useEventAct } from './useEvent.ts'
import { counted, type EventDetail } from './words.ts'

export function PasteDisciplines({ event: { eventId } }: { event: EventDetail }) {
  const [text, setText] = useState('')
  const [said, setSaid] = useState('')
  const { act, problems, isSending } = useEventAct('DisciplinesAdd')
  const disciplines = pastedDisciplines(text)
  const fields = disciplines.reduce((all, each) => all + each.fields.length, 0)
  const words = `${counted(disciplines.length, 'discipline')} and ${counted(fields, 'field')}`
  const add = async () => {
    if (isSending || disciplines.length === 0) return
    const answer = await act({ eventId, disciplines })
    if (!answer) return
    const { added } = answer
    setSaid(`Added ${counted(added.disciplines, 'discipline')} and ${counted(added.fields, 'field')}.`)
    setText('')
  }
  const problem = Object.values(problems)[0]
  return (
    <details>
      <summary>Paste a list</summary>
      <form
        className="stack gap-s"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <TextArea
          label="Disciplines and their fields"
          hint="One discipline per line. Begin the lines of its fields with a space, a tab or a dash."
          rows={8}
          dir="auto"
          value={text}
          error={problem}
          onChange={({ target }) => {
            setText(target.value)
            setSaid('')
          }}
        />
        <div>
          <button
            className="button button-primary"
            disabled={disciplines.length === 0}
            aria-busy={isSending || undefined}
          >
            {disciplines.length === 0 ? 'Add them' : `Add ${words}`}
          </button>
        </div>
        {said && (
          <Notice tone="good" live>
            {said}
          </Notice>
        )}
      </form>
    </details>
  )
}
