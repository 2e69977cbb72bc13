/** What somebody reads who answers an invitation to review. Without zod: the browser has this too. */

export const invitationTexts = {
  over: 'This invitation is no longer open.',
  closed: 'Reviewing for this event has closed.',
  signIn: 'You have an account. Please sign in first.',
  already: 'You are a reviewer already.',
  offer: 'Please say how many you can read, and in which fields.',
  account: 'Please enter your name and choose a password.',
  weak: 'Please choose another password.',
} as const
