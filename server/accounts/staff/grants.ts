import { sql } from 'kysely'
import { sameEmail } from '#contract/accounts/accounts.ts'
import type { StaffRole } from '#contract/accounts/permissions.ts'
/** Who has which role, and how roles are given and taken. */
import { hour } from '#contract/durations.ts'
import { findAccount } from '#server/accounts/account.ts'
import { moneyRoleLetter } from '#server/accounts/mail.ts'
import type { Row } from '#server/database/tables.ts'
import type { Grant } from '#server/kernel/callers.ts'
import { post } from '#server/kernel/outbox/outbox.ts'
import { isForCollegeOnly, isForEventOnly, linkHours } from '#server/kernel/permission-rules.ts'
import type { Acting, Transaction, World } from '#server/kernel/world.ts'
import { newToken } from '#server/platform/security/tokens.ts'

const countingToday = ({ db }: Pick<World, 'db'>, accountId: number) =>
  db
    .selectFrom('staffGrant')
    .select(['role', 'eventId'])
    .where('accountId', '=', accountId)
    .where('revokedAt', 'is', null)
    .orderBy('id')

/** The roles of a person that count today. */
export const grantsOf = (world: Pick<World, 'db'>, accountId: number): Promise<Grant[]> =>
  countingToday(world, accountId).execute()

/** The same, and whoever revokes one waits until the transaction ends, or was first. */
export const lockGrantsOf = (world: Transaction<Pick<World, 'db'>>, accountId: number): Promise<Grant[]> =>
  countingToday(world, accountId).forShare().execute()

/** Everybody who has a role today. */
export async function team(world: Pick<World, 'db'>) {
  return world.db
    .selectFrom('staffGrant')
    .innerJoin('account', 'account.id', 'accountId')
    .leftJoin('event', 'event.id', 'eventId')
    .select(['staffGrant.id as grantId', 'account.id as accountId', 'email', 'fullName', 'role', 'grantedAt'])
    .select(['event.id as eventId', 'event.name as eventName'])
    .where('revokedAt', 'is', null)
    .orderBy('role')
    .orderBy('staffGrant.id')
    .execute()
}

export type NewGrant = { accountId: number; role: StaffRole; eventId: number | null }
export type Granted =
  | 'done'
  | 'own role'
  | 'there already'
  | 'not for an event'
  | 'only for an event'
  | 'no such person'

/** `by` is null for a command on the machine. Two who give the same one give it once. */
export async function giveGrant(
  world: World,
  by: { accountId: number } | null,
  { accountId, role, eventId }: NewGrant,
): Promise<Granted> {
  if (by?.accountId === accountId) return 'own role'
  if (isForCollegeOnly(role) && eventId !== null) return 'not for an event'
  if (isForEventOnly(role) && eventId === null) return 'only for an event'
  const account = await world.db
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('verifiedAt', 'is not', null)
    .where('erasedAt', 'is', null)
    // Nobody signs in to an account that became part of another.
    .where(sql<boolean>`person_of(account.id) = account.id`)
    .executeTakeFirst()
  if (!account) return 'no such person'
  const { rows } = await sql`
    insert into staff_grant (account_id, role, event_id, granted_by, granted_at)
    values (${accountId}, ${role}, ${eventId}, ${by?.accountId ?? null}, ${world.now()})
    on conflict (account_id, role, coalesce(event_id, 0)) where revoked_at is null do nothing returning id`.execute(
    world.db,
  )
  return rows.length === 1 ? 'done' : 'there already'
}

export type Revoked = 'done' | 'own role' | 'not there' | 'last owner'

