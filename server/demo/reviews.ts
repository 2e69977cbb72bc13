import { day, hour, minute } from '#contract/durations.ts'
/** What the reviewers of the demonstration have done so far: read, written, submitted, declined; and what they say to each other. */
import type { ReviewFields } from '#contract/reviews/reviews.ts'
import type { Row } from '#server/database/tables.ts'
import { type Criterion, totalOf } from '#server/reviews/rules.ts'
import { after, type Setting } from './setting.ts'

type Given = {
  reviewer: Partial<Row<'reviewer'>>[]
  reviewerAddress: Row<'reviewerAddress'>[]
  assignment: Partial<Row<'assignment'>>[]
}
type Rows = {
  assignment: Partial<Row<'assignment'>>[]
  review: Partial<Row<'review'>>[]
  reviewScore: Row<'reviewScore'>[]
  reviewVersion: Row<'reviewVersion'>[]
  remark: Partial<Row<'remark'>>[]
}
type State = Row<'assignment'>['state']
type Assigned = { id: number; abstractId: number; reviewerId: number; assignedAt: Date }

/** Of her whose sign-in is printed: something of everything. */
const hers: State[] = ['sent_back', 'begun', 'assigned', 'assigned', 'declined', 'submitted', 'submitted', 'submitted']
const states: { of: State; weight: number }[] = [
  { of: 'submitted', weight: 66 },
  { of: 'begun', weight: 10 },
  { of: 'assigned', weight: 18 },
  { of: 'declined', weight: 4 },
  { of: 'cancelled', weight: 1 },
  { of: 'sent_back', weight: 1 },
]
const comments = [
  'State how many scans each reader performed, and who trained them.',
  'The question is clear and worth asking; the sample is small for the conclusion that is drawn from it.',
  'Please give the confidence intervals beside the p values, and say how missing answers were treated.',
  'A useful audit. Say what was changed on the ward after it, and whether it lasted.',
  'The method is sound. The results repeat what is in the table; shorten them and discuss the limits instead.',
  'It is not said how patients were chosen, so the groups may differ in more than the treatment.',
  'Well written and relevant to hospitals like ours. The cost for each patient would help readers.',
]
const toChairs = ['', '', '', 'A good talk, if the numbers hold.', 'I would rather see it as a poster.']
const notes = [
  ['time', 'On call for the whole month.'],
  ['field', 'Not my field: somebody from public health should read it.'],
] as const

/** The first who reviews is she: with a password, and under the address that is printed. */
export function signInAs(
  { reviewer, reviewerAddress }: Given,
  accounts: Partial<Row<'account'>>[],
  who: Pick<Row<'account'>, 'email' | 'fullName' | 'passwordHash'>,
): void {
  const [first] = reviewer
  const account = accounts.find(({ id }) => id === first?.accountId)
  const address = reviewerAddress.find(({ reviewerId }) => reviewerId === first?.id)
  if (!first || !account || !address) throw new Error('nobody reviews')
  const email = { email: who.email, emailKey: who.email }
  Object.assign(account, who, email)
  Object.assign(first, email)
  address.emailKey = who.email
}

export function planReviews(
  setting: Setting,
  { criterion, assignment, reviewer }: Given & { criterion: Partial<Row<'criterion'>>[] },
): Rows {
  const rows: Rows = { assignment: [], review: [], reviewScore: [], reviewVersion: [], remark: [] }
  const criteria = criterion.map(({ id = 0, name = '', weight = '1' }) => ({
    criterionId: id,
    name,
    weight: Number(weight),
    isRequired: true,
  }))
  let seen = 0
  for (const each of assignment) {
    const isHers = each.reviewerId === reviewer[0]?.id
    const state = isHers ? (hers[seen++] ?? 'submitted') : setting.chance.byWeight(states)
    addWork(setting, rows, { each: each as Assigned, state, criteria })
  }
  addRemarks(rows)
  return rows
}

