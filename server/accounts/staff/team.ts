/** Who has which role, as staff see it: owners everybody, others whoever counts in their events. */
import { sql } from 'kysely'
import { staffRoles } from '#contract/accounts/permissions.ts'
import type { TeamList } from '#contract/accounts/team.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { roleTakenLetter } from '#server/accounts/mail.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { post } from '#server/kernel/outbox/outbox.ts'
import {
  invitationState,
  isForCollegeOnly,
  isForEventOnly,
  may,
  permissionsOfRole,
} from '#server/kernel/permission-rules.ts'
import { isWithin, type Scope, whereMay } from '#server/kernel/permissions.ts'
import type { Acting, World } from '#server/kernel/world.ts'
import { resetFactors } from './factors.ts'
import { type Revoked, revokeGrant } from './grants.ts'

type Team = ReplyOf<typeof TeamList>

export async function teamFor(world: World, staff: Staff): Promise<Team> {
  const scope = whereMay(staff, 'team.read')
  const mayGrant = may(staff.grants, 'team.grant')
  return {
    people: await peopleWithin(world, scope, { me: staff.accountId, mayGrant }),
    invitations: await invitationsWithin(world, scope),
    roles: staffRoles.map((role) => ({
      role,
      scope: isForCollegeOnly(role) ? 'college' : isForEventOnly(role) ? 'event' : 'either',
      may: [...permissionsOfRole[role]],
    })),
  }
}

/** People of the team within what the caller may read, by words of their name or address. */
export async function teamFound(world: World, staff: Staff, { search, limit }: { search: string; limit: number }) {
  const scope = whereMay(staff, 'team.read')
  const rows = await world.db
    .selectFrom('staffGrant')
    .innerJoin('account', 'account.id', 'accountId')
    .select(['account.id as accountId', 'account.fullName as name', 'account.email', 'role', 'eventId'])
    .where('revokedAt', 'is', null)
    .where(sql<boolean>`has_words(${search}, concat_ws(' ', account.email, account.full_name))`)
    .orderBy('account.fullName')
    .orderBy('staffGrant.id')
    .execute()
  const seen = rows.filter(({ eventId }) => eventId === null || isWithin(scope, eventId))
  return [...Map.groupBy(seen, ({ accountId }) => accountId).values()].slice(0, limit).map((theirs) => {
    const [{ accountId, name, email }] = theirs as [(typeof theirs)[number]]
    return { accountId, name, email, roles: [...new Set(theirs.map(({ role }) => role))] }
  })
}

type Looking = { me: number; mayGrant: boolean }

/** A role for the whole college counts in every event. */
async function peopleWithin(world: World, scope: Scope, { me, mayGrant }: Looking): Promise<Team['people']> {
  const rows = await world.db
    .selectFrom('staffGrant')
    .innerJoin('account', 'account.id', 'accountId')
    .leftJoin('event', 'event.id', 'eventId')
    .select(['staffGrant.id as grantId', 'role', 'grantedAt', 'eventId', 'event.name as eventName'])
    .select(['account.id as accountId', 'account.fullName', 'account.email'])
    .select(sql<Date | null>`(select max(last_seen_at) from staff_session where account_id = account.id)`.as('seenAt'))
    .select(sql<boolean>`exists (select from passkey where account_id = account.id)`.as('hasPasskey'))
    .select(
      sql<boolean>`exists (select from totp where account_id = account.id and confirmed_at is not null)`.as('hasTotp'),
    )
    .where('revokedAt', 'is', null)
    .orderBy('role')
    .orderBy('staffGrant.id')
    .execute()
  const seen = rows.filter(({ eventId }) => eventId === null || isWithin(scope, eventId))
  return [...Map.groupBy(seen, ({ accountId }) => accountId)].map(([accountId, theirs]) => {
    const [{ fullName, email, seenAt, hasPasskey, hasTotp }] = theirs as [(typeof theirs)[number]]
    return {
      accountId,
      name: fullName,
      email,
      isMe: accountId === me,
      grants: theirs.map(({ grantId, role, grantedAt, ...at }) => ({
        grantId,
        role,
        event: scopeOf(at),
        grantedAt: grantedAt.toISOString(),
      })),
      factors: mayGrant
        ? [...(hasPasskey ? (['passkey'] as const) : []), ...(hasTotp ? (['totp'] as const) : [])]
        : null,
      lastSeenAt: mayGrant ? (seenAt?.toISOString() ?? null) : null,
    }
  })
}

