/** One person at one event, as staff see them: only what each may. */
import type { ReplyOf } from '#contract/operation.ts'
import type { PersonShow } from '#contract/people/person-console.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { openExtensionsOf } from '#server/kernel/events/person-extensions.ts'
import { lettersOf } from '#server/kernel/outbox/timeline.ts'
import { mayAnywhere } from '#server/kernel/permissions.ts'
import type { Whose } from '#server/kernel/timeline.ts'
import { unseenBy } from '#server/kernel/visibility/seen-by.ts'
import type { World } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { alikeTo } from './duplicates-list.ts'
import { mergesInto } from './merges.ts'
import { notesOf } from './notes.ts'
import { shownPeople, sightOf } from './people-list.ts'

type Reading = Pick<World, 'db' | 'now'>
export type Asked = { eventId: number; accountId: number }
export type Detail = ReplyOf<typeof PersonShow>['person']

/** Somebody who is not at this event is as if they did not exist; so is whoever was erased or is part of another account. */
export async function whoIs(
  { db }: Pick<World, 'db'>,
  { eventId, accountId }: Asked,
): Promise<Omit<Whose, 'unseen' | 'namesAbstracts'> & { name: string }> {
  const found = await db
    .selectFrom('personSearch')
    .innerJoin('account', 'account.id', 'personSearch.accountId')
    .select(['applicantId', 'email', 'emailKey', 'fullName as name'])
    .where('personSearch.accountId', '=', accountId)
    .where('personSearch.eventId', '=', eventId)
    .executeTakeFirst()
  return found ? { ...found, eventId, accountId } : refuse('not_found')
}

export async function showPerson(world: Reading, staff: Staff, asked: Asked): Promise<Detail> {
  const { eventId, accountId } = asked
  const who = await whoIs(world, asked)
  const sight = await sightOf(world, staff, eventId)
  const row = await shownPeople(world, { eventId, applicantId: who.applicantId }, sight)
    .innerJoin('event', 'event.id', 'personSearch.eventId')
    .select(['timeZone', 'profile.name as certificateName', 'designation'])
    .executeTakeFirstOrThrow()
  const mayEdit = mayAnywhere(staff, 'people.edit', eventId)
  const mayMerge = mayAnywhere(staff, 'people.identity', eventId)
  const seen = mayEdit ? await lastSeen(world, accountId) : undefined
  const { name, email, timeZone, since, seatsPaid, seatsHeld, abstracts, paid } = row
  return {
    eventId,
    accountId,
    applicantId: who.applicantId,
    name,
    email,
    timeZone,
    since: since.toISOString(),
    lastSeenAt: seen?.lastSeenAt.toISOString() ?? null,
    device: seen?.device ?? '',
    profile: profileOf(row),
    seatsPaid,
    seatsHeld,
    abstracts,
    paid: sight.orders ? paid : null,
    letters: mayEdit ? await lettersOf(world, { email, eventId, unseen: await unseenBy(world, staff) }) : null,
    notes: mayEdit ? await notesOf(world, asked) : null,
    extensions: mayEdit ? await openExtensionsOf(world, who) : null,
    newEmail: mayMerge ? await askedEmail(world, accountId) : null,
    alike: mayMerge ? await alikeTo(world, accountId) : null,
    merges: mayMerge ? await mergesInto(world, accountId) : null,
  }
}

type Row = Awaited<ReturnType<ReturnType<typeof shownPeople>['execute']>>[number] & {
  certificateName: string | null
  designation: string | null
}

function profileOf(row: Row): Detail['profile'] {
  if (!row.hasProfile) return null
  return {
    certificateName: row.certificateName ?? '',
    takesPartAs: row.participantType ?? '',
    presenter: row.presenterType ?? '',
    institution: row.institution ?? '',
    designation: row.designation ?? '',
    city: row.city ?? '',
    country: row.country ?? '',
  }
}

async function lastSeen({ db }: Reading, accountId: number) {
  return db
    .selectFrom('session')
    .select(['lastSeenAt', 'device'])
    .where('accountId', '=', accountId)
    .orderBy('lastSeenAt', 'desc')
    .executeTakeFirst()
}

async function askedEmail({ db }: Reading, accountId: number): Promise<string | null> {
  const asked = await db
    .selectFrom('emailChange')
    .select('newEmail')
    .where('accountId', '=', accountId)
    .where('changedAt', 'is', null)
    .executeTakeFirst()
  return asked?.newEmail ?? null
}
