/** What we write to authors about what was decided. */
import type { AbstractType } from '#contract/abstracts/rules.ts'
import type { Outcome } from '#contract/selection/words.ts'
import { letter, type Written } from '#server/platform/mail/letter.ts'
import { typeWords } from './decision-rules.ts'

export type Told = {
  abstractId: number
  outcome: Outcome
  fullName: string
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
  /** A letter that has gone and no longer holds. */
  replaces: { subject: string; on: string } | null
  publicUrl: string
}

const inWords = (day: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))

const subjects: Record<Outcome, string> = {
  accepted: 'Your abstract is accepted',
  rejected: 'Your abstract is not accepted',
  waiting: 'Your abstract is on the waiting list',
  revise: 'Please revise your abstract',
  merged: 'Your abstract goes on as part of another',
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
    greeting: `Dear ${told.fullName},`,
    paragraphs: [
      ...(replaces
        ? [
            `This letter replaces ours of ${inWords(replaces.on)}, “${replaces.subject}”, which no longer holds. We are sorry.`,
          ]
        : []),
      ...sentences(told),
      { link: `${publicUrl}/decision?pk=${abstractId}`, label: labels[outcome] ?? 'Read it on your page' },
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
        `Please confirm by ${inWords(answerUntil)} that you will present it.`,
      ]
    case 'rejected':
      return [`Thank you for “${title}”. We are sorry that we can not accept it for ${eventName}.`]
    case 'waiting':
      return [
        `“${title}” is on the waiting list of ${eventName}.`,
        'If a place becomes free for it, we write to you. There is nothing to do until then.',
      ]
    case 'revise':
      return [
        `The reviewers ask you to revise “${title}” before ${eventName} decides about it.`,
        `Please send the revision by the end of ${inWords(reviseUntil ?? '')}. You change it in the same form as before.`,
      ]
    case 'merged':
      return [
        `“${title}” becomes part of number ${into?.number}, “${into?.title}”. Its authors are named there.`,
        'If you think that this is wrong, please write to the conference office.',
      ]
    case 'duplicate':
      return [
        `“${title}” is the same work as number ${into?.number}, and goes on as that one.`,
        'If you think that this is wrong, please write to the conference office.',
      ]
    case 'reset':
      return [
        `What we wrote to you about “${title}” no longer holds: it is under review again. We are sorry.`,
        'We write to you as soon as it is decided.',
      ]
  }
}

type Joined = Pick<Told, 'fullName' | 'number' | 'title' | 'abstractId' | 'publicUrl'> & {
  other: { number: number; title: string }
}

/** To whoever submitted the abstract that another becomes part of. */
export function joinedLetter({ fullName, number, title, abstractId, publicUrl, other }: Joined): Written {
  const written = letter({
    subject: `Another abstract becomes part of yours (number ${number})`,
    greeting: `Dear ${fullName},`,
    paragraphs: [
      `Number ${other.number}, “${other.title}”, becomes part of yours, “${title}”. Its authors are added to your list.`,
      { link: `${publicUrl}/authors?pk=${abstractId}`, label: 'See the authors' },
    ],
  })
  return { ...written, isSecret: false }
}
