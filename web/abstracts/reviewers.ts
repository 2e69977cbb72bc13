import { usualReviewers } from '#contract/abstracts/rules.ts'
import type { CurrentEvent } from '#contract/events/site.ts'
import { countInWords } from '#web/platform/words.ts'

/** On the pages of an event without a call, for somebody who follows an old link. */
export const noCall = 'This event takes no abstracts'

/** `at least three reviewers`, or as many as the call of the event wants */
export const atLeastReviewers = (event: CurrentEvent | null): string =>
  `at least ${countInWords(event?.reviewers ?? usualReviewers, 'reviewer').toLowerCase()}`
