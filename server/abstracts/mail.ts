/** Emails to authors about their submission. */
import { letter, type Written } from '#server/platform/mail/letter.ts'

type SubmittedLetter = {
  eventName: string
  number: number
  title: string
  submittedAt: Date
  timeZone: string
  publicUrl: string
}

/** The proof that it was in, and when. */
export function submittedLetter(abstract: SubmittedLetter): Written {
  const { eventName, number, title, submittedAt, timeZone, publicUrl } = abstract
  const when = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'medium', timeZone }).format(
    submittedAt,
  )
  return letter({
    subject: `Your abstract is submitted (number ${number})`,
    paragraphs: [
      `We have received your abstract for ${eventName}.`,
      `Number: ${number}`,
      `Title: ${title}`,
      `Received: ${when} (${timeZone})`,
      'You can change it until the last date for abstracts, or until its review begins.',
      { link: `${publicUrl}/abstractsubmission`, label: 'See my abstracts' },
      'If others wrote it with you, you can name them until its review begins.',
      { link: `${publicUrl}/authors`, label: 'Name the authors' },
    ],
  })
}