/** Two owners who revoke each other take turns, and the second finds that nobody else is left. */
export async function revokeGrant(world: Transaction, by: { accountId: number }, grantId: number): Promise<Revoked> {
  await lockOwners(world)
  const grant = await world.db
    .selectFrom('staffGrant')
    .selectAll()
    .where('id', '=', grantId)
    .where('revokedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!grant) return 'not there'
  if (grant.accountId === by.accountId) return 'own role'
  if (grant.role === 'owner' && (await isLastOwner(world, grant.accountId))) return 'last owner'
  await world.db
    .updateTable('staffGrant')
    .set({ revokedAt: world.now(), revokedBy: by.accountId })
    .where('id', '=', grantId)
    .execute()
  return 'done'
}

/** With an event that is deleted its roles end; that they were given stays written. Nobody revokes their own: there it was the event's end. */
export async function revokeGrantsOfEvent(world: World, { accountId }: { accountId: number }, eventId: number) {
  await sql`
    update staff_grant set revoked_at = ${world.now()}, revoked_by = nullif(${accountId}::int, account_id)
    where event_id = ${eventId} and revoked_at is null`.execute(world.db)
}

/** Whoever may take an owner away does it in turn with the others. Before the owners are counted. */
export async function lockOwners(world: Transaction<Pick<World, 'db'>>): Promise<void> {
  await sql`select lock_owners()`.execute(world.db)
}

export async function isLastOwner(world: Pick<World, 'db'>, accountId: number): Promise<boolean> {
  const owners = await world.db
    .selectFrom('staffGrant')
    .select('accountId')
    .where('role', '=', 'owner')
    .where('revokedAt', 'is', null)
    .execute()
  return owners.length === 1 && owners[0]?.accountId === accountId
}

/** Tells every owner and everybody of finance, but the newcomer, that there is a new one of them. */
export async function tellOfMoneyRole(
  world: Acting,
  { accountId, role }: Pick<NewGrant, 'accountId' | 'role'>,
  by: string,
): Promise<void> {
  if (role !== 'owner' && role !== 'finance') return
  const account = world.db.selectFrom('account').select(['fullName', 'email']).where('id', '=', accountId)
  const who = await account.executeTakeFirstOrThrow()
  const others = await world.db
    .selectFrom('staffGrant')
    .innerJoin('account', 'account.id', 'accountId')
    .select('email')
    .distinct()
    .where('role', 'in', ['owner', 'finance'])
    .where('revokedAt', 'is', null)
    .where('account.id', '<>', accountId)
    .orderBy('email')
    .execute()
  for (const { email } of others)
    await post(world, {
      kind: 'money_role_given',
      to: email,
      ...moneyRoleLetter({ role, who, by, publicUrl: world.publicUrl }),
    })
}

/** Where letters go that are for whoever answers for the college. */
export async function ownerEmails(world: Pick<World, 'db'>): Promise<string[]> {
  const owners = await world.db
    .selectFrom('staffGrant')
    .innerJoin('account', 'account.id', 'accountId')
    .select('email')
    .where('role', '=', 'owner')
    .where('revokedAt', 'is', null)
    .orderBy('staffGrant.id')
    .execute()
  return owners.map(({ email }) => email)
}

export type NewOwner = { email: string; fullName: string }

/**
 * An owner, with an account if they had none, and a link to set a password with. Whoever signed up with the address and never verified it
 * may be anybody: what they chose is not kept. The operator answers for the address.
 */
export async function makeOwner(
  world: Acting,
  { email, fullName }: NewOwner,
): Promise<{ accountId: number; token: string }> {
  const accountId = await verifiedAccount(world, { email, fullName })
  await giveGrant(world, null, { accountId, role: 'owner', eventId: null })
  return { accountId, token: await makeLink(world, accountId) }
}

async function verifiedAccount(world: World, { email, fullName }: NewOwner): Promise<number> {
  const emailKey = sameEmail(email)
  const now = world.now()
  const fresh = { email, fullName, passwordHash: null, deviceId: '', verifiedAt: now, passwordChangedAt: now }
  const made = await world.db
    .insertInto('account')
    .values({ ...fresh, emailKey, createdAt: now })
    .onConflict((same) => same.column('emailKey').doUpdateSet(fresh).where('account.verifiedAt', 'is', null))
    .returning('id')
    .executeTakeFirst()
  const id = made?.id ?? (await findAccount(world, emailKey))?.id
  if (id === undefined) throw new Error('Somebody may still come back to this address: choose another one.')
  return id
}

/** Good once and for a day; the one before it is worth nothing from now on. */
async function makeLink(world: World, accountId: number): Promise<string> {
  const { token, hash } = newToken()
  const fresh = { tokenHash: hash, expiresAt: new Date(world.now().getTime() + linkHours * hour) }
  await world.db
    .insertInto('staffLink')
    .values({ accountId, ...fresh })
    .onConflict((same) => same.column('accountId').doUpdateSet(fresh))
    .execute()
  return token
}

/** Which of these addresses have a role; for whoever looks for people of the demonstration where they must not be. */
export async function emailsWithGrant(world: Pick<World, 'db'>, emails: readonly string[]): Promise<string[]> {
  const found: Pick<Row<'account'>, 'email'>[] = await world.db
    .selectFrom('account')
    .innerJoin('staffGrant', 'staffGrant.accountId', 'account.id')
    .select('email')
    .distinct()
    .where('emailKey', 'in', emails.map(sameEmail))
    .where('revokedAt', 'is', null)
    .execute()
  return found.map(({ email }) => email)
}
