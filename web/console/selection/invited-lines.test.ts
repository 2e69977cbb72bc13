import { expect, test } from 'vitest'
import { linesIn } from './invited-lines.ts'

test('a pasted list is read as people write one: names round an address, commas, the same twice, and what is none', () => {
  const pasted = 'Dr Hira Channa <hira.channa@example.org>\n waqar@example.org; Waqar@Example.org,\n\nno address'
  expect(linesIn(pasted)).toEqual([
    { text: 'Dr Hira Channa <hira.channa@example.org>', email: 'hira.channa@example.org', said: 'good' },
    { text: 'waqar@example.org', email: 'waqar@example.org', said: 'good' },
    { text: 'Waqar@Example.org', email: 'Waqar@Example.org', said: 'twice' },
    { text: 'no address', email: '', said: 'no address' },
  ])
})
