/** REV-045, 048, 049: what a review comes to, what it needs, and what looks like a name. */
import { expect, test } from 'vitest'
import type { ReviewFields } from '#contract/reviews/reviews.ts'
import { answeredOf, fileNameOf, fitted, missingIn, namesIn, totalOf } from './rules.ts'

const criteria = [
  { criterionId: 1, name: 'Question', weight: 1, isRequired: true },
  { criterionId: 2, name: 'Method', weight: 2, isRequired: true },
  { criterionId: 3, name: 'Use', weight: 0.3, isRequired: false },
]
const whole: ReviewFields = {
  scores: [
    { criterionId: 1, score: 5 },
    { criterionId: 2, score: 4 },
  ],
  recommendation: 'accept',
  asType: null,
  sure: 'near',
  toAuthor: 'State who trained the readers.',
  toChairs: '',
}
const nothing: ReviewFields = { ...whole, scores: [], recommendation: null, sure: null, toAuthor: '' }

test('a total is the mean by weight of what is answered', () => {
  expect(totalOf(criteria, whole.scores)).toBe(4.33)
  expect(totalOf(criteria, [...whole.scores, { criterionId: 3, score: 1 }])).toBe(4.03)
  expect(totalOf(criteria, [])).toBe(null)
  expect(totalOf(criteria, [{ criterionId: 9, score: 5 }])).toBe(null)
})

test('what is missing is named in the order of the form, and counted', () => {
  expect(missingIn(whole, criteria)).toEqual([])
  expect(missingIn(nothing, criteria).map(({ name }) => name)).toEqual([
    'Question',
    'Method',
    'Recommendation',
    'How sure are you?',
    'Comments to the author',
  ])
  expect(missingIn({ ...whole, recommendation: 'other_type' }, criteria)).toEqual([
    { field: 'recommendation', name: 'Recommendation' },
  ])
  expect(missingIn({ ...whole, toAuthor: 'Four words are few.' }, criteria)).toHaveLength(1)
  expect(answeredOf(whole, criteria)).toEqual({ answered: 5, asked: 5 })
  expect(answeredOf({ ...nothing, sure: 'field' }, criteria)).toEqual({ answered: 1, asked: 5 })
})

test('whoever abstains has no scores and need say nothing', () => {
  const kept = fitted({ ...whole, recommendation: 'abstain', asType: 'Poster', toAuthor: '', sure: null }, criteria)
  expect(kept).toMatchObject({ scores: [], asType: null })
  expect(missingIn(kept, criteria)).toEqual([])
})

test('of two scores the later counts, and none of a criterion that is not asked', () => {
  const sent = [
    { criterionId: 2, score: 1 },
    { criterionId: 9, score: 5 },
    { criterionId: 1, score: 3 },
    { criterionId: 2, score: 4 },
  ]
  expect(fitted({ ...whole, scores: sent }, criteria).scores).toEqual([
    { criterionId: 1, score: 3 },
    { criterionId: 2, score: 4 },
  ])
})

test('a name is seen by how it is written, or because it is one’s own', () => {
  expect(namesIn('Please thank Dr. Ayesha Memon for the scans.', 'Farah Junejo')).toEqual(['Dr. Ayesha Memon'])
  expect(namesIn('Dear Bilal,\nwell done.', 'Farah Junejo')).toEqual(['Dear Bilal'])
  expect(namesIn('Good work.\nRegards, Hira', 'Farah Junejo')).toEqual(['Regards, Hira'])
  expect(namesIn('As JUNEJO showed before, it helps.', 'Farah Junejo')).toEqual(['Junejo'])
  for (const text of ['Dear author, state the dose.', 'The Doppler index is missing.', 'Ayesha Memon did this before.'])
    expect(namesIn(text, 'Farah Junejo')).toEqual([])
})

test('a file is named by its number', () => {
  expect(fileNameOf('A-0168', 'application/pdf')).toBe('A-0168.pdf')
  expect(fileNameOf('A-0168', 'text/plain; charset=utf-8')).toBe('A-0168.txt')
})

test('a part of a name that has no letter is found in nothing', () => {
  expect(namesIn('State how many scans each reader performed.', 'Person 1150')).toEqual([])
})
