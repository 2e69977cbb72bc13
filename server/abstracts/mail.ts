/** Emails to authors about their submission. */
import { type Worded, written } from '#server/kernel/outbox/worded.ts'

type SubmittedLetter = {
  eventName: string
  number: number
  title: string
  submittedAt: Date
  timeZone: string
  publicUrl: string
}

/** The proof that it was in, and when. */
export function submittedLetter(abstract: SubmittedLetter): Worded {
  const { eventName: event, number, title, submittedAt, timeZone, publicUrl } = abstract
  const when = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'medium', timeZone }).format(
    submittedAt,
  )
  return written('abstract_submitted', {
    event,
    number: String(number),
    title,
    received: `${when} (${timeZone})`,
    link: { link: `${publicUrl}/abstractsubmission`, label: 'See my abstracts' },
    'link to authors': { link: `${publicUrl}/authors`, label: 'Name the authors' },
  })
}
