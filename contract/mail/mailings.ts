/** Staff write one letter to many: whom it is for is frozen at the check, and nothing goes out without its count. */
import { z } from 'zod'
import { ActKey, Version } from '#contract/act-key.ts'
import { staffChange, staffRead } from '#contract/heads.ts'
import { listOf } from '#contract/list.ts'
import { Id, nothing, operation, whole } from '#contract/operation.ts'
import { Audience } from './audience.ts'
import { factNames } from './letter-words.ts'
import { LetterFields, mailingKinds, mailingStates, mostRecipients, SavedName } from './mailing-fields.ts'

const count = z.number().int()
const moment = z.iso.datetime()

/** Why somebody who was chosen gets no letter. */
export const leftOutWhys = ['refused', 'no_mailbox', 'not_verified', 'erased', 'fact'] as const

const Counted = z.object({
  /** How many were chosen, and how many of them get a letter. */
  matched: count,
  toSend: count,
  leftOut: z.array(z.object({ why: z.enum(leftOutWhys), count })),
})

/** Who would get a letter now. Nobody is chosen until somebody is. */
export const SegmentCount = operation('SegmentCount', staffRead('mail.write', { method: 'POST' }), {
  input: z.object({ eventId: Id, audience: Audience, ...LetterFields.shape }),
  reply: Counted.extend({ authorsOnly: z.boolean() }),
})

const Span = z.object({
  text: z.string(),
  bold: z.literal(true).optional(),
  italic: z.literal(true).optional(),
  href: z.string().optional(),
  fact: z.enum(factNames).optional(),
})

/** The letter as one of them will read it. With `mailingId` of those who are frozen, else of whoever fits now. */
export const MailingPreview = operation('MailingPreview', staffRead('mail.write', { method: 'POST' }), {
  input: z.object({
    eventId: Id,
    audience: Audience,
    mailingId: Id.optional(),
    /** Which of them, from 0. */
    at: whole(0, mostRecipients),
    ...LetterFields.shape,
  }),
  reply: z.object({
    total: count,
    letter: z
      .object({
        name: z.string(),
        to: z.string(),
        from: z.string(),
        subject: z.string(),
        paragraphs: z.array(z.array(Span)),
        /** What is not known of this person: they are left out. */
        missing: z.array(z.enum(factNames)),
        canRefuse: z.boolean(),
      })
      .nullable(),
  }),
})

const Listed = z.object({
  id: Id,
  version: count,
  kind: z.enum(mailingKinds),
  subject: z.string(),
  state: z.enum(mailingStates),
  authorsOnly: z.boolean(),
  recipients: count,
  posted: count,
  leftOut: count,
  madeBy: z.string(),
  changedAt: moment,
  sendAt: moment.nullable(),
  endedAt: moment.nullable(),
})

export const MailingDetail = Listed.extend({
  eventId: Id,
  body: z.string(),
  audience: Audience,
  checkedAt: moment.nullable(),
  beganAt: moment.nullable(),
  /** Of those who are frozen; nothing before the check. */
  counted: Counted.nullable(),
})
export type MailingDetail = z.output<typeof MailingDetail>
const Shown = z.object({ mailing: MailingDetail })

export const MailingsList = operation('MailingsList', staffRead('mail.write'), {
  ...listOf(Listed, {
    filters: { eventId: Id, state: z.enum(['drafts', 'planned', 'over']).optional() },
    sorts: ['-changedAt', 'changedAt'],
  }),
})

const ofEvent = { eventId: Id, actKey: ActKey }
const seen = { ...ofEvent, mailingId: Id, version: Version }

export const MailingShow = operation('MailingShow', staffRead('mail.write'), {
  input: z.object({ mailingId: Id }),
  reply: Shown,
})

/** Without `mailingId` it is a new one. What was checked is a draft again. */
export const MailingSave = operation('MailingSave', staffChange('mail.write'), {
  input: z.object({
    ...ofEvent,
    mailingId: Id.optional(),
    version: Version.optional(),
    audience: Audience,
    ...LetterFields.shape,
  }),
  reply: Shown,
})

/** Only a draft. */
export const MailingDelete = operation('MailingDelete', staffChange('mail.write'), {
  input: z.object(seen),
  reply: nothing,
})

/** Freezes whom it is for, as rows. */
export const MailingCheck = operation('MailingCheck', staffChange('mail.write'), {
  input: z.object(seen),
  reply: Shown,
})

/** To whoever asks, as the person at `at` would read it. */
export const MailingTest = operation('MailingTest', staffChange('mail.write'), {
  input: z.object({ ...ofEvent, audience: Audience, at: whole(0, mostRecipients), ...LetterFields.shape }),
  reply: z.object({ to: z.string() }),
})

/**
 * `count` is how many the button said; another number is refused with 409. Above a hundred it is typed too. It goes out after five minutes,
 * or at `sendAt`.
 */
export const MailingSend = operation('MailingSend', staffChange('mail.write'), {
  input: z.object({
    ...seen,
    count: whole(1, mostRecipients),
    typedCount: whole(0, 1_000_000).optional(),
    sendAt: moment.optional(),
  }),
  reply: Shown,
})

/** Before the first letter it is a draft again; after it, whoever still waits gets none. */
export const MailingStop = operation('MailingStop', staffChange('mail.write'), {
  input: z.object({ ...ofEvent, mailingId: Id }),
  reply: Shown,
})

export const SavedLettersList = operation('SavedLettersList', staffRead('mail.write'), {
  input: z.object({ eventId: Id }),
  reply: z.object({
    letters: z.array(
      z.object({
        id: Id,
        version: count,
        name: z.string(),
        kind: z.enum(mailingKinds),
        subject: z.string(),
        body: z.string(),
        /** Of another event in which whoever asks may write too. */
        event: z.string().nullable(),
        savedBy: z.string(),
        savedAt: moment,
      }),
    ),
  }),
})

/** The same name again is the same letter with other words. */
export const SavedLetterSave = operation('SavedLetterSave', staffChange('mail.write'), {
  input: z.object({ ...ofEvent, name: SavedName, ...LetterFields.shape }),
  reply: z.object({ id: Id }),
})

export const SavedLetterDelete = operation('SavedLetterDelete', staffChange('mail.write'), {
  input: z.object({ ...ofEvent, id: Id, version: Version }),
  reply: nothing,
})
