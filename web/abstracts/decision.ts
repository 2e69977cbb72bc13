/** A decision in words. */
import type { ReplyOf } from '#contract/operation.ts'
import type { DecisionRead } from '#contract/selection/told.ts'

export type Decision = ReplyOf<typeof DecisionRead>

/** As the list calls them. */
export const statusWord: Record<Decision['state'], string> = {
  under_review: 'Under review',
  revision_asked: 'Pending',
  accepted: 'Accepted',
  rejected: 'Rejected',
  waiting: 'Waiting list',
  merged: 'Merged',
  duplicate: 'Duplicate',
  confirmed: 'Confirmed',
  not_presenting: 'Not presenting',
}

export const typeWords = { Oral: 'an oral presentation', Poster: 'a poster', Workshop: 'a workshop' } as const
