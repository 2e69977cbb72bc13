import { useState } from 'react'
import * as calls from '#contract/calls/reviews.ts'
import { aliasOf, reviewLimits } from '#contract/reviews/words.ts'
import { useContent } from '#web/layout/content.tsx'
import { useCall } from '#web/platform/useCall.ts'
import { Field } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { type Opened, wordFor } from './answers.ts'
import { timeText } from './due.ts'
import { notDone } from './useTakeBack.ts'

const theirField = { field: 'their field', near: 'near their field', outside: 'outside their field' }

/** What the other reviewers submitted, each under the number that they have for this abstract. */
export function Others({ opened: { others, abstract, seesOthers } }: { opened: Opened }) {
  if (seesOthers === 'never' || (abstract.state !== 'submitted' && others.length === 0)) return null
  return (
    <section className="stack" id="others" aria-labelledby="others-title">
      <h2 id="others-title">What the others wrote</h2>
      {others.length === 0 && <p className="soft">Nobody else has submitted a review yet.</p>}
      <div className="grid fit min-16">
        {others.map(({ alias, recommendation, asType, sure, toAuthor, total }) => (
          <article className="card stack gap-s" key={alias} aria-label={aliasOf(alias)}>
            <p className="cluster">
              <strong>{aliasOf(alias)}</strong>
              {total !== null && <b className="figures push">{total.toFixed(1)}</b>}
            </p>
            <p className="small soft">
              {recommendation && wordFor(recommendation, asType ?? abstract.type)}
              {sure && `, ${theirField[sure]}`}
            </p>
            <div className="said">
              <p dir="auto">{toAuthor || 'No comment to the author.'}</p>
            </div>
          </article>
        ))}
      </div>
    </section>
  )
}

/** Remarks among reviewers and chairs, by number, never by name. */
export function Discussion({ opened }: { opened: Opened }) {
  const { discussion, abstract, timeZone } = opened
  const { today } = useContent()
  const [added, setAdded] = useState<Remarks>([])
  // Remarks only become more: whichever heard of more is the newer. What is being typed stays when others' are read.
  const remarks = added.length > discussion.remarks.length ? added : discussion.remarks
  if (!discussion.isOpen && remarks.length === 0) return null
  return (
    <section className="card stack" aria-labelledby="discussion-title">
      <h2 className="heading-small" id="discussion-title">
        Discussion
      </h2>
      {remarks.length === 0 && <p className="soft">Nobody has written yet. You are {aliasOf(abstract.alias)} here.</p>}
      {remarks.map(({ alias, isMine, text, at }) => (
        <article className="said" key={`${at} ${alias} ${text}`}>
          <header>
            <strong>{isMine ? `${aliasOf(alias)}, you` : aliasOf(alias)}</strong>
            <time dateTime={at}>{timeText(at, timeZone, today)}</time>
          </header>
          <p dir="auto">{text}</p>
        </article>
      ))}
      {discussion.isOpen && abstract.isOpen && <AddRemark opened={opened} onAdded={setAdded} />}
    </section>
  )
}

type Remarks = Opened['discussion']['remarks']

function AddRemark({ opened: { abstract }, onAdded }: { opened: Opened; onAdded: (remarks: Remarks) => void }) {
  const call = useCall()
  const [text, setText] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [sentence, setSentence] = useState('')
  const add = async () => {
    if (isBusy || text.trim() === '') return
    setBusy(true)
    setSentence('')
    const answer = await call(calls.RemarkAdd, { assignmentId: abstract.assignmentId, text })
    setBusy(false)
    if (answer.kind !== 'reply') return setSentence(notDone)
    const { status, remarks } = answer.reply
    if (status !== 'Success' || !remarks) return setSentence(status)
    onAdded(remarks)
    setText('')
  }
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <Field label="Your remark" hint={`The other reviewers and the chairs read it, from ${aliasOf(abstract.alias)}.`}>
        {(control) => (
          <textarea
            className="input"
            rows={3}
            maxLength={reviewLimits.remark}
            dir="auto"
            value={text}
            onChange={({ target }) => setText(target.value)}
            {...control}
          />
        )}
      </Field>
      {sentence && (
        <Notice tone="bad" live>
          {sentence}
        </Notice>
      )}
      <div className="cluster">
        <button className="button button-secondary" aria-busy={isBusy || undefined}>
          Add remark
        </button>
      </div>
    </form>
  )
}
