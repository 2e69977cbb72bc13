/** What a reviewer answers, how far they are, and the words for it. */
import { abstractTypes, type AbstractType, countWords } from '#contract/abstracts/rules.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { plainText } from '#contract/plain-text.ts'
import type { Missing, OwnReview, ReviewFields, ReviewOpen } from '#contract/reviews/reviews.ts'
import { leastWords, type Recommendation } from '#contract/reviews/words.ts'

export type Opened = ReplyOf<typeof ReviewOpen>
export type Criterion = Opened['criteria'][number]
export type Answers = ReviewFields

export const answersOf = ({ scores, recommendation, asType, sure, toAuthor, toChairs }: OwnReview): Answers => ({
  scores,
  recommendation,
  asType,
  sure,
  toAuthor,
  toChairs,
})

export const scoreOf = ({ scores }: Answers, { criterionId }: Criterion): number | undefined =>
  scores.find((each) => each.criterionId === criterionId)?.score

export const withScore = (answers: Answers, { criterionId }: Criterion, score: number): Answers => ({
  ...answers,
  scores: [...answers.scores.filter((each) => each.criterionId !== criterionId), { criterionId, score }],
})

/** As the server would keep both. */
export function isSameReview(one: Answers, other: Answers): boolean {
  const stored = ({ scores, toAuthor, toChairs, recommendation, asType, sure }: Answers) =>
    JSON.stringify([
      (recommendation === 'abstain' ? [] : scores)
        .toSorted((a, b) => a.criterionId - b.criterionId)
        .map(({ criterionId, score }) => [criterionId, score]),
      [recommendation, asType, sure],
      [toAuthor, toChairs].map((text) => plainText(text, 'lines')),
    ])
  return stored(one) === stored(other)
}

/** Where a link to something that is asked goes. */
export const anchorOf = ({ field, criterionId }: Pick<Missing, 'field' | 'criterionId'>): string =>
  criterionId === undefined ? `review-${field}` : `criterion-${criterionId}`

/** What must be answered before it can be submitted, in the order of the form. Whoever abstains is asked nothing else. */
export function askedIn(answers: Answers, criteria: readonly Criterion[]): { anchor: string; isAnswered: boolean }[] {
  const recommendation = { anchor: anchorOf({ field: 'recommendation' }), isAnswered: answers.recommendation !== null }
  if (answers.recommendation === 'abstain') return [recommendation]
  return [
    ...criteria
      .filter(({ isRequired }) => isRequired)
      .map((criterion) => ({
        anchor: anchorOf({ field: 'score', ...criterion }),
        isAnswered: scoreOf(answers, criterion) !== undefined,
      })),
    recommendation,
    { anchor: anchorOf({ field: 'sure' }), isAnswered: answers.sure !== null },
    { anchor: anchorOf({ field: 'toAuthor' }), isAnswered: countWords(answers.toAuthor) >= leastWords },
  ]
}

/** The mean of what is answered, by weight. */
export function totalOf(answers: Answers, criteria: readonly Criterion[]): number | undefined {
  const given = criteria.flatMap((criterion) => {
    const score = scoreOf(answers, criterion)
    return score === undefined ? [] : [{ score, weight: criterion.weight }]
  })
  const weights = given.reduce((sum, { weight }) => sum + weight, 0)
  return weights === 0 ? undefined : given.reduce((sum, { score, weight }) => sum + score * weight, 0) / weights
}

export type Choice = { recommendation: Recommendation; asType: AbstractType | null; text: string }

/** What can be recommended for an abstract of this type. */
export const choicesFor = (type: AbstractType): Choice[] => [
  { recommendation: 'accept', asType: null, text: wordFor('accept', type) },
  ...abstractTypes
    .filter((other) => other !== type)
    .map((asType) => ({ recommendation: 'other_type' as const, asType, text: wordFor('other_type', asType) })),
  { recommendation: 'revise', asType: null, text: wordFor('revise', type) },
  { recommendation: 'reject', asType: null, text: wordFor('reject', type) },
  { recommendation: 'abstain', asType: null, text: 'I cannot judge it' },
]

/** `type` is what it would be accepted as. */
export function wordFor(recommendation: Recommendation, type: AbstractType): string {
  if (recommendation === 'revise') return 'Revise'
  if (recommendation === 'reject') return 'Reject'
  return recommendation === 'abstain' ? 'Abstains' : `Accept as ${type.toLowerCase()}`
}

export const sureWords = { field: 'My field', near: 'Near it', outside: 'Outside' } as const
