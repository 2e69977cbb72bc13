import { expect, test } from 'vitest'
import { pastedDisciplines } from './pasted-disciplines.ts'

test('a pasted list becomes disciplines, and indented or dashed lines their fields', () => {
  expect(pastedDisciplines('Surgery\n\tTrauma\n  - Hand surgery\n\nMedicine \r\n• Cardiology\r\nBioethics')).toEqual([
    { description: 'Surgery', fields: ['Trauma', 'Hand surgery'] },
    { description: 'Medicine', fields: ['Cardiology'] },
    { description: 'Bioethics', fields: [] },
  ])
  expect(pastedDisciplines('  Surgery\n  ')).toEqual([{ description: 'Surgery', fields: [] }])
})
