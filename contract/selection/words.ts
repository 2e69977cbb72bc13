/** Words and limits of the review that browser and server share. Without zod: the console has this too. */

export const blindnesses = ['double', 'single', 'open'] as const
export const conflictRules = ['author', 'department', 'institution'] as const
export const othersReviews = ['after_own', 'never', 'always'] as const
export const authorFeedbacks = ['none', 'comments', 'totals'] as const
export const reviewerStates = ['invited', 'active', 'declined', 'removed'] as const
export const conflictKinds = [
  'self',
  'coauthor',
  'shared_abstract',
  'department',
  'institution',
  'supervised',
  'personal',
  'competing',
  'chair',
] as const
export type ConflictKind = (typeof conflictKinds)[number]
/** What somebody may say of two people; the others are found by rule. */
export const toldConflictKinds = ['supervised', 'personal', 'competing', 'chair'] as const
/** What a chair may say: what a rule found possible becomes one by their word. That of an author needs nobody's. */
export const chairsConflictKinds = ['shared_abstract', 'department', 'institution', ...toldConflictKinds] as const
export const conflictSources = ['rule', 'reviewer', 'author', 'chair'] as const
export const conflictStrengths = ['hard', 'possible', 'cleared'] as const
export const runStates = ['queued', 'running', 'proposed', 'applied', 'discarded', 'stopped', 'failed'] as const

/** The least and the most of each. */
export const callLimits = { reviews: [1, 9], graceMinutes: [0, 10_080], answerDays: [1, 60] } as const
export const mostQuota = 60
export const usualQuota = 12
export const mostFirstFields = 2
export const mostSecondFields = 4
/** How long the letter of an invitation is good. */
export const invitationDays = 21
export const mostInvitedAtOnce = 200
/** As abstracts are called in the review: `A-0168`. */
export const numberOf = (number: number): string => `A-${String(number).padStart(4, '0')}`
/** As somebody writes it. */
export const numberPattern = /^a-?(\d{1,6})$/i
