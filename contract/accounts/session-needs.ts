/** What still stands between a session of staff and the console. Without zod: the console has it too. */

/**
 * The first of these that is true:
 * - proof: the password was right, and the second factor is to be shown
 * - password: it is weaker than the rule for staff, and another is to be set
 * - set-up: a second factor is to be set up, because the role asks for one or because a recovery code was used
 */
export const sessionNeeds = ['proof', 'password', 'set-up'] as const
export type SessionNeed = (typeof sessionNeeds)[number]

/** How a session of staff was opened: with the password alone, or with more. */
export type SessionFactor = 'none' | 'passkey' | 'totp' | 'recovery'
