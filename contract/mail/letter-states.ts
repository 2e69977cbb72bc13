/** Where a letter stands, and why one did not go out. Without zod: the console has this too. */
export const letterStates = ['waiting', 'sent', 'failed', 'cancelled', 'held'] as const
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

/** Somebody meant it not to go out: that is no failure, and nothing is to be done. */
export const cancelledCauses = ['stopped', 'erased'] as const satisfies readonly Cause[]

export const causeWords: Record<Cause, string> = {
  no_mailbox: 'no such mailbox',
  full: 'mailbox full',
  refused: 'refused by their mail server',
  not_accepted: 'the mail server refused our account or settings',
  unreachable: 'mail server not reached',
  expired: 'its PIN was over',
  interrupted: 'stopped while it was sent, may have arrived',
  stopped: 'stopped or withdrawn before it was sent',
  erased: 'the person was erased',
  unknown: 'reason not noted',
}
