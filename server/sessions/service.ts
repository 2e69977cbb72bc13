/** Who is signed in, and where. */
import { sql } from 'kysely'
import type { Caller } from '#server/platform/http.ts'
import { statement } from '#server/platform/statement.ts'
import { hashToken, newToken } from '#server/platform/tokens.ts'
import type { World } from '#server/world.ts'
import { deviceName, sessionLimits } from './rules.ts'

export type OpenedSession = { token: string; eventId: number | undefined; applicantId: number | undefined }
export type SessionOfCaller = { sessionId: number; device: string; signedInAt: Date; lastSeenAt: Date; isThis: boolean }

/** `passwordHash` is the one that the password was held against. */
type SigningIn = { accountId: number; passwordHash: string | null; userAgent: string; forgiven?: string }

/**
 * Gives the token; only its hash stays here. Whoever comes in for the first time becomes an applicant of the current event, if one
 * is announced; the attempts that were counted under `forgiven` are forgotten. One statement: a sign-in is all there or not at all,
 * and waits for the disk once. Nothing when the password was changed since it was looked at: whoever changes it waits for us, and then
 * ends our session; or we wait for them, and find another password.
 */
export async function openSession(
  world: Pick<World, 'db' | 'now'>,
  { accountId, passwordHash, userAgent, forgiven = '' }: SigningIn,
): Promise<OpenedSession | undefined> {
  const { token, hash } = newToken()
  const now = world.now()
  // Two devices may sign in for the first time at the same moment: the second finds the applicant of the first.
  const { rows } = await sql<{ applicantId: number | null; eventId: number | null }>`
    with welcome as (
      select id from account where id = ${accountId} and password_hash is not distinct from ${passwordHash} for share),
    forgotten as (delete from attempt where key = ${forgiven} and exists (select from welcome)),
    current as (select event.id from event, welcome where is_current),
    known as (select applicant.id from applicant join current on event_id = current.id where account_id = ${accountId}),
    made as (
      insert into applicant (account_id, event_id, created_at)
      select ${accountId}, id, ${now} from current where not exists (select from known)
      on conflict (account_id, event_id) do update set account_id = excluded.account_id returning id)
    insert into session (account_id, applicant_id, device, token_hash, created_at, last_seen_at)
    select ${accountId}, (select id from known union all select id from made), ${deviceName(userAgent)}, ${hash}, ${now}, ${now}
    from welcome
    returning applicant_id, (select id from current) as event_id`.execute(world.db)
  const [opened] = rows
  return opened && { token, applicantId: opened.applicantId ?? undefined, eventId: opened.eventId ?? undefined }
}

/** Whose token this is, if it is still good. */
export async function callerOf(world: World, token: string): Promise<Caller | undefined> {
  const now = world.now()
  const [found] = await sessionWith(world.db, { ...ends(now), tokenHash: hashToken(token) })
  if (!found) return undefined
  if (now.getTime() - found.lastSeenAt.getTime() > sessionLimits.noticedEvery) {
    await world.db.updateTable('session').set({ lastSeenAt: now }).where('id', '=', found.id).execute()
  }
  const { id: sessionId, accountId, emailKey: email, eventId } = found
  const person = { sessionId, accountId, email }
  if (eventId === null) return { ...person, applicantId: undefined, eventId: undefined }
  return { ...person, eventId, applicantId: found.applicantId ?? (await becomeApplicant(world, accountId, eventId)) }
}

/**
 * Asked with every call of somebody who is signed in. A session is of a person: who they are at the event that is announced now is
 * looked up each time, so that a new event signs nobody out.
 */
const sessionWith = statement((db: World['db'], asked: Ends & { tokenHash: Buffer }) =>
  living(db, asked)
    .innerJoin('account', 'account.id', 'session.accountId')
    .leftJoin('event', (on) => on.on('event.isCurrent', '=', sql.lit(true)))
    .leftJoin('applicant', (on) =>
      on.onRef('applicant.accountId', '=', 'session.accountId').onRef('applicant.eventId', '=', 'event.id'),
    )
    .select([
      'session.id',
      'session.accountId',
      'session.lastSeenAt',
      'account.emailKey',
      'applicant.id as applicantId',
      'event.id as eventId',
    ])
    .where('session.tokenHash', '=', asked.tokenHash),
)

/** Somebody who was signed in when the event was announced. Two calls may come at the same moment: the second finds the applicant of the first. */
async function becomeApplicant(world: World, accountId: number, eventId: number): Promise<number> {
  const { id } = await world.db
    .insertInto('applicant')
    .values({ accountId, eventId, createdAt: world.now() })
    .onConflict((same) => same.columns(['accountId', 'eventId']).doUpdateSet({ accountId }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The ids that a client sends beside its token; they may be of an earlier event. */
export type SentIds = { EventID?: number | undefined; ApplicantID?: number | undefined }

/** The caller at the event that a call names, or else at the current one. Undefined when the ids are not theirs. */
export async function callerAt(world: World, caller: Caller, sent: SentIds): Promise<Caller | undefined> {
  const { EventID = caller.eventId, ApplicantID = caller.applicantId } = sent
  if (EventID === caller.eventId && ApplicantID === caller.applicantId) return caller
  const theirs = await world.db
    .selectFrom('applicant')
    .select(['id', 'eventId'])
    .where('accountId', '=', caller.accountId)
    .execute()
  const isTheirs = ApplicantID === undefined || theirs.some(({ id }) => id === ApplicantID)
  if (isTheirs && EventID === caller.eventId) return caller
  const there = theirs.find(({ eventId }) => eventId === EventID)
  return isTheirs && there ? { ...caller, applicantId: there.id, eventId: there.eventId } : undefined
}

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

/** Ends a session of the caller's own, if it is one; that of somebody else is as if it did not exist. */
export async function endSession(world: World, caller: Caller, sessionId: number): Promise<boolean> {
  const { numDeletedRows } = await world.db
    .deleteFrom('session')
    .where('id', '=', sessionId)
    .where('accountId', '=', caller.accountId)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
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
