/** What the parts of a review are called on the screens of staff. */
import type { LeftOut } from '#contract/selection/assignments.ts'
import type { ConflictFact, ConflictKind } from '#contract/selection/words.ts'
import type { Reply } from '#web/console/call.ts'
import { counted } from '#web/console/events/words.ts'

export type Call = Reply<'CallShow'>
export type Criterion = Call['criteria'][number]
export type Reviewer = Reply<'ReviewerList'>['rows'][number]
export type ConflictRow = Reply<'ConflictList'>['rows'][number]
export type Overview = Reply<'ReviewOverview'>
export type Shown = Reply<'RunShow'>
export type Run = NonNullable<Shown['run']>

/** For somebody with an own abstract, or another conflict, in the event. */
export const noFigures =
  'You have a conflict with an abstract of this event, so no figures of single reviewers are shown: they would tell who reads it.'

export const reviewerStates: Record<Reviewer['state'], { words: string; status: string }> = {
  invited: { words: 'Invited', status: 'pending' },
  active: { words: 'Reviews', status: 'accepted' },
  declined: { words: 'Said no', status: 'full' },
  removed: { words: 'Removed', status: 'rejected' },
}

export const conflictKinds: Record<ConflictKind, string> = {
  self: 'Is the submitting author',
  coauthor: 'Is a co-author',
  shared_abstract: 'Wrote another abstract with an author',
  department: 'Same department',
  institution: 'Same institution',
  supervised: 'Supervised an author',
  personal: 'Personal',
  competing: 'Competing work',
  chair: 'Recorded by a chair',
}
export const conflictFactWords: Record<ConflictFact, string> = {
  author: 'Is this author',
  surname: 'Same surname as the author',
  department: 'Same department as the author',
  department_unknown: 'Same institution, department unknown',
  institution: 'Same institution as the author',
  other_abstract: 'Wrote another abstract with the author',
  named: 'The authors asked not to send it to',
}
export const conflictSources: Record<ConflictRow['source'], string> = {
  rule: 'found automatically',
  reviewer: 'declared by the reviewer',
  author: 'requested by an author',
  chair: 'recorded by a chair',
}
export const conflictStrengths: Record<ConflictRow['strength'], { words: string; status: string }> = {
  hard: { words: 'Conflict', status: 'rejected' },
  possible: { words: 'Possible', status: 'pending-payment' },
  cleared: { words: 'No conflict', status: 'accepted' },
}

export const runStates: Record<Run['state'], string> = {
  queued: 'waits to be computed',
  running: 'is being computed',
  proposed: 'waits for you',
  applied: 'applied',
  discarded: 'discarded',
  stopped: 'stopped',
  failed: 'failed',
}

/** `14 reviewers wished for 210 titles, and would rather not read 12.` */
export function wishesText({ wishes: { reviewers, wanted, unwanted } }: Pick<Call, 'wishes'>): string {
  if (reviewers === 0) return 'No reviewer has said what they would like to read.'
  const who = counted(reviewers, 'reviewer')
  return `${who} wished for ${counted(wanted, 'title')}, and would rather not read ${unwanted}.`
}

export const leftOutWords: Record<LeftOut, string> = {
  conflict: 'has a conflict now',
  'no reviewer': 'reviews no longer',
  'not under review': 'is no longer under review',
  full: 'has reached what they offered',
  declined: 'declined it',
  'there already': 'has it already',
}

/** `Fri, 2 of 3` is no list; `2 first, 1 second` is. */
export const listed = (parts: readonly (string | false)[]): string => parts.filter(Boolean).join(', ')

export const isUnderWay = (state: Run['state'] | undefined): boolean => state === 'queued' || state === 'running'
