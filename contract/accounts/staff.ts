/** Getting into the console, and who is in. The session is a cookie that no script can read. */
import { z } from 'zod'
import { consoleChange, selfChange, selfRead } from '#contract/heads.ts'
import { Id, nothing, operation } from '#contract/operation.ts'
import { permissions } from './permissions.ts'
import { sessionNeeds } from './session-needs.ts'
import { NewPassword, SignIn, StaffPassword } from './staff-password.ts'

const May = z.array(z.enum(permissions))

const Needs = z.enum(sessionNeeds).nullable()

/**
 * Until there is nothing under `needs`, only what leads there answers. After a failed attempt it is refused with `captcha` until a proof
 * for the purpose `console` comes along.
 */
export const StaffSignIn = operation('StaffSignIn', consoleChange({ secrets: ['password', 'captcha'] }), {
  input: z.object({ ...SignIn.shape, captcha: z.string().max(4000).default('') }),
  reply: z.object({ name: z.string(), needs: Needs }),
})

/** For the link that `npm run staff -- owner` prints, and signs in. Refused with `not_found` when the link was used, is a day old or never was one. */
export const StaffWelcome = operation('StaffWelcome', consoleChange({ secrets: ['link', 'password'] }), {
  input: z.object({ link: z.string().max(200), password: StaffPassword }),
  reply: z.object({ name: z.string() }),
})

/** A password that is too common is refused with 422 and the field `password`. */
export const StaffSetPassword = operation(
  'StaffSetPassword',
  selfChange({ before: ['password'], secrets: ['password'] }),
  {
    input: z.object(NewPassword.shape),
    reply: z.object({}),
  },
)

export const StaffSignOut = operation('StaffSignOut', selfChange({ before: sessionNeeds }), {
  input: nothing,
  reply: z.object({}),
})

export const StaffMe = operation('StaffMe', selfRead({ before: sessionNeeds }), {
  input: nothing,
  reply: z.object({
    accountId: Id,
    name: z.string(),
    email: z.string(),
    needs: Needs,
    /** By which they can show that it is they, where that is asked. */
    proofs: z.array(z.enum(['passkey', 'totp', 'password', 'email'])),
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
