/** The words of a letter: plain text with a few marks, and facts that are filled in for each person. */
import { useRef } from 'react'
import { factNames, facts, letterLimits, unknownFacts } from '#contract/mail/letter-words.ts'
import type { Edit } from '#web/console/ui/useEdit.ts'
import { Field } from '#web/ui/Field.tsx'

export function LetterText({ edit }: { edit: Edit }) {
  const area = useRef<HTMLTextAreaElement>(null)
  const body = edit.values.body ?? ''
  const unknown = unknownFacts(body)
  const unknownWords =
    unknown.length > 0 ? `We do not know ${unknown.map((name) => `“${name}”`).join(', ')}.` : undefined
  /** Round what is selected, or where the cursor stands. */
  const mark = (before: string, after: string, otherwise: string) => {
    const { selectionStart = body.length, selectionEnd = body.length } = area.current ?? {}
    const words = body.slice(selectionStart, selectionEnd) || otherwise
    edit.set('body', body.slice(0, selectionStart) + before + words + after + body.slice(selectionEnd))
    const from = selectionStart + before.length
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(from, from + words.length)
    })
  }
  return (
    <Field
      label="Letter"
      anchor="body"
      hint="Facts in braces are filled in for each person. A blank line begins a paragraph."
      error={edit.problems.body ?? unknownWords}
    >
      {(control) => (
        <div className="editor">
          <div className="editor-toolbar" role="toolbar" aria-label="Formatting">
            <button
              className="button button-quiet icon-button"
              type="button"
              aria-label="Bold"
              onClick={() => mark('**', '**', 'bold')}
            >
              B
            </button>
            <button
              className="button button-quiet icon-button"
              type="button"
              aria-label="Italic"
              onClick={() => mark('*', '*', 'italic')}
            >
              <em>I</em>
            </button>
            <button
              className="button button-quiet"
              type="button"
              onClick={() => mark('[', '](https://)', 'words of the link')}
            >
              Link
            </button>
            <select aria-label="Insert a fact" value="" onChange={({ target }) => mark(`{${target.value}}`, '', '')}>
              <option value="">Insert a fact</option>
              {factNames.map((name) => (
                <option key={name} value={name}>
                  {`${name}: ${facts[name]}`}
                </option>
              ))}
            </select>
          </div>
          <textarea
            ref={area}
            dir="auto"
            rows={12}
            maxLength={letterLimits.body}
            {...control}
            name="body"
            value={body}
            onChange={({ target }) => edit.set('body', target.value)}
          />
        </div>
      )}
    </Field>
  )
}
