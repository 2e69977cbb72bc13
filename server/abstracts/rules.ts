import { createHash } from 'node:crypto'
import { authorTexts } from '#contract/abstracts/author-texts.ts'
import {
  type AbstractSection,
  abstractTexts,
  type AbstractType,
  abstractTypes,
  countWords,
  extensionOf,
  type FileExtension,
  fileNameLimit,
  mayEdit,
} from '#contract/abstracts/rules.ts'
import { isEmail, sameEmail } from '#contract/accounts/email.ts'
import { dayIn, isPast } from '#contract/days.ts'
/** Whether an abstract is in time. */
import { minute } from '#contract/durations.ts'
import type { Row } from '#server/database/tables.ts'

export type Lateness = 'in time' | 'late' | 'too late'
type LastDay = { abstractsCloseOn: string; timeZone: string }

/** The last date lasts until midnight where the event is, and a grace after it counts as late but not as too late. */
export function lateness({ abstractsCloseOn, timeZone }: LastDay, startedAt: Date, graceMinutes: number): Lateness {
  const isPastAt = (time: number) => isPast(abstractsCloseOn, dayIn(timeZone, new Date(time)))
  if (!isPastAt(startedAt.getTime())) return 'in time'
  return isPastAt(startedAt.getTime() - graceMinutes * minute) ? 'too late' : 'late'
}

/** Whoever was asked for a revision has until its own day, where that is the later one. */
export const laterDay = (day: string, own: string | null): string => (own !== null && own > day ? own : day)

/** The states that a review leads to; merged and duplicate also name another abstract. */
export type Reviewed = Exclude<Row<'abstract'>['state'], 'draft' | 'submitted' | 'withdrawn' | 'merged' | 'duplicate'>

/** What each is in the words of the specification. The database knows the same pairs, and derives the state from them. */
export const standingOf: Record<Reviewed | 'merged' | 'duplicate', { status: string; level: number }> = {
  revision_asked: { status: 'Pending', level: 0 },
  under_review: { status: 'Under review', level: 1 },
  accepted: { status: 'Accepted', level: 2 },
  rejected: { status: 'Rejected', level: 2 },
  waiting: { status: 'Waiting list', level: 2 },
  merged: { status: 'Merged', level: 2 },
  duplicate: { status: 'Duplicate', level: 2 },
  confirmed: { status: 'Confirmed', level: 3 },
  not_presenting: { status: 'Not presenting', level: 3 },
}

type Stored = Pick<Row<'abstract'>, 'state' | 'status' | 'level'>

/**
 * Where an abstract stands in the words of the specification: '' and 0 for a draft. One that was withdrawn is in no list, and is told as it
 * was before. What is decided and not yet published is never part of it.
 */
export function specifiedStatus({ state, status, level }: Stored): { Status: string; AbstractLevel: number } {
  return state === 'draft' ? { Status: '', AbstractLevel: 0 } : { Status: status, AbstractLevel: level }
}

type Submit = { startedAt: Date; version: { startedAt: Date | null; savedAt: Date } }

/**
 * Whoever saved in time and submits what they saved within the grace of its answer is as much in time as the save: its file may have taken
 * longer to send than was left of the day.
 */
export function latenessOfSubmit(last: LastDay, { startedAt, version }: Submit, graceMinutes: number): Lateness {
  const follows = startedAt.getTime() - version.savedAt.getTime() <= graceMinutes * minute
  return lateness(last, (follows && version.startedAt) || startedAt, graceMinutes)
}

/** What is written on the form, whatever is missing from it. */
export type Form = {
  sections: Record<AbstractSection, string>
  type: string
  speciality: string
  subSpeciality: string
  subSpecialityId: number | undefined
  title: string
}

/** What the event has under the two names of the form, where it has it. */
export type Theme = { specialityId: number | null; subSpecialityId: number | null }

export type Missing =
  | typeof abstractTexts.typeMissing
  | typeof abstractTexts.specialityMissing
  | typeof abstractTexts.subSpecialityMissing
  | typeof abstractTexts.titleMissing

/** In the order of the form, after its file. */
export function missingFrom(form: Form, titlePlain: string, theme: Theme): Missing | undefined {
  if (!isType(form.type)) return abstractTexts.typeMissing
  if (theme.specialityId === null) return abstractTexts.specialityMissing
  const { subSpecialityId } = theme
  const disagrees = form.subSpecialityId !== undefined && form.subSpecialityId !== subSpecialityId
  if (subSpecialityId === null || disagrees) return abstractTexts.subSpecialityMissing
  return titlePlain === '' ? abstractTexts.titleMissing : undefined
}

export function isType(word: string): word is AbstractType {
  return (abstractTypes as readonly string[]).includes(word)
}

export function wordsOf(sections: readonly string[]): number {
  return sections.reduce((sum, plain) => sum + countWords(plain), 0)
}

/** A name that is only to be read: without folders, and no longer than is said on the page. The kind stays at its end. */
export function fileNameOf(seen: string, extension: FileExtension): string {
  const last = seen.split(/[/\\]/).at(-1)?.trim() ?? ''
  const stem = last.replace(/\.[a-z]+$/i, '').trim() || 'abstract'
  // Cut in what the database counts, never through the middle of one.
  const kept = Array.from(stem)
    .slice(0, fileNameLimit - extension.length - 1)
    .join('')
  return `${kept.toWellFormed()}.${extension}`
}

/** The kind that a name claims, read from the same last part of it that is kept. */
export function kindOf(name: string): FileExtension | undefined {
  return extensionOf(name.split(/[/\\]/).at(-1) ?? '')
}

/** Tells a save that is repeated from another one that came under the same key. */
export function digestOf(form: Form, file: string): Buffer {
  const { type, speciality, subSpeciality, title, sections } = form
  const words = [type, speciality, subSpeciality, title, sections, file]
  return createHash('sha256').update(JSON.stringify(words)).digest()
}

type State = Pick<Row<'abstract'>, 'status' | 'level' | 'removedAt' | 'withdrawnAt'>

/** Why a save was not taken: what it would have changed is gone, locked, or was changed by somebody else. */
export function whyNotSaved(found: State | undefined): 'gone' | 'locked' | 'conflict' {
  if (!found || found.removedAt || found.withdrawnAt) return 'gone'
  return mayEdit({ Status: found.status, AbstractLevel: found.level }) ? 'conflict' : 'locked'
}

/** Frozen while reviewers read it; open again once it is to be printed. */
export function areAuthorsOpen({ state }: Pick<Row<'abstract'>, 'state'>): boolean {
  return ['draft', 'submitted', 'revision_asked', 'accepted', 'confirmed'].includes(state)
}

type Author = { email: string; presents: boolean }

/** Why a list of authors is not taken, if it is not. */
export function wrongAuthors(authors: readonly Author[], named: readonly { email: string }[]) {
  const presenting = authors.filter(({ presents }) => presents).length
  if (authors.length > 0 && presenting === 0) return authorTexts.noPresenter
  if (presenting > 1) return authorTexts.twoPresenters
  const emails = authors.flatMap(({ email }) => (email === '' ? [] : [email]))
  if (![...emails, ...named.map(({ email }) => email)].every((email) => email === '' || isEmail(email)))
    return authorTexts.notAnEmail
  return new Set(emails.map(sameEmail)).size < emails.length ? authorTexts.twice : undefined
}
