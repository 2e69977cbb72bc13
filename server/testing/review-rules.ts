/**
 * Who may do what with an abstract, wherever it stands: written down once from what was settled about reviewing, and compared with the server cell by
 * cell. Nothing here looks at the product's own rules but at its sentences.
 */
import { authorTexts } from '#contract/abstracts/author-texts.ts'
import { abstractTexts } from '#contract/abstracts/rules.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { reviewTexts } from '#contract/reviews/words.ts'
import { toldTexts } from '#contract/selection/told-texts.ts'

export const people = [
  'owner',
  'co-author',
  'reviewer who has it',
  'reviewer who has it not',
  'chair',
  'chair in conflict',
  'organiser',
  'stranger',
] as const
export type Who = (typeof people)[number]

/** What its author reads of each in their list; null where it is in no list. With reviewers it is one state for its author, and many for a reviewer. */
export const standings = {
  draft: { Status: '', AbstractLevel: 0 },
  removed: null,
  submitted: { Status: 'Pending', AbstractLevel: 0 },
  'with reviewers, assigned': { Status: 'Under review', AbstractLevel: 1 },
  'with reviewers, begun': { Status: 'Under review', AbstractLevel: 1 },
  'with reviewers, reviewed': { Status: 'Under review', AbstractLevel: 1 },
  'with reviewers, sent back': { Status: 'Under review', AbstractLevel: 1 },
  'with reviewers, declined': { Status: 'Under review', AbstractLevel: 1 },
  'with reviewers, cancelled': { Status: 'Under review', AbstractLevel: 1 },
  'with reviewers, revised': { Status: 'Under review', AbstractLevel: 1 },
  'revision asked': { Status: 'Pending', AbstractLevel: 0 },
  accepted: { Status: 'Accepted', AbstractLevel: 2 },
  rejected: { Status: 'Rejected', AbstractLevel: 2 },
  waiting: { Status: 'Waiting list', AbstractLevel: 2 },
  merged: { Status: 'Merged', AbstractLevel: 2 },
  duplicate: { Status: 'Duplicate', AbstractLevel: 2 },
  confirmed: { Status: 'Confirmed', AbstractLevel: 3 },
  'not presenting': { Status: 'Not presenting', AbstractLevel: 3 },
  withdrawn: null,
} as const
export type Standing = keyof typeof standings
export const allStandings = Object.keys(standings) as Standing[]

/** `done`, what is left to whoever has a conflict, a refusal by its code, or the sentence that a participant reads. */
export type Answer = 'done' | 'number and title' | RefusalCode | (string & {})
type Answers = { [At in Standing | 'with reviewers']?: Answer } & { else: Answer }

type Rule = {
  /** Who may, where it may be done; everybody else of the same door hears `others`. */
  by: readonly Who[]
  answers: Answers
  others: Answer
  /** Where it is for staff: everybody else has no such session, or no such permission. */
  staff?: 'review.manage' | 'review.redact' | 'review.read' | 'review.decide'
  /** What a chair hears who is in conflict, where others hear something of it. */
  inConflict?: Answer
  /** Where it then stands. Without it an act leaves an abstract where it was. */
  to?: Standing
}

const { gone, locked } = abstractTexts
const each = (these: readonly (keyof Answers)[], answer: Answer): Partial<Answers> =>
  Object.fromEntries(these.map((standing) => [standing, answer]))

const told = [
  'accepted',
  'rejected',
  'waiting',
  'merged',
  'duplicate',
  'confirmed',
  'not presenting',
  'revision asked',
] as const
const revised = 'with reviewers, revised'
const notTheirs = each(['removed', 'withdrawn'], gone)
const noFile = each(['removed', 'withdrawn'], 'not_found')
const open = each(['draft', 'submitted', 'revision asked'], 'done')
const accepted = each(['accepted', 'confirmed', 'not presenting'], 'done')

const owners = (answers: Answers, others: Answer = gone, to?: Standing): Rule => ({
  by: ['owner'],
  answers,
  others,
  ...(to && { to }),
})

