/** Who wrote an abstract, and whom they ask us not to send it to. Apart from the form of the specification, which knows no co-authors. */
import { z } from 'zod'
import { asEmail } from '#contract/accounts/email.ts'
import { participantChange, participantRead } from '#contract/heads.ts'
import { Id, largestId, operation, whole } from '#contract/operation.ts'
import { plainText } from '#contract/plain-text.ts'
import { authorTexts, mostAuthors, mostNamed } from './author-texts.ts'
import { abstractTexts } from './rules.ts'

const words = z
  .string()
  .max(200)
  .transform((text) => plainText(text))
const Email = z.string().max(200).transform(asEmail).default('')

const Author = z.object({
  name: words.pipe(z.string().min(1)),
  /** Never shown to anybody but its owner and the staff: it tells whom not to ask for a review. */
  email: Email,
  institution: words.default(''),
  department: words.default(''),
  presents: z.boolean(),
})
const Named = z.object({ name: words.pipe(z.string().min(1)), email: Email })

const AuthorList = z.object({
  /** Sent back with a save, so that a change made elsewhere meanwhile is noticed. */
  version: z.number(),
  /** Missing while it is a draft. */
  number: z.number().optional(),
  title: z.string(),
  /** Frozen while it is with reviewers. */
  isOpen: z.boolean(),
  /** None: whoever submits it wrote it alone. */
  authors: z.array(
    z.object({
      name: z.string(),
      email: z.string(),
      institution: z.string(),
      department: z.string(),
      presents: z.boolean(),
    }),
  ),
  notTo: z.array(z.object({ name: z.string(), email: z.string() })),
  /** Whoever submits it: the first author of a list that is begun. */
  self: z.object({ name: z.string(), email: z.string(), institution: z.string(), department: z.string() }),
})
export type AuthorList = z.output<typeof AuthorList>

const which = { EventID: Id.optional(), ApplicantID: Id.optional(), pk: Id }

export const AuthorsRead = operation('AuthorsRead', participantRead(), {
  input: z.object(which),
  reply: AuthorList,
})

export const AuthorsSave = operation('AuthorsSave', participantChange(), {
  input: z.object({
    ...which,
    version: whole(1, largestId),
    authors: z.array(Author).max(mostAuthors),
    notTo: z.array(Named).max(mostNamed).default([]),
  }),
  reply: z.object({
    status: z.enum([
      'Success',
      authorTexts.noPresenter,
      authorTexts.twoPresenters,
      authorTexts.twice,
      authorTexts.notAnEmail,
      authorTexts.locked,
      abstractTexts.gone,
      abstractTexts.conflict,
    ]),
    version: z.number().optional(),
    /** With `conflict`: what is stored now. */
    stored: AuthorList.optional(),
  }),
})
