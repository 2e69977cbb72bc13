/** What people do with their own account on the card "Account". None of it is in the specification. */
import { z } from 'zod'
import { openChange, personChange, personRead } from '#contract/heads.ts'
import { DownloadedFile, Id, nothing, operation } from '#contract/operation.ts'
import { accountLimits, asEmail, isEmail } from './email.ts'
import { Assertion } from './factors.ts'

/** The card asks for the password again, whoever sits before an open browser. */
const password = z.string().min(1).max(accountLimits.password)
const email = z
  .string()
  .max(400, 'this is not an e-mail address')
  .transform(asEmail)
  .refine(isEmail, 'this is not an e-mail address')

export const wrongPassword = 'Password not correct' as const
/** The account has a second factor, and the card asks for it too. */
export const factorNeeded = 'Second factor needed' as const
export const factorWrong = 'Second factor not correct' as const

/** A code from an app or a recovery code, or a passkey that was asked for by PasskeySignInBegin. */
const ownProof = { password, factorCode: z.string().max(40).optional(), passkey: Assertion.optional() }
const notProven = [wrongPassword, factorNeeded, factorWrong] as const
/** With `factorNeeded` and `factorWrong`: what the account has. */
const factors = z.array(z.enum(['passkey', 'totp'])).optional()

const answer = <const Texts extends readonly string[]>(...texts: Texts) => z.object({ status: z.enum(texts) })

/** Ends every other session, and whatever was asked for with the old password. */
export const ChangePassword = operation(
  'ChangePassword',
  personChange({ secrets: ['factorCode', 'passkey', 'password', 'newPassword'] }),
  {
    input: z.object({ ...ownProof, newPassword: password }),
    /** `why` tells what the rule of this college asks for. */
    reply: answer('Success', ...notProven, 'Against the rule').extend({ why: z.string().optional(), factors }),
  },
)

/** Sends a PIN to the new address. Nothing changes before it comes back. */
export const AskEmailChange = operation(
  'AskEmailChange',
  personChange({ secrets: ['factorCode', 'passkey', 'password'] }),
  {
    input: z.object({ ...ownProof, email }),
    reply: answer('PIN Generated', ...notProven, 'Email already in use', 'This is your email already').extend({
      factors,
    }),
  },
)

export const ConfirmEmailChange = operation('ConfirmEmailChange', personChange({ secrets: ['pin'] }), {
  input: z.object({ pin: z.string().trim().max(20) }),
  reply: z.object({
    status: z.enum(['Success', 'PIN not correct', 'Email already in use']),
    /** The address from now on. */
    email: z.string().optional(),
  }),
})

/** The way back, from the letter to the old address. Nobody is signed in there, so the key in the letter is all that counts. */
export const UndoEmailChange = operation('UndoEmailChange', openChange({ secrets: ['key'] }), {
  input: z.object({ key: z.string().max(100) }),
  reply: z.object({
    status: z.enum(['Success', 'This link no longer works']),
    email: z.string().optional(),
    /** Good for EventUpdatePassword, once: whoever changed the address knew the password. */
    resetToken: z.string().optional(),
  }),
})

/** Signs the person out on these devices. */
export const EndSessions = operation('EndSessions', personChange(), {
  input: z.object({ sessionIds: z.array(Id).min(1).max(1000) }),
  reply: z.object({ ended: z.number() }),
})

export const EndOtherSessions = operation('EndOtherSessions', personChange({ secrets: ['password'] }), {
  input: z.object({ password }),
  reply: answer('Success', wrongPassword).extend({ ended: z.number().optional() }),
})

/** What the person must know before they take their data along or go. Money is whole paisa. */
export const AccountStanding = operation('AccountStanding', personRead(), {
  input: nothing,
  reply: z.object({
    /** When the account is deleted, for whoever asked for it. */
    closesAt: z.iso.datetime().optional(),
    /** Paid seats in workshops that have not begun, and what was paid for them. */
    paidSeats: z.number(),
    paidAmount: z.number(),
    /** Cancelled when the account is closed. */
    unpaidOrders: z.number(),
    /** Being paid, or their money is being looked at: they stay until that is decided. */
    openOrders: z.number(),
    submittedAbstracts: z.number(),
    /** Whether announcements of the college come by mail. Letters about one's own things always do. */
    announcements: z.boolean(),
  }),
})

/** Announcements by mail, or none. */
export const ChooseAnnouncements = operation('ChooseAnnouncements', personChange({ repeatable: true }), {
  input: z.object({ wanted: z.boolean() }),
  reply: answer('Success'),
})

/** Whether a copy may begin now, and the key that begins it. */
export const AskDataCopy = operation('AskDataCopy', personChange({ secrets: ['factorCode', 'passkey', 'password'] }), {
  input: z.object(ownProof),
  reply: z.object({
    status: z.enum(['Success', ...notProven, 'Another copy is on its way']),
    factors,
    /** Good for one DataCopy, for a minute. */
    key: z.string().optional(),
  }),
})

/**
 * Everything that we know of the person, as one archive. The browser asks as a form does, so that it goes to the disk as it comes:
 * a form carries no token, and the key is the only right.
 */
export const DataCopy = operation('DataCopy', openChange({ secrets: ['key'] }), {
  input: z.object({ key: z.string().max(100) }),
  reply: DownloadedFile,
})

/** The account is deleted after some days, unless the person changes their mind. */
export const CloseAccount = operation(
  'CloseAccount',
  personChange({ secrets: ['factorCode', 'passkey', 'password'] }),
  {
    input: z.object({ ...ownProof, keepsAbstracts: z.boolean() }),
    reply: answer('Success', ...notProven).extend({ closesAt: z.iso.datetime().optional(), factors }),
  },
)

/** The way back. */
export const KeepAccount = operation('KeepAccount', personChange(), {
  input: nothing,
  reply: answer('Success'),
})