const unknown = each(['draft', 'removed', 'submitted', 'with reviewers, cancelled'], 'not_found')
const atWork = ['with reviewers, assigned', 'with reviewers, begun', 'with reviewers, sent back'] as const
const reviewed = ['with reviewers, reviewed', revised] as const
const declined = 'with reviewers, declined'

const readers = (answers: Partial<Answers> & { else: Answer }): Rule => ({
  by: ['reviewer who has it'],
  answers: { ...unknown, ...answers },
  others: 'not_found',
})

/** What was never submitted is nothing to staff. */
const noNumber = each(['draft', 'removed'], 'not_found')
const managers = ['chair', 'organiser'] as const

const ofStaff = (staff: NonNullable<Rule['staff']>, answers: Answers, more: Partial<Rule> = {}): Rule => ({
  by: staff === 'review.decide' ? ['chair'] : managers,
  staff,
  answers: { ...noNumber, ...answers },
  others: 'not_found',
  ...more,
})

const redacted = { 'with reviewers': 'done', 'revision asked': 'done', else: 'not_found' } as const
const withNumber = { else: 'done' } as const
const decided = (from: readonly (keyof Answers)[]): Rule =>
  ofStaff('review.decide', { ...each(['with reviewers', ...from], 'done'), withdrawn: 'not_found', else: 'invalid' })

