/** What a reviewer reads and writes. They know an assignment by its number, and nothing of whose work it is. */
import { z } from 'zod'
import { abstractTypes } from '#contract/abstracts/rules.ts'
import { reviewerChange, reviewerRead } from '#contract/heads.ts'
import { DownloadedFile, Id, largestId, nothing, operation, whole } from '#contract/operation.ts'
import { plainText } from '#contract/plain-text.ts'
import { othersReviews } from '#contract/selection/words.ts'
import {
  declinedConflicts,
  declineReasons,
  recommendations,
  reviewLimits,
  reviewTexts,
  surenesses,
  workStates,
} from './words.ts'

const count = z.number().int()
const time = z.iso.datetime()
const which = { assignmentId: Id }

/** Until when, as the event's clock has it. Null: nobody has said. */
const due = {
  dueOn: z.string().nullable(),
  /** The end of that day. Later is late. */
  dueAt: time.nullable(),
  /** From here on nothing is taken any more. */
  closesAt: time.nullable(),
}

/** What is known of it in a list and on its page. A title that is null is still being prepared. */
const seen = {
  ...which,
  /** As in `A-0168`. */
  number: z.string(),
  state: z.enum(workStates),
  type: z.enum(abstractTypes),
  speciality: z.string(),
  subSpeciality: z.string(),
  words: count,
  title: z.string().nullable(),
  file: z.object({ name: z.string(), size: count, type: z.string() }).nullable(),
  /** It may still be written or changed: no decision has been made. */
  isOpen: z.boolean(),
  /** Why a chair sent it back. Empty unless it is `sent_back`. */
  sentBack: z.string(),
}

const InboxRow = z.object({
  ...seen,
  /** Of criteria that are required, recommendation, sureness and comment, as the form counts them. */
  answered: count,
  asked: count,
  total: z.number().nullable(),
  savedAt: time.nullable(),
  submittedAt: time.nullable(),
  isLate: z.boolean(),
  hasAbstained: z.boolean(),
  /** Another text than the one they reviewed has been released since. */
  isRevised: z.boolean(),
})

const Field = z.object({ specialityId: Id, name: z.string() })

const ofEvent = {
  eventId: Id,
  eventName: z.string(),
  timeZone: z.string(),
  ...due,
  hasBegun: z.boolean(),
  /** They are asked what they would like to read, and it can still be said: nothing has been given out. */
  takesBids: z.boolean(),
  me: z.object({
    quota: count,
    institution: z.string(),
    department: z.string(),
    first: z.array(Field),
    second: z.array(Field),
  }),
  rows: z.array(InboxRow),
}

/** What is to be done first stands first. What was declined for a conflict, or taken away, is not there. */
export const ReviewInbox = operation('ReviewInbox', reviewerRead(), {
  input: nothing,
  reply: z.object({
    ...ofEvent,
    /** Of whoever reviews for more than one event: the same for each of the others. */
    elsewhere: z.array(z.object(ofEvent)).optional(),
  }),
})
export type ReviewInboxRow = z.output<typeof InboxRow>

const Score = z.object({ criterionId: Id, score: whole(1, 5) })

const Own = z.object({
  /** 0: nothing is saved. Sent back with a save, so that another window is noticed. */
  version: count,
  scores: z.array(z.object({ criterionId: Id, score: count })),
  recommendation: z.enum(recommendations).nullable(),
  asType: z.enum(abstractTypes).nullable(),
  sure: z.enum(surenesses).nullable(),
  toAuthor: z.string(),
  toChairs: z.string(),
  /** Weighted, of what is answered. */
  total: z.number().nullable(),
  savedAt: time.nullable(),
  submittedAt: time.nullable(),
  isLate: z.boolean(),
})
export type OwnReview = z.output<typeof Own>

const Remark = z.object({
  /** Null: a chair. */
  alias: count.nullable(),
  isMine: z.boolean(),
  text: z.string(),
  at: time,
})

/** The first time is written down. */
export const ReviewOpen = operation('ReviewOpen', reviewerChange({ repeatable: true }), {
  input: z.object(which),
  reply: z.object({
    timeZone: z.string(),
    ...due,
    abstract: z.object({
      ...seen,
      /** Who one is for the others who review it. */
      alias: count,
      /** Markup that was made safe; null while it is being prepared. */
      background: z.string().nullable(),
      material: z.string().nullable(),
      results: z.string().nullable(),
      discussion: z.string().nullable(),
    }),
    /** What they read when they submitted, where another text has been released since. Made safe as well. */
    reviewed: z
      .object({
        title: z.string(),
        background: z.string(),
        material: z.string(),
        results: z.string(),
        discussion: z.string(),
      })
      .nullable(),
    /** Those that are asked about its type, in order. */
    criteria: z.array(
      z.object({
        criterionId: Id,
        name: z.string(),
        hint: z.string(),
        low: z.string(),
        high: z.string(),
        weight: z.number(),
        isRequired: z.boolean(),
      }),
    ),
    own: Own,
    /** When one sees what others wrote. */
    seesOthers: z.enum(othersReviews),
    others: z.array(
      z.object({
        alias: count,
        recommendation: z.enum(recommendations).nullable(),
        asType: z.enum(abstractTypes).nullable(),
        sure: z.enum(surenesses).nullable(),
        toAuthor: z.string(),
        total: z.number().nullable(),
      }),
    ),
    discussion: z.object({ isOpen: z.boolean(), remarks: z.array(Remark) }),
  }),
})

