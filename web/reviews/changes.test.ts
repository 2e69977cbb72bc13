import { expect, test } from 'vitest'
import { changesBetween, type Span } from './changes.ts'

const shown = (before: string, after: string): string => {
  const signs: Record<Span['kind'], string> = { same: '', added: '+', removed: '-' }
  return changesBetween(before, after)
    .map(({ kind, text }) => `${signs[kind]}[${text}]`)
    .join(' ')
}

test('a reviewer sees which words went, which came, and which stayed', () => {
  expect(shown('142 adults, two readers', '142 adults, two readers')).toBe('[142 adults, two readers]')
  expect(shown('', 'Two readers')).toBe('+[Two readers]')
  expect(shown('Two readers', '')).toBe('-[Two readers]')
  expect(shown('Sensitivity was 94% in all', 'Sensitivity was 91% (86 to 95) in all')).toBe(
    '[Sensitivity was] -[94%] +[91% (86 to 95)] [in all]',
  )
  expect(shown('one two three four', 'zero two four five')).toBe('-[one] +[zero] [two] -[three] [four] +[five]')
  expect(shown('First line.\nSecond line.', 'First line. Second line.')).toBe('[First line. Second line.]')
})

test('whatever the texts, both can be read out of it', () => {
  const letters = ['a', 'b', 'c']
  let state = 7
  const some = () =>
    Array.from({ length: 12 }, () => letters[(state = (state * 1103515245 + 12345) % 2147483648) % 3]).join(' ')
  for (let round = 0; round < 200; round += 1) {
    const [before, after] = [some(), some()]
    const spans = changesBetween(before, after)
    const without = (left: Span['kind']) => spans.flatMap(({ kind, text }) => (kind === left ? [] : [text])).join(' ')
    expect([without('added'), without('removed')]).toEqual([before, after])
  }
})
