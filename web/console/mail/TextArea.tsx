import { useRef } from 'react'
import { type TextFact, textLimits } from '#contract/mail/text-rules.ts'
import type { Edit } from '#web/console/ui/useEdit.ts'
import { Field } from '#web/ui/Field.tsx'

type Fact = TextFact & { sample: string }
type TextAreaProps = { edit: Edit; facts: readonly Fact[]; isReadOnly: boolean }

/** The paragraphs, the facts to insert, and what each of them is. */
export function TextArea({ edit, facts, isReadOnly }: TextAreaProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const body = edit.values.body ?? ''
  /** Where the cursor stands; a block with a paragraph of its own. */
  const insert = (fact: Fact | undefined) => {
    if (!fact) return
    const { selectionStart = body.length, selectionEnd = body.length } = area.current ?? {}
    const before = body.slice(0, selectionStart)
    const words = fact.isBlock ? `${/(^|\n\n)$/.test(before) ? '' : '\n\n'}{${fact.name}}\n\n` : `{${fact.name}}`
    edit.set('body', before + words + body.slice(selectionEnd))
    const at = selectionStart + words.length
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(at, at)
    })
  }
  return (
    <>
      <Field
        label="Text"
        anchor="body"
        hint="Facts in braces are filled in for each email. A blank line begins a paragraph. Greeting and closing are added."
        error={edit.problems.body}
      >
        {(control) => (
          <div className="editor">
            {!isReadOnly && facts.length > 0 && (
              <div className="editor-toolbar">
                <select
                  aria-label="Insert a fact"
                  value=""
                  onChange={({ target }) => insert(facts.find(({ name }) => name === target.value))}
                >
                  <option value="">Insert a fact</option>
                  {facts.map(({ name, says }) => (
                    <option key={name} value={name}>
                      {`${name}: ${says}`}
                    </option>
                  ))}
                </select>
              </div>
            )}
            <textarea
              ref={area}
              dir="auto"
              rows={14}
              maxLength={textLimits.body}
              readOnly={isReadOnly}
              {...control}
              name="body"
              value={body}
              onChange={({ target }) => edit.set('body', target.value)}
            />
          </div>
        )}
      </Field>
      {facts.length > 0 && (
        <details>
          <summary>Facts of this email</summary>
          <dl className="letter-facts">
            {facts.map(({ name, says, sample, isRequired }) => (
              <div key={name}>
                <dt>
                  <code>{`{${name}}`}</code> {isRequired && <span className="small">must stay in the text</span>}
                </dt>
                <dd className="small">
                  {`${says}. `}
                  <span className="soft" dir="auto">
                    {sample}
                  </span>
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </>
  )
}
