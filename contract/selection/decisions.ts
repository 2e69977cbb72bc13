/** What chairs decide about abstracts: kept as pending, looked at together, published at once, and taken back or corrected. */
import { z } from 'zod'
import { abstractTypes } from '#contract/abstracts/rules.ts'
import { ActKey } from '#contract/act-key.ts'
import { Day } from '#contract/events/events.ts'
import { staffChange, staffRead } from '#contract/heads.ts'
import { listOf, orNot } from '#contract/list.ts'
import { Id, nothing, operation, whole } from '#contract/operation.ts'
import { plainText } from '#contract/plain-text.ts'
import { abstractStates, likenessStates, outcomes, recommendations, settableOutcomes, toldStates } from './words.ts'

const count = z.number().int()
const ofEvent = { eventId: Id, actKey: ActKey }
const lines = (most: number) =>
  z
    .string()
    .max(most, `Use at most ${most} characters.`)
    .transform((text) => plainText(text, 'lines'))
const Reason = lines(1000).pipe(z.string().min(1, 'Please say why.'))
/** An opaque number for somebody from whom an abstract is hidden: a hole would tell that it was decided. */
const BatchId = whole(1, Number.MAX_SAFE_INTEGER)
const Which = z.object({ abstractId: Id, number: z.string(), title: z.string() })

/** Decided and not yet published: its author can not know of it. */
export const Pending = z.object({
  decisionId: Id,
  outcome: z.enum(settableOutcomes),
  asType: z.enum(abstractTypes).nullable(),
  /** The abstract that it is the same work as. */
  into: z.object({ abstractId: Id, number: z.string() }).nullable(),
  reviseUntil: Day.nullable(),
  /** Goes to the author, before the comments. */
  note: z.string(),
  /** Why it was decided with fewer reviews than are wanted for that. Not for the author. */
  reason: z.string(),
})
export type Pending = z.output<typeof Pending>

const Row = Which.extend({
  id: Id,
  /** Among all, by the order that was asked for; the same for those that are level. */
  rank: count,
  speciality: z.string(),
  type: z.enum(abstractTypes),
  state: z.enum(toldStates),
  acceptedAs: z.enum(abstractTypes).nullable(),
  /** Where it stands on the waiting list, told or pending. */
  place: count.nullable(),
  toldAt: z.iso.datetime().nullable(),
  /** One for each reviewer who gave scores. */
  scores: z.array(z.object({ alias: count, total: z.number() })),
  mean: z.number().nullable(),
  /** Without what each reviewer usually gives more or less than others of the same abstracts. */
  adjusted: z.number().nullable(),
  spread: z.number().nullable(),
  isDivided: z.boolean(),
  /** How many recommend what; whoever abstains counts as no review. */
  says: z.array(z.object({ recommendation: z.enum(recommendations), count })),
  reviews: count,
  pending: Pending.nullable(),
})
export type DecisionRow = z.output<typeof Row>

const list = listOf(Row, {
  filters: {
    eventId: Id,
    specialityId: Id.optional(),
    type: z.enum(abstractTypes).optional(),
    /** Pending or told, whichever is newer. */
    decision: orNot(['undecided', 'accepted', 'rejected', 'waiting', 'revise', 'duplicate', 'divided']),
    only: z.enum(['pending', 'told']).optional(),
  },
  sorts: ['-mean', '-adjusted', '-spread', 'number', 'place'],
})

export const DecisionList = operation('DecisionList', staffRead('review.read'), {
  input: list.input,
  reply: list.reply.extend({
    /** What whoever asks wrote or has a conflict with: in no order, and in no figure. */
    hidden: z.array(Which),
    figures: z.object({
      all: count,
      undecided: count,
      divided: count,
      pending: count,
      told: count,
      rejected: count,
      waiting: count,
      revise: count,
    }),
    /** Accepted, or to be: of how many places. Null: nobody has said. */
    places: z.array(z.object({ type: z.enum(abstractTypes), accepted: count, places: count.nullable() })),
    reviewsToDecide: count,
    specialities: z.array(z.object({ specialityId: Id, name: z.string() })),
    /** Published, and still to be taken back. */
    batches: z.array(
      z.object({
        batchId: BatchId,
        by: z.string(),
        publishedAt: z.iso.datetime(),
        sendsAt: z.iso.datetime(),
        letters: count,
      }),
    ),
  }),
})

export const PlacesSave = operation('PlacesSave', staffChange('review.decide'), {
  input: z.object({
    ...ofEvent,
    places: z.array(z.object({ type: z.enum(abstractTypes), places: count.min(0).max(10_000).nullable() })).max(3),
  }),
  reply: nothing,
})

