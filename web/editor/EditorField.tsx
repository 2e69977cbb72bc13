import { useEffect, useId, useRef, useState, type ComponentType } from 'react'
import { htmlOf, plainOf } from '#web/platform/richtext/html.ts'
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
    let isGone = false
    loadEditor()
      // Nobody's box is taken away while they type in it.
      .then((loaded) => untilLeft(plain.current).then(() => !isGone && setEditor(() => loaded)))
      .catch((error: unknown) => reportError(error))
    return () => {
      isGone = true
    }
  }, [])

  return (
    <div className="field">
      <label className="field-label" id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
      {Editor ? (
        <Editor id={id} label={label} labelId={`${id}-label`} noteId={`${id}-note`} value={value} onChange={onChange} />
      ) : (
        <div className="editor">
          <textarea
            className="rich"
            id={id}
            ref={plain}
            rows={4}
            aria-describedby={`${id}-note`}
            value={plainOf(value)}
            // What is bold would not be bold any more.
            readOnly={htmlOf(plainOf(value)) !== value}
            onChange={({ target }) => onChange(htmlOf(target.value))}
          />
        </div>
      )}
      <p className="field-hint figures" id={`${id}-note`}>
        {note}
      </p>
    </div>
  )
}

function untilLeft(box: HTMLTextAreaElement | null): Promise<void> {
  return new Promise((done) => {
    if (!box || document.activeElement !== box) done()
    else box.addEventListener('blur', () => done(), { once: true })
  })
}
