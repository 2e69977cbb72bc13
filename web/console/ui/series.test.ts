import { expect, test } from 'vitest'
import { scaleFor, stepsOf, weeksOf } from './series.ts'

test('a chart and its table tell the same of every day, also of those on which nobody came', () => {
  const came = [
    { day: '2026-06-28', people: 2 },
    { day: '2026-07-01', people: 3 },
    { day: '2026-07-09', people: 4 },
  ]
  const steps = stepsOf(came, { from: '2026-07-01', to: '2026-07-10' })
  expect(steps.map(({ total }) => total)).toEqual([5, 5, 5, 5, 5, 5, 5, 5, 9, 9])
  expect(weeksOf(steps)).toEqual([
    { day: '2026-07-01', added: 3, total: 5 },
    { day: '2026-07-08', added: 4, total: 9 },
  ])
  expect(stepsOf([], { from: '2026-07-05', to: '2026-07-01' })).toEqual([{ day: '2026-07-05', added: 0, total: 0 }])
})

test('a scale has round figures that everything fits under', () => {
  expect([0, 1, 3, 4, 321, 412, 20_000].map(scaleFor)).toEqual([
    [3, 2, 1, 0],
    [3, 2, 1, 0],
    [3, 2, 1, 0],
    [6, 4, 2, 0],
    [450, 300, 150, 0],
    [450, 300, 150, 0],
    [24_000, 16_000, 8000, 0],
  ])
})
