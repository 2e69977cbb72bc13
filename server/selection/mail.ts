/** What we write to reviewers. No letter names an abstract or its author. */
import { letter, type Written } from '#server/platform/mail/letter.ts'

type Invited = { eventName: string; by: string; token: string; until: string; dueOn: string | null; publicUrl: string }

export function reviewerInvitationLetter({ eventName, by, token, until, dueOn, publicUrl }: Invited): Written {
  return letter({
    subject: `Would you review for ${eventName}?`,
    greeting: `${by} asks you to review abstracts.`,
    paragraphs: [
      `The abstracts were submitted to ${eventName}. You say how many you can read, and in which fields; about ten minutes each.`,
      ...(dueOn ? [`Reviews are due on ${dueOn}.`] : []),
      // The token stands behind the #: that part of an address is never sent to a server, so it is in no log.
      { link: `${publicUrl}/review/invitation#${token}`, label: 'Answer the invitation' },
      `The link works until ${until}. You can say no on the same page.`,
    ],
  })
}

type Assigned = { fullName: string; eventName: string; many: number; dueOn: string | null; publicUrl: string }

/** Counts and no titles: an email is read by more people than it was written to. */
export function assignedLetter({
  fullName,
  eventName,
  many,
  open,
  dueOn,
  publicUrl,
}: Assigned & { open: number }): Written {
  const abstracts = many === 1 ? '1 new abstract' : `${many} new abstracts`
  const has = open === many ? '' : ` You now have ${open} reviews to submit.`
  return letter({
    subject: `You have ${abstracts} to review`,
    greeting: `Dear ${fullName},`,
    paragraphs: [
      `You have been assigned ${abstracts} for ${eventName}.${has}`,
      ...(dueOn ? [`Please review by ${dueOn}. If you recognise whose work an abstract is, please decline it.`] : []),
      { link: `${publicUrl}/review`, label: 'Open your reviews' },
    ],
  })
}

/** The same, while something of it is not done. */
export function reminderLetter({ fullName, eventName, many, dueOn, publicUrl }: Assigned): Written {
  const reviews = many === 1 ? 'one review' : `${many} reviews`
  return letter({
    subject: `${reviews[0]?.toUpperCase()}${reviews.slice(1)} for ${eventName} ${many === 1 ? 'is' : 'are'} not submitted yet`,
    greeting: `Dear ${fullName},`,
    paragraphs: [
      `You have ${reviews} to submit${dueOn ? `. The last day is ${dueOn}` : ''}.`,
      { link: `${publicUrl}/review`, label: 'Open your reviews' },
      'If you have no time, decline on the same page: somebody else then gets the abstract.',
    ],
  })
}

export function sentBackLetter({ fullName, eventName, publicUrl }: Omit<Assigned, 'many' | 'dueOn'>): Written {
  return letter({
    subject: 'A chair asks you to look at a review again',
    greeting: `Dear ${fullName},`,
    paragraphs: [
      `One of your reviews for ${eventName} came back to you. You find it, and why, among your reviews.`,
      { link: `${publicUrl}/review`, label: 'Open your reviews' },
    ],
  })
}

type Asked = { fullName: string; eventName: string; number: string; title: string }

/** Of a file that cannot be made blind: reviewers do without it, unless its author sends another. */
export function blindFileLetter({ fullName, eventName, number, title }: Asked): Written {
  return letter({
    subject: `Please send ${number} as a PDF`,
    greeting: `Dear ${fullName},`,
    paragraphs: [
      `The reviewers of ${eventName} must not learn whose work they read. We could not make such a copy of the file of ${number}, "${title}".`,
      'Please answer this letter with a PDF of it that names no person, place or institution. Without it your abstract is reviewed by its text alone.',
    ],
  })
}
