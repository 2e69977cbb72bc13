/** What a review comes to, what it still needs, and what in its comments looks like a name. Nothing here knows who wrote the abstract. */
import { type AbstractType, countWords } from '#contract/abstracts/rules.ts'
import type { Missing, ReviewFields } from '#contract/reviews/reviews.ts'
import { leastWords } from '#contract/reviews/words.ts'

export type Criterion = { criterionId: number; name: string; weight: number; isRequired: boolean }
type Scores = ReviewFields['scores']

/** Those that are asked about this type. */
export const isAsked = ({ types }: { types: readonly AbstractType[] | null }, type: AbstractType): boolean =>
  types === null || types.includes(type)

/** The mean by weight of what is answered, with two digits; null where nothing is. */
export function totalOf(criteria: readonly Criterion[], scores: Scores): number | null {
  const weightOf = new Map(criteria.map(({ criterionId, weight }) => [criterionId, weight]))
  // In tenths: sums of 0.1 are no sums of 0.1.
  const tenths = scores.map(({ criterionId }) => Math.round((weightOf.get(criterionId) ?? 0) * 10))
  const weights = tenths.reduce((sum, tenth) => sum + tenth, 0)
  if (weights === 0) return null
  const sum = scores.reduce((sum, { score }, at) => sum + score * (tenths[at] ?? 0), 0)
  return Math.round((sum * 100) / weights) / 100
}

/** As it is kept: one score for each criterion that is asked, none from whoever abstains, and another type only where that is recommended. */
export function fitted(fields: ReviewFields, criteria: readonly Criterion[]): ReviewFields {
  const asked = new Set(criteria.map(({ criterionId }) => criterionId))
  const newest = new Map(fields.scores.map((each) => [each.criterionId, each]))
  const scores = fields.recommendation === 'abstain' ? [] : [...newest.values()]
  return {
    ...fields,
    asType: fields.recommendation === 'other_type' ? fields.asType : null,
    scores: scores
      .filter(({ criterionId }) => asked.has(criterionId))
      .toSorted((a, b) => a.criterionId - b.criterionId),
  }
}

/** In the order of the form. Whoever abstains need say nothing else. */
export function missingIn(fields: ReviewFields, criteria: readonly Criterion[]): Missing[] {
  const { recommendation, asType, sure, toAuthor } = fields
  if (recommendation === 'abstain') return []
  const scored = new Set(fields.scores.map(({ criterionId }) => criterionId))
  const missing: Missing[] = criteria
    .filter(({ isRequired, criterionId }) => isRequired && !scored.has(criterionId))
    .map(({ criterionId, name }) => ({ field: 'score', criterionId, name }))
  if (recommendation === null || (recommendation === 'other_type' && asType === null))
    missing.push({ field: 'recommendation', name: 'Recommendation' })
  if (sure === null) missing.push({ field: 'sure', name: 'How sure are you?' })
  if (countWords(toAuthor) < leastWords) missing.push({ field: 'toAuthor', name: 'Comments to the author' })
  return missing
}

/** How much of what a review needs is there, as a list shows it. */
export function answeredOf(fields: ReviewFields, criteria: readonly Criterion[]): { answered: number; asked: number } {
  const abstains = fields.recommendation === 'abstain'
  const asked = abstains ? 1 : criteria.filter(({ isRequired }) => isRequired).length + 3
  return { asked, answered: asked - missingIn(fields, criteria).length }
}

const titles = String.raw`(?:Dr|Doctor|Prof|Professor|Mr|Mrs|Ms|Miss)`
const named = String.raw`\p{Lu}[\p{L}\p{M}'’-]+(?:\s+\p{Lu}[\p{L}\p{M}'’-]+){0,2}`
const patterns = [
  new RegExp(String.raw`\b${titles}\b\.?\s+${named}`, 'gu'),
  new RegExp(
    String.raw`^[ \t\u00a0]*(?:Dear|Hello|Hi|Salaam|Salam|Assalam[\s-]?o[\s-]?alaikum),?\s+(?:${titles}\.?\s+)?${named}`,
    'gmu',
  ),
  new RegExp(
    String.raw`^[ \t\u00a0]*(?:Regards|Best wishes|Sincerely|Yours|Thank you),?\s+(?:${titles}\.?\s+)?${named}`,
    'gmu',
  ),
]
/** Said to nobody in particular. */
const nobody = /^\s*Dear\s+(?:Author|Colleague|Editor|Chair|Sir|Madam)/i

/**
 * What looks like a name by how it is written, and the reviewer's own. Never compared with the authors: whoever could ask that would find
 * out who they are.
 */
export function namesIn(text: string, ownName: string): string[] {
  const found = patterns
    .flatMap((pattern) => [...text.matchAll(pattern)].map(([words]) => words.trim().replaceAll(/\s+/g, ' ')))
    .filter((words) => !nobody.test(words))
  const said = new Set(wordsOf(text))
  const own = ownName.split(/\s+/).filter((name) => {
    const words = wordsOf(name)
    // A number is no name.
    return name.length >= 4 && words.length > 0 && words.every((word) => said.has(word))
  })
  return [...new Set([...found, ...own])].slice(0, 20)
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .filter(Boolean)

const extensions: Record<string, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'text/plain': 'txt',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
}

/** As a reviewer saves it: nothing of the name that its author gave it. */
export const fileNameOf = (number: string, type: string): string =>
  `${number}.${extensions[type.split(';')[0] ?? ''] ?? 'bin'}`
