import { expect, test } from 'vitest'
import { compare, mostLinesOfPage, mostSteps } from './compare.ts'

const differences = (before: unknown, after: unknown) => compare(before, after).differences

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
  expect(found).toEqual([
    { label: 'Section 1, heading', before: 'One', after: '' },
    { label: 'Section 2, heading', before: '', after: 'One' },
  ])
})

const many = (word: string, count: number) => ({ lead: Array.from({ length: count }, (_, at) => `${word} ${at % 7}`) })

test('two pages of the largest size are compared within a fixed number of steps, whatever they say', () => {
  const size = mostLinesOfPage
  const pairs = [
    [many('a', size), many('b', size)],
    [many('a', size), { lead: many('a', size).lead.toReversed() }],
    [{ lead: Array.from({ length: size }, (_, at) => 'x'.repeat(400) + String(at)) }, many('x', size)],
  ]
  for (const [before, after] of pairs) {
    const { differences, steps } = compare(before, after)
    expect(differences).not.toBe('many')
    expect(steps).toBeLessThanOrEqual(mostSteps)
  }
})

test('pages of 12,000 lines are not compared line by line, unless a few lines differ', () => {
  expect(compare(many('a', 12_000), many('b', 12_000))).toEqual({ differences: 'many', steps: 0 })
  const edited = many('a', 12_000)
  edited.lead[6000] = 'Edited'
  const { differences, steps } = compare(many('a', 12_000), edited)
  expect([differences, steps]).toEqual([[{ label: 'Lead 6001', before: 'a 1', after: 'Edited' }], 4])
})
