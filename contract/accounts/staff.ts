/** Getting into the console, and who is in. The session is a cookie that no script can read. */
import { z } from 'zod'
import { Id, nothing, operation } from '#contract/operation.ts'
import { permissions } from './permissions.ts'
import { staffHeads } from './staff-heads.ts'
import { NewPassword, SignIn, StaffPassword } from './staff-password.ts'

const May = z.array(z.enum(permissions))

/** `mustSetPassword`: the password is weaker than the rule for staff, and nothing else answers until it is changed. */
export const StaffSignIn = operation({
  ...staffHeads.StaffSignIn,
  input: z.object(SignIn.shape),
  reply: z.object({ name: z.string(), mustSetPassword: z.boolean() }),
})

/** Refused with `not_found` when the link was used, is a day old or never was one. It signs in. */
export const StaffWelcome = operation({
  ...staffHeads.StaffWelcome,
  input: z.object({ link: z.string().max(200), password: StaffPassword }),
  reply: z.object({ name: z.string() }),
})

/** A password that is too common is refused with 422 and the field `password`. */
export const StaffSetPassword = operation({
  ...staffHeads.StaffSetPassword,
  input: z.object(NewPassword.shape),
  reply: z.object({}),
})

export const StaffSignOut = operation({ ...staffHeads.StaffSignOut, input: nothing, reply: z.object({}) })

export const StaffMe = operation({
  ...staffHeads.StaffMe,
  input: nothing,
  reply: z.object({
    accountId: Id,
    name: z.string(),
    email: z.string(),
    mustSetPassword: z.boolean(),
    /** In every event, also in those to come. */
    college: May,
    /** Those where the person may do anything at all, the newest first. `may` holds what is allowed in the whole college too. */
    events: z.array(
      z.object({
        eventId: Id,
        name: z.string(),
        isCurrent: z.boolean(),
        timeZone: z.string(),
        may: May,
      }),
    ),
  }),
})
