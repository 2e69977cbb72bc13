import { useState } from 'react'
import { Field } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import type { Answers } from './answers.ts'
import { typedOf } from './kept.ts'
import { useOwner } from './useOwner.ts'

type NotSentProps = { assignmentId: number; values: Answers }

/** What was typed without a connection for an abstract that somebody else has by now: nothing takes it, and nobody but its writer may remove it. */
export function NotSent({ assignmentId, values }: NotSentProps) {
  const owner = useOwner()
  const [isRemoved, setRemoved] = useState(false)
  const remove = () => {
    typedOf(owner, assignmentId).clear()
    setRemoved(true)
  }
  return (
    <section className="section">
      <div className="page-width width-44 stack gap-l">
        <h1>This abstract is no longer assigned to you</h1>
        {isRemoved ? (
          <Notice tone="good" live>
            <p>Removed from this device.</p>
          </Notice>
        ) : (
          <>
            <Notice tone="wait">
              <p>
                <strong>What you typed last was not sent.</strong> It is kept on this device. Copy what you need, for
                example into an email to the chairs, and then remove it.
              </p>
            </Notice>
            <Words label="Comments to the author" text={values.toAuthor} />
            <Words label="Comments to the chairs" text={values.toChairs} />
            <div>
              <button className="button button-secondary" type="button" onClick={remove}>
                Remove from this device
              </button>
            </div>
          </>
        )}
        <a href="/review">Your reviews</a>
      </div>
    </section>
  )
}

function Words({ label, text }: { label: string; text: string }) {
  if (text.trim() === '') return null
  return (
    <Field label={label}>
      {(control) => <textarea className="input" rows={8} dir="auto" readOnly value={text} {...control} />}
    </Field>
  )
}
