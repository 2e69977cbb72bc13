/** Conflicts of the team: recorded, confirmed or lifted by somebody else of it. What hides an abstract from staff is one function of the database. */
import { type RawBuilder, sql } from 'kysely'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import type { StaffConflictList, StaffConflictSet } from '#contract/selection/staff-conflicts.ts'
import { numberOf } from '#contract/selection/words.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { lockOpenEvent } from '#server/kernel/events/lock.ts'
import { rolesWith } from '#server/kernel/permissions.ts'
import { type Asking, hiddenFrom, type Unseen } from '#server/kernel/visibility/seen-by.ts'
import type { Acting, World } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { lockSeenAbstract } from '#server/selection/lock-seen.ts'
import { idOf } from './conflicts.ts'

type Reply = ReplyOf<typeof StaffConflictList>
type Reading = Pick<World, 'db'>
const rowsAtMost = 1000

/** Everybody who has a role at this event, or in the whole college. */
async function staffOf({ db }: Reading, eventId: number) {
  return db
    .selectFrom('staffGrant')
    .innerJoin('account', 'account.id', 'accountId')
    .select(['account.id as accountId', 'fullName as name'])
    .where('revokedAt', 'is', null)
    .where((row) => row.or([row('eventId', 'is', null), row('eventId', '=', eventId)]))
    .groupBy('account.id')
    .orderBy('fullName')
    .orderBy('account.id')
    .execute()
}

export async function listStaffConflicts(
  world: World,
  staff: Staff,
  { eventId }: ParsedInputOf<typeof StaffConflictList>,
): Promise<Reply> {
  const hidden = await hiddenFrom(world, staff, eventId)
  const team = await staffOf(world, eventId)
  const { rows } = await sql<Omit<Reply['rows'][number], 'number'> & { number: number }>`
    with pair as (
      select account_id, abstract_id, (array_agg(why order by is_certain desc, why))[1] as why, bool_or(is_certain) as is_certain
      from unnest(${team.map(({ accountId }) => accountId)}::int[]) as theirs (account_id), conflicts_of_staff(account_id) group by 1, 2
      union all select account_id, abstract_id, kind::text, null from staff_conflict
        where strength = 'cleared' and account_id = any (${team.map(({ accountId }) => accountId)}::int[]))
    select distinct on (abstract.number, account.id) account.id as account_id, full_name as name, abstract.id as abstract_id, abstract.number, title_plain as title, why as kind,
      coalesce(said.source, case when why = 'competing' and not is_certain then 'author' else 'rule' end::conflict_source) as source,
      (case is_certain when true then 'hard' when false then 'possible' else 'cleared' end)::conflict_strength as strength, coalesce(note, '') as note
    from pair join account on account.id = account_id join abstract on abstract.id = abstract_id
    join abstract_version written on written.abstract_id = abstract.id and written.number = current_version
    left join staff_conflict as said on said.account_id = pair.account_id and said.abstract_id = pair.abstract_id
    where event_id = ${eventId} and abstract.number is not null and abstract.id <> all (${hidden}) and why = any (enum_range(null::conflict_kind)::text[])
    order by abstract.number, account.id, is_certain desc nulls last limit ${rowsAtMost}`.execute(world.db)
  return {
    rows: rows.map((row) => ({ ...row, number: numberOf(row.number) })),
    staff: team.map(({ accountId, name }) => ({ accountId, name })),
  }
}

export async function setStaffConflict(
  world: Acting,
  staff: Staff,
  { eventId, accountId, kind, strength, reason, ...which }: ParsedInputOf<typeof StaffConflictSet>,
): Promise<void> {
  await lockOpenEvent(world, eventId)
  const abstractId = which.abstractId ?? (await idOf(world, eventId, which.number))
  // What is hidden from somebody they neither confirm nor lift: not for themselves, and not for a co-author.
  await lockSeenAbstract(world, staff, { eventId, abstractId })
  if (!(await staffOf(world, eventId)).some((each) => each.accountId === accountId)) return refuse('not_found')
  if (strength === 'cleared') await refuseFirm(world, staff, { accountId, abstractId })
  const said = { kind, source: 'chair', strength, note: reason, by: staff.accountId, at: world.now() } as const
  await world.db
    .insertInto('staffConflict')
    .values({ abstractId, accountId, ...said })
    .onConflict((same) => same.columns(['abstractId', 'accountId']).doUpdateSet(said))
    .execute()
}

