/** Who is in conflict with whom, by what they say of themselves. */
import { expect, test } from 'vitest'
import { conflictsAmong, folded, hasFallenBehind, type Reader, type Writer } from './rules.ts'

const writer = (change: Partial<Writer>): Writer => ({
  abstractId: 1,
  isApplicant: false,
  accountId: null,
  emailKey: null,
  name: '',
  institution: '',
  department: '',
  ...change,
})
const reader = (change: Partial<Reader>): Reader => ({
  reviewerId: 1,
  accountId: null,
  emailKeys: [],
  name: '',
  institution: '',
  department: '',
  ...change,
})

test('REV-023, 024: a place is one however it is written, and free mail is no place', () => {
  expect(new Set(['Dept. of Radiology', 'radiology department', 'RADIOLOGY '].map(folded))).toEqual(
    new Set(['radiology']),
  )
  const found = (
    mine: Partial<Reader>,
    theirs: Partial<Writer>,
    by: 'author' | 'department' | 'institution' = 'department',
  ) =>
    conflictsAmong({ readers: [reader(mine)], writers: [writer(theirs)], named: [] }, by).map(
      ({ kind, strength }) => `${kind} ${strength}`,
    )
  const hospital = { institution: 'Civil Hospital Hyderabad', department: 'Radiology' }
  expect(found(hospital, { institution: 'CHH', department: 'Dept of Radiology' })).toEqual(['department hard'])
  expect(found(hospital, { ...hospital, department: '' })).toEqual(['department possible'])
  expect(found(hospital, { ...hospital, department: 'Surgery' })).toEqual([])
  expect(found(hospital, { ...hospital, department: 'Surgery' }, 'institution')).toEqual(['institution hard'])
  expect(found(hospital, hospital, 'author')).toEqual([])
  expect(found(hospital, { institution: 'City Hospital Hub', department: 'Radiology' })).toEqual([])
  expect(found({ emailKeys: ['a@gmail.com'] }, { emailKey: 'b@gmail.com' })).toEqual([])
  expect(found({ name: 'Dr Aftab Channar' }, { name: 'Sana Channar' })).toEqual(['personal possible'])
})

test('a surname that four people bear may mean a family; that of five tells nothing', () => {
  const withAuthors = (...names: string[]) =>
    conflictsAmong(
      {
        readers: [reader({ accountId: 1, name: 'Dr Aftab Khan' })],
        writers: [
          ...names.map((name, at) => writer({ abstractId: at + 1, accountId: at + 2, name })),
          // Whoever wrote two abstracts is one person.
          writer({ abstractId: 9, accountId: 2, name: names[0] ?? '' }),
        ],
        named: [],
      },
      'author',
    ).map(({ abstractId, kind, strength }) => `${abstractId} ${kind} ${strength}`)
  const found = ['1 personal possible', '2 personal possible', '3 personal possible', '9 personal possible']
  expect(withAuthors('Sana Khan', 'Ali Khan', 'Noor Khan')).toEqual(found)
  expect(withAuthors('Sana Khan', 'Ali Khan', 'Noor Khan', 'Imran Abro')).toEqual(found)
  expect(withAuthors('Sana Khan', 'Ali Khan', 'Noor Khan', 'Imran Khan')).toEqual([])
})

test('of one’s own work a chair is not asked whether it is of the family, or who is meant', () => {
  const me = { accountId: 1, name: 'Dr Aftab Channar' }
  const found = conflictsAmong(
    {
      readers: [reader(me)],
      writers: [
        writer({ ...me, isApplicant: true }),
        writer({ abstractId: 2, name: 'Sana Channar', accountId: 2, isApplicant: true }),
      ],
      named: [{ abstractId: 1, name: 'Dr Aftab Channar', emailKey: null }],
    },
    'department',
  )
  expect(found.map(({ abstractId, kind, strength }) => `${abstractId} ${kind} ${strength}`)).toEqual([
    '1 self hard',
    '2 personal possible',
  ])
})

test('behind is who does less than the same every day; after the last day, whoever has anything left', () => {
  const behind = (today: string, submitted: number) =>
    hasFallenBehind({ assigned: 10, submitted }, { today, beganOn: '2026-11-01', dueOn: '2026-11-11' })
  expect([behind('2026-11-01', 0), behind('2026-11-04', 3), behind('2026-11-04', 2)]).toEqual([false, false, true])
  expect([behind('2026-11-12', 9), behind('2026-11-12', 10)]).toEqual([true, false])
  const open = { today: '2026-11-12', beganOn: '2026-11-01', dueOn: null }
  expect(hasFallenBehind({ assigned: 10, submitted: 0 }, open)).toBe(false)
})
