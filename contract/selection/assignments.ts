/** Who reads what: computed as a proposal, looked at, and then applied; or given by hand. */
import { z } from 'zod'
import { ActKey } from '#contract/act-key.ts'
import { staffChange, staffRead } from '#contract/heads.ts'
import { Id, nothing, operation } from '#contract/operation.ts'
import { plainText } from '#contract/plain-text.ts'
import { mostQuota, placeChanges, runStates } from './words.ts'

const count = z.number().int()
const ofEvent = { eventId: Id, actKey: ActKey }
const Reason = z
  .string()
  .max(1000)
  .transform((text) => plainText(text, 'lines'))

export const RunSettings = z.object({
  /** Reviewers for each abstract. */
  each: count.min(1).max(9),
  /** Nobody gets more than this, nor more than they offered. */
  most: count.min(1).max(mostQuota),
  /** As many abstracts as possible get a reviewer whose first field it is, whatever else that costs. */
  expertFirst: z.boolean(),
  /** What has begun always stays; with this also what nobody has opened. */
  keepUnopened: z.boolean(),
})
export type RunSettings = z.output<typeof RunSettings>

/** The same abstracts, reviewers, settings and seed give the same proposal; but what is hidden from somebody of the team is drawn by lot. */
export const AssignmentPropose = operation('AssignmentPropose', staffChange('review.manage'), {
  input: z.object({ ...ofEvent, settings: RunSettings, seed: count.min(0).max(2_147_483_647).default(1) }),
  reply: z.object({ runId: Id }),
})

/** Why an abstract has too few, in reviewers: of those whose field it is. */
const why = { inField: count, conflicted: count, full: count, declined: count }
const Which = z.object({ abstractId: Id, number: z.string(), title: z.string() })
const Short = Which.extend({
  /** With what was given by hand since. */
  has: count,
  wanted: count,
  specialityId: Id,
  field: z.string(),
  ...why,
  hasConflict: z.literal(false),
})
/** Whoever has a conflict with it themselves learns nothing else. */
const Hidden = Which.extend({ hasConflict: z.literal(true) })

const Figures = z.object({
  abstracts: count,
  wanted: count,
  filled: count,
  kept: count,
  first: count,
  second: count,
  other: count,
  /** How often a reviewer would like to read one, and how many of these they would get; and how many they would rather not, and get. */
  wished: count,
  granted: count,
  against: count,
  /** How many reviewers would have how many. Null for somebody with an abstract that is hidden from them: no figure of a reviewer is shown to them. */
  loads: z.array(z.object({ load: count, reviewers: count })).nullable(),
})

const Changes = z.object({ places: count, abstracts: count })

export const RunShow = operation('RunShow', staffRead('review.manage'), {
  input: z.object({
    eventId: Id,
    /** Without it: the newest. */
    runId: Id.optional(),
    /** Rows with places of this kind only. */
    change: z.enum(placeChanges).optional(),
    /** Rows after the abstract of this number. */
    after: Id.optional(),
  }),
  reply: z.object({
    run: z
      .object({
        runId: Id,
        /** The first of the event is 1. */
        ordinal: count,
        state: z.enum(runStates),
        progress: count,
        settings: RunSettings,
        seed: count,
        at: z.iso.datetime(),
        endedAt: z.iso.datetime().nullable(),
        milliseconds: count.nullable(),
      })
      .nullable(),
    figures: Figures.nullable(),
    changes: z.object({ new: Changes, moved: Changes, kept: Changes }).nullable(),
    short: z.array(z.discriminatedUnion('hasConflict', [Short, Hidden])),
    /** Not in this proposal: hidden from the person who asked for it, and for somebody else to assign. */
    left: z.array(Which),
    /** More places offered in these fields would fill the most. */
    help: z.array(z.object({ field: z.string(), places: count })),
    /** Places of a proposal that no longer hold: withdrawn, declined, in conflict, full or no reviewer since it was computed. */
    lapsed: count,
    /** How many reviewers applying it would write to: those who get something new. */
    emails: count,
    rows: z.array(
      Which.extend({
        specialityId: Id,
        field: z.string(),
        reviewers: z.array(
          z.object({
            reviewerId: Id,
            name: z.string(),
            isKept: z.boolean(),
            /** Null: it is none of their fields. */
            strength: z.enum(['first', 'second']).nullable(),
            /** Where they have it by now. */
            assignmentId: Id.nullable(),
          }),
        ),
        /** Reviewers who had it, had not opened it, and lose it to others. */
        leaving: z.array(z.object({ reviewerId: Id, name: z.string() })),
      }),
    ),
    next: Id.nullable(),
    /** What was computed before, the newest first. */
    earlier: z.array(
      z.object({ runId: Id, ordinal: count, state: z.enum(runStates), by: z.string(), at: z.iso.datetime() }),
    ),
  }),
})

const run = { ...ofEvent, runId: Id }

export const RunStop = operation('RunStop', staffChange('review.manage'), {
  input: z.object(run),
  reply: nothing,
})
export const RunDiscard = operation('RunDiscard', staffChange('review.manage'), {
  input: z.object(run),
  reply: nothing,
})

const leftOut = z.enum(['conflict', 'no reviewer', 'not under review', 'full', 'declined', 'there already'])
export type LeftOut = z.output<typeof leftOut>

/** Each row is looked at again: what no longer holds is left out, and named. */
export const RunApply = operation('RunApply', staffChange('review.manage'), {
  input: z.object(run),
  reply: z.object({
    added: count,
    /** Given to somebody else: nobody had opened them. */
    moved: count,
    leftOut: z.array(z.object({ number: z.string(), reviewer: z.string(), why: leftOut })),
  }),
})

export const AssignByHand = operation('AssignByHand', staffChange('review.manage'), {
  input: z.object({ ...ofEvent, abstractId: Id, reviewerId: Id, reason: Reason.default('') }),
  reply: z.object({ assignmentId: Id }),
})

/** What has begun is taken away only with a reason. What was written stays. */
export const Unassign = operation('Unassign', staffChange('review.manage'), {
  input: z.object({ ...ofEvent, assignmentId: Id, reason: Reason.default('') }),
  reply: nothing,
})
