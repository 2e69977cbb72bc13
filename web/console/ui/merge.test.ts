import { expect, test } from 'vitest'
import { changedNames, merge } from './merge.ts'

const base = { name: 'Conference', venue: 'Hall 1', theme: 'Old', lead: 'A' }

test('what only one side changed is kept; what both changed is for a person to choose, and mine is shown until then', () => {
  const mine = { ...base, venue: 'Hall 2', theme: 'Mine', lead: 'B' }
  const theirs = { ...base, name: 'Conference 2027', theme: 'Theirs', lead: 'B' }
  expect(merge(base, mine, theirs)).toEqual({
    values: { name: 'Conference 2027', venue: 'Hall 2', theme: 'Mine', lead: 'B' },
    open: ['theme'],
    taken: ['name'],
  })
})

test('what is typed back to what it was is no change', () => {
  expect(changedNames(base, { ...base, theme: 'New' })).toEqual(['theme'])
  expect(changedNames(base, { ...base })).toEqual([])
})
