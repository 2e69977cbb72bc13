/** What is asked beside the criteria. */
import { type AbstractType, countWords } from '#contract/abstracts/rules.ts'
import { leastWords, reviewLimits, surenesses, usualWords } from '#contract/reviews/words.ts'
import { Field } from '#web/ui/Field.tsx'
import { type Answers, anchorOf, choicesFor, sureWords } from './answers.ts'

type PartProps = {
  values: Answers
  isClosed: boolean
  isMissing: (anchor: string) => boolean
  onChange: (changed: Partial<Answers>) => void
}

export function Recommend({ type, values, isClosed, isMissing, onChange }: PartProps & { type: AbstractType }) {
  const anchor = anchorOf({ field: 'recommendation' })
  return (
    <fieldset
      className="stack gap-s"
      id={anchor}
      disabled={isClosed}
      aria-describedby={isMissing(anchor) ? `${anchor}-note` : undefined}
    >
      <legend className="field-label">Recommendation</legend>
      <div className="cluster gap-s">
        {choicesFor(type).map(({ recommendation, asType, text }) => (
          <label className="choice" key={text}>
            <input
              type="radio"
              name={anchor}
              checked={values.recommendation === recommendation && values.asType === asType}
              onChange={() => onChange({ recommendation, asType })}
            />
            <span>{text}</span>
          </label>
        ))}
      </div>
      {values.recommendation === 'abstain' && (
        <p className="field-hint">
          You give no scores, and it counts as no review. The chairs offer it to somebody else.
        </p>
      )}
      {isMissing(anchor) && (
        <p className="field-error" id={`${anchor}-note`}>
          Please choose a recommendation.
        </p>
      )}
    </fieldset>
  )
}

export function Sure({ values, isClosed, isMissing, onChange }: PartProps) {
  const anchor = anchorOf({ field: 'sure' })
  return (
    <fieldset
      className="stack gap-s"
      id={anchor}
      disabled={isClosed}
      aria-describedby={isMissing(anchor) ? `${anchor}-note` : undefined}
    >
      <legend className="field-label">How sure are you?</legend>
      <div className="cluster gap-s">
        {surenesses.map((sure) => (
          <label className="choice" key={sure}>
            <input type="radio" name={anchor} checked={values.sure === sure} onChange={() => onChange({ sure })} />
            <span>{sureWords[sure]}</span>
          </label>
        ))}
      </div>
      {isMissing(anchor) && (
        <p className="field-error" id={`${anchor}-note`}>
          Please say how near it is to your field.
        </p>
      )}
    </fieldset>
  )
}

export function Comments({ values, isClosed, isMissing, onChange }: PartProps) {
  const anchor = anchorOf({ field: 'toAuthor' })
  const box = { className: 'input', disabled: isClosed, maxLength: reviewLimits.comment, dir: 'auto' }
  const words = countWords(values.toAuthor)
  return (
    <>
      <Field
        label="Comments to the author"
        hint={`They read this word for word, without your name. ${words} of ${usualWords} words`}
        error={isMissing(anchor) ? `Please write at least ${leastWords} words.` : undefined}
        anchor={anchor}
        optional={values.recommendation === 'abstain'}
      >
        {(control) => (
          <textarea
            {...box}
            {...control}
            rows={4}
            value={values.toAuthor}
            onChange={({ target }) => onChange({ toAuthor: target.value })}
          />
        )}
      </Field>
      <Field label="Only for the chairs" optional>
        {(control) => (
          <textarea
            {...box}
            {...control}
            rows={2}
            value={values.toChairs}
            onChange={({ target }) => onChange({ toChairs: target.value })}
          />
        )}
      </Field>
    </>
  )
}
