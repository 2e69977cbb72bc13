/** What becomes of abstracts, as staff read it. */
import { type AbstractState, numberOf } from '#contract/selection/words.ts'
import type { Reply } from '#web/console/call.ts'

export type Shown = Extract<Reply<'AbstractShow'>, { hasConflict: false }>
export type Review = Shown['reviews'][number]

export const stateWords: Record<AbstractState, { words: string; status: string }> = {
  submitted: { words: 'Pending', status: 'pending' },
  revision_asked: { words: 'Revision asked for', status: 'pending' },
  under_review: { words: 'Under review', status: 'under-review' },
  accepted: { words: 'Accepted', status: 'accepted' },
  rejected: { words: 'Rejected', status: 'rejected' },
  waiting: { words: 'Waiting list', status: 'pending-payment' },
  merged: { words: 'Merged', status: 'full' },
  duplicate: { words: 'Duplicate', status: 'full' },
  confirmed: { words: 'Confirmed', status: 'accepted' },
  not_presenting: { words: 'Not presenting', status: 'rejected' },
  withdrawn: { words: 'Withdrawn', status: 'draft' },
}

export function StateChip({ state }: { state: AbstractState }) {
  const { words, status } = stateWords[state]
  return (
    <span className="status-chip" data-status={status}>
      {words}
    </span>
  )
}

export const recommendationWords: Record<NonNullable<Review['recommendation']>, string> = {
  accept: 'Accept',
  other_type: 'Accept as',
  revise: 'Ask for a revision',
  reject: 'Reject',
  abstain: 'Abstains',
}

export const outcomeWords: Record<Shown['told'][number]['outcome'], string> = {
  accepted: 'Accepted',
  rejected: 'Rejected',
  waiting: 'Waiting list',
  revise: 'Revision asked for',
  merged: 'Merged',
  duplicate: 'Duplicate',
  reset: 'Under review again',
}

export const abstractAddress = (number: number, eventId: number): string =>
  `/console/abstracts/${number}?eventId=${eventId}`
/** From `A-0168` to 168. */
export const plainNumber = (number: string): number => Number(number.replace(/\D/g, ''))
/** How much of their words two abstracts share. */
export function likenessText(share: number): string {
  const words = share >= 85 ? 'Nearly word for word' : share >= 65 ? 'Mostly the same words' : 'Much the same words'
  return `${words}, ${share}%`
}
export { numberOf }