/** Their own abstract stays hidden; a conflict that they have as a reviewer is cleared among those of reviewers. */
async function refuseFirm(
  { db }: Reading,
  staff: Staff,
  { accountId, abstractId }: { accountId: number; abstractId: number },
) {
  const { rows } = await sql<{ isOwn: boolean; isReviewers: boolean; isThemself: boolean }>`
    select coalesce(bool_or(why = 'self'), false) as is_own, is_same_person(${accountId}, ${staff.accountId}) as is_themself,
      exists (select from conflict join reviewer on reviewer.id = reviewer_id
        where conflict.abstract_id = ${abstractId} and account_id = ${accountId} and strength = 'hard') as is_reviewers
    from conflicts_of_staff(${accountId}) as hidden where hidden.abstract_id = ${abstractId}`.execute(db)
  // Also before there is one: what is lifted is not found again.
  if (rows[0]?.isThemself) refuse('conflict', { sentence: 'This is you. Please ask somebody else of the team.' })
  if (rows[0]?.isOwn) refuse('conflict', { sentence: 'An author stays in conflict.' })
  if (rows[0]?.isReviewers)
    refuse('conflict', { sentence: 'This person also reviews. Clear the conflict of the reviewer first.' })
}

/** SQL, of a row of staff_grant: it lets this person manage the review of the event, and they are somebody else. */
const managesToo = (
  { accountId }: Asking,
  eventId: number,
) => sql`revoked_at is null and role::text = any (${rolesWith('review.manage')}::text[])
  and (staff_grant.event_id is null or staff_grant.event_id = ${eventId}) and not is_same_person(account_id, ${accountId})`
/** SQL: while they are read or may be read again. Nothing of it follows from who reads them. */
const isOpen = sql`abstract.number is not null and abstract.state in ('submitted', 'under_review', 'revision_asked')`

/**
 * The abstracts of which somebody knows that they are hidden from them: they wrote it, or were told. Who assigns it is for somebody else of the team, where
 * there is one. What an author typed takes no work from anybody, and what somebody reviews is not asked: the answer would tell who was given it.
 */
export async function knownToBeHidden(
  { db }: Reading,
  asking: Asking,
  eventId: number,
): Promise<{ leftToOthers: number[]; withoutAnother: number[] }> {
  const { rows } = await sql<{ id: number; hasAnother: boolean }>`
    select abstract.id, exists (select from staff_grant where ${managesToo(asking, eventId)}
      and not exists (select from conflicts_of_staff(account_id) as theirs where theirs.abstract_id = abstract.id)) as has_another
    from abstract where event_id = ${eventId} and ${isOpen}
    and id in (select abstract_id from conflicts_of_staff(${asking.accountId}) where is_certain) order by id`.execute(
    db,
  )
  const ids = (hasAnother: boolean) => rows.flatMap((row) => (row.hasAnother === hasAnother ? [row.id] : []))
  return { leftToOthers: ids(true), withoutAnother: ids(false) }
}

/** Fields and quotas are of all abstracts at once: they are for somebody with no conflict at all, where there is one. */
export async function refuseInConflict(
  { db, now }: Pick<World, 'db' | 'now'>,
  asking: Asking,
  eventId: number,
): Promise<{ inConflictAt?: Date }> {
  const certainOf = (
    accountId: RawBuilder<unknown>,
  ) => sql`exists (select from conflicts_of_staff(${accountId}) as theirs join abstract on abstract.id = theirs.abstract_id
    where is_certain and abstract.event_id = ${eventId} and ${isOpen})`
  const { rows } = await sql<{ isInConflict: boolean; hasAnother: boolean }>`
    select ${certainOf(sql`${asking.accountId}::int`)} as is_in_conflict,
      exists (select from staff_grant where ${managesToo(asking, eventId)} and not ${certainOf(sql`staff_grant.account_id`)}) as has_another`.execute(
    db,
  )
  const { isInConflict = false, hasAnother = false } = rows[0] ?? {}
  if (!isInConflict) return {}
  if (hasAnother)
    refuse('conflict', {
      sentence:
        'You have a conflict with an abstract of this event. Ask a member of the team who has none to change reviewers.',
    })
  return { inConflictAt: now() }
}

/** Of what only an author's word hides from somebody: how many, and how many nobody else can confirm or lift. */
export async function unconfirmedOf(
  { db }: Reading,
  { accountId }: Asking,
  { unconfirmed }: Unseen,
): Promise<{ unconfirmed: number; withoutAnother: number }> {
  if (unconfirmed.length === 0) return { unconfirmed: 0, withoutAnother: 0 }
  const may = rolesWith('review.manage')
  const { rows } = await sql<{ withoutAnother: number }>`
    select count(*)::int as without_another from abstract where id = any (${unconfirmed}::int[]) and not exists (
      select from staff_grant where revoked_at is null and role::text = any (${may}::text[])
      and (staff_grant.event_id is null or staff_grant.event_id = abstract.event_id) and not is_same_person(account_id, ${accountId})
      and not exists (select from hidden_from_staff(account_id) as theirs where theirs.abstract_id = abstract.id))`.execute(
    db,
  )
  return { unconfirmed: unconfirmed.length, withoutAnother: rows[0]?.withoutAnother ?? 0 }
}
