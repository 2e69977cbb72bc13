/** The profile form, stated once: the browser types by it, the server refuses by it, the tests count by it. No zod here: the browser loads this file. */
import { plainAsTyped } from '#contract/plain-text.ts'
import { photoTooLarge } from './photo.ts'

export type ProfileField = {
  label: string
  /** In characters, as people count them: a letter outside the basic plane is one. */
  limit: number
  required?: true
  /** What may be chosen; anything else is refused. */
  options?: readonly { value: string; label: string }[]
  /** The browser leaves out `strippedCharacters` as they are typed; what nobody sees is left out of every field. */
  strips?: true
  /** Shown, not enforced. */
  hint?: 'numbers only'
  /** May be written in several lines. */
  lines?: true
  kind?: 'email' | 'tel'
}

const plain = <const Value extends string>(...values: Value[]) => values.map((value) => ({ value, label: value }))

/** Under the parameter names of the specification, to the letter, in the order of the form. */
export const profileFields = {
  Name: { label: 'Name on certificate', limit: 50, required: true, strips: true },
  FatherName: { label: "Father's name", limit: 50, required: true, strips: true },
  Gender: { label: 'Gender', limit: 10, required: true, options: plain('Male', 'Female') },
  Nationality: {
    label: 'Participation type',
    limit: 10,
    required: true,
    options: [
      { value: 'Pakistani', label: 'Pakistan' },
      { value: 'Foreigner', label: 'Foreigner' },
    ],
  },
  PartcipantType: { label: 'Category', limit: 10, required: true, options: plain('Student', 'Nurse', 'Others') },
  PresenterType: { label: 'Participation as', limit: 10, required: true, options: plain('Attendee', 'Presenter') },
  PMDCReg: { label: 'PMDC registration number', limit: 50, strips: true },
  Designation: { label: 'Designation or job', limit: 200, strips: true },
  Institution: { label: 'Institution', limit: 200, strips: true },
  Faculty: { label: 'Faculty, school or center', limit: 50, strips: true },
  Department: { label: 'Department', limit: 200, strips: true },
  Address: { label: 'Address', limit: 500, required: true, strips: true, lines: true },
  Country: { label: 'Country', limit: 100, required: true },
  City: { label: 'City', limit: 100, required: true },
  PostCode: { label: 'Zip code', limit: 10, required: true, strips: true, hint: 'numbers only' },
  Mobile: { label: 'Mobile', limit: 15, required: true, hint: 'numbers only', kind: 'tel' },
  Phone: { label: 'Landline', limit: 16, hint: 'numbers only', kind: 'tel' },
  Fax: { label: 'Fax', limit: 30, strips: true, hint: 'numbers only' },
  AltEmail: { label: 'Alternative email', limit: 100, kind: 'email' },
} as const satisfies Record<string, ProfileField>

export type ProfileFieldName = keyof typeof profileFields

export { photoBytes, photoField } from './photo.ts'

/** What a person reads; the first six are fixed by the specification. */
export const profileTexts = {
  required: 'This field is required.',
  requiredMissing: 'Required Fields Missing',
  created: 'Profile created',
  failed: 'The profile cannot be created, please try again later.',
  photoTooLarge,
  photoWebp: 'WebP format is not supported.',
  photoWrongKind: 'Please choose a JPEG, PNG or GIF picture.',
  photoUnreadable: 'This picture cannot be read. Please choose another one.',
  photoTooManyPixels: 'This picture has too many pixels. Please choose a smaller one.',
} as const

export const strippedCharacters = '&=?#%<>'

/** The characters of a text that the field takes, however many. */
export function takenBy(field: ProfileField, text: string): string[] {
  const seen = Array.from(plainAsTyped(text, field.lines ? 'lines' : 'one line'))
  return field.strips ? seen.filter((each) => !strippedCharacters.includes(each)) : seen
}

/** The text as the field takes it while it is typed or pasted. */
export function asTyped(field: ProfileField, text: string): string {
  return takenBy(field, text).slice(0, field.limit).join('')
}

/** How long a text is in characters. */
export function lengthOf(text: string): number {
  return Array.from(text).length
}
