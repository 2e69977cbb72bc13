/** Staff find people of an event. */
import { z } from 'zod'
import { staffRead } from '#contract/heads.ts'
import { listOf } from '#contract/list.ts'
import { Id, operation } from '#contract/operation.ts'
import { peopleFilters } from './people-filter.ts'

const count = z.number().int()

/** How to reach somebody beside their address is in no list. */
const Listed = z.object({
  /** Of the applicant. */
  id: Id,
  accountId: Id,
  name: z.string(),
  email: z.string(),
  institution: z.string(),
  /** Null while there is no profile. */
  takesPartAs: z.string().nullable(),
  presenter: z.string().nullable(),
  seatsPaid: count,
  seatsHeld: count,
  abstracts: count,
  /** Whole paisa; only for whoever may see orders. */
  paid: count.nullable(),
  since: z.iso.datetime(),
  hasProfile: z.boolean(),
  mayBeSecond: z.boolean(),
})

const listed = listOf(Listed, { filters: peopleFilters, sorts: ['-since', 'since', 'name', '-name'] })

/** Whoever may only search (the desk) is shown nobody before three letters are typed, and twenty people at most. */
export const PeopleList = operation('PeopleList', staffRead('people.read'), {
  input: listed.input,
  reply: listed.reply.extend({
    timeZone: z.string(),
    isSearchOnly: z.boolean(),
    /** Of the whole event, whatever is searched for. Null for whoever may only search. */
    figures: z.object({ everyone: count, noProfile: count, withSeat: count, withAbstract: count }).nullable(),
  }),
})
