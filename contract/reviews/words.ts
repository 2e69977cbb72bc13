/** Words, limits and sentences of reviewing that browser and server share. Without zod: the browser has this too. */

export const workStates = ['assigned', 'begun', 'submitted', 'sent_back', 'declined'] as const
export type WorkState = (typeof workStates)[number]
export const recommendations = ['accept', 'other_type', 'revise', 'reject', 'abstain'] as const
export type Recommendation = (typeof recommendations)[number]
/** How near it is to what the reviewer knows. */
export const surenesses = ['field', 'near', 'outside'] as const
export const declineReasons = ['conflict', 'field', 'time', 'other'] as const
/** Of a conflict that a reviewer tells: `coauthor` is "I am an author". */
export const declinedConflicts = ['coauthor', 'department', 'supervised', 'personal', 'competing'] as const
export const scores = [1, 2, 3, 4, 5] as const

/** In characters; of the words to the author at least `leastWords`, unless somebody abstains. */
export const reviewLimits = { comment: 10_000, note: 1_000, remark: 4_000 } as const
export const leastWords = 5
/** Said on the page and not refused. */
export const usualWords = 300

export const reviewTexts = {
  /** With `stored`: what the server has. Nothing was changed. */
  conflict: 'Changed in another window since you opened it.',
  decided: 'A decision has been made.',
  /** For a save: what was submitted is changed by submitting it again, so that nobody reads half a change. */
  submitted: 'Submitted already. Submit it again to change it.',
  declined: 'You declined it.',
  /** After the last day and its grace. What was saved stays. */
  closed: 'Reviews are closed. What you wrote is kept; please ask the chair.',
  /** With `missing`. What was typed is saved. */
  missing: 'Something is missing in your review.',
  /** With `namesFound`. What was typed is saved; sent again with `namesSeen` it is submitted. */
  names: 'Your comments may name somebody. Please look again.',
  replaced: 'Somebody else has it now.',
  notOpen: 'Discussion is not open.',
} as const

/** What somebody may say of a title: they would like to read it, it is all the same to them, or rather not. */
export const bids = [1, 0, -1] as const
export type Bid = (typeof bids)[number]
export const bidTexts = { over: 'The abstracts have been given to reviewers: wishes are over.' } as const

/** As other reviewers and authors know somebody; the chairs have no number. */
export const aliasOf = (alias: number | null): string => (alias === null ? 'Chair' : `Reviewer ${alias}`)
