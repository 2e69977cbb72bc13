import { useEffect, useId, useRef, useState, type ComponentType, type RefObject } from 'react'
import { htmlOf, plainOf } from '#web/abstracts/richtext/html.ts'
import type { EditorProps } from './Editor.tsx'

type EditorFieldProps = { label: string; note: string; value: string; onChange: (html: string) => void }
type Box = ComponentType<EditorProps>

let asked: Promise<Box> | undefined

/** Asked for ahead of time, it is there when the form is. What failed to load is asked for again next time. */
export function loadEditor(): Promise<Box> {
  asked ??= import('./Editor.tsx').then(
    ({ default: Editor }) => Editor,
    (error: unknown) => {
      asked = undefined
      throw error
    },
  )
  return asked
}

/** A box for a text with a few kinds of letters. Until the editor has come, and without it, a plain one. */
export function EditorField({ label, note, value, onChange }: EditorFieldProps) {
  const id = useId()
  const [Editor, setEditor] = useState<Box>()
  const plain = useRef<HTMLTextAreaElement>(null)

  useEffect(() => {
    loadEditor()
      // Nobody's box is taken away while they type in it.
      .then((loaded) => untilLeft(plain.current).then(() => setEditor(() => loaded)))
      .catch((error: unknown) => reportError(error))
  }, [])

  return (
    <div className="field">
      <label className="field-label" id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
      {Editor ? (
        <Editor id={id} label={label} labelId={`${id}-label`} noteId={`${id}-note`} value={value} onChange={onChange} />
      ) : (
        <PlainBox id={id} box={plain} value={value} onChange={onChange} />
      )}
      <p className="field-hint figures" id={`${id}-note`}>
        {note}
      </p>
    </div>
  )
}

type PlainBoxProps = Pick<EditorFieldProps, 'value' | 'onChange'> & {
  id: string
  box: RefObject<HTMLTextAreaElement | null>
}

function PlainBox({ id, box, value, onChange }: PlainBoxProps) {
  const [typed, setTyped] = useState('')
  // As typed, with its empty lines, unless the text has changed from outside.
  const text = htmlOf(typed) === value ? typed : plainOf(value)
  return (
    <div className="editor">
      <textarea
        className="rich"
        id={id}
        ref={box}
        rows={4}
        aria-describedby={`${id}-note`}
        value={text}
        // What is bold would not be bold any more.
        readOnly={htmlOf(text) !== value}
        onChange={({ target }) => {
          setTyped(target.value)
          onChange(htmlOf(target.value))
        }}
      />
    </div>
  )
}

function untilLeft(box: HTMLTextAreaElement | null): Promise<void> {
  return new Promise((done) => {
    if (!box || document.activeElement !== box) done()
    else box.addEventListener('blur', () => done(), { once: true })
  })
}
