/** What staff type about a person; the forms of the console check by the same. */
import * as z from 'zod/mini'
import { accountLimits, asEmail, isEmail } from '#contract/accounts/email.ts'
import { plainText } from '#contract/plain-text.ts'

const oneLine = (most: number) =>
  z.string().check(
    z.overwrite((text) => plainText(text)),
    z.maxLength(most, `Use at most ${most} characters.`),
  )

export const Reason = oneLine(500).check(z.minLength(1, 'Please write why, for whoever looks at it later.'))

export const NameFields = z.object({
  name: oneLine(accountLimits.fullName).check(z.minLength(1, 'Please write the name.')),
  /** As it stands on the certificate of this event; left empty it stays. */
  certificateName: z.optional(oneLine(50)),
  reason: Reason,
})

export const NewEmailFields = z.object({
  email: z.string().check(
    z.overwrite((text) => asEmail(text)),
    z.refine((text) => isEmail(text), 'This is not an e-mail address.'),
  ),
  reason: Reason,
})

export const NoteFields = z.object({
  words: z.string().check(
    z.overwrite((text) => plainText(text, 'lines')),
    z.maxLength(2000, 'Use at most 2,000 characters.'),
  ),
})
