import { useEffect, useRef } from 'react'
import { Toolbar } from './Toolbar.tsx'
import { useEditor } from './useEditor.ts'

export type EditorProps = {
  id: string
  label: string
  labelId: string
  noteId: string
  value: string
  onChange: (html: string) => void
}

/** A small rich-text editor. */
export default function Editor({ id, label, labelId, noteId, value, onChange }: EditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const editor = useEditor(host, {
    value,
    onChange,
    attributes: {
      id,
      class: 'rich',
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-labelledby': labelId,
      'aria-describedby': noteId,
    },
  })
  useEffect(() => {
    // A label leads by itself to a control, but not to an editable element.
    const words = document.getElementById(labelId)
    const lead = () => document.getElementById(id)?.focus()
    words?.addEventListener('click', lead)
    return () => words?.removeEventListener('click', lead)
  }, [id, labelId])
  return (
    <div className="editor">
      <Toolbar label={label} controls={id} {...editor} />
      <div ref={host} />
    </div>
  )
}
