/** Emails to authors about the decision. */
import type { AbstractType } from '#contract/abstracts/rules.ts'
import type { Outcome } from '#contract/selection/words.ts'
import { type Worded, written } from '#server/kernel/outbox/worded.ts'
import { dayInWords } from '#server/platform/mail/letter.ts'
import { typeWords } from './decision-rules.ts'

export type Told = {
  abstractId: number
  outcome: Outcome
  eventName: string
  number: number
  title: string
  asType: AbstractType | null
  answerUntil: string
  reviseUntil: string | null
  /** What it is merged into, or the same work as. */
  into: { number: number; title: string } | null
  note: string
  comments: readonly { alias: number; text: string; total: number | null }[]
  /** An email that was sent and no longer holds. */
  replaces: { subject: string; on: string } | null
  publicUrl: string
}

const labels: Partial<Record<Outcome, string>> = { accepted: 'Confirm or decline', revise: 'Revise it' }

export function decisionLetter(told: Told): Worded {
  const { outcome, number, title, eventName: event, replaces, note, comments, abstractId, publicUrl } = told
  const said = comments.map(
    ({ alias, text, total }) => `Reviewer ${alias}${total === null ? '' : ` (${total.toFixed(1)} of 5)`}: ${text}`,
  )
  const facts = {
    event,
    title,
    number: String(number),
    correction: replaces
      ? `This email replaces ours of ${dayInWords(replaces.on)}, “${replaces.subject}”, which no longer holds. We are sorry.`
      : '',
    link: { link: `${publicUrl}/decision?pk=${abstractId}`, label: labels[outcome] ?? 'See the decision' },
    'from the committee': note === '' ? '' : `From the programme committee: ${note}`,
    'from the reviewers': said.length > 0 ? ['What the reviewers wrote:', ...said] : [],
  }
  // The link opens nothing by itself: it needs a sign-in.
  return writtenFor(told, facts, { isSecret: false, isCorrection: replaces !== null })
}

type Common = Omit<Parameters<typeof written<'decision_rejected'>>[1], never>
type More = Parameters<typeof written>[2]

function writtenFor({ outcome, asType, answerUntil, reviseUntil, into }: Told, facts: Common, more: More): Worded {
  const other = { 'other number': String(into?.number), 'other title': into?.title ?? '' }
  switch (outcome) {
    case 'accepted':
      return written(
        'decision_accepted',
        { ...facts, type: typeWords[asType ?? 'Poster'], 'confirm by': dayInWords(answerUntil) },
        more,
      )
    case 'revise':
      return written('decision_revise', { ...facts, 'last day': dayInWords(reviseUntil ?? '') }, more)
    case 'merged':
      return written('decision_merged', { ...facts, ...other }, more)
    case 'duplicate':
      return written('decision_duplicate', { ...facts, 'other number': other['other number'] }, more)
    default:
      return written(`decision_${outcome}`, facts, more)
  }
}

type Joined = Pick<Told, 'number' | 'title' | 'abstractId' | 'publicUrl'> & {
  other: { number: number; title: string }
}

/** To the author of the abstract that another is merged into. */
export const joinedLetter = ({ number, title, abstractId, publicUrl, other }: Joined): Worded =>
  written(
    'abstract_joined',
    {
      number: String(number),
      title,
      'other number': String(other.number),
      'other title': other.title,
      link: { link: `${publicUrl}/authors?pk=${abstractId}`, label: 'See the authors' },
    },
    { isSecret: false },
  )
