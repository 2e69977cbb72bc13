import type { BlindSection, FindingKind } from '#contract/selection/redaction-heads.ts'
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
  email: 'An e-mail address',
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

/** `2 in text, 3 in file` */
export function foundText(row: Queued): string {
  if (row.hasConflict) return 'You have a conflict'
  const parts = [row.inText > 0 && `${row.inText} in text`, row.inFile > 0 && `${row.inFile} in file`]
  const found = parts.filter(Boolean).join(', ')
  return row.file === 'cannot' ? [found, 'file cannot be read'].filter(Boolean).join(', ') : found || 'looked at before'
}
