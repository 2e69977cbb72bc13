import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asTyped, lengthOf, type ProfileField, profileFields, strippedCharacters } from './profile-fields.ts'

const fields = Object.entries(profileFields) as [string, ProfileField][]

test.each(fields)('what is typed into %s ends at its limit', (_, field) => {
  for (const character of ['x', '𞤀']) {
    const longest = character.repeat(field.limit)
    expect(asTyped(field, longest)).toBe(longest)
    expect(asTyped(field, longest + character)).toBe(longest)
    expect(lengthOf(longest)).toBe(field.limit)
  }
})

test('the characters & = ? # % < > vanish as they are typed, before anything is counted', () => {
  expect(strippedCharacters).toBe('&=?#%<>')
  expect(asTyped(profileFields.Name, `O'Neil <b>& ${'=?#%'.repeat(50)}علی`)).toBe("O'Neil b علی")
  const strips = fields.filter(([, field]) => field.strips).map(([name]) => name)
  expect(strips).toEqual([
    'Name',
    'FatherName',
    'PMDCReg',
    'Designation',
    'Institution',
    'Faculty',
    'Department',
    'Address',
    'PostCode',
    'Fax',
  ])
})

test('what nobody sees vanishes as it is typed, and a line ends only where several are asked for', () => {
  expect(asTyped(profileFields.Name, 'Ali\u202e\u200b\nKhan')).toBe('Ali Khan')
  expect(asTyped(profileFields.Address, 'House 1\r\nLahore\u0007')).toBe('House 1\nLahore')
})

test('the browser can load the table with nothing but what cleans a text and what holds for the picture', () => {
  const imports = readFileSync(join(import.meta.dirname, 'profile-fields.ts'), 'utf8').match(/^import.*/gm)
  expect(imports).toEqual([
    "import { plainAsTyped } from '#contract/plain-text.ts'",
    "import { photoTooLarge } from './photo.ts'",
  ])
})
