/** What decisions are called on the screens of staff. */
import { type SettableOutcome, type ToldState } from '#contract/selection/words.ts'
import type { Reply } from '#web/console/call.ts'

export type Decisions = Reply<'DecisionList'>
export type DecisionRow = Decisions['rows'][number]
export type Preview = Reply<'DecisionPreview'>
export type Listed = Exclude<SettableOutcome, 'duplicate'>

/** As the one who decides says it. */
export const outcomeWords: Record<SettableOutcome, string> = {
  accepted: 'Accept',
  rejected: 'Reject',
  waiting: 'Waiting list',
  revise: 'Ask for a revision',
  duplicate: 'Duplicate',
}

/** As its author was told. */
export const toldWords: Record<ToldState, string> = {
  under_review: 'Undecided',
  revision_asked: 'Being revised',
  accepted: 'Accepted',
  rejected: 'Rejected',
  waiting: 'On the waiting list',
  merged: 'Merged',
  duplicate: 'Duplicate',
  confirmed: 'Confirmed',
  not_presenting: 'Not presenting',
}

export const recommendationWords: Record<DecisionRow['says'][number]['recommendation'], string> = {
  accept: 'accept',
  other_type: 'another type',
  revise: 'revise',
  reject: 'reject',
  abstain: 'abstain',
}

export const saysText = (says: DecisionRow['says']): string =>
  says.map(({ recommendation, count }) => `${count} ${recommendationWords[recommendation]}`).join(', ')

export const keysOf: Record<string, Listed | 'undecided'> = {
  a: 'accepted',
  r: 'rejected',
  w: 'waiting',
  v: 'revise',
  u: 'undecided',
}
