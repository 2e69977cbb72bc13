/** REV-018: what tells who wrote a text is found, however it is written; and what does not is left. */
import { expect, test } from 'vitest'
import { foldedWords } from './folding-rules.ts'
import { hide, linesOf, readableOf } from './hiding-rules.ts'
import { findIn, searchFor, type Told } from './redaction-rules.ts'

const nobody: Told = { name: '', emails: [], phones: [], registration: '', institution: '', department: '' }
const rubina: Told = {
  name: 'Dr. Rubina Amna Shaikh',
  emails: ['rubina.shaikh@example.org'],
  phones: ['+92 300 1234567'],
  registration: '45678-S',
  institution: 'Civil Hospital, Hyderabad',
  department: 'Department of Radiology',
}
const inText = (text: string, ...people: Partial<Told>[]) =>
  findIn(text, searchFor(people.length > 0 ? people.map((each) => ({ ...nobody, ...each })) : [rubina])).map(
    ({ kind, text }) => `${kind}: ${text}`,
  )

test.each([
  ['Rubina Amna Shaikh wrote', ['name: Rubina Amna Shaikh']],
  ['by SHAIKH, Rubina.', ['name: SHAIKH, Rubina']],
  ['R. A. Shaikh and RA Shaikh', ['initials: R. A. Shaikh', 'initials: RA Shaikh']],
  ['Shaikh R. trained all', ['initials: Shaikh R']],
  ["in Shaikh's ward", ['surname: Shaikh']],
  ['rubinaamnashaikh_final', ['name: rubinaamnashaikh']],
  ['Sha\u00adikh', ['surname: Sha\u00adikh']],
  ['S\u200bhaikh', ['surname: S\u200bhaikh']],
  ['Ѕhаіkh', ['surname: Ѕhаіkh']],
  ['Ｓｈａｉｋｈ', ['surname: Ｓｈａｉｋｈ']],
  ['Shai-\nkh came', ['surname: Shai-\nkh']],
  ['the Civil Hospital of Hyderabad', ['institution: Civil Hospital of Hyderabad']],
  ['Ward 4, Civil Hospital', ['institution: Civil Hospital']],
  ['at CHH in May', ['letters: CHH']],
  ['Radiology, Civil Hospital Hyderabad', ['department: Radiology, Civil Hospital Hyderabad']],
  ['write to a.b@c.example, please', ['email: a.b@c.example']],
  ['call 0300-1234567', ['phone: 0300-1234567']],
  ['call 0300 123 45 67 or +49 30 901820 11', ['phone: 0300 123 45 67', 'phone: 49 30 901820 11']],
  ['٠٣٠٠١٢٣٤٥٦٧', ['phone: ٠٣٠٠١٢٣٤٥٦٧']],
  ['0000-0002-1825-009X', ['orcid: 0000-0002-1825-009X']],
  ['PMDC No. 99887-P', ['registration: PMDC No. 99887']],
  ['reg 45678-S', ['registration: 45678-S']],
  // Nothing of it is about them.
  ['The hospital in the district of Hyderabad, radiology 4567', []],
  ['p = 0.0004, n = 1 234, 2024-2025, 300 patients', []],
  ['civil rights', []],
  // Small letters as well, unless they are a word.
  ['at chh in May', ['letters: chh']],
  ['Rubina Shaikh1,2 and Rubina Shaikh³', ['name: Rubina Shaikh', 'name: Rubina Shaikh']],
  ['PMDC99887', ['registration: PMDC99887']],
])('in "%s"', (text, found) => {
  expect(inText(text)).toEqual(found)
})

test('names of other scripts and of two words, with marks or without them', () => {
  expect(inText('ڈاکٹر روبینہ شیخ نے', { name: 'روبینہ شيخ' })).toEqual(['name: روبینہ شیخ'])
  expect(inText('Munoz Perez came; by J. Muñoz Pérez', { name: 'José Muñoz Pérez' })).toEqual([
    'surname: Munoz Perez',
    'initials: J. Muñoz Pérez',
  ])
  expect(inText('by Soren O’Neill and Weiss', { name: "Søren O'Neill" }, { name: 'Anna Weiß' })).toEqual([
    'name: Soren O’Neill',
    'surname: Weiss',
  ])
  // A word of medicine is nobody's name by itself.
  expect(inText('Graves disease, M. Graves', { name: 'Mary Graves' })).toEqual(['initials: M. Graves'])
  expect(inText('Ali and A. Ali', { name: 'Ahmed Ali' })).toEqual(['initials: A. Ali'])
})

test('a name that is half bold is one, and is taken out of the marks around it', () => {
  const html = '<p>At <em>Civil</em> Hospital &amp; by <strong>Sha</strong>ikh.</p><p>Next &lt;5%</p>'
  const { text } = readableOf(html)
  expect(text).toBe('\nAt Civil Hospital & by Shaikh.\n\nNext <5%\n')
  const places = findIn(text, searchFor([rubina]))
  expect(hide(html, places)).toBe(
    '<p>At <em>[institution removed]</em> &amp; by <strong>[name removed]</strong>.</p><p>Next &lt;5%</p>',
  )
  expect(
    linesOf(
      html,
      places.map((each, finding) => ({ ...each, finding })),
    ),
  ).toEqual([
    [
      { text: 'At ', finding: null },
      { text: 'Civil Hospital', finding: 0 },
      { text: ' & by ', finding: null },
      { text: 'Shaikh', finding: 1 },
      { text: '.', finding: null },
    ],
    [{ text: 'Next <5%', finding: null }],
  ])
})

test('a long text takes as long as reading it', () => {
  const people = Array.from({ length: 30 }, (_, each) => ({ ...rubina, name: `Rubina${each} Shaikh` }))
  const search = searchFor(people)
  const timeOf = (text: string) => {
    const began = performance.now()
    findIn(text, search)
    return performance.now() - began
  }
  for (const text of [
    'rubina civil hospital of of of of 03 00 12 @ @a.b s-h-a i k h ',
    's h a i k ',
    'Dr Prof Dr Our We At Mayo Hospital A. B. C. ',
    'Rubina Unknown, Somebody Else1; ',
    'http://www.a.b.c.d.com.www.https://',
    ' at a at b dot c dot (at) ',
    '...-..-_',
    'Aaaaa',
  ]) {
    // The best of three: another test of the machine is not slower by the length of the text.
    const [short, long] = [200, 1600].map((many) => Math.min(...[1, 2, 3].map(() => timeOf(text.repeat(many)))))
    expect([text, (long ?? 0) < Math.max(short ?? 0, 5) * 40]).toEqual([text, true])
  }
  expect(foldedWords('ÅNGSTRÖM ﬁne')).toEqual(['angstrom', 'fine'])
})
