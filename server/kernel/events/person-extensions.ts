/** The later last dates of one person, for their page. */
import type { TimelineLine } from '#contract/people/person-console.ts'
import { line, mostLines, type Whose } from '#server/kernel/timeline.ts'
import type { World } from '#server/kernel/world.ts'
import { addressesLeadingTo } from './own-dates.ts'

type Reading = Pick<World, 'db'>
type At = Pick<Whose, 'eventId' | 'emailKey'>

function theirs({ db }: Reading, { eventId, emailKey }: At) {
  return db
    .selectFrom('extension')
    .innerJoin('account as giver', 'giver.id', 'extension.grantedBy')
    .select(['extension.id', 'kind', 'until', 'reason', 'grantedAt', 'endedAt', 'giver.fullName as givenBy'])
    .where('extension.eventId', '=', eventId)
    .where((row) =>
      row.or([
        row('extension.emailKey', '=', emailKey),
        row('extension.emailKey', 'in', addressesLeadingTo(db, emailKey)),
      ]),
    )
    .orderBy('extension.id', 'desc')
    .limit(mostLines)
}

export async function openExtensionsOf(world: Reading, at: At) {
  const rows = await theirs(world, at).where('endedAt', 'is', null).execute()
  return rows.map(({ id, kind, until, reason }) => ({ id, kind, until, reason }))
}

export async function extensionLines(world: Reading, whose: Whose): Promise<TimelineLine[]> {
  return (await theirs(world, whose).execute()).flatMap(({ kind, until, reason, grantedAt, endedAt, givenBy }) => [
    ...line(grantedAt, 'staff', [`${givenBy} gave until ${until} for ${kind}`, { detail: reason, tone: 'wait' }]),
    ...line(endedAt, 'staff', [`The later date for ${kind} ended`, {}]),
  ])
}
