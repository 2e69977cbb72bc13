/** What staff, commands and the schedule do: one act each, written down with all that it changed. See docs/decisions/0036. */
import { sql } from 'kysely'
import type { RefusalCode } from '#contract/refusals.ts'
import type { Row } from '#server/database/tables.ts'
import { Refusal, refuse } from '#server/platform/http/refuse.ts'
import { countWithoutRefusing, isOver } from '#server/platform/security/rate-limits.ts'
import { limits } from './limits.ts'
import type { End } from './serve.ts'
import type { Acting, Steps, Transaction, World } from './world.ts'

export type { End } from './serve.ts'

/** Who does it. `name` is whoever gave the command, or the job of the schedule. */
export type Actor =
  | { kind: 'staff'; accountId: number; role?: StaffRole; requestId?: string; steppedUp?: boolean }
  | { kind: 'command'; name: string }
  | { kind: 'schedule'; name: string }
type StaffRole = NonNullable<Row<'act'>['role']>

/** What it is done to: a table, as the database calls it, and the key of the row. */
export type About = { kind: string; id: number | string }

export type Act = {
  actor: Actor
  /** The name of the call, the command or the job. */
  operation: string
  about?: About
  /** Why, in the words of whoever does it. */
  reason?: string
  eventId?: number
}

type Ending<Answer> = { endOf?: (answer: Answer) => End }
/** As narrow as an act needs the world. */
type Base = Pick<World, 'db' | 'now'>

/**
 * One act and all its changes in one transaction: what fails leaves neither. An answer that `endOf` calls refused changes nothing either,
 * and its act says so; the same for an expected "no" that is thrown.
 */
export async function inAct<W extends Base, Answer>(
  world: W,
  { endOf = () => ({ outcome: 'done' }), ...act }: Act & Ending<Answer>,
  work: (world: Acting<W>) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await world.db.transaction().execute(async (db) => {
      const answer = await work(await startAct({ ...world, db }, act))
      const end = endOf(answer)
      if (end.outcome !== 'done') throw new TakenBack(answer, end)
      return answer
    })
  } catch (error) {
    if (error instanceof TakenBack) {
      await noteRefusal(world, act, error.end)
      return error.answer as Answer
    }
    if (error instanceof Refusal) await noteRefusal(world, act, { outcome: 'refused', refusal: error.code })
    throw error
  }
}

/** A change that a browser may send again: whose, under which key, and a digest of what was asked for. */
export type Once = { accountId: number; key: string; digest: Buffer }

/** As `inAct`, and once: the same under the same key changes nothing and is told what it was told. Two at once take turns. */
export async function inActOnce<W extends Base, Answer>(
  world: W,
  { once, ...act }: Act & Ending<Answer> & { once: Once },
  work: (world: Acting<W>) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await inAct(world, act, async (world) => {
      await takeKey(world, once)
      const answer = await work(world)
      await world.db
        .updateTable('actAnswer')
        .set({ answer: JSON.stringify(answer) })
        .where('accountId', '=', once.accountId)
        .where('key', '=', once.key)
        .execute()
      return answer
    })
  } catch (error) {
    if (error instanceof AnsweredBefore) return error.answer as Answer
    throw error
  }
}

