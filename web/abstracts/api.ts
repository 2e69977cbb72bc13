/** How the abstract screens read what the server lists and what people type. Rules and sentences are the contract's. */
import type { AbstractSection } from '#contract/abstracts/rules.ts'
import type { Call, Sent } from '#contract/heads.ts'
import type { Operation } from '#contract/operation.ts'
import type { Auth } from '#web/accounts/slice.ts'
import { type AnswerTo, type Ask, busyWord } from '#web/platform/call.ts'
import { isUnanswered } from '#web/platform/uploads/retry.ts'
import type { Caller } from '#web/platform/useCall.ts'
import { plainOf } from './richtext/html.ts'
import type { Abstract } from './slice.ts'

/** What the person fills in; the four sections are HTML, the title is not. */
export type AbstractValues = Record<'AbstractType' | 'Speciality' | 'SubSpeciality' | 'Title' | AbstractSection, string>
/** Everything that can be wrong. */
export type FieldName = 'File' | 'AbstractType' | 'Speciality' | 'SubSpeciality' | 'Title'
export type Problems = { [Name in FieldName]?: string | undefined }

/** The title as text. A row with the fields of the specification alone has it as HTML only. */
export const titleOf = ({ TitlePlain, Title }: Pick<Abstract, 'Title'> & { TitlePlain?: string }): string =>
  TitlePlain || plainOf(Title ?? '').trim()

/** An abstract as the lists show it. */
export const shownOf = (row: Abstract) => ({
  title: titleOf(row) || 'N/A',
  theme: row.Speciality || 'N/A',
  subTheme: row.SubSpeciality || 'N/A',
  status: row.Status || 'Draft',
})

/** They confirm who is asking. */
export const idsOf = ({ userId, eventId, applicantId }: Auth) => ({
  UserID: userId,
  EventID: eventId || undefined,
  ApplicantID: applicantId || undefined,
})

/** Tries a second time what got no answer (a server that was busy has been asked twice already), and notes what went wrong: nobody is told. Only for what may arrive twice. */
export async function askTwice<O extends Operation>(call: Caller, one: Call<O>, input: Ask<O>): Promise<AnswerTo<O>> {
  const first = await call(one, input)
  const answer = isUnanswered(first) && !busyWord(first) ? await call(one, input) : first
  if (isUnanswered(answer)) noteFailure(one)
  return answer
}

export const noteFailure = ({ name }: Sent): void => reportError(new Error(`${name} failed`))

/** The abstract that was just saved, when the server did not name it. */
export function findSaved(abstracts: Abstract[], { Title, AbstractType }: AbstractValues): Abstract | undefined {
  const same = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()
  return abstracts.findLast((row) => same(titleOf(row), Title) && same(row.AbstractType, AbstractType))
}
