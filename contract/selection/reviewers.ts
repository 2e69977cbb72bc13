/** Who reviews for an event, what they offer, and what stands between them and an abstract. */
import { z } from 'zod'
import { accountLimits, asEmail, isEmail } from '#contract/accounts/email.ts'
import { ActKey, Version } from '#contract/act-key.ts'
import { staffChange, staffRead } from '#contract/heads.ts'
import { listOf } from '#contract/list.ts'
import { Id, nothing, operation } from '#contract/operation.ts'
import { plainText } from '#contract/plain-text.ts'
import { invitationLimits, unusableFacts } from './invitation-words.ts'
import { OfferFields } from './offer-fields.ts'
import {
  chairsConflictKinds,
  conflictFacts,
  conflictKinds,
  conflictSources,
  conflictStrengths,
  mostInvitedAtOnce,
  mostInvitedFields,
  numberPattern,
  reviewerStates,
} from './words.ts'

const count = z.number().int()
const ofEvent = { eventId: Id, actKey: ActKey }
const Reason = z
  .string()
  .max(1000)
  .transform((text) => plainText(text, 'lines'))
  .pipe(z.string().min(1, 'Please say why.'))

export const Reviewer = z.object({
  id: Id,
  version: count,
  state: z.enum(reviewerStates),
  /** Of their account; until they have one, what the organiser called them. */
  name: z.string(),
  email: z.string(),
  quota: count,
  institution: z.string(),
  department: z.string(),
  fields: z.array(z.object({ specialityId: Id, name: z.string(), strength: z.enum(['first', 'second']) })),
  /** Null for somebody with an abstract that is hidden from them: no figure of a reviewer is shown to them. */
  assigned: count.nullable(),
  submitted: count.nullable(),
  declined: count.nullable(),
  invitedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  answeredAt: z.iso.datetime().nullable(),
})

export const ReviewerList = operation('ReviewerList', staffRead('review.read'), {
  ...listOf(Reviewer, {
    filters: { eventId: Id, state: z.enum(reviewerStates).optional(), specialityId: Id.optional() },
    sorts: ['email', '-invitedAt'],
  }),
})

const InvitedPerson = z.object({
  email: z.string().max(200).transform(asEmail).pipe(z.string().refine(isEmail, 'This is not an email address.')),
  name: z
    .string()
    .transform((name) => plainText(name))
    .pipe(z.string().max(accountLimits.fullName, `Use at most ${accountLimits.fullName} characters for a name.`))
    .default(''),
  /** Disciplines that the organiser expects of them, the first ones first; the invitation form begins with these. */
  fields: z.array(Id).max(mostInvitedFields, `Choose at most ${mostInvitedFields} disciplines.`).default([]),
})

const ownWords = (shape: 'one line' | 'lines', most: number) =>
  z
    .string()
    .transform((text) => plainText(text, shape))
    .pipe(
      z
        .string()
        .min(1, 'Write something here.')
        .max(most, `Use at most ${most.toLocaleString('en-GB')} characters.`)
        .refine((text) => unusableFacts(text).length === 0, {
          error: ({ input }) =>
            `An invitation cannot fill in ${unusableFacts(String(input))
              .map((name) => `“${name}”`)
              .join(', ')}.`,
        }),
    )
/** The link, the last day and how to decline follow, whatever is written here. */
const Words = z.object({
  subject: ownWords('one line', invitationLimits.subject),
  body: ownWords('lines', invitationLimits.body),
})

/**
 * An email to each. People who are reviewers already are named; people who were invited before get a new link. Members of the team are named too,
 * and invited `withTeam` only. More than fifty at once need a step-up.
 */
export const ReviewersInvite = operation('ReviewersInvite', staffChange('review.manage'), {
  input: z.object({
    ...ofEvent,
    people: z.array(InvitedPerson).min(1).max(mostInvitedAtOnce),
    words: Words.optional(),
    withTeam: z.literal(true).optional(),
  }),
  reply: z.object({ invited: count, already: z.array(z.string()), team: z.array(z.string()) }),
})

/**
 * The email as this person would receive it, with letterhead, greeting and closing. The link in it opens nothing. What it asks about is longer
 * than an address may be.
 */
export const ReviewerInvitationPreview = operation(
  'ReviewerInvitationPreview',
  staffRead('review.manage', { method: 'POST' }),
  {
    input: z.object({ eventId: Id, person: InvitedPerson, words: Words.optional() }),
    reply: z.object({
      to: z.string(),
      from: z.string(),
      replyTo: z.string().nullable(),
      college: z.string(),
      logo: z.string().nullable(),
      subject: z.string(),
      text: z.string(),
    }),
  },
)

export const ReviewerChange = operation('ReviewerChange', staffChange('review.manage'), {
  input: z.object({ ...ofEvent, reviewerId: Id, version: Version, ...OfferFields.shape }),
  reply: nothing,
})

/** Work that is not submitted is taken from them; what was submitted stays. */
export const ReviewerRemove = operation('ReviewerRemove', staffChange('review.manage'), {
  input: z.object({ ...ofEvent, reviewerId: Id, version: Version, reason: Reason }),
  reply: nothing,
})

const pair = { abstractId: Id, reviewerId: Id }

/** Without abstracts that whoever asks has a conflict with. */
export const ConflictList = operation('ConflictList', staffRead('review.manage'), {
  ...listOf(
    z.object({
      id: Id,
      ...pair,
      number: z.string(),
      title: z.string(),
      reviewer: z.string(),
      /** Of the reviewer, once they have one. */
      accountId: Id.nullable(),
      kind: z.enum(conflictKinds),
      source: z.enum(conflictSources),
      strength: z.enum(conflictStrengths),
      note: z.string(),
      /** Why a rule found it, as authors and reviewer are now: without an author where the authors named somebody. */
      facts: z.array(z.object({ author: z.string(), fact: z.enum(conflictFacts), detail: z.string() })),
      at: z.iso.datetime(),
    }),
    {
      filters: {
        eventId: Id,
        reviewerId: Id.optional(),
        strength: z.enum(conflictStrengths).optional(),
        source: z.enum(conflictSources).optional(),
      },
      sorts: ['-at'],
    },
  ),
})

export const ConflictSet = operation('ConflictSet', staffChange('review.manage'), {
  input: z.object({
    ...ofEvent,
    reviewerId: Id,
    /** One of both; the second is what people call it, such as A-0168. */
    abstractId: Id.optional(),
    number: z.string().trim().regex(numberPattern, 'Write it as A-0168.').optional(),
    kind: z.enum(chairsConflictKinds),
    strength: z.enum(['hard', 'possible']),
    reason: Reason,
  }),
  reply: nothing,
})

/** Somebody has looked at it and sees none. That of an author stays. */
export const ConflictClear = operation('ConflictClear', staffChange('review.manage'), {
  input: z.object({ ...ofEvent, ...pair, kind: z.enum(conflictKinds), reason: Reason }),
  reply: nothing,
})