/** Whoever has it first goes on; the other waits here for the end of that transaction. */
async function takeKey({ db, now }: Base, { accountId, key, digest }: Once): Promise<void> {
  const taken = await db
    .insertInto('actAnswer')
    .values({ accountId, key, digest, at: now() })
    .onConflict((same) => same.columns(['accountId', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  if (taken) return
  const before = await db
    .selectFrom('actAnswer')
    .select(['digest', 'answer'])
    .where('accountId', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (!before.digest.equals(digest)) refuse('bad_input', { sentence: 'This key was used for another change.' })
  throw new AnsweredBefore(before.answer)
}

/** Leaves the transaction, in which nothing was changed, with the answer of the first time. */
class AnsweredBefore extends Error {
  readonly answer: unknown
  constructor(answer: unknown) {
    super('answered before')
    this.answer = answer
  }
}

const dayLength = 86_400_000

export async function sweepAnswers({ db, now }: Base): Promise<void> {
  await db
    .deleteFrom('actAnswer')
    .where('at', '<', new Date(now().getTime() - dayLength))
    .execute()
}

/** Rolls the transaction back and carries the answer out of it. */
class TakenBack extends Error {
  readonly answer: unknown
  readonly end: Exclude<End, { outcome: 'done' }>
  constructor(answer: unknown, end: Exclude<End, { outcome: 'done' }>) {
    super(end.refusal)
    this.answer = answer
    this.end = end
  }
}

/**
 * An act during which the bank is asked, when no transaction may be open. It is there before the first step: a server that dies half way has
 * left a trace. Every transaction of `work` belongs to it; how it ended is another row, and without one nobody knows.
 */
export async function inActOfSteps<W extends World, Answer>(
  world: W,
  { endOf = () => ({ outcome: 'done' }), ...act }: Act & Ending<Answer>,
  work: (world: Steps<W>) => Promise<Answer>,
): Promise<Answer> {
  // Each of these is two entries, also one that is refused.
  if (await isRefusedTooOften(world, act)) refuse('too_many', { retryAfter: limits.refusalsOfStaff.seconds })
  const id = await insertAct(world, act, { outcome: 'begun' })
  const answer = await work({ ...world, act: id }).catch(async (error: unknown) => {
    const end =
      error instanceof Refusal
        ? ({ outcome: 'refused', refusal: error.code } as const)
        : ({ outcome: 'failed', refusal: 'error' } as const)
    // Why it failed is what the caller must hear, not that this could not be written down either.
    if (end.outcome === 'refused') await countRefusal(world, act)
    await endAct(world, id, end).catch((lost: unknown) => world.log.error({ err: lost, act: id }, 'an act has no end'))
    throw error
  })
  await endAct(world, id, endOf(answer))
  return answer
}

/** From here on, what the transaction changes belongs to this act. One that is `begun` has its end in `endAct`. */
export async function startAct<W extends Transaction<Base>>(
  world: W,
  act: Act,
  outcome: 'done' | 'begun' = 'done',
): Promise<W & { act: number }> {
  if (!world.db.isTransaction) throw new Error('an act is started inside a transaction; inAct opens one')
  return { ...world, act: await insertAct(world, act, { outcome }) }
}

/** The call comes again with the proof that it was asked for: it was not refused. */
const asksForProof: ReadonlySet<string> = new Set(['step_up', 'second_factor'] satisfies RefusalCode[])

/** What was refused or failed. Of one account so many in an hour are written: a caller who is refused all the time must not fill the audit log. */
export async function noteRefusal(world: Base, act: Act, end: Exclude<End, { outcome: 'done' }>): Promise<void> {
  if (end.outcome === 'refused' && (asksForProof.has(end.refusal) || !(await countRefusal(world, act)))) return
  await insertAct(world, act, end)
}

/** Counted apart: what a stranger tries at the sign-in of an account. */
const refusalsOf = ({ actor }: Act) =>
  actor.kind === 'staff'
    ? [{ limit: limits.refusalsOfStaff, of: `${actor.accountId} ${actor.requestId ? 'calls' : 'sign-in'}` }]
    : []

const countRefusal = (world: Base, act: Act): Promise<boolean> => countWithoutRefusing(world, refusalsOf(act))

async function isRefusedTooOften(world: Base, act: Act): Promise<boolean> {
  const [key] = refusalsOf(act)
  return key !== undefined && isOver(world, key.limit, key.of)
}

/** What was only read, or is over before anything was begun. */
export async function noteAct(world: Base, act: Act, end: End | { outcome: 'read' }): Promise<void> {
  await insertAct(world, act, end)
}

/** SQL: the name that whoever did it had then. An entry from before names were kept has the one of today. */
export const actorName = sql<string>`coalesce(nullif(act.actor_name, ''), account.full_name, '')`

type Begun = End | { outcome: 'read' } | { outcome: 'begun' }

/** The database is told in the same breath: what the transaction changes belongs to this act. */
async function insertAct({ db, now }: Base, act: Act, end: Begun): Promise<number> {
  const { actor, operation, about, reason = '', eventId = null } = act
  const staff = actor.kind === 'staff' ? actor : undefined
  const refusal = 'refusal' in end ? end.refusal : ''
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into act (at, actor_kind, account_id, actor_name, role, event_id, operation, about_kind, about_id, reason, outcome, refusal,
        request_id, stepped_up)
      values (${now()}, ${actor.kind}, ${staff?.accountId ?? null},
        ${staff ? sql`(select full_name from account where id = ${staff.accountId})` : 'name' in actor ? actor.name : ''}, ${staff?.role ?? null}, ${eventId},
        ${operation}, ${about?.kind ?? ''}, ${String(about?.id ?? '')}, ${reason}, ${end.outcome}, ${refusal},
        ${staff?.requestId ?? ''}, ${staff?.steppedUp ?? false})
      returning id)
    select id, set_config('colloquium.act', id::text, true) from made`.execute(db)
  return (rows[0] as { id: number }).id
}

export async function endAct({ db, now }: Base, actId: number, end: End): Promise<void> {
  const refusal = 'refusal' in end ? end.refusal : ''
  await db.insertInto('actEnd').values({ actId, at: now(), outcome: end.outcome, refusal }).execute()
}
