// @vitest-environment node
import { expect, test } from 'vitest'
import { type Answers, askedIn, choicesFor, isSameReview, totalOf, withScore } from './answers.ts'

const empty: Answers = { scores: [], recommendation: null, asType: null, sure: null, toAuthor: '', toChairs: '' }
const words = { hint: '', low: '', high: '' }
const criterion = (criterionId: number, weight = 1, isRequired = true) => ({
  ...words,
  criterionId,
  weight,
  isRequired,
  name: `Criterion ${criterionId}`,
})
const criteria = [criterion(1), criterion(2, 2), criterion(3, 1, false)]
const answered = (answers: Answers) => {
  const asked = askedIn(answers, criteria)
  return [asked.filter(({ isAnswered }) => isAnswered).length, asked.length]
}

test('required criteria, recommendation, sureness and five words to the author are asked', () => {
  expect(answered(empty)).toEqual([0, 5])
  expect(answered(withScore(empty, criterion(3), 4))).toEqual([0, 5])
  const some = {
    ...withScore(empty, criterion(1), 4),
    recommendation: 'accept' as const,
    toAuthor: 'Only four words here',
  }
  expect(answered(some)).toEqual([2, 5])
  expect(answered({ ...some, toAuthor: 'Now there are five words' })).toEqual([3, 5])
})

test('whoever abstains is asked nothing else', () => {
  expect(answered({ ...empty, recommendation: 'abstain' })).toEqual([1, 1])
})

test('the total is the mean by weight of what is answered', () => {
  expect(totalOf(empty, criteria)).toBeUndefined()
  const one = withScore(empty, criterion(1), 5)
  expect(totalOf(one, criteria)).toBe(5)
  expect(totalOf(withScore(one, criterion(2), 2), criteria)).toBe(3)
})

test('a score that is given again replaces the first', () => {
  expect(withScore(withScore(empty, criterion(1), 2), criterion(1), 5).scores).toEqual([{ criterionId: 1, score: 5 }])
})

test('two reviews are the same when the server would keep the same', () => {
  const one = { ...withScore(withScore(empty, criterion(1), 2), criterion(2), 3), toAuthor: 'Sound. ' }
  const other = { ...withScore(withScore(empty, criterion(2), 3), criterion(1), 2), toAuthor: 'Sound.' }
  expect(isSameReview(one, other)).toBe(true)
  expect(isSameReview(one, { ...other, toChairs: 'x' })).toBe(false)
  expect(isSameReview({ ...one, recommendation: 'abstain' }, { ...other, scores: [], recommendation: 'abstain' })).toBe(
    true,
  )
})

test('an oral can be accepted as something else', () => {
  expect(choicesFor('Oral').map(({ text }) => text)).toEqual([
    'Accept as oral',
    'Accept as poster',
    'Accept as workshop',
    'Revise',
    'Reject',
    'I cannot judge it',
  ])
})
