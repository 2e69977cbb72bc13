/** Who is signed in, and where. */
import { sql } from 'kysely'
import type { Caller } from '#server/platform/http.ts'
import { statement } from '#server/platform/statement.ts'
import { hashToken, newToken } from '#server/platform/tokens.ts'
import type { World } from '#server/world.ts'
import { deviceName, sessionLimits } from './rules.ts'

export type OpenedSession = { token: string; eventId: number | undefined; applicantId: number | undefined }
export type SessionOfCaller = { sessionId: number; device: string; signedInAt: Date; lastSeenAt: Date; isThis: boolean }

type SigningIn = { accountId: number; userAgent: string; forgiven?: string }

/**
 * Gives the token; only its hash stays here. Whoever comes in for the first time becomes an applicant of the current event, if one
 * is announced; the attempts that were counted under `forgiven` are forgotten. One statement: a sign-in is all there or not at all,
 * and waits for the disk once.
 */
export async function openSession(
  world: Pick<World, 'db' | 'now'>,
  { accountId, userAgent, forgiven = '' }: SigningIn,
): Promise<OpenedSession> {
  const { token, hash } = newToken()
  const now = world.now()
  // Two devices may sign in for the first time at the same moment: the second finds the applicant of the first.
  const { rows } = await sql<{ applicantId: number | null; eventId: number | null }>`
    with forgotten as (delete from attempt where key = ${forgiven}),
    current as (select id from event where is_current),
    known as (select applicant.id from applicant join current on event_id = current.id where account_id = ${accountId}),
    made as (
      insert into applicant (account_id, event_id, created_at)
      select ${accountId}, id, ${now} from current where not exists (select from known)
      on conflict (account_id, event_id) do update set account_id = excluded.account_id returning id)
    insert into session (account_id, applicant_id, device, token_hash, created_at, last_seen_at)
    select ${accountId}, (select id from known union all select id from made), ${deviceName(userAgent)}, ${hash}, ${now}, ${now}
    returning applicant_id, (select id from current) as event_id`.execute(world.db)
  const [opened] = rows
  return { token, applicantId: opened?.applicantId ?? undefined, eventId: opened?.eventId ?? undefined }
}

/** Whose token this is, if it is still good. */
export async function callerOf(world: World, token: string): Promise<Caller | undefined> {
  const now = world.now()
  const [found] = await sessionWith(world.db, { ...ends(now), tokenHash: hashToken(token) })
  if (!found) return undefined
  if (now.getTime() - found.lastSeenAt.getTime() > sessionLimits.noticedEvery) {
    await world.db.updateTable('session').set({ lastSeenAt: now }).where('id', '=', found.id).execute()
  }
  const { id, accountId, emailKey, applicantId, eventId } = found
  return {
    sessionId: id,
    accountId,
    email: emailKey,
    applicantId: applicantId ?? undefined,
    eventId: eventId ?? undefined,
  }
}

/** Asked with every call of somebody who is signed in. */
const sessionWith = statement((db: World['db'], asked: Ends & { tokenHash: Buffer }) =>
  living(db, asked)
    .innerJoin('account', 'account.id', 'session.accountId')
    .leftJoin('applicant', 'applicant.id', 'session.applicantId')
    .select([
      'session.id',
      'session.accountId',
      'session.lastSeenAt',
      'account.emailKey',
      'applicant.id as applicantId',
      'applicant.eventId',
    ])
    .where('session.tokenHash', '=', asked.tokenHash),
)

export async function listSessions(world: World, caller: Caller): Promise<SessionOfCaller[]> {
  const rows = await living(world.db, ends(world.now()))
    .select(['id', 'device', 'createdAt', 'lastSeenAt'])
    .where('accountId', '=', caller.accountId)
    .orderBy('lastSeenAt', 'desc')
    .execute()
  return rows.map((row) => ({
    sessionId: row.id,
    device: row.device,
    signedInAt: row.createdAt,
    lastSeenAt: row.lastSeenAt,
    isThis: row.id === caller.sessionId,
  }))
}

/** Ends a session of the caller's own; that of somebody else is as if it did not exist. */
export async function endSession(world: World, caller: Caller, sessionId: number): Promise<void> {
  await world.db.deleteFrom('session').where('id', '=', sessionId).where('accountId', '=', caller.accountId).execute()
}

/** Ends these sessions of the caller's own, and says how many there were. */
export async function endSessions(world: World, caller: Caller, sessionIds: readonly number[]): Promise<number> {
  const { numDeletedRows } = await world.db
    .deleteFrom('session')
    .where('id', 'in', sessionIds)
    .where('accountId', '=', caller.accountId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Ends every session of the caller but this one, and says how many there were. */
export async function endOtherSessions(world: World, { accountId, sessionId }: Caller): Promise<number> {
  const { numDeletedRows } = await world.db
    .deleteFrom('session')
    .where('accountId', '=', accountId)
    .where('id', '<>', sessionId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function endAllSessions(world: World, accountId: number): Promise<void> {
  await world.db.deleteFrom('session').where('accountId', '=', accountId).execute()
}

export async function sweepSessions(world: World): Promise<void> {
  const { idle, absolute } = ends(world.now())
  await world.db
    .deleteFrom('session')
    .where((row) => row.or([row('lastSeenAt', '<=', idle), row('createdAt', '<=', absolute)]))
    .execute()
}

function living(db: World['db'], { idle, absolute }: Ends) {
  return db.selectFrom('session').where('session.lastSeenAt', '>', idle).where('session.createdAt', '>', absolute)
}

/** Whoever was not seen since `idle`, or came in before `absolute`, is no longer signed in. */
type Ends = { idle: Date; absolute: Date }

function ends(now: Date): Ends {
  return {
    idle: new Date(now.getTime() - sessionLimits.idle),
    absolute: new Date(now.getTime() - sessionLimits.absolute),
  }
}
