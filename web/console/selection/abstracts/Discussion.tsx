import { useRef } from 'react'
import { typedIn } from '#web/console/events/useEvent.ts'
import { useSelectionAct } from '#web/console/selection/useSelectionAct.ts'
import { When } from '#web/console/ui/When.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import type { Shown } from './abstract-words.tsx'

type DiscussionProps = { abstract: Shown; eventId: number; mayDecide: boolean }

/** Reviewers speak by alias; chairs are “Chair”. */
export function Discussion({
  abstract: { abstractId, remarks, state, timeZone },
  eventId,
  mayDecide,
}: DiscussionProps) {
  return (
    <section className="card stack" aria-labelledby="h-talk">
      <div className="card-header">
        <h2 id="h-talk">Discussion</h2>
        <span className="small soft">reviewers of this abstract and chairs, by alias</span>
      </div>
      {remarks.length === 0 && <p className="soft">Nobody has written anything.</p>}
      {remarks.map(({ alias, text, audience, at }) => (
        <div className="said" data-audience={audience === 'chairs' ? 'chairs' : undefined} key={`${at} ${alias}`}>
          <p className="cluster gap-s small soft">
            <strong>{alias === null ? 'Chair' : `Reviewer ${alias}`}</strong>
            <When at={at} timeZone={timeZone} />
            {audience === 'chairs' && <span>only for chairs</span>}
          </p>
          <p className="words" dir="auto">
            {text}
          </p>
        </div>
      ))}
      {mayDecide && state === 'under_review' && <AskReviewers abstractId={abstractId} eventId={eventId} />}
    </section>
  )
}

function AskReviewers({ abstractId, eventId }: { abstractId: number; eventId: number }) {
  const form = useRef<HTMLFormElement>(null)
  const { act, problems, isSending } = useSelectionAct('RemarkByChair')
  return (
    <form
      ref={form}
      className="stack"
      noValidate
      onSubmit={async (event) => {
        event.preventDefault()
        if (isSending) return
        const text = typedIn(event.currentTarget, 'text')
        if (await act({ eventId, abstractId, text, audience: 'reviewers' })) form.current?.reset()
      }}
    >
      <Field label="Ask the reviewers" error={problems.text}>
        {(control) => <textarea className="input" rows={2} name="text" dir="auto" {...control} />}
      </Field>
      {problems.form && (
        <Notice tone="bad" live>
          {problems.form}
        </Notice>
      )}
      <div className="cluster">
        <button className="button button-secondary" aria-busy={isSending || undefined}>
          Send to the reviewers
        </button>
        <span className="small soft">They read it as “Chair”.</span>
      </div>
    </form>
  )
}
