import type { KeyboardEvent } from 'react'
import { Notice } from '#web/ui/Notice.tsx'
import { Comments, Recommend, Sure } from './AnswerFields.tsx'
import { type Answers, anchorOf, type Opened, scoreOf, totalOf, withScore } from './answers.ts'
import { CriterionField } from './Criterion.tsx'
import { NamesFound } from './NamesFound.tsx'
import { SavedWord } from './SavedWord.tsx'
import type { ReviewSaving } from './useReviewSaving.ts'
import type { Submitting } from './useSubmit.ts'

type FormProps = {
  opened: Opened
  saving: ReviewSaving
  submitting: Submitting
  isClosed: boolean
  asked: { anchor: string; isAnswered: boolean }[]
}

export function ReviewForm({ opened, saving, submitting, isClosed, asked }: FormProps) {
  const { abstract, criteria, timeZone } = opened
  const { values, isSubmitted } = saving.now
  const change = (changed: Partial<Answers>) => saving.change({ ...values, ...changed })
  const isAbstaining = values.recommendation === 'abstain'
  // What was found missing and is answered by now is missing no more.
  const missing = submitting.missing.filter(
    (each) => !asked.some(({ anchor, isAnswered }) => isAnswered && anchor === anchorOf(each)),
  )
  const isMissing = (anchor: string) => missing.some((each) => anchorOf(each) === anchor)
  const byKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isClosed) return
    event.preventDefault()
    void submitting.submit()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the fields inside reach it
    <form
      className="card stack gap-l"
      id="your-review"
      noValidate
      aria-labelledby="your-review-title"
      onKeyDown={byKey}
      onSubmit={(event) => {
        event.preventDefault()
        void submitting.submit()
      }}
    >
      <div className="cluster">
        <h2 id="your-review-title">Your review</h2>
        <output className="saved push">
          <SavedWord saving={saving} timeZone={timeZone} />
        </output>
      </div>
      {!isAbstaining &&
        criteria.map((criterion) => (
          <CriterionField
            key={criterion.criterionId}
            criterion={criterion}
            score={scoreOf(values, criterion)}
            isMissing={isMissing(anchorOf({ field: 'score', ...criterion }))}
            isClosed={isClosed}
            onScore={(score) => saving.change(withScore(values, criterion, score))}
          />
        ))}
      {!isAbstaining && <Total answers={values} opened={opened} />}
      <Recommend type={abstract.type} values={values} isClosed={isClosed} isMissing={isMissing} onChange={change} />
      {!isAbstaining && <Sure values={values} isClosed={isClosed} isMissing={isMissing} onChange={change} />}
      <Comments values={values} isClosed={isClosed} isMissing={isMissing} onChange={change} />
      <Problems missing={missing} sentence={submitting.sentence} />
      {!isClosed && (
        <>
          <div className="cluster">
            <button className="button button-primary" aria-busy={submitting.isBusy || undefined}>
              {isSubmitted ? 'Submit the change' : 'Submit review'}
            </button>
            {!isSubmitted && (
              <a className="button button-quiet" href={`/review/${abstract.assignmentId}/decline`}>
                Decline or declare a conflict
              </a>
            )}
          </div>
          <p className="small soft">
            <span className="figures">
              {asked.filter(({ isAnswered }) => isAnswered).length} of {asked.length} answered.
            </span>{' '}
            {isSubmitted
              ? 'What you change here stays on this device until you submit it again.'
              : afterwards[opened.seesOthers]}
          </p>
        </>
      )}
      <NamesFound submitting={submitting} />
    </form>
  )
}

const afterwards = {
  after_own:
    'You can change it until a decision is made. After you submit you see what the other reviewers wrote, and they see yours.',
  always: 'You can change it until a decision is made. The other reviewers see what you submit.',
  never: 'You can change it until a decision is made. The other reviewers do not see it.',
}

function Total({ answers, opened: { criteria } }: { answers: Answers; opened: Opened }) {
  const total = totalOf(answers, criteria)
  const answered = criteria.filter((criterion) => scoreOf(answers, criterion) !== undefined).length
  return (
    <p className="score-total">
      <span>
        Total so far
        <br />
        <small>
          {answered} of {criteria.length} answered, weighted
        </small>
      </span>
      <b>{total === undefined ? '–' : total.toFixed(1)}</b>
    </p>
  )
}

function Problems({ missing, sentence }: Pick<Submitting, 'missing' | 'sentence'>) {
  const names = missing.map(({ name }) => name.replace(/\?$/, '')).join(', ')
  const text = names ? `Still to answer: ${names}.` : sentence
  return text ? (
    <Notice tone="bad" live>
      {text}
    </Notice>
  ) : null
}
