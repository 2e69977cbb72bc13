/** What holds for abstracts, stated once: the browser asks by it, the server decides by it. No zod here: the browser loads this file. */
import { grouped } from '#contract/money.ts'

export const abstractTypes = ['Oral', 'Poster', 'Workshop'] as const
export type AbstractType = (typeof abstractTypes)[number]

/** Under the names of the specification, in the order of the form. The conclusion is sent as `Discussion`. */
export const abstractSections = {
  BackGround: 'Background',
  Material: 'Material and Method',
  Results: 'Results',
  Discussion: 'Conclusion',
} as const
export type AbstractSection = keyof typeof abstractSections

/** How many read an abstract blind, unless the call of the event wants another number. */
export const usualReviewers = 3

/** In characters of what is sent, markup included; `sections` is for the four together. In any alphabet a section fits into a field of 64 kB. */
export const abstractLimits = { title: 1_000, section: 20_000, sections: 40_000 } as const
/** More is warned about and not refused. */
export const wordLimit = 250

export const fileField = 'AbstractFile'
export const fileBytes = 52_428_800
export const fileExtensions = ['jpg', 'jpeg', 'png', 'doc', 'docx', 'rtf', 'txt', 'pdf'] as const
export type FileExtension = (typeof fileExtensions)[number]
/** Said on the page, and longer names are shortened rather than refused. */
export const fileNameLimit = 100
/** A file that is larger than one piece is sent in pieces: a lost connection costs one piece at most. */
export const pieceBytes = 5 * 1024 * 1024

/** What a person reads; those up to `closed` are fixed by the specification. */
export const abstractTexts = {
  fileMissing: 'upload new file',
  fileTooLarge: 'File size exceeds 50MB',
  fileWrongType: 'Invalid file type',
  typeMissing: 'Please select an abstract type.',
  specialityMissing: 'Please select a specialty.',
  subSpecialityMissing: 'Please select a sub-specialty.',
  titleMissing: 'Abstract Title is required.',
  failed: 'Error: Abstract save/update failed',
  submitted: 'Abstract Submitted',
  closed: 'Abstract submission date has passed.',
  fileUnsafe: 'This file could harm its readers (macros, a virus or a bomb). Please save it anew and try again.',
  locked: 'This abstract can no longer be changed.',
  gone: 'This abstract is not in your list any more.',
  conflict: 'This abstract was changed elsewhere since you opened it.',
  uploadGone: 'The file did not arrive whole. Please attach it again.',
} as const

/** What the server alone can find out; the browser says it as it comes. */
export const roomTexts = {
  tooMany:
    'You have as many abstracts as one person can have. Please remove one from your list, or change one of them.',
  noRoom: 'Your files take up all the room there is for one person. Please attach a smaller one, or write to us.',
} as const

export const sectionTooLong = (section: AbstractSection): string =>
  `${abstractSections[section]} is too long: it may have ${grouped(abstractLimits.section)} characters, formatting included. Please shorten it.`

/** How much of `abstractLimits.sections` is used. */
export function lengthOfSections(sections: Record<AbstractSection, string>): number {
  return (Object.keys(abstractSections) as AbstractSection[]).reduce((sum, name) => sum + sections[name].length, 0)
}

/** Where an abstract stands, as the specification tells it: '' is a draft. */
type Standing = { Status: string; AbstractLevel: number }
export const mayEdit = ({ Status, AbstractLevel }: Standing): boolean =>
  AbstractLevel === 0 && (Status === '' || Status === 'Pending')
export const maySubmit = ({ Status, AbstractLevel }: Standing): boolean => AbstractLevel === 0 && Status === ''

/** The last part of the name in small letters, if it is one that we take. */
export function extensionOf(name: string): FileExtension | undefined {
  const last = /\.([a-z]+)$/i.exec(name.trim())?.[1]?.toLowerCase()
  return fileExtensions.find((each) => each === last)
}

/** Words of a plain text, as a person would count them: what stands between blanks, if there is a letter or a digit in it. */
export function countWords(plain: string): number {
  const parts = plain.normalize('NFC').split(/\s+/u)
  return parts.filter((part) => /[\p{L}\p{N}]/u.test(part)).length
}

/** The sizes and families that a text may carry, each as a class of its own: a page without inline styles can show them. */
export const fontSizes = ['small', 'large', 'huge'] as const
export const fontFamilies = ['sans', 'serif', 'mono'] as const
export const sizeClass = (size: (typeof fontSizes)[number]) => `size-${size}` as const
export const familyClass = (family: (typeof fontFamilies)[number]) => `font-${family}` as const
