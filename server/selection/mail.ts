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

/** Counts and no titles: a letter is read by more people than it was written to. */
export function assignedLetter({ fullName, eventName, many, dueOn, publicUrl }: Assigned): Written {
  const abstracts = many === 1 ? 'one abstract' : `${many} abstracts`
  return letter({
    subject: `You have ${abstracts} to review`,
    greeting: `Dear ${fullName},`,
    paragraphs: [
      `${abstracts[0]?.toUpperCase()}${abstracts.slice(1)} for ${eventName} ${many === 1 ? 'waits' : 'wait'} for you.`,
      ...(dueOn ? [`Please review by ${dueOn}. If you know whose work one of them is, decline it.`] : []),
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
