import { useState } from 'react'
import * as calls from '#contract/calls/reviews.ts'
import type { Missing } from '#contract/reviews/reviews.ts'
import { reviewTexts } from '#contract/reviews/words.ts'
import { useCall } from '#web/platform/useCall.ts'
import { anchorOf } from './answers.ts'
import { answerFrom, inputOf, type ReviewSaving } from './useReviewSaving.ts'

const noLine = 'There is no connection just now. What you wrote is kept: please submit it again when there is one.'

type Outcome = { missing: Missing[]; names: string[]; sentence: string }
const nothing: Outcome = { missing: [], names: [], sentence: '' }

/** Submits, and holds what the server found. */
export function useSubmit(assignmentId: number, saving: ReviewSaving, onSubmitted: () => void) {
  const call = useCall()
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState(nothing)

  const submit = async (namesSeen = false) => {
    if (isBusy) return
    setBusy(true)
    setOutcome(nothing)
    let found: Outcome = { ...nothing, sentence: noLine }
    let isSubmitted = false
    await saving.sendBy(async (sent) => {
      const answer = await call(calls.ReviewSubmit, { ...inputOf(assignmentId, sent), namesSeen })
      if (answer.kind === 'reply') {
        const { status, missing = [], namesFound: names = [] } = answer.reply
        isSubmitted = status === 'Success'
        found = { missing, names, sentence: status === reviewTexts.closed ? status : '' }
      }
      return answerFrom(answer)
    })
    setBusy(false)
    // Where somebody has to choose between two texts, or nothing is taken any more, the page says so.
    const { standing } = saving.state()
    if (isSubmitted) onSubmitted()
    else if (standing !== 'differs' && standing !== 'over') setOutcome(found)
    const [first] = found.missing
    if (first) focusOn(anchorOf(first))
  }
  return { ...outcome, isBusy, submit, lookAgain: () => setOutcome(nothing) }
}

export type Submitting = ReturnType<typeof useSubmit>

/** Leads to what is asked; a group is entered at its chosen or first answer. */
export function focusOn(anchor: string): void {
  const element = document.getElementById(anchor)
  const control = element?.matches('fieldset')
    ? (element.querySelector<HTMLElement>('input:checked') ?? element.querySelector<HTMLElement>('input'))
    : element
  element?.scrollIntoView({ block: 'center' })
  control?.focus({ preventScroll: true })
}
