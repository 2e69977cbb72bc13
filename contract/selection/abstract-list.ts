/** The abstracts of an event as staff find them. */
import { z } from 'zod'
import { abstractTypes } from '#contract/abstracts/rules.ts'
import { staffRead } from '#contract/heads.ts'
import { listOf } from '#contract/list.ts'
import { Id, operation } from '#contract/operation.ts'
import { abstractStates, reviewCounts } from './words.ts'

const count = z.number().int()

const which = {
  id: Id,
  /** `A-0168` */
  number: z.string(),
  title: z.string(),
}

/** Of one that whoever asks wrote, or is in conflict with, there is number and title, and only in a list that is not narrowed. */
const Listed = z.discriminatedUnion('hasConflict', [
  z.object({ ...which, hasConflict: z.literal(true) }),
  z.object({
    ...which,
    hasConflict: z.literal(false),
    field: z.string(),
    type: z.enum(abstractTypes),
    state: z.enum(abstractStates),
    /** Reviews that came in, without those who abstained, and how many were given to somebody. */
    reviews: count,
    assigned: count,
    /** Null while there is no review. */
    mean: z.number().nullable(),
  }),
])
export type ListedAbstract = z.output<typeof Listed>

const listed = listOf(Listed, {
  filters: {
    eventId: Id,
    state: z.enum(abstractStates).optional(),
    specialityId: Id.optional(),
    type: z.enum(abstractTypes).optional(),
    reviews: z.enum(reviewCounts).optional(),
  },
  sorts: ['-number', 'number', '-mean', 'mean'],
})

/** Searched by number (`168`, `A-0168`) or by words of the title. Drafts are nobody's but their author's. */
export const AbstractList = operation('AbstractList', staffRead('review.read'), {
  input: listed.input,
  reply: listed.reply.extend({
    /** How many reviews an abstract should have. */
    wanted: count,
    /** The disciplines of the event, to choose from. */
    fields: z.array(z.object({ specialityId: Id, name: z.string() })),
  }),
})