/** The blind copy, as `A-0168.pdf`. */
export const ReviewFile = operation('ReviewFile', reviewerRead(), {
  input: z.object(which),
  reply: DownloadedFile,
})

const text = (most: number) =>
  z
    .string()
    .max(most, `use at most ${most} characters`)
    .transform((words) => plainText(words, 'lines'))

/** All of it each time. Scores of criteria that are not asked are left out. */
const written = {
  scores: z.array(Score).max(60).default([]),
  recommendation: z.enum(recommendations).nullable().default(null),
  /** With `other_type` only. */
  asType: z.enum(abstractTypes).nullable().default(null),
  sure: z.enum(surenesses).nullable().default(null),
  toAuthor: text(reviewLimits.comment).default(''),
  toChairs: text(reviewLimits.comment).default(''),
}
const ReviewFields = z.object(written)
export type ReviewFields = z.output<typeof ReviewFields>

const save = {
  ...which,
  /** As it was opened or saved last; 0 for the first time. */
  version: whole(0, largestId),
  /** New for each save; the same when a save is sent again because nobody answered. */
  saveKey: z.string().regex(/^[\w-]{8,64}$/),
  ...written,
}

const saved = {
  /** Missing where nothing was saved. */
  version: count.optional(),
  savedAt: time.optional(),
  total: z.number().nullable().optional(),
  /** With `conflict`. */
  stored: Own.optional(),
}

export const ReviewSave = operation('ReviewSave', reviewerChange({ repeatable: true }), {
  input: z.object(save),
  reply: z.object({
    status: z.enum(['Success', reviewTexts.conflict, reviewTexts.decided, reviewTexts.submitted, reviewTexts.declined]),
    ...saved,
  }),
})

/** A save and its end in one. Also the way to change what was submitted: until a decision, and each time is kept. */
export const ReviewSubmit = operation('ReviewSubmit', reviewerChange({ repeatable: true }), {
  input: z.object({
    ...save,
    /** The reviewer has looked at `namesFound` and goes on. */
    namesSeen: z.boolean().default(false),
  }),
  reply: z.object({
    status: z.enum([
      'Success',
      reviewTexts.conflict,
      reviewTexts.decided,
      reviewTexts.declined,
      reviewTexts.closed,
      reviewTexts.missing,
      reviewTexts.names,
    ]),
    ...saved,
    isLate: z.boolean().optional(),
    missing: z
      .array(
        z.object({
          field: z.enum(['score', 'recommendation', 'sure', 'toAuthor']),
          criterionId: Id.optional(),
          name: z.string(),
        }),
      )
      .optional(),
    /** As they stand in the comments. Found by how they are written, never by who wrote the abstract. */
    namesFound: z.array(z.string()).optional(),
  }),
})
export type Missing = NonNullable<z.output<(typeof ReviewSubmit)['reply']>['missing']>[number]

/** With a conflict it is gone for good. Otherwise it can be taken back until somebody else has it. What was written stays with the chairs. */
export const ReviewDecline = operation('ReviewDecline', reviewerChange(), {
  input: z.object({
    ...which,
    reason: z.enum(declineReasons),
    /** With `conflict`, and only then: anything else is refused. */
    kind: z.enum(declinedConflicts).optional(),
    note: text(reviewLimits.note).default(''),
  }),
  reply: z.object({
    status: z.enum(['Success', reviewTexts.decided, reviewTexts.submitted, reviewTexts.declined]),
  }),
})

export const ReviewTakeBack = operation('ReviewTakeBack', reviewerChange(), {
  input: z.object(which),
  reply: z.object({ status: z.enum(['Success', reviewTexts.replaced]) }),
})

/** Under one's alias. The same words again, because nobody answered, are one remark. */
export const RemarkAdd = operation('RemarkAdd', reviewerChange({ repeatable: true }), {
  input: z.object({ ...which, text: text(reviewLimits.remark).pipe(z.string().min(1, 'write something')) }),
  reply: z.object({
    status: z.enum(['Success', reviewTexts.notOpen]),
    remarks: z.array(Remark).optional(),
  }),
})
