/** Emails to reviewers. None names an abstract or its author. */
import { type Filled, paragraphsOf, subjectOf } from '#contract/mail/letter-words.ts'
import type { InvitationWords } from '#contract/selection/invitation-words.ts'
import { type Worded, written } from '#server/kernel/outbox/worded.ts'
import { dayInWords } from '#server/platform/mail/letter.ts'

type Invited = {
  words: InvitationWords
  filled: Filled
  token: string
  /** The last day on which the link works. */
  until: string
  dueOn: string | null
  publicUrl: string
}

/** What the organiser wrote, then what no invitation goes without: the last day, the link, and how to decline. */
export const reviewerInvitationLetter = ({ words, filled, token, until, dueOn, publicUrl }: Invited): Worded =>
  written('reviewer_invited', {
    subject: subjectOf(words.subject, filled),
    words: paragraphsOf(words.body, filled).map((runs) => ({ runs })),
    due: dueOn ? `The last day of the review is ${dayInWords(dueOn)}.` : '',
    // The token stands behind the #: that part of an address is never sent to a server, so it is in no log.
    link: { link: `${publicUrl}/review/invitation#${token}`, label: 'Answer the invitation' },
    until: dayInWords(until),
  })

type Assigned = { eventName: string; many: number; dueOn: string | null; publicUrl: string }
const openReviews = (publicUrl: string) => ({ link: `${publicUrl}/review`, label: 'Open your reviews' })

/** Counts and no titles: an email is read by more people than it was written to. */
export function assignedLetter({ eventName, many, open, dueOn, publicUrl }: Assigned & { open: number }): Worded {
  return written('review_assigned', {
    event: eventName,
    'new abstracts': many === 1 ? '1 new abstract' : `${many} new abstracts`,
    'reviews in all': open === many ? '' : `You now have ${open} reviews to submit.`,
    due: dueOn
      ? `Please review by ${dayInWords(dueOn)}. If you recognise whose work an abstract is, please decline it.`
      : '',
    link: openReviews(publicUrl),
  })
}

/** While some of their reviews are not submitted. */
export function reminderLetter({ eventName, many, dueOn, publicUrl }: Assigned): Worded {
  const reviews = many === 1 ? 'one review' : `${many} reviews`
  return written('review_reminder', {
    event: eventName,
    Reviews: `${reviews[0]?.toUpperCase()}${reviews.slice(1)}`,
    are: many === 1 ? 'is' : 'are',
    reviews,
    'last day': dueOn ? `. The last day is ${dayInWords(dueOn)}` : '',
    link: openReviews(publicUrl),
  })
}

export const sentBackLetter = ({ eventName: event, publicUrl }: Omit<Assigned, 'many' | 'dueOn'>): Worded =>
  written('review_sent_back', { event, link: openReviews(publicUrl) })

type Asked = { eventName: string; number: string; title: string }

/** About a file of which no blind copy can be made: reviewers read the abstract without it unless the author sends another. */
export const blindFileLetter = ({ eventName: event, number, title }: Asked): Worded =>
  written('blind_file_asked', { event, number, title })
