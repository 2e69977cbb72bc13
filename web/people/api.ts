/** How the profile form reads what people type. Limits and sentences are the contract's. */
import type { ReplyOf } from '#contract/operation.ts'
import {
  asTyped,
  lengthOf,
  photoBytes,
  type ProfileField,
  type ProfileFieldName,
  profileFields,
  profileTexts,
  takenBy,
} from '#contract/people/profile-fields.ts'
import type { GetProfile } from '#contract/people/profiles.ts'

export type ProfileValues = Record<ProfileFieldName, string>
export type KeptValues = Partial<ProfileValues>
export type ProfileReply = ReplyOf<typeof GetProfile>
export type Profile = ProfileReply['Table'][number]
/** What can be wrong: a field, or the picture. */
export type FormField = ProfileFieldName | 'Photo'
export type Problems = { [Name in FormField]?: string | undefined }

export const fieldNames = Object.keys(profileFields) as ProfileFieldName[]
export const fieldOf = (name: ProfileFieldName): ProfileField => profileFields[name]
export const labelOf = (field: FormField): string => (field === 'Photo' ? 'Photo' : profileFields[field].label)

/** Where a link to a field goes. */
export const anchorOf = (field: FormField): string => `profile-${field}`

/**
 * A text as the field takes it, with the caret where it belongs. What is too much is left out of what was just typed,
 * before the caret: the end of the text was there first.
 */
export function typedInto(
  field: ProfileField,
  { text, caret }: { text: string; caret: number | null },
): { text: string; caret: number | null } {
  if (caret === null) return { text: asTyped(field, text), caret }
  const taken = takenBy(field, text.slice(0, caret))
  // A joiner behind the caret belongs to the letter before it.
  const letter = takenBy(field, taken.at(-1) ?? '')
  const after = takenBy(field, letter.join('') + text.slice(caret)).slice(letter.length, letter.length + field.limit)
  const before = taken.slice(0, field.limit - after.length)
  return { text: [...before, ...after].join(''), caret: before.join('').length }
}

export const emptyValues = Object.fromEntries(fieldNames.map((name) => [name, ''])) as ProfileValues

/** What the form begins with: the profile, what was told at an earlier event, or for a first one the name that the account knows. */
export function valuesFrom({ Table: [profile], Account, Earlier }: ProfileReply): ProfileValues {
  const told = profile ?? Earlier
  if (!told) return { ...emptyValues, Name: asTyped(profileFields.Name, Account.Fullname) }
  return Object.fromEntries(fieldNames.map((name) => [name, told[name]])) as ProfileValues
}

/** Only what differs is kept, so that a change made on another device meanwhile is not undone. */
export function changesOf(values: ProfileValues, start: ProfileValues): Partial<ProfileValues> {
  return Object.fromEntries(
    fieldNames.filter((name) => values[name] !== start[name]).map((name) => [name, values[name]]),
  )
}

/** In the order of the form. */
export function missingIn(values: ProfileValues, hasPhoto: boolean): Problems {
  const missing = requiredFields.filter((field) => (field === 'Photo' ? !hasPhoto : values[field].trim() === ''))
  return Object.fromEntries(missing.map((field) => [field, profileTexts.required]))
}

export const requiredFields: FormField[] = ['Photo', ...fieldNames.filter((name) => fieldOf(name).required)]

/** In the order of the form. */
export const fieldsWith = (problems: Problems): FormField[] =>
  (['Photo', ...fieldNames] as FormField[]).filter((field) => problems[field])

/** `15 of 50 characters` */
export const countedText = (name: ProfileFieldName, text: string): string =>
  `${lengthOf(text)} of ${fieldOf(name).limit} characters`

const photoProblems: readonly string[] = [
  profileTexts.photoTooLarge,
  profileTexts.photoWebp,
  profileTexts.photoWrongKind,
  profileTexts.photoUnreadable,
  profileTexts.photoTooManyPixels,
]
export const isAboutPhoto = (status: string): boolean => photoProblems.includes(status)

/** By its bytes: a name or a type can say anything. */
export const isWebp = (head: Uint8Array): boolean => textAt(head, 0, 'RIFF') && textAt(head, 8, 'WEBP')

const textAt = (bytes: Uint8Array, at: number, text: string): boolean =>
  Array.from(text).every((letter, index) => bytes[at + index] === letter.charCodeAt(0))

/** What is wrong with a file before anybody looks at the picture. */
export async function wrongWith(file: File): Promise<string | undefined> {
  const head = new Uint8Array(await file.slice(0, 12).arrayBuffer())
  if (isWebp(head) || file.type === 'image/webp') return profileTexts.photoWebp
  return file.size >= photoBytes ? profileTexts.photoTooLarge : undefined
}
