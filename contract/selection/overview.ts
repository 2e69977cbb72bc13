/** How the review of an event stands: figures, pace, each discipline, who is behind and what needs somebody. */
import { z } from 'zod'
import { Day } from '#contract/events/events.ts'
import { staffRead } from '#contract/heads.ts'
import { Id, operation } from '#contract/operation.ts'

const count = z.number().int()
const moment = z.iso.datetime().nullable()

/** Without abstracts that whoever asks has a conflict with: neither rows nor counts. */
export const ReviewOverview = operation('ReviewOverview', staffRead('review.read'), {
  input: z.object({ eventId: Id }),
  reply: z.object({
    call: z.object({
      timeZone: z.string(),
      /** Where the event is held. */
      today: Day,
      abstractsCloseOn: Day,
      decisionsOn: Day,
      dueOn: Day.nullable(),
      beganAt: moment,
      reviewsWanted: count,
      reviewsToDecide: count,
      answerDays: count,
      criteria: count,
    }),
    figures: z.object({
      abstracts: count,
      /** Submitted, and not yet with the reviewers. */
      waiting: count,
      reviewers: count,
      invited: count,
      /** Places for reviews. One that abstains leaves theirs open. */
      places: count,
      submitted: count,
      /** In the last 24 hours. */
      lately: count,
      begun: count,
      /** The oldest text that is not submitted was saved then. */
      oldestBegun: moment,
      enough: count,
      declined: count,
      /** Of those, because of a conflict. */
      declinedForConflict: count,
    }),
    /** Days on which reviews came in, the first first. */
    byDay: z.array(z.object({ day: Day, submitted: count })),
    fields: z.array(
      z.object({ specialityId: Id, name: z.string(), places: count, submitted: count, begun: count, short: count }),
    ),
    needs: z.object({
      /** Abstracts with fewer reviewers than are wanted. */
      short: count,
      /** Reviews that were due. */
      late: count,
      possibleConflicts: count,
      redactions: count,
      /** Two points or more between the highest and the lowest. */
      divided: count,
    }),
    /**
     * Who has done less than an even pace would have; the furthest behind first. Null for somebody with an abstract that is hidden from them: no figure of
     * a reviewer is shown to them.
     */
    behind: z.array(Id).nullable(),
    /** The first of them. */
    reviewers: z
      .array(
        z.object({
          id: Id,
          name: z.string(),
          field: z.string(),
          assigned: count,
          submitted: count,
          scores: z.array(z.number()),
          /** How far they lie from the other reviewers of the same abstracts. */
          lean: z.number().nullable(),
          lastSeenAt: moment,
        }),
      )
      .nullable(),
  }),
})
