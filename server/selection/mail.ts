/** Emails to reviewers. None names an abstract or its author. */
import { type Filled, paragraphsOf, subjectOf } from '#contract/mail/letter-words.ts'
import type { InvitationWords } from '#contract/selection/invitation-words.ts'
import { dayInWords, freeLetter, letter, type Written } from '#server/platform/mail/letter.ts'

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
export function reviewerInvitationLetter({ words, filled, token, until, dueOn, publicUrl }: Invited): Written {
  const own = freeLetter({ subject: subjectOf(words.subject, filled), paragraphs: paragraphsOf(words.body, filled) })
  const rest = letter({
    subject: own.subject,
    paragraphs: [
      ...(dueOn ? [`The last day of the review is ${dayInWords(dueOn)}.`] : []),
      // The token stands behind the #: that part of an address is never sent to a server, so it is in no log.
      { link: `${publicUrl}/review/invitation#${token}`, label: 'Answer the invitation' },
      `The link works until ${dayInWords(until)}. You can decline on the same page.`,
    ],
  })
  return { ...rest, text: `${own.text}\n${rest.text}`, html: own.html + rest.html }
}

type Assigned = { eventName: string; many: number; dueOn: string | null; publicUrl: string }

/** Counts and no titles: an email is read by more people than it was written to. */
export function assignedLetter({ eventName, many, open, dueOn, publicUrl }: Assigned & { open: number }): Written {
  const abstracts = many === 1 ? '1 new abstract' : `${many} new abstracts`
  const has = open === many ? '' : ` You now have ${open} reviews to submit.`
  return letter({
    subject: `You have ${abstracts} to review`,
    paragraphs: [
      `You have been assigned ${abstracts} for ${eventName}.${has}`,
      ...(dueOn
        ? [`Please review by ${dayInWords(dueOn)}. If you recognise whose work an abstract is, please decline it.`]
        : []),
      { link: `${publicUrl}/review`, label: 'Open your reviews' },
    ],
  })
}

/** While some of their reviews are not submitted. */
export function reminderLetter({ eventName, many, dueOn, publicUrl }: Assigned): Written {
  const reviews = many === 1 ? 'one review' : `${many} reviews`
  return letter({
    subject: `${reviews[0]?.toUpperCase()}${reviews.slice(1)} for ${eventName} ${many === 1 ? 'is' : 'are'} not submitted yet`,
    paragraphs: [
      `You have ${reviews} to submit${dueOn ? `. The last day is ${dayInWords(dueOn)}` : ''}.`,
      { link: `${publicUrl}/review`, label: 'Open your reviews' },
      'If you have no time, decline on the same page: the abstract is then assigned to another reviewer.',
    ],
  })
}

export function sentBackLetter({ eventName, publicUrl }: Omit<Assigned, 'many' | 'dueOn'>): Written {
  return letter({
    subject: 'A chair asks you to look at a review again',
    paragraphs: [
      `A chair has sent back one of your reviews for ${eventName}. You find it among your reviews, with the reason.`,
      { link: `${publicUrl}/review`, label: 'Open your reviews' },
    ],
  })
}

type Asked = { eventName: string; number: string; title: string }

/** About a file of which no blind copy can be made: reviewers read the abstract without it unless the author sends another. */
export function blindFileLetter({ eventName, number, title }: Asked): Written {
  return letter({
    subject: `Please send ${number} as a PDF`,
    paragraphs: [
      `The review of ${eventName} is double-blind: reviewers must not learn who the authors are. We could not make a copy without names of the file of ${number}, “${title}”.`,
      'Please reply to this email with a PDF that names no person, place or institution. Without it your abstract is reviewed by its text alone.',
    ],
  })
}