export const rules = {
  AbstractSave: owners({ ...open, ...notTheirs, else: locked }),
  AbstractUpdate: owners({ ...open, ...notTheirs, else: locked }),
  SubmitAbstract: owners({ ...open, ...notTheirs, else: locked }),
  RemoveAbstract: owners({ else: 'done' }, gone, 'withdrawn'),
  AbstractDownload: owners({ ...noFile, else: 'done' }, 'not_found'),
  AuthorsRead: owners({ ...noFile, else: 'done' }, 'not_found'),
  AuthorsSave: owners({ ...open, ...notTheirs, accepted: 'done', confirmed: 'done', else: authorTexts.locked }),
  BlindCheck: owners({ ...noFile, else: 'done' }, 'not_found'),
  DecisionRead: owners({ ...each([...told, revised], 'done'), else: 'not_found' }, 'not_found'),
  RevisionSend: owners(
    { 'revision asked': 'done', [revised]: 'done', ...notTheirs, else: toldTexts.noRevision },
    gone,
    revised,
  ),
  'PresentingAnswer yes': owners({ ...accepted, ...notTheirs, else: toldTexts.notAccepted }, gone, 'confirmed'),
  'PresentingAnswer no': owners({ ...accepted, ...notTheirs, else: toldTexts.notAccepted }, gone, 'not presenting'),

  ReviewOpen: readers({ else: 'done' }),
  ReviewFile: readers({ [declined]: 'not_found', else: 'done' }),
  ReviewSave: readers({
    ...each(atWork, 'done'),
    ...each(reviewed, reviewTexts.submitted),
    [declined]: reviewTexts.declined,
    else: reviewTexts.decided,
  }),
  ReviewSubmit: readers({
    ...each([...atWork, ...reviewed], 'done'),
    [declined]: reviewTexts.declined,
    else: reviewTexts.decided,
  }),
  'ReviewDecline other': readers({
    ...each(atWork, 'done'),
    ...each(reviewed, reviewTexts.submitted),
    [declined]: reviewTexts.declined,
    else: reviewTexts.decided,
  }),
  'ReviewDecline conflict': readers({ ...each([...atWork, ...reviewed, declined], 'done'), else: reviewTexts.decided }),
  ReviewTakeBack: readers({ else: 'done' }),
  // A chair has opened the discussion to whoever has reviewed.
  RemarkAdd: readers({ ...each(reviewed, 'done'), else: reviewTexts.notOpen }),
  // A list of titles, whatever became of this one; a wish for it only while it is with reviewers, and only by the number that is one's own.
  BidList: {
    by: ['reviewer who has it', 'reviewer who has it not', 'chair in conflict'],
    answers: { else: 'done' },
    others: 'not_found',
  },
  BidSave: {
    by: ['reviewer who has it not'],
    answers: { 'with reviewers': 'done', else: 'not_found' },
    others: 'not_found',
  },

  AbstractShow: ofStaff('review.read', withNumber, { inConflict: 'number and title' }),
  AbstractFile: ofStaff('review.read', withNumber),
  AssignByHand: ofStaff('review.manage', { 'with reviewers': 'done', else: 'conflict' }),
  Unassign: ofStaff('review.manage', {
    ...each(['with reviewers, declined', 'with reviewers, cancelled'], 'conflict'),
    submitted: 'not_found',
    else: 'done',
  }),
  ReviewSendBack: ofStaff('review.manage', { ...each(reviewed, 'done'), submitted: 'not_found', else: 'conflict' }),
  ConflictSet: ofStaff('review.manage', withNumber),
  ConflictClear: ofStaff('review.manage', withNumber),
  StaffConflictSet: ofStaff('review.manage', withNumber),
  RedactionShow: ofStaff('review.redact', redacted, { inConflict: 'number and title' }),
  RedactionFile: ofStaff('review.redact', redacted),
  RedactionPage: ofStaff('review.redact', redacted),
  RedactionSave: ofStaff('review.redact', redacted),
  RedactionAsk: ofStaff('review.redact', redacted),
  'RemarkByChair to reviewers': ofStaff('review.decide', { 'with reviewers': 'done', else: 'conflict' }),
  'RemarkByChair to chairs': ofStaff('review.decide', withNumber),
  'DecisionSet accepted': decided(['accepted', 'rejected', 'waiting', 'not presenting']),
  'DecisionSet rejected': decided(['accepted', 'waiting', 'confirmed']),
  'DecisionSet waiting': decided(['accepted', 'rejected']),
  'DecisionSet revise': decided([]),
  'DecisionSet duplicate': decided([]),
  'DecisionSet none': ofStaff('review.decide', { withdrawn: 'not_found', else: 'done' }),
  // It is asked about everything that is pending; of one that is not, or may not be seen, there is no letter.
  DecisionPreview: ofStaff(
    'review.decide',
    { draft: 'done', removed: 'done', else: 'done' },
    { by: ['chair', 'chair in conflict'] },
  ),
  // Past one that waits for nothing: wherever this one stands, there is nothing to change places with.
  WaitingMove: ofStaff('review.decide', { else: 'not_found' }),
  DecisionReset: ofStaff(
    'review.decide',
    { ...each(told, 'done'), withdrawn: 'not_found', else: 'conflict' },
    { to: 'with reviewers, reviewed' },
  ),
  'AbstractMerge into another': ofStaff(
    'review.decide',
    { submitted: 'done', 'with reviewers': 'done', else: 'conflict' },
    { to: 'merged' },
  ),
  'AbstractMerge of another': ofStaff('review.decide', {
    submitted: 'done',
    'with reviewers': 'done',
    else: 'conflict',
  }),
  LikenessSettle: ofStaff('review.decide', withNumber),
} satisfies Record<string, Rule>
export type ActName = keyof typeof rules
export const allActs = Object.keys(rules) as ActName[]

/** One cell of the table. */
export function answerFor(act: ActName, standing: Standing, who: Who): Answer {
  const { by, answers, others, staff, inConflict }: Rule = rules[act]
  const isWithReviewers = standing.startsWith('with reviewers')
  const here = answers[standing] ?? (isWithReviewers ? answers['with reviewers'] : undefined) ?? answers.else
  if (by.includes(who)) return here
  if (!staff) return others
  if (who === 'chair in conflict') return here === 'not_found' ? here : (inConflict ?? others)
  // Staff who may do less are told so; nobody else has a session.
  return who === 'organiser' ? 'not_allowed' : 'sign_in_first'
}

/** Where it stands after an act that was done. */
export function standingAfter(act: ActName, standing: Standing): Standing {
  const { to }: Rule = rules[act]
  if (act === 'RemoveAbstract') return standing === 'draft' || standing === 'removed' ? 'removed' : 'withdrawn'
  if (act === 'SubmitAbstract') return standing === 'draft' ? 'submitted' : standing
  return to ?? standing
}