async function invitationsWithin(world: World, scope: Scope): Promise<Team['invitations']> {
  const rows = await world.db
    .selectFrom('staffInvitation')
    .innerJoin('account', 'account.id', 'invitedBy')
    .leftJoin('event', 'event.id', 'eventId')
    .select(['staffInvitation.id', 'staffInvitation.email', 'role', 'eventId', 'event.name as eventName', 'fullName'])
    .select(['sentAt', 'expiresAt', 'usedAt', 'takenBackAt'])
    .select(
      sql<boolean>`exists (select from staff_grant where account_id = invited_by and role = 'owner' and revoked_at is null)`.as(
        'isInviterOwner',
      ),
    )
    .where('usedAt', 'is', null)
    .where('takenBackAt', 'is', null)
    .orderBy('staffInvitation.id', 'desc')
    .execute()
  return rows.flatMap(({ id, email, role, fullName, sentAt, expiresAt, ...row }) => {
    const state = invitationState({ ...row, expiresAt }, world.now())
    if (state === 'used' || state === 'taken back' || !isWithin(scope, row.eventId)) return []
    const times = { sentAt: sentAt.toISOString(), expiresAt: expiresAt.toISOString() }
    return [{ invitationId: id, email, role, event: scopeOf(row), invitedBy: fullName, ...times, state }]
  })
}

const scopeOf = ({ eventId, eventName }: { eventId: number | null; eventName: string | null }) =>
  eventId !== null && eventName !== null ? { eventId, name: eventName } : null

/** The person who loses the role gets an email. */
export async function takeRole(world: Acting, by: Staff, grantId: number): Promise<Revoked> {
  const answer = await revokeGrant(world, by, grantId)
  if (answer !== 'done') return answer
  const { email, role, eventName } = await world.db
    .selectFrom('staffGrant')
    .innerJoin('account', 'account.id', 'accountId')
    .leftJoin('event', 'event.id', 'eventId')
    .select(['account.email', 'role', 'event.name as eventName'])
    .where('staffGrant.id', '=', grantId)
    .executeTakeFirstOrThrow()
  await post(world, { kind: 'role_taken', to: email, ...roleTakenLetter({ role, eventName, by: by.name }) })
  return answer
}

export async function eventOfGrant(world: World, grantId: number): Promise<number | undefined> {
  const found = await world.db.selectFrom('staffGrant').select('eventId').where('id', '=', grantId).executeTakeFirst()
  return found?.eventId ?? undefined
}

export type FactorsReset = 'done' | 'own' | 'no such person' | 'no factor'

/** Staff who lost their own second factor ask another owner or the system administrator: an open browser must not be enough. */
export async function resetFactorsOf(world: Acting, by: Staff, accountId: number): Promise<FactorsReset> {
  if (by.accountId === accountId) return 'own'
  if (!(await memberWith(world, accountId))) return 'no such person'
  return (await resetFactors(world, accountId)) ? 'done' : 'no factor'
}

/** Somebody who has, or had, a role. */
export async function memberWith(world: World, accountId: number) {
  return world.db
    .selectFrom('account')
    .select(['id', 'email'])
    .where('id', '=', accountId)
    .where('erasedAt', 'is', null)
    .where((row) =>
      row.exists(row.selectFrom('staffGrant').select('id').whereRef('staffGrant.accountId', '=', 'account.id')),
    )
    .executeTakeFirst()
}
