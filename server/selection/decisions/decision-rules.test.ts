import { expect, test } from 'vitest'
import { dayAfter, digestOf, nameIn } from './decision-rules.ts'

test('a comment names somebody by title, whole name, or surname with a capital, also with marks', () => {
  const people = ['Dr Mehak Soomro', 'Ali Abbás', 'Tan Li']
  expect(nameIn('As Dr Pathan told us, this is new.', people)).toBe('Dr Pathan')
  expect(nameIn('This is like the work of mehak soomro.', people)).toBe('mehak soomro')
  expect(nameIn('See Abbas 2019.', people)).toBe('Abbas')
  // A small word that is a name too, and a short one alone, are words.
  expect(nameIn('A tan line was seen; Li was measured.', people)).toBeUndefined()
  expect(nameIn('Give the number of patients.', people)).toBeUndefined()
})

test('another decision, text or comment is another digest, and so are other settings', () => {
  const row = {
    abstractId: 1,
    decisionId: 2,
    state: 'under_review',
    currentVersion: 1,
    comments: [{ assignmentId: 5, version: 1 }],
  }
  const usual = { feedback: 'comments', answerDays: 7 } as const
  const digests = [
    digestOf([row], usual),
    digestOf([row], { ...usual, feedback: 'totals' }),
    digestOf([{ ...row, decisionId: 3 }], usual),
    digestOf([{ ...row, currentVersion: 2 }], usual),
    digestOf([{ ...row, comments: [{ assignmentId: 5, version: 2 }] }], usual),
  ]
  expect(new Set(digests).size).toBe(5)
  expect(digestOf([row], usual)).toBe(digests[0])
})

test('days are counted over the end of a month and a year', () => {
  expect([dayAfter('2026-11-25', 7), dayAfter('2026-12-31', 1)]).toEqual(['2026-12-02', '2027-01-01'])
})
