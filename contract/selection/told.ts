/** What was decided about an abstract, as its author is told; and what they answer. Nothing of it is there before it is published. */
import { z } from 'zod'
import { abstractTexts, abstractTypes } from '#contract/abstracts/rules.ts'
import { Day } from '#contract/events/events.ts'
import { participantChange, participantRead } from '#contract/heads.ts'
import { Id, operation } from '#contract/operation.ts'
import { blindSections } from './findings.ts'
import { toldTexts } from './told-texts.ts'
import { authorFeedbacks, outcomes, toldStates } from './words.ts'

const which = { EventID: Id.optional(), ApplicantID: Id.optional(), pk: Id }

/** What in one's own abstract, as it was saved last, may tell reviewers who wrote it. Nothing where reviewers know the authors. */
export const BlindCheck = operation('BlindCheck', participantRead(), {
  input: z.object(which),
  reply: z.object({
    /** Reviewers do not know the authors. */
    isBlind: z.boolean(),
    /** How many there are; the first of them are shown. Above 100 of a section nobody counts on. */
    passages: z.number().int(),
    shown: z.array(
      z.object({
        section: z.enum(blindSections),
        text: z.string(),
        around: z.string(),
        /** It names an author, an address or an institution of theirs. Else it only looks as if it might. */
        isSure: z.boolean(),
      }),
    ),
  }),
})

/** One that nobody has been told about is not found. */
export const DecisionRead = operation('DecisionRead', participantRead(), {
  input: z.object(which),
  reply: z.object({
    number: z.number(),
    title: z.string(),
    /** As it was submitted. */
    type: z.enum(abstractTypes),
    state: z.enum(toldStates),
    /** The newest that was published. */
    outcome: z.enum(outcomes),
    acceptedAs: z.enum(abstractTypes).optional(),
    submittedAt: z.iso.datetime(),
    toldAt: z.iso.datetime(),
    /** What the programme committee writes to the author; it stands before the comments. */
    note: z.string(),
    feedback: z.enum(authorFeedbacks),
    /** How many reviews were submitted; 0 where authors are told the decision alone. */
    reviews: z.number().int(),
    /** By alias. The total only where the event tells totals. */
    comments: z.array(z.object({ alias: z.number().int(), text: z.string(), total: z.number().optional() })),
    /** Until when they say whether they present it, and until when a revision can be sent: both until midnight at the event. */
    answerUntil: Day.optional(),
    reviseUntil: Day.optional(),
    /** Merged into this one, or the same work as it. */
    into: z.object({ number: z.number(), title: z.string() }).optional(),
    authors: z.array(
      z.object({ name: z.string(), institution: z.string(), department: z.string(), presents: z.boolean() }),
    ),
  }),
})

/** What was saved last goes to the reviewers. Sent again, it answers as the first time did. */
export const RevisionSend = operation('RevisionSend', participantChange({ repeatable: true }), {
  input: z.object(which),
  reply: z.object({
    status: z.union([
      z.enum(['Success', toldTexts.noRevision, abstractTexts.gone]),
      z.templateLiteral(['The revision was due on ', z.string(), '.']),
    ]),
  }),
})

/** Whether they present what was accepted. They may change their mind: to yes until its day, to no at any time. */
export const PresentingAnswer = operation('PresentingAnswer', participantChange({ repeatable: true }), {
  input: z.object({ ...which, answer: z.enum(['yes', 'no']) }),
  reply: z.object({
    status: z.union([
      z.enum(['Success', toldTexts.notAccepted, abstractTexts.gone]),
      z.templateLiteral(['The answer was due on ', z.string(), '.']),
    ]),
  }),
})
