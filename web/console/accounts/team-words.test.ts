import { expect, test } from 'vitest'
import { permissions } from '#contract/accounts/permissions.ts'
import { matrixLines } from './team-words.ts'

/** Each with the line that says it, or why none does. */
const without = {
  'event.read': 'every role has it',
  'closing.write': 'Refund, and close the day',
  'audit.read': 'the last line, in words',
}

test('U26: the table of roles has a line for each permission, once', () => {
  const lines = matrixLines.map(([, permission]) => permission)
  expect([...lines, ...Object.keys(without)].toSorted()).toEqual([...permissions].toSorted())
})
