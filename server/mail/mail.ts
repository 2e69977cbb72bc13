/** What staff write to many, as one person gets it. */
import { type Filled, paragraphsOf, subjectOf } from '#contract/mail/letter-words.ts'
import type { MailingKind } from '#contract/mail/mailing-fields.ts'
import { freeLetter, type Written } from '#server/platform/mail/letter.ts'

type Words = { kind: MailingKind; subject: string; body: string }

/** As one person reads it. An announcement says how to get no more of them. */
export function writtenFor({ kind, subject, body }: Words, filled: Filled, unsubscribe: string): Written {
  const footer = {
    words: 'You receive this email because you have an account on our event portal.',
    link: unsubscribe,
    label: 'No more announcements',
  }
  return freeLetter({
    subject: subjectOf(subject, filled),
    paragraphs: paragraphsOf(body, filled),
    ...(kind === 'announcement' && { footer }),
  })
}
