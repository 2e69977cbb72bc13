/** A later last date for many people at once. */
import { mostExtensions } from '#contract/events/event-fields.ts'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import type { PeopleExtend } from '#contract/people/person-console.ts'
import type { Staff } from '#server/kernel/callers.ts'
import type { Acting } from '#server/kernel/world.ts'
import { peopleWhere, sightOf } from '#server/people/people-list.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { giveExtensions } from './extensions.ts'

type Extend = ParsedInputOf<typeof PeopleExtend>

/** Nobody is meant by chance: a filter comes with the number that was seen, and another number does nothing. */
export async function extendPeople(world: Acting, staff: Staff, wish: Extend): Promise<ReplyOf<typeof PeopleExtend>> {
  const { ids, filter, expected, eventId, kind, until, reason } = wish
  if ((ids === undefined) === (filter === undefined) || (filter && expected === undefined))
    refuse('bad_input', { sentence: 'Please name people, or a filter with how many it means.' })
  const people = await peopleWhere(world, { ...filter, eventId }, await sightOf(world, staff, eventId))
    .select(['account.email', 'fullName as name'])
    .$if(ids !== undefined, (query) => query.where('personSearch.applicantId', 'in', ids as number[]))
    .orderBy('personSearch.applicantId')
    .limit(mostExtensions + 1)
    .execute()
  if (people.length > mostExtensions) refuse('bad_input', { sentence: `At most ${mostExtensions} people at once.` })
  if (filter && people.length !== expected) refuse('count_changed')
  const given =
    people.length === 0
      ? []
      : (await giveExtensions(world, staff, { eventId, kind, until, reason, emails: people.map(({ email }) => email) }))
          .rows
  const rows = people.map(({ id, name, email }, at) => {
    const outcome = given[at]?.outcome
    return { id, name, email, outcome: outcome === 'given' || outcome === 'replaced' ? outcome : ('not here' as const) }
  })
  const missing = (ids ?? []).filter((id) => !people.some((person) => person.id === id))
  return { rows: [...rows, ...missing.map((id) => ({ id, name: '', email: '', outcome: 'not here' as const }))] }
}