/** One decision for one or many. What was pending before is replaced; an outcome of null leaves them undecided. */
export const DecisionSet = operation('DecisionSet', staffChange('review.decide'), {
  input: z.object({
    ...ofEvent,
    /** In the order in which they come onto a waiting list. */
    abstractIds: z.array(Id).min(1).max(2000),
    outcome: z.enum(settableOutcomes).nullable(),
    /** For what is accepted. Without it each as it was submitted. */
    asType: z.enum(abstractTypes).optional(),
    intoId: Id.optional(),
    reviseUntil: Day.optional(),
    /** Left out: what was noted before stays. */
    note: lines(5000).optional(),
    reason: lines(1000).default(''),
    /** Comments that the author does not read, and comments that name somebody and may: by assignment, beside those that are noted. */
    leftOut: z.array(Id).max(50).default([]),
    passed: z.array(Id).max(50).default([]),
  }),
  reply: z.object({ set: count }),
})

/** One changes places with the one before or after it on the waiting list. Where that is not next to it any more it is refused: somebody moved one meanwhile. */
export const WaitingMove = operation('WaitingMove', staffChange('review.decide'), {
  input: z.object({ ...ofEvent, abstractId: Id, way: z.enum(['up', 'down']), pastId: Id }),
  reply: nothing,
})

const Warning = z.object({
  kind: z.enum(['undecided', 'few_reviews', 'over_places']),
  count,
  /** All of them: abstracts by number, or types. */
  numbers: z.array(z.string()),
})
const Stop = Which.extend({
  kind: z.enum(['names_person', 'gone_into']),
  assignmentId: Id.nullable(),
  /** What was found, as it is written there. */
  found: z.string(),
})

export const Preview = z.object({
  /** Of what is to be published, to the letter: sent back to publish exactly this. */
  digest: z.string(),
  rows: z.array(
    Which.extend({
      decisionId: Id,
      outcome: z.enum(outcomes),
      asType: z.enum(abstractTypes).nullable(),
      reviseUntil: Day.nullable(),
      /** Its author was told something else before. */
      isCorrection: z.boolean(),
    }),
  ),
  warnings: z.array(Warning),
  stops: z.array(Stop),
  /** Until when authors say whether they present. */
  answerUntil: Day,
})
export type Preview = z.output<typeof Preview>

/** With an abstract also the letter that its author would get. */
export const DecisionPreview = operation('DecisionPreview', staffRead('review.decide'), {
  input: z.object({ eventId: Id, abstractId: Id.optional() }),
  reply: Preview.extend({
    letter: z.object({ abstractId: Id, to: z.string(), subject: z.string(), text: z.string() }).nullable(),
  }),
})

/** All that was previewed, or nothing: where something changed meanwhile it is refused with 409 and what there is now. */
export const DecisionPublish = operation('DecisionPublish', staffChange('review.decide', { stepUp: true }), {
  input: z.object({ ...ofEvent, digest: z.string().max(64) }),
  reply: z.object({ batchId: BatchId, letters: count, sendsAt: z.iso.datetime() }),
})

/** Until its letters go out. Everything stands as it did before, and what was decided is pending again. */
export const DecisionTakeBack = operation('DecisionTakeBack', staffChange('review.decide', { stepUp: true }), {
  input: z.object({ ...ofEvent, batchId: BatchId }),
  reply: z.object({ takenBack: count }),
})

/** What was told no longer holds: it is under review again, and its author is told so. */
export const DecisionReset = operation('DecisionReset', staffChange('review.decide', { stepUp: true }), {
  input: z.object({ ...ofEvent, abstractId: Id, reason: Reason }),
  reply: nothing,
})

/** One becomes part of another: its authors are added there, its reviews end, and both who submitted them get a letter. */
export const AbstractMerge = operation('AbstractMerge', staffChange('review.decide'), {
  input: z.object({ ...ofEvent, abstractId: Id, intoId: Id, reason: Reason }),
  reply: nothing,
})

const Alike = Which.extend({ author: z.string(), state: z.enum(abstractStates) })

/** Pairs that say much the same, the most alike first. */
export const LikenessList = operation('LikenessList', staffRead('review.read'), {
  input: z.object({ eventId: Id, state: z.enum(likenessStates).optional() }),
  reply: z.object({
    pairs: z.array(
      z.object({ a: Alike, b: Alike, share: count, state: z.enum(likenessStates), isSameOwner: z.boolean() }),
    ),
  }),
})

/** Whether somebody has looked at them; `new` is for whoever thought better of it. */
export const LikenessSettle = operation('LikenessSettle', staffChange('review.decide'), {
  input: z.object({ ...ofEvent, a: Id, b: Id, state: z.enum(likenessStates) }),
  reply: nothing,
})
