import { expect, test } from 'vitest'
import { operations } from '#contract/operations.ts'
import { doingOf } from './words.ts'

test('whatever staff change is told in words, and not by the name of its call', () => {
  const changes = operations.filter(({ kind, token }) => kind === 'change' && token === 'staff')
  expect(changes.length).toBeGreaterThan(50)
  expect(changes.flatMap(({ name }) => (doingOf(name) === undefined ? [name] : []))).toEqual([])
})
