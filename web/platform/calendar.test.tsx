import { expect, test } from 'vitest'
import { clockAt, dayBefore, daysBetween, durationText, fullDay, fullDayRange, weekdayAndDay } from './calendar.ts'

test('days read as the college writes them', () => {
  expect([fullDay('2025-09-15'), weekdayAndDay('2025-10-22')]).toEqual(['15 September 2025', 'Wednesday 22 October'])
})

test('a range names month and year once when it can', () => {
  expect([
    fullDayRange('2025-10-25', '2025-10-27'),
    fullDayRange('2025-10-30', '2025-11-02'),
    fullDayRange('2025-12-30', '2026-01-02'),
    fullDayRange('2025-10-25', '2025-10-25'),
  ]).toEqual([
    '25–27 October 2025',
    '30 October – 2 November 2025',
    '30 December 2025 – 2 January 2026',
    '25 October 2025',
  ])
})

test('days are counted over the ends of months', () => {
  expect([daysBetween('2025-08-05', '2025-09-15'), dayBefore('2025-03-01')]).toEqual([41, '2025-02-28'])
})

test('a late workshop in Hyderabad is on its own day there, whatever the day in London', () => {
  expect(clockAt('2025-10-22T19:30:00Z', 'Asia/Karachi')).toEqual({ day: '2025-10-23', time: '00:30' })
})

test('durations are told in hours when they are whole', () => {
  expect([60, 180, 90].map(durationText)).toEqual(['1 hour', '3 hours', '90 minutes'])
})
