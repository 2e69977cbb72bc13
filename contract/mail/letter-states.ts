/** Where a letter stands, and why one was given up. Without zod: the console has this too. */
export const letterStates = ['waiting', 'sent', 'failed', 'held'] as const
export type LetterState = (typeof letterStates)[number]

export const causes = [
  'no_mailbox',
  'full',
  'refused',
  'not_accepted',
  'unreachable',
  'expired',
  'interrupted',
  'stopped',
  'erased',
  'unknown',
] as const
export type Cause = (typeof causes)[number]

export const causeWords: Record<Cause, string> = {
  no_mailbox: 'no such mailbox',
  full: 'mailbox full',
  refused: 'refused by their mail server',
  not_accepted: 'the mail server refused our account or settings',
  unreachable: 'mail server not reached',
  expired: 'its PIN was over',
  interrupted: 'stopped while it was sent, may have arrived',
  stopped: 'stopped or taken back before it went',
  erased: 'the person was erased',
  unknown: 'reason not noted',
}
