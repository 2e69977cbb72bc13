import { expect, test } from 'vitest'
import { type InvitedLine, invitedIn, withoutLines } from './invited-people.ts'

const disciplines = [
  { id: 1, description: 'Radiology', isRetired: false },
  { id: 2, description: 'Obstetrics, Gynaecology', isRetired: false },
  { id: 3, description: 'Anatomy', isRetired: true },
  { id: 4, description: 'Surgery', isRetired: false },
]
const read = (table: string) => invitedIn(table, disciplines)
/** `line | email | name | disciplines | problem` */
const brief = ({ line, email, name, fields, problem }: InvitedLine) =>
  [line, email, name, fields.join('+'), problem].join(' | ')
const lines = (table: string) => read(table).lines.map(brief)

test('addresses are read as people paste them: a name before one, several in a line, the same twice, and what is none', () => {
  const pasted =
    'Dr Hira Channa <hira@example.org>\n waqar@example.org; Sana <sana@example.org>,\n\nWAQAR@example.org\nno address\n"Memon, Naila" <naila@example.org>;\nAbro, Ali <mailto:ali@example.org>'
  expect(lines(pasted)).toEqual([
    '1 | hira@example.org | Dr Hira Channa |  | ',
    '2 | waqar@example.org |  |  | ',
    '2 | sana@example.org | Sana |  | ',
    '4 | WAQAR@example.org |  |  | The same address as in line 2.',
    '5 |  |  |  | “no address” is not an email address.',
    '6 | naila@example.org | Memon, Naila |  | ',
    '7 | ali@example.org | Abro, Ali |  | ',
  ])
})

test.each([
  ['commas', '\uFEFFName,E-mail,Disciplines,City\r\n"Channa, Hira",hira@example.org,"radiology; Surgery",Karachi\r\n'],
  ['semicolons', 'Name;E-mail;Disciplines;City\n"Channa, Hira";hira@example.org;Radiology, Surgery;Karachi'],
  ['tabs', 'Name\tE-mail\tDisciplines\tCity\nChanna, Hira\thira@example.org\tRadiology/Surgery\tKarachi'],
])('columns are found by their heading, separated by %s, and one that is not used is named', (_name, table) => {
  expect(lines(table)).toEqual(['2 | hira@example.org | Channa, Hira | 1+4 | '])
  expect(read(table).unused).toEqual(['City'])
})

test('first and last names are put together, in any order of the columns', () => {
  expect(lines('Email,Surname,First name,Field\nhira@example.org,Channa,Hira,"Obstetrics, Gynaecology"')).toEqual([
    '2 | hira@example.org | Hira Channa | 2 | ',
  ])
})

test('without headings the address stands anywhere, the name comes next, and then disciplines', () => {
  const table =
    'Hira Channa;hira@example.org;Radiology;Surgery\nwaqar@example.org,Waqar,"Obstetrics, Gynaecology"\nnaila@example.org\tNaila Memon\tSurgery'
  expect(lines(table)).toEqual([
    '1 | hira@example.org | Hira Channa | 1+4 | ',
    '2 | waqar@example.org | Waqar | 2 | ',
    '3 | naila@example.org | Naila Memon | 4 | ',
  ])
})

test('every line that cannot be used has its number and a reason; line ends inside quotes are counted', () => {
  const table = [
    'Name,Email,Discipline',
    '"Hira',
    'Channa",hira@example.org,Radiology',
    'Waqar,waqar(at)example.org,',
    ',,',
    'Naila,,Surgery',
    'Sana,sana@example.org,Radiolgy',
    'Ali,ali@example.org,Anatomy',
    `${'x'.repeat(101)},long@example.org,`,
    '"Open,open@example.org,Surgery',
    'Next "the" one,next@example.org,Surgery',
  ].join('\n')
  expect(lines(table)).toEqual([
    '2 | hira@example.org | Hira Channa | 1 | ',
    '4 |  | Waqar |  | “waqar(at)example.org” is not an email address.',
    '6 |  | Naila | 4 | No email address.',
    '7 | sana@example.org | Sana |  | “Radiolgy” is not a discipline of this event.',
    '8 | ali@example.org | Ali |  | “Anatomy” is not a discipline of this event.',
    `9 | long@example.org | ${'x'.repeat(101)} |  | The name is longer than 100 characters.`,
    '10 |  | Open,open@example.org,Surgery |  | No email address.',
    '11 | next@example.org | Next "the" one | 4 | ',
  ])
  const left = withoutLines(table, [4, 6, 7, 8, 9, 10])
  expect(read(left).lines.map(({ email, problem }) => [email, problem])).toEqual([
    ['hira@example.org', ''],
    ['next@example.org', ''],
  ])
})

test('a list of 100,000 lines, and one of quotes alone, are read in a moment', () => {
  const many = Array.from({ length: 100_000 }, (_, at) => `r${at}@example.org,Name ${at},Radiology`).join('\n')
  expect(read(many)).toMatchObject({ isCut: true, lines: { length: 2000 } })
  expect(read(many.split('\n').slice(0, 2000).join('\n')).isCut).toBe(false)
  const hostile = [many, '"'.repeat(500_000), '"\n'.repeat(250_000), '<'.repeat(500_000), 'a@'.repeat(250_000)]
  for (const each of hostile) {
    const begun = performance.now()
    expect(read(each).lines.length).toBeLessThanOrEqual(2000)
    expect(performance.now() - begun).toBeLessThan(10_000)
  }
})
