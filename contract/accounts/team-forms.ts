/** What is typed to invite somebody, to accept, and to take a role away. The server reads it with the same rules. */
import * as z from 'zod/mini'
import { plainText } from '#contract/plain-text.ts'
import { accountLimits, asEmail, isEmail } from './email.ts'
import { staffRoles } from './permissions.ts'
import { StaffPassword } from './staff-password.ts'

export const Invitee = z.object({
  email: z
    .string('Please enter an email.')
    .check(
      z.maxLength(accountLimits.email * 2, 'This is longer than an email.'),
      z.overwrite(asEmail),
      z.refine(isEmail, 'This is not an email.'),
    ),
  role: z.enum(staffRoles, 'Please choose a role.'),
})

/** Which event, as a list of choices gives it; empty for the whole college. */
const scope = { eventId: z.string() }
export const InviteForm = z.object({ ...Invitee.shape, ...scope })
export const RoleForm = z.object({ role: Invitee.shape.role, ...scope })

/** For somebody who has no account yet. */
export const NewMember = z.object({
  fullName: z.string('Please enter your name.').check(
    z.overwrite((name) => plainText(name)),
    z.minLength(1, 'Please enter your name.'),
    z.maxLength(accountLimits.fullName, `Use at most ${accountLimits.fullName} characters.`),
  ),
  password: StaffPassword,
})

/** For somebody who has one: it is compared, and need not fit the rule for new ones. */
export const KnownMember = z.object({
  password: z
    .string()
    .check(z.minLength(1, 'Please enter your password.'), z.maxLength(256, 'Use at most 256 characters.')),
})

/** Why a role is taken away, if somebody wants to say it. */
export const Revocation = z.object({
  reason: z.string().check(z.trim(), z.maxLength(500, 'Use at most 500 characters.')),
})
