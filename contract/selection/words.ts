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
/** What a chair may say: what a rule found possible becomes one by their word, as does a co-author who was named after review began. */
export const chairsConflictKinds = [
  'coauthor',
  'shared_abstract',
  'department',
  'institution',
  ...toldConflictKinds,
] as const
/** What can be said of somebody of the team: an own abstract needs no word. */
export const staffConflictKinds = ['coauthor', 'department', 'institution', ...toldConflictKinds] as const
/** What an author and a reviewer share, where a rule found it. */
export const conflictFacts = [
  'author',
  'surname',
  'department',
  'department_unknown',
  'institution',
  'other_abstract',
  'named',
] as const
export type ConflictFact = (typeof conflictFacts)[number]
export const conflictSources = ['rule', 'reviewer', 'author', 'chair'] as const
export const conflictStrengths = ['hard', 'possible', 'cleared'] as const
export const runStates = ['queued', 'running', 'proposed', 'applied', 'discarded', 'stopped', 'failed'] as const
/** Places of a proposal: filled anew, passed on by a reviewer who has not opened the abstract, or left as they are. */
export const placeChanges = ['new', 'moved', 'kept'] as const
export type PlaceChange = (typeof placeChanges)[number]
export const recommendations = ['accept', 'other_type', 'revise', 'reject', 'abstain'] as const
export const surenesses = ['field', 'near', 'outside'] as const
export const assignmentStates = ['assigned', 'begun', 'submitted', 'sent_back', 'declined', 'cancelled'] as const
export const outcomes = ['accepted', 'rejected', 'waiting', 'revise', 'merged', 'duplicate', 'reset'] as const
export type Outcome = (typeof outcomes)[number]
/** What a chair can decide in the list; two abstracts are merged, and a decision is reset, by calls of their own. */
export const settableOutcomes = ['accepted', 'rejected', 'waiting', 'revise', 'duplicate'] as const
export type SettableOutcome = (typeof settableOutcomes)[number]
/** Where an abstract can stand once review has begun; `withdrawn` is in no list. */
export const toldStates = [
  'under_review',
  'revision_asked',
  'accepted',
  'rejected',
  'waiting',
  'merged',
  'duplicate',
  'confirmed',
  'not_presenting',
] as const
export type ToldState = (typeof toldStates)[number]
/** From where each can be decided. What was told already is corrected; everything else is reset first. */
export const decidable: Partial<Record<ToldState, readonly SettableOutcome[]>> = {
  under_review: ['accepted', 'rejected', 'waiting', 'revise', 'duplicate'],
  // Accepted again: as another type.
  accepted: ['accepted', 'rejected', 'waiting'],
  rejected: ['accepted', 'waiting'],
  waiting: ['accepted', 'rejected'],
  confirmed: ['rejected'],
  not_presenting: ['accepted'],
}
export const likenessStates = ['new', 'same', 'different'] as const

/** Scores that are so far apart divide their reviewers. */
export const dividedFrom = 2
/** A revision is due at most so many days after it is asked for. */
export const mostReviseDays = 21
/** Published decisions can be taken back for so long; their letters wait. */
export const takeBackMinutes = 10

/** Letters, a sign, and the name that they stand for. */
export const hospitalLine = /^[^=]{2,100}=[^=]{3,200}$/
export const hospitalWords = 'Write abbreviation = name, as in AKU, AKUH = Aga Khan University Hospital.'
/** The least and the most of each. */
export const callLimits = {
  hospitals: 200,
  reviews: [1, 9],
  graceMinutes: [0, 10_080],
  answerDays: [1, 60],
} as const
export const mostQuota = 60
export const usualQuota = 12
export const mostFirstFields = 2
export const mostSecondFields = 4
/** How long the link of an invitation works, unless the review ends before. */
export const invitationDays = 21
export const mostInvitedAtOnce = 200
/** Above so many at once, staff confirm who they are: an open browser must not be enough to write to many people in the college's name. */
export const confirmedAbove = 50
export const mostInvitedFields = mostFirstFields + mostSecondFields
/** As abstracts are called in the review: `A-0168`. */
export const numberOf = (number: number): string => `A-${String(number).padStart(4, '0')}`
/** As somebody writes it. */
export const numberPattern = /^a-?(\d{1,6})$/i

/** Where an abstract stands, once it was submitted. */
export const abstractStates = ['submitted', ...toldStates, 'withdrawn'] as const
export type AbstractState = (typeof abstractStates)[number]
/** How many reviews came in: none, some that are not enough, or all that are wanted. */
export const reviewCounts = ['none', 'fewer', 'complete'] as const
