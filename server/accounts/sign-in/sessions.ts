/** Who is signed in, and where. */
import { sql } from 'kysely'
import { deviceName, sessionLimits } from '#server/accounts/rules.ts'
import type { Person } from '#server/kernel/callers.ts'
import { currentEvent, eventWith } from '#server/kernel/events/current.ts'
import { applicantAt, knownAt } from '#server/kernel/participants.ts'
import { inTransaction, type World } from '#server/kernel/world.ts'
import { type RateLimitKey, forget } from '#server/platform/security/rate-limits.ts'
import { hashToken, newToken } from '#server/platform/security/tokens.ts'

export type OpenedSession = { token: string; eventId: number | undefined; applicantId: number | undefined }
export type SessionOfCaller = { sessionId: number; device: string; signedInAt: Date; lastSeenAt: Date; isThis: boolean }

/** `passwordHash` is the one that the password was held against. */
type SigningIn = {
  accountId: number
  passwordHash: string | null
  userAgent: string
  forgiven?: RateLimitKey
  /** Where they sign in to; the current event where nothing is said. */
  eventId?: number | undefined
}

/**
 * Gives the token; only its hash stays here. Whoever comes in for the first time becomes an applicant of the event that they
 * sign in to, or of the current one, if it is announced; the keys that were counted as `forgiven` are forgotten. Nothing when the password was changed since it was
 * looked at: whoever changes it waits for us, and then ends our session; or we wait for them, and find another password.
 */
export async function openSession(
  world: Pick<World, 'db' | 'now'>,
  { accountId, passwordHash, userAgent, forgiven, eventId: wanted }: SigningIn,
): Promise<OpenedSession | undefined> {
  const { token, hash } = newToken()
  const now = world.now()
  return inTransaction(world, async (world) => {
    const isTheirs = await world.db
      .selectFrom('account')
      .select('id')
      .where('id', '=', accountId)
      .where('passwordHash', 'is not distinct from', passwordHash)
      .forShare()
      .executeTakeFirst()
    if (!isTheirs) return undefined
    if (forgiven) await forget(world, forgiven.limit, forgiven.of)
    const { eventId, applicantId } = await participationIn(world, accountId, wanted)
    await world.db
      .insertInto('session')
      .values({
        accountId,
        applicantId: applicantId ?? null,
        device: deviceName(userAgent),
        tokenHash: hash,
        createdAt: now,
        lastSeenAt: now,
      })
      .execute()
    return { token, applicantId, eventId }
  })
}

/** An event that is not announced takes nobody in; whoever was there before is still known. */
async function participationIn(
  world: Pick<World, 'db' | 'now'>,
  accountId: number,
  wanted: number | undefined,
): Promise<{ eventId?: number; applicantId?: number }> {
  const named = wanted === undefined ? undefined : await eventWith(world, wanted)
  const known = named && (await knownAt(world, accountId, named.id))
  if (named && known !== undefined) return { eventId: named.id, applicantId: known }
  const event = named?.eventState === 'published' ? named : await currentEvent(world)
  return event ? { eventId: event.id, applicantId: await applicantAt(world, accountId, event.id) } : {}
}

/** Whose token this is, if it is still good. */
export async function personOf(world: World, token: string): Promise<Person | undefined> {
  const now = world.now()
  const found = await sessionWith(world, hashToken(token))
  if (!found) return undefined
  if (now.getTime() - found.lastSeenAt.getTime() > sessionLimits.noticedEvery) {
    await world.db.updateTable('session').set({ lastSeenAt: now }).where('id', '=', found.id).execute()
  }
  const { id: sessionId, accountId, emailKey: email, eventId, applicantId } = found
  const at = eventId === null || applicantId === null ? undefined : { applicantId, eventId }
  return { sessionId, accountId, email, at }
}

/**
 * Asked with every call of somebody who is signed in. A session is of a person: who they are at the current event is looked up each
 * time, so that a new one signs nobody out; who they are at another, when a call names it (`whoAt`).
 */
function sessionWith(world: World, tokenHash: Buffer) {
  return living(world.db, ends(world.now()))
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
    .where('session.tokenHash', '=', tokenHash)
    .executeTakeFirst()
}

export async function listSessions(world: World, caller: Person): Promise<SessionOfCaller[]> {
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
export async function endSession(world: World, caller: Person, sessionId: number): Promise<boolean> {
  const { numDeletedRows } = await world.db
    .deleteFrom('session')
    .where('id', '=', sessionId)
    .where('accountId', '=', caller.accountId)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** Ends these sessions of the caller's own, and says how many there were. */
export async function endSessions(world: World, caller: Person, sessionIds: readonly number[]): Promise<number> {
  const { numDeletedRows } = await world.db
    .deleteFrom('session')
    .where('id', 'in', sessionIds)
    .where('accountId', '=', caller.accountId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Ends every session of the caller but this one, and says how many there were. */
export async function endOtherSessions(world: World, { accountId, sessionId }: Person): Promise<number> {
  const { numDeletedRows } = await world.db
    .deleteFrom('session')
    .where('accountId', '=', accountId)
    .where('id', '<>', sessionId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Those of the console, and says how many there were. */
export async function endConsoleSessions({ db }: World, accountId: number): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('staffSession').where('accountId', '=', accountId).executeTakeFirst()
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
