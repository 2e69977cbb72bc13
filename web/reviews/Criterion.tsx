import type { KeyboardEvent } from 'react'
import { scores } from '#contract/reviews/words.ts'
import { anchorOf, type Criterion } from './answers.ts'

type CriterionProps = {
  criterion: Criterion
  score: number | undefined
  isMissing: boolean
  isClosed: boolean
  onScore: (score: number) => void
}

/** A scale from 1 to 5. On any of it, the keys 1 to 5 answer. */
export function CriterionField({ criterion, score, isMissing, isClosed, onScore }: CriterionProps) {
  const { name, hint, low, high, weight, isRequired } = criterion
  const anchor = anchorOf({ field: 'score', ...criterion })
  const answer = (event: KeyboardEvent<HTMLInputElement>) => {
    const given = scoreOfKey(event)
    if (given === undefined || isClosed) return
    event.preventDefault()
    onScore(given)
    const group = event.currentTarget.closest('fieldset')
    group?.querySelector<HTMLInputElement>(`input[value="${given}"]`)?.focus()
  }
  return (
    <fieldset
      className="criterion"
      id={anchor}
      disabled={isClosed}
      aria-describedby={isMissing ? `${anchor}-note` : undefined}
    >
      <legend>
        <span className="field-label">{name}</span>
        {hint && <span className="soft small">{hint}</span>}
        <span className="weight">{isRequired ? `counts ${weight}×` : `counts ${weight}×, optional`}</span>
      </legend>
      <div className="scale">
        {scores.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name={anchor}
              value={each}
              checked={score === each}
              onKeyDown={answer}
              onChange={() => onScore(each)}
            />
            <span className="visually-hidden">{name}: </span>
            {each}
          </label>
        ))}
      </div>
      {(low || high) && (
        <p className="ends">
          <span>1 {low}</span>
          <span>5 {high}</span>
        </p>
      )}
      {isMissing && (
        <p className="field-error" id={`${anchor}-note`}>
          Please choose from 1 to 5.
        </p>
      )}
    </fieldset>
  )
}

/** Digits of any script: an Urdu keyboard types ۱۲۳. */
export function scoreOfKey(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): number | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || !/^[1-5١-٥۱-۵]$/.test(event.key)) return undefined
  return event.key.charCodeAt(0) & 15
}
