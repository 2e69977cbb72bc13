import { expect, test } from 'vitest'
import { listOf, moved, problemsOf, rowsOf } from './authors.ts'

const author = (name: string, change: object = {}) => ({
  name,
  email: '',
  institution: '',
  department: '',
  presents: false,
  ...change,
})

test('a list comes back as it was read, in whatever order it is put', () => {
  const list = {
    authors: [author('Mehak'), author('Sorath', { presents: true }), author('Aftab')],
    notTo: [{ name: 'Waqar', email: '' }],
  }
  const rows = rowsOf(list)
  expect(listOf(rows)).toEqual(list)
  const [first, , last] = rows.authors
  const names = (key: number | undefined, by: -1 | 1) => moved(rows.authors, key ?? 0, by).map(({ name }) => name)
  expect(names(last?.key, -1)).toEqual(['Mehak', 'Aftab', 'Sorath'])
  expect(names(first?.key, 1)).toEqual(['Sorath', 'Mehak', 'Aftab'])
  // There is no place before the first.
  expect(names(first?.key, -1)).toEqual(['Mehak', 'Sorath', 'Aftab'])
})

test('what is wrong is told at its row, before anything is sent', () => {
  const wrong = (authors: object[], notTo: { name: string; email: string }[] = []) => {
    const { form, rows } = problemsOf(rowsOf({ authors: authors as ReturnType<typeof author>[], notTo }))
    return [form, [...rows.values()]]
  }
  expect(wrong([])).toEqual([undefined, []])
  expect(wrong([author('Mehak')])).toEqual(['Name who presents.', []])
  const one = author('Mehak', { presents: true, email: 'M@x.pk' })
  expect(wrong([one, author(' '), author('Sorath', { email: 'sorath@' })])).toEqual([
    undefined,
    [{ name: 'Please enter a name.' }, { email: 'Enter a valid email.' }],
  ])
  expect(wrong([one, author('Mehak', { email: 'm@X.pk' })])).toEqual([
    undefined,
    [{ email: 'Two authors have the same email.' }],
  ])
  expect(wrong([one], [{ name: '', email: 'x' }])).toEqual([
    undefined,
    [{ name: 'Please enter a name.', email: 'Enter a valid email.' }],
  ])
})