type Work = { each: Assigned; state: State; criteria: Criterion[] }

function addWork(setting: Setting, rows: Rows, { each, state, criteria }: Work): void {
  const { chance } = setting
  const openedAt = after(each.assignedAt, chance.between(1, 60) * hour)
  const savedAt = after(openedAt, chance.between(10, 90) * minute)
  const [reason, note] =
    state === 'declined'
      ? chance.oneOf(notes)
      : state === 'sent_back'
        ? ['sent back', 'The comment names a colleague.']
        : [state === 'cancelled' ? 'moved' : '', '']
  const isOpened = state !== 'assigned' && state !== 'cancelled'
  rows.assignment.push({
    ...each,
    state,
    openedAt: isOpened ? openedAt : null,
    changedAt: isOpened ? savedAt : each.assignedAt,
    reason,
    note,
  })
  if (state === 'begun' || state === 'submitted' || state === 'sent_back')
    addReview(setting, rows, {
      id: each.id,
      abstractId: each.abstractId,
      savedAt,
      criteria,
      isWhole: state !== 'begun',
    })
}

type Written = { id: number; abstractId: number; savedAt: Date; criteria: Criterion[]; isWhole: boolean }

/** Reviewers of one abstract mostly agree; about one in nine is divided. */
function addReview({ chance }: Setting, rows: Rows, { id, abstractId, savedAt, criteria, isWhole }: Written): void {
  const abstains = isWhole && chance.happens(0.03)
  const worth = 2 + ((abstractId * 7) % 3)
  const lean = abstractId % 9 === 0 ? chance.oneOf([-2, 2]) : chance.oneOf([-1, 0, 0, 0, 1])
  const scores = (abstains ? [] : isWhole ? criteria : criteria.slice(0, 2)).map(({ criterionId }) => ({
    criterionId,
    score: Math.min(5, Math.max(1, worth + lean + chance.oneOf([0, 0, 1]))),
  }))
  const total = totalOf(criteria, scores)
  const fields: ReviewFields = {
    scores,
    recommendation: abstains ? 'abstain' : isWhole ? recommended(total ?? 0) : null,
    asType: null,
    sure: isWhole ? chance.oneOf(['field', 'field', 'near', 'outside'] as const) : null,
    toAuthor: abstains ? '' : chance.oneOf(comments),
    toChairs: isWhole ? chance.oneOf(toChairs) : '',
  }
  const { scores: _scores, ...words } = fields
  rows.review.push({
    assignmentId: id,
    version: 1,
    ...words,
    total: total === null ? null : String(total),
    saveKey: chance.hex(32),
    savedAt,
    submittedAt: isWhole ? savedAt : null,
    isLate: false,
  })
  rows.reviewScore.push(...scores.map((score) => ({ assignmentId: id, ...score })))
  if (isWhole) rows.reviewVersion.push({ assignmentId: id, number: 1, body: { ...fields, total }, at: savedAt })
}

const recommended = (total: number) => (total >= 3.5 ? 'accept' : total >= 2.5 ? 'revise' : 'reject')

const said = ['Table 2 decides it for me: the groups were not alike.', 'I read it again, and would accept it now.']

/** Of the first few that two have submitted. */
function addRemarks({ assignment, remark, review }: Rows): void {
  const submitted = assignment.filter(
    ({ id, state }) => state === 'submitted' && review.some((each) => each.assignmentId === id && each.total),
  )
  const pairs = [...Map.groupBy(submitted, ({ abstractId }) => abstractId).values()].filter(({ length }) => length > 1)
  for (const pair of pairs.slice(0, 4))
    for (const [at, text] of said.entries()) {
      const { id = 0, abstractId = 0, assignedAt = new Date(0) } = pair[at] ?? {}
      const when = after(assignedAt, 5 * day + at * hour)
      remark.push({ abstractId, assignmentId: id, by: null, text, audience: 'reviewers', at: when })
    }
}
