/** The organiser's own words of an invitation to review, for the form and the server alike. Without zod: the console has this too. */
import { type Fact, factsIn, unknownFacts } from '#contract/mail/letter-words.ts'

/** What is known of somebody who has no account yet. */
export const invitationFacts = [
  'name',
  'event',
  'venue',
  'event begins',
  'event ends',
  'reviews close',
] as const satisfies readonly Fact[]

export const invitationLimits = { subject: 200, body: 5000 }

export type InvitationWords = { subject: string; body: string }

/** Braces and marks in a name would be read as a fact or as bold text. */
export const usualInvitation = (by: string): InvitationWords => ({
  subject: 'Invitation to review: {event}',
  body: `${by.replaceAll(/[{}*[\]]/g, '')} invites you to review abstracts submitted to {event}. You choose how many you can read, and in which disciplines. Each takes about ten minutes.`,
})

/** Names in braces that an invitation cannot fill in, each once. */
export function unusableFacts(text: string): string[] {
  const known: readonly string[] = invitationFacts
  return [...unknownFacts(text), ...factsIn(text).filter((name) => !known.includes(name))]
}
