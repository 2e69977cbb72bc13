import { wordLimit } from '#contract/abstracts/rules.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Meter } from '#web/ui/Meter.tsx'
import type { AbstractFormState } from './useAbstractForm.ts'

/** The bar stands outside of the form that it sends. */
export const formId = 'abstract-form'

type FormProps = { form: AbstractFormState }

/** How many words are used, what is kept, and what is still to do. */
export function WritingAside({ form }: FormProps) {
  const { values, words, file, keptAt } = form
  const over = words.total - wordLimit
  const steps = [
    ['Abstract type chosen', values.AbstractType !== ''],
    ['File attached', file.file !== undefined],
    ['Sub-specialty chosen', values.SubSpeciality !== ''],
    ['Title written', values.Title.trim() !== ''],
    [`At most ${wordLimit} words`, over <= 0],
  ] as const
  return (
    <aside className="stack stick" aria-label="Your progress">
      <div className="card stack gap-s">
        <p className="cluster">
          <strong className="figures">
            {words.total} of {wordLimit} words
          </strong>
          <span className="small soft push">{over > 0 ? `${over} too many` : `${-over} left`}</span>
        </p>
        <Meter
          label="Words used"
          value={Math.min(words.total, wordLimit)}
          of={wordLimit}
          tone={over > 0 ? 'bad' : undefined}
        />
        <output className="small">
          {over > 0 && `This is over ${wordLimit} words. You can go on, but reviewers may stop reading there.`}
        </output>
        {keptAt && (
          <p className="small soft cluster gap-s">
            <Icon name="check" /> Draft saved at {keptAt}
          </p>
        )}
      </div>
      <div className="card stack gap-s">
        <h2 className="heading-small">Before you continue</h2>
        <ol className="checklist small">
          {steps.map(([what, isDone]) => (
            <li key={what} data-done={isDone ? '' : undefined}>
              {what}
              {isDone && <span className="visually-hidden"> (done)</span>}
            </li>
          ))}
        </ol>
      </div>
    </aside>
  )
}

/** On narrow screens, words and the way on stay in reach. */
export function WritingBar({ form: { words, keptAt, saving } }: FormProps) {
  return (
    <div className="bottom-bar deep">
      <div className="page-width">
        <span>
          <strong className="figures">
            {words.total} of {wordLimit} words
          </strong>
          <br />
          <small>{keptAt ? `Draft saved at ${keptAt}` : 'Nothing unsaved'}</small>
        </span>
        <button className="button button-primary" form={formId} aria-busy={saving.progress && true}>
          Next
        </button>
      </div>
    </div>
  )
}
