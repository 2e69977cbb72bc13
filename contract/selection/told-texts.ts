/** What an author reads who answers a decision. Without zod: the browser has this too. */

export const toldTexts = {
  noRevision: 'No revision is asked for.',
  notAccepted: 'This abstract is not accepted any more.',
} as const
