/** Why a possible conflict was found: in words that a chair can judge, with the author who is meant. */
import { expect, test } from 'vitest'
import { conflictsAmong, type Reader, type Writer } from '#server/selection/rules.ts'
import { factsOf } from './conflict-reasons.ts'

const writer = (abstractId: number, name: string, more: Partial<Writer> = {}): Writer => ({
  abstractId,
  name,
  isApplicant: false,
  accountId: null,
  emailKey: null,
  institution: '',
  department: '',
  ...more,
})
const reader = (reviewerId: number, name: string, more: Partial<Reader> = {}): Reader => ({
  reviewerId,
  name,
  accountId: reviewerId,
  emailKeys: [],
  institution: '',
  department: '',
  ...more,
})

const people = {
  writers: [
    writer(1, 'Mehak Soomro', { institution: 'Civil Hospital Hyderabad', department: 'Radiology' }),
    writer(1, 'Hira Channa'),
    writer(2, 'Mehak Soomro', { emailKey: 'mehak@example.org' }),
    writer(2, 'Junaid Mirani', { emailKey: 'junaid@example.org' }),
    writer(3, 'Junaid Mirani', { emailKey: 'junaid@example.org' }),
    writer(3, 'Saba Narejo'),
  ],
  readers: [
    reader(10, 'Dr Imran Soomro', { institution: 'CHH' }),
    reader(11, 'Mehak Soomro', { emailKeys: ['mehak@example.org'] }),
    reader(12, 'Waqar Bhatti'),
  ],
  named: [
    { abstractId: 3, name: 'W. Bhatti', emailKey: null },
    { abstractId: 3, name: 'Waqar Bhatti', emailKey: null },
  ],
}

test('each kind names the author who is meant and what they share with the reviewer', () => {
  const facts = (abstractId: number, reviewerId: number, kind: Parameters<typeof factsOf>[0]['kind']) =>
    factsOf({ abstractId, reviewerId, kind }, people)
  expect(facts(1, 10, 'personal')).toEqual([{ author: 'Mehak Soomro', fact: 'surname', detail: '' }])
  expect(facts(1, 10, 'department')).toEqual([
    { author: 'Mehak Soomro', fact: 'department_unknown', detail: 'Radiology, Civil Hospital Hyderabad' },
  ])
  expect(facts(2, 11, 'coauthor')).toEqual([{ author: 'Mehak Soomro', fact: 'author', detail: '' }])
  expect(facts(3, 11, 'shared_abstract')).toEqual([{ author: 'Junaid Mirani', fact: 'other_abstract', detail: '' }])
  expect(facts(3, 12, 'competing')).toEqual([{ author: '', fact: 'named', detail: 'Waqar Bhatti' }])
  expect(facts(3, 12, 'supervised')).toEqual([])
})

test('what the rules find is never without its facts', () => {
  for (const by of ['author', 'department', 'institution'] as const) {
    const found = conflictsAmong(people, by)
    expect(found.length).toBeGreaterThan(2)
    expect(found.filter((each) => factsOf(each, people).length === 0)).toEqual([])
  }
})
