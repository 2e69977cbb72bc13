import { mostExtensions } from '#contract/events/event-fields.ts'
/** What staff put right about one person: the name, their sessions, a later last date for many at once. And how to reach them. */
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import type { PeopleExtend, PersonContact, PersonCorrectName } from '#contract/people/person-console.ts'
import { endSessionsOf, renameAccount } from '#server/accounts/staff/for-staff.ts'
import { lockGrantsOf } from '#server/accounts/staff/grants.ts'
import { mayAnywhere } from '#server/accounts/staff/staff.ts'
import { giveExtensions } from '#server/events/extensions.ts'
import { noteAct } from '#server/kernel/acts.ts'
import type { Staff } from '#server/kernel/callers.ts'
import type { Acting, World } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { peopleWhere, sightOf } from './people-list.ts'
import { type Asked, whoIs } from './person.ts'

export async function correctName(
  world: Acting,
  staff: Staff,
  wish: ParsedInputOf<typeof PersonCorrectName>,
): Promise<void> {
  const { name, certificateName } = wish
  const who = await whoIs(world, wish)
  // A receipt names the person as they were when it was printed: that is written beside it.
  if (name !== who.name) {
    // By the name of an owner, somebody would be taken for one.
    if (!mayAnywhere(staff, 'team.grant') && (await lockGrantsOf(world, who.accountId)).length > 0)
      refuse('not_allowed', { sentence: 'This person is a member of staff. Only an owner can change their name.' })
    await renameAccount(world, who.accountId, name)
  }
  if (certificateName)
    await world.db
      .updateTable('profile')
      .set({ name: certificateName, updatedAt: world.now() })
      .where('applicantId', '=', who.applicantId)
      .execute()
}

export async function signOutPerson(world: Acting, asked: Asked): Promise<number> {
  const { accountId } = await whoIs(world, asked)
  return endSessionsOf(world, accountId)
}

type Reading = { operation: 'PersonContact' | 'PersonPhoto'; requestId: string }

/** That it was looked at is in the trail before it is shown. */
export async function contactOf(world: World, staff: Staff, { operation, requestId, ...asked }: Asked & Reading) {
  const { accountId, applicantId, eventId } = await whoIs(world, asked)
  const actor = { kind: 'staff', accountId: staff.accountId, requestId } as const
  await noteAct(world, { actor, operation, about: { kind: 'account', id: accountId }, eventId }, { outcome: 'read' })
  return world.db
    .selectFrom('profile')
    .select(['mobile', 'phone', 'altEmail', 'pmdcReg', 'address', 'city', 'postCode', 'country', 'photoKey'])
    .where('applicantId', '=', applicantId)
    .executeTakeFirst()
}

type Row = NonNullable<Awaited<ReturnType<typeof contactOf>>>

export function contactShown(row: Row | undefined): ReplyOf<typeof PersonContact> {
  const {
    mobile = '',
    phone = '',
    altEmail = '',
    pmdcReg = '',
    address = '',
    city = '',
    postCode = '',
    country = '',
  } = row ?? {}
  const lines = [address, [postCode, city].filter(Boolean).join(' '), country].filter(Boolean)
  return {
    mobile,
    phone,
    alternativeEmail: altEmail,
    pmdc: pmdcReg,
    address: lines.join('\n'),
    hasPhoto: row !== undefined,
  }
}

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
