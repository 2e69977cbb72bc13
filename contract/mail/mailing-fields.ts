/** What staff write in a letter, for the form and the server alike. */
import * as z from 'zod/mini'
import { plainText } from '#contract/plain-text.ts'
import { letterLimits, unknownFacts } from './letter-words.ts'

export const mailingKinds = ['service', 'announcement'] as const
export type MailingKind = (typeof mailingKinds)[number]
export const mailingStates = ['draft', 'checked', 'planned', 'sending', 'stopped', 'sent'] as const
export type MailingState = (typeof mailingStates)[number]

/** Above so many the count is typed before anything is sent. */
export const typedAbove = 100
export const mostRecipients = 20_000
/** How long a letter can be taken back before the first one goes. */
export const takeBackMinutes = 5

const knownFacts = z.refine<string>((text) => unknownFacts(text).length === 0, {
  error: ({ input }) =>
    `We do not know ${unknownFacts(String(input))
      .map((name) => `“${name}”`)
      .join(', ')}. Insert a fact from the list.`,
})

/** A line end in a subject would begin another header. */
const Subject = z.string().check(
  z.overwrite((text) => plainText(text)),
  z.maxLength(letterLimits.subject, `Use at most ${letterLimits.subject} characters.`),
  knownFacts,
)
const Body = z.string().check(
  z.overwrite((text) => plainText(text, 'lines')),
  z.maxLength(letterLimits.body, `Use at most ${letterLimits.body.toLocaleString('en-GB')} characters.`),
  knownFacts,
)

/** A draft may be unfinished; Check asks for the rest. */
export const LetterFields = z.object({ kind: z.enum(mailingKinds), subject: Subject, body: Body })
export type LetterFields = z.output<typeof LetterFields>

export const SavedName = z.string().check(
  z.overwrite((text) => plainText(text)),
  z.minLength(1, 'Please write a name.'),
  z.maxLength(letterLimits.name, `Use at most ${letterLimits.name} characters.`),
)
