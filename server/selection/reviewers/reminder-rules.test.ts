import { expect, test } from 'vitest'
import { reminderOn } from './reminder-rules.ts'

const karachi = { dueOn: '2026-11-10', timeZone: 'Asia/Karachi', graceMinutes: 10_080 }
const at = (now: string, change: Partial<typeof karachi> = {}) =>
  reminderOn({ ...karachi, ...change, now: new Date(now) })

test('reviewers are reminded at nine where the event is held: 7, 3 and 1 days before, and three times after', () => {
  expect(at('2026-11-03T03:59:00Z')).toBe(undefined)
  expect(at('2026-11-03T04:00:00Z')).toBe(7)
  expect(at('2026-11-03T18:59:00Z')).toBe(7)
  expect(at('2026-11-03T19:01:00Z')).toBe(undefined)
  const days = Array.from({ length: 20 }, (_, day) => at(new Date(Date.UTC(2026, 10, day + 1, 5)).toISOString()))
  expect(days.filter((day) => day !== undefined)).toEqual([7, 3, 1, -2, -4, -6])
  expect(at('2026-11-09T04:00:00Z', { timeZone: 'America/New_York' })).toBe(undefined)
  expect(at('2026-11-09T14:00:00Z', { timeZone: 'America/New_York' })).toBe(1)
})

test('nobody is asked for a review that would be refused', () => {
  expect(at('2026-11-12T05:00:00Z')).toBe(-2)
  expect(at('2026-11-12T05:00:00Z', { graceMinutes: 720 })).toBe(undefined)
})
