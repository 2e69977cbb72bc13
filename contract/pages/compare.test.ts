import { expect, test } from 'vitest'
import { differences } from './compare.ts'

const page = (...points: string[]) => ({ lead: 'Ask us.', sections: [{ heading: 'Fees', paragraphs: [], points }] })

test('two versions that say the same do not differ', () => {
  expect(differences(page('A', 'B'), page('A', 'B'))).toEqual([])
})

test('a line that was added, taken away or written anew is told where it stands', () => {
  expect(differences(page('A', 'B'), page('A', 'New', 'B'))).toEqual([
    { label: 'Section 1, point 2', before: '', after: 'New' },
  ])
  expect(differences(page('A', 'B'), page('B'))).toEqual([{ label: 'Section 1, point 1', before: 'A', after: '' }])
  expect(differences({ ...page('A'), lead: 'Before' }, { ...page('A'), lead: 'After' })).toEqual([
    { label: 'Lead', before: 'Before', after: 'After' },
  ])
})

test('a section that moved is told as gone from one place and come to another', () => {
  const [one, two] = ['One', 'Two'].map((heading) => ({ heading, paragraphs: [], points: [] }))
  const found = differences({ sections: [one, two] }, { sections: [two, one] })
  expect(found.map(({ before, after }) => [before, after])).toEqual([
    ['One', ''],
    ['', 'One'],
  ])
})
