import { expect, test } from 'vitest'
import {
  changesOf,
  emptyValues,
  fieldNames,
  fieldOf,
  isWebp,
  missingIn,
  fieldsWith,
  type ProfileReply,
  typedInto,
  valuesFrom,
  wrongWith,
} from './api.ts'
import { firstNameOf } from './ProfilePage.tsx'

/** The text at the end of which somebody has just typed. */
const atEnd = (text: string) => ({ text, caret: text.length })
const texts = fieldNames.filter((name) => !fieldOf(name).options)

test.each(texts)('%s takes as many characters as it says and not one more', (name) => {
  const { limit } = fieldOf(name)
  for (const letter of ['x', 'ہ', '𞤀']) {
    const longest = letter.repeat(limit)
    expect(typedInto(fieldOf(name), atEnd(longest))).toEqual(atEnd(longest))
    expect(typedInto(fieldOf(name), atEnd(longest + letter))).toEqual(atEnd(longest))
    expect(typedInto(fieldOf(name), { text: longest + letter, caret: null }).text).toBe(longest)
  }
})

test('the seven characters are left out of the fields that the specification names, and of no other', () => {
  const stripping = texts.filter((name) => typedInto(fieldOf(name), atEnd('a&b=c?d#e%f<g>h')).text === 'abcdefgh')
  expect(stripping).toEqual([
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
  for (const name of ["Sinéad O'Neil-Brannagh", 'محمد علی جناح'])
    expect(typedInto(fieldOf('Name'), atEnd(name)).text).toBe(name)
})

test('the caret stays where it was, and what is too much is not taken from the end', () => {
  const name = fieldOf('Name')
  expect(typedInto(name, { text: 'Dr & Mehak', caret: 4 })).toEqual({ text: 'Dr  Mehak', caret: 3 })
  expect(typedInto(name, { text: '<b>Mehak', caret: 3 })).toEqual({ text: 'bMehak', caret: 1 })
  const full = 'x'.repeat(50)
  expect(typedInto(name, { text: `ab${full}`, caret: 2 })).toEqual({ text: full, caret: 0 })
  expect(typedInto(name, { text: `xxyy${'x'.repeat(47)}`, caret: 4 })).toEqual({
    text: `xxy${'x'.repeat(47)}`,
    caret: 3,
  })
  const pasted = `Dr${'z#'.repeat(100)}Soomro`
  expect(typedInto(name, { text: pasted, caret: 202 })).toEqual({ text: `Dr${'z'.repeat(42)}Soomro`, caret: 44 })
})

const reply = (profile?: object): ProfileReply => ({
  Table: profile ? [{ ...emptyValues, ...profile } as ProfileReply['Table'][number]] : [],
  Account: { UserID: 'mehak@example.org', Fullname: `Mehak & ${'x'.repeat(60)}` },
})

test('a first form begins with the name of the account, a later one with the profile', () => {
  expect(valuesFrom(reply()).Name).toBe(`Mehak  ${'x'.repeat(43)}`)
  expect(valuesFrom(reply({ Name: 'Dr Mehak', City: 'Hyderabad' }))).toEqual({
    ...emptyValues,
    Name: 'Dr Mehak',
    City: 'Hyderabad',
  })
})

test('only what was changed is kept', () => {
  const start = { ...emptyValues, Name: 'Mehak', City: 'Hyderabad' }
  expect(changesOf({ ...start, City: '', Fax: '1' }, start)).toEqual({ City: '', Fax: '1' })
  expect(changesOf(start, start)).toEqual({})
})

test('what must be filled is named in the order of the form, and blanks do not fill it', () => {
  const missing = missingIn({ ...emptyValues, Name: '  ', City: 'Hyderabad' }, false)
  expect(fieldsWith(missing)).toEqual([
    'Photo',
    'Name',
    'FatherName',
    'Gender',
    'Nationality',
    'PartcipantType',
    'PresenterType',
    'Address',
    'Country',
    'PostCode',
    'Mobile',
  ])
  expect(new Set(Object.values(missing))).toEqual(new Set(['This field is required.']))
  expect(missingIn(emptyValues, true)).not.toHaveProperty('Photo')
})

test('a photo is refused by its bytes, whatever it is called', async () => {
  const webp = new TextEncoder().encode('RIFF1234WEBPVP8 ')
  expect([isWebp(webp), isWebp(webp.slice(0, 10)), isWebp(new Uint8Array())]).toEqual([true, false, false])
  const said = async (bytes: BlobPart, type = 'image/png') => wrongWith(new File([bytes], 'me.png', { type }))
  expect(await said(webp)).toBe('WebP format is not supported.')
  expect(await said('anything', 'image/webp')).toBe('WebP format is not supported.')
  expect(await said(new Uint8Array(2_097_151))).toBeUndefined()
  expect(await said(new Uint8Array(2_097_152))).toBe('File size must be less than 2MB.')
})

test('people are greeted by their first name, not by their title', () => {
  expect(['Dr Mehak Soomro', 'Prof. Dr. Ali', 'Sana', 'محمد علی', 'Dr'].map(firstNameOf)).toEqual([
    'Mehak',
    'Ali',
    'Sana',
    'محمد',
    'Dr',
  ])
})
