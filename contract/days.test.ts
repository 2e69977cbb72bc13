import { expect, test } from 'vitest'
import { dayIn, isPast } from './days.ts'

test.each([
  ['2026-11-30T18:59:59Z', '2026-11-30', false],
  ['2026-11-30T19:00:00Z', '2026-12-01', true],
])('at %s it is %s in Karachi, so a last date of 30 November is past: %s', (now, day, past) => {
  const today = dayIn('Asia/Karachi', new Date(now))

  expect(today).toBe(day)
  expect(isPast('2026-11-30', today)).toBe(past)
})
