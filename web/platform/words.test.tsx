import { expect, test } from 'vitest'
import { countInWords, countOf, matches } from './words.ts'

const programme = 'Point-of-Care Ultrasound Dr Hína Talpur 9 September 2025'

test('a search forgives case, accents, hyphens and the order of words', () => {
  for (const query of ['ULTRASOUND', 'hina', 'talpur point of care', '2025 ultra', ' ', 'ultrásound  hina'])
    expect([query, matches(query, programme)]).toEqual([query, true])
})

test('a search finds nothing when one of its words is missing', () => {
  expect(matches('ultrasound 2024', programme)).toBe(false)
  expect(matches('laparoscopy', programme)).toBe(false)
})

test('small counts are written out, and one thing is not many', () => {
  expect([countInWords(11, 'discipline'), countInWords(1, 'discipline'), countInWords(40, 'discipline')]).toEqual([
    'Eleven disciplines',
    'One discipline',
    '40 disciplines',
  ])
  expect([countOf(1, 'seat'), countOf(24, 'seat')]).toEqual(['1 seat', '24 seats'])
})
