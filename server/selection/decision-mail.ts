/** Emails to authors about the decision. */
import type { AbstractType } from '#contract/abstracts/rules.ts'
import type { Outcome } from '#contract/selection/words.ts'
import { dayInWords, letter, type Written } from '#server/platform/mail/letter.ts'
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

const subjects: Record<Outcome, string> = {
  accepted: 'Your abstract is accepted',
  rejected: 'Your abstract is not accepted',
  waiting: 'Your abstract is on the waiting list',
  revise: 'Please revise your abstract',
  merged: 'Your abstract has been merged into another',
  duplicate: 'Your abstract is the same work as another',
  reset: 'Your abstract is under review again',
}

const labels: Partial<Record<Outcome, string>> = { accepted: 'Confirm or decline', revise: 'Revise it' }

export function decisionLetter(told: Told): Written {
  const { outcome, number, replaces, note, comments, abstractId, publicUrl } = told
  const subject = `${subjects[outcome]} (number ${number})`
  const said = comments.map(
    ({ alias, text, total }) => `Reviewer ${alias}${total === null ? '' : ` (${total.toFixed(1)} of 5)`}: ${text}`,
  )
  const written = letter({
    subject: replaces ? `Correction: ${subject[0]?.toLowerCase()}${subject.slice(1)}` : subject,
    paragraphs: [
      ...(replaces
        ? [
            `This email replaces ours of ${dayInWords(replaces.on)}, “${replaces.subject}”, which no longer holds. We are sorry.`,
          ]
        : []),
      ...sentences(told),
      { link: `${publicUrl}/decision?pk=${abstractId}`, label: labels[outcome] ?? 'See the decision' },
      ...(note === '' ? [] : [`From the programme committee: ${note}`]),
      ...(said.length > 0 ? ['What the reviewers wrote:', ...said] : []),
    ],
  })
  // The link opens nothing by itself: it needs a sign-in.
  return { ...written, isSecret: false }
}

function sentences({ outcome, title, eventName, asType, answerUntil, reviseUntil, into }: Told): string[] {
  switch (outcome) {
    case 'accepted':
      return [
        `We are glad to accept “${title}” for ${eventName} as ${typeWords[asType ?? 'Poster']}.`,
        `Please confirm by ${dayInWords(answerUntil)} that you will present it.`,
      ]
    case 'rejected':
      return [`Thank you for “${title}”. We are sorry that we cannot accept it for ${eventName}.`]
    case 'waiting':
      return [
        `“${title}” is on the waiting list of ${eventName}.`,
        'We will write to you if a place becomes free. There is nothing to do until then.',
      ]
    case 'revise':
      return [
        `The reviewers ask you to revise “${title}” before it is decided for ${eventName}.`,
        `Please send the revision by the end of ${dayInWords(reviseUntil ?? '')}. You change it in the same form as before.`,
      ]
    case 'merged':
      return [
        `“${title}” has been merged into number ${into?.number}, “${into?.title}”. Its authors are named there.`,
        'If you think this is a mistake, reply to this email.',
      ]
    case 'duplicate':
      return [
        `“${title}” is the same work as number ${into?.number}, and continues under that number.`,
        'If you think this is a mistake, reply to this email.',
      ]
    case 'reset':
      return [
        `Our earlier decision about “${title}” no longer holds: it is under review again. We are sorry.`,
        'We will write to you as soon as it is decided.',
      ]
  }
}

type Joined = Pick<Told, 'number' | 'title' | 'abstractId' | 'publicUrl'> & {
  other: { number: number; title: string }
}

/** To the author of the abstract that another is merged into. */
export function joinedLetter({ number, title, abstractId, publicUrl, other }: Joined): Written {
  const written = letter({
    subject: `Another abstract has been merged into yours (number ${number})`,
    paragraphs: [
      `Number ${other.number}, “${other.title}”, has been merged into yours, “${title}”. Its authors are added to your list.`,
      { link: `${publicUrl}/authors?pk=${abstractId}`, label: 'See the authors' },
    ],
  })
  return { ...written, isSecret: false }
}
