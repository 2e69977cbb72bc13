import type { BlindSection, FindingKind } from '#contract/selection/findings.ts'
import type { Reply } from '#web/console/call.ts'

export type Queue = Reply<'RedactionQueue'>
export type Queued = Queue['rows'][number]
export type Redaction = Extract<Reply<'RedactionShow'>['redaction'], { hasConflict: false }>
export type Finding = Redaction['findings'][number]

export const sectionTitles: Record<BlindSection, string> = {
  title: 'Title',
  background: 'Background',
  material: 'Material and Method',
  results: 'Results',
  discussion: 'Conclusion',
}

export const whereTitles: Record<Finding['where'], string> = {
  ...sectionTitles,
  file: 'The file',
  fileName: 'File name',
}

export const kindTexts: Record<FindingKind, string> = {
  name: 'Name of an author',
  initials: 'Initial and surname of an author',
  surname: 'Surname of an author',
  email: 'An email address',
  phone: 'A telephone number',
  orcid: 'An ORCID',
  registration: 'A PMDC number',
  institution: 'Institution of an author',
  letters: 'Letters of an institution',
  department: 'Department and institution of an author',
  link: 'A link',
  authors: 'Looks like a list of authors',
  titled: 'A name after a title',
  capitals: 'Unknown words with capitals',
  place: 'A hospital or college',
  ours: 'Says where the authors work',
}

/** `2 in text, 3 in file, 1 mark` */
export function foundText(row: Queued): string {
  if (row.hasConflict) return 'Hidden from you'
  const { inText, inFile, marks, file } = row
  const parts = [
    inText > 0 && `${inText} in text`,
    inFile > 0 && `${inFile} in file`,
    marks > 0 && `${marks} ${marks === 1 ? 'mark' : 'marks'}`,
    file === 'cannot' && 'file cannot be read',
  ]
  return parts.filter(Boolean).join(', ') || 'nothing found'
}

/** What the server sends without a choice: a file that was searched to its end and in which no author was found. */
export const isSafeFile = ({ file, findings }: Redaction): boolean =>
  file.state === 'copy' && file.why === '' && !findings.some(({ where, isSure }) => where === 'file' && isSure)

/** Without a finding and without words written by hand, reviewers read what the author wrote: one text says both. */
export const hasTwoTexts = ({ sections, findings }: Redaction): boolean =>
  sections.some(({ byHand, isWithheld }) => byHand !== null || isWithheld) ||
  findings.some(({ where }) => where !== 'file' && where !== 'fileName')
