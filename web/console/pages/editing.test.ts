import { expect, test } from 'vitest'
import { moved, pointOf, questionOf, valueAt, withValue } from './editing.ts'

test('one field changes, and the others stay as they are', () => {
  const body = { lead: 'A', sections: [{ heading: 'B', points: ['C', 'D'] }] }
  const changed = withValue(body, ['sections', 0, 'points', 1], 'E') as typeof body
  expect(changed).toEqual({ lead: 'A', sections: [{ heading: 'B', points: ['C', 'E'] }] })
  expect(body.sections[0]?.points[1]).toBe('D')
  expect(valueAt(changed, ['sections', 0, 'points', 1])).toBe('E')
})

test('an item of a list moves up and down', () => {
  expect(moved(['A', 'B', 'C'], 0, 1)).toEqual(['B', 'A', 'C'])
  expect(moved(['A', 'B', 'C'], 2, 1)).toEqual(['A', 'C', 'B'])
})

test('a question and its answer are one point, whether its mark was typed or not', () => {
  expect(questionOf('How do I pay? By card. Is that so? Yes.')).toEqual({
    question: 'How do I pay?',
    answer: 'By card. Is that so? Yes.',
  })
  expect([pointOf('How', 'So.'), pointOf('How?', 'So.'), pointOf('', '')]).toEqual(['How? So.', 'How? So.', ''])
})
