/** How often something may be tried, counted in the database so that every server counts together. */
import { type QueryExecutorProvider, sql } from 'kysely'
import { networksOf } from '#server/platform/http/origin.ts'
import { refuse } from '#server/platform/http/refuse.ts'

export type Limit = { name: string; hits: number; seconds: number }

const minute = 60
const day = 24 * 60 * minute

/** The clocks of two servers may differ by so much: what one counted is no count from the future for the other. */
const clocksDiffer = minute
const longest = day

type Counter = {
  db: QueryExecutorProvider
  now: () => Date
  /** What a call has counted so far, for whoever may have to give it back. */
  counted?: string[]
}

export type RateLimitKey = { limit: Limit; of: string }

/** Counts one try before it is made, so that a thousand at the same moment are counted too; one too many is refused. */
export async function count(counter: Counter, limit: Limit, of: string): Promise<void> {
  await countAll(counter, [{ limit, of }])
}

export async function countAll(counter: Counter, keys: RateLimitKey[]): Promise<void> {
  const { statement, check } = counting(counter, keys)
  check((await statement.execute(counter.db)).rows)
}

/** Counts all the same, and says whether there was room left. */
export async function countWithoutRefusing(counter: Counter, keys: RateLimitKey[]): Promise<boolean> {
  const { rows } = await counting(counter, keys).statement.execute(counter.db)
  counter.counted?.push(...rows.map(({ key }) => key))
  return rows.every(({ key, hits }) => hits <= (keys.find((each) => keyOf(each) === key)?.limit.hits ?? 0))
}

export type Counted = { key: string; hits: number; resetsAt: Date }

/**
 * The counts of one call as one statement, for whoever has more to ask in the same breath; `check` refuses what was one too many.
 * In the order of their keys, so that two callers never wait for each other.
 */
export function counting({ now, counted }: Pick<Counter, 'now' | 'counted'>, asked: RateLimitKey[]) {
  const time = now()
  const byKey = new Map(asked.map((each) => [keyOf(each), each.limit]))
  const keys = [...byKey.keys()].toSorted()
  const resets = keys.map((key) => new Date(time.getTime() + (byKey.get(key)?.seconds ?? 0) * 1000))
  // A clock that ran days ahead leaves counts that would last for days: one that lasts longer than its limit says is over.
  const statement = sql<Counted>`
    insert into attempt (key, hits, resets_at)
    select key, 1, resets_at from unnest(${keys}::text[], ${resets}::timestamptz[]) as made (key, resets_at)
    on conflict (key) do update set
      hits = case when attempt.resets_at > ${time} and attempt.resets_at <= excluded.resets_at + ${clocksDiffer} * interval '1 second'
        then attempt.hits + 1 else 1 end,
      resets_at = case when attempt.resets_at > ${time} and attempt.resets_at <= excluded.resets_at + ${clocksDiffer} * interval '1 second'
        then attempt.resets_at else excluded.resets_at end
    returning key, hits, resets_at`
  const check = (rows: readonly Counted[]) => {
    counted?.push(...keys)
    for (const { key, hits, resetsAt } of rows) {
      if (hits <= (byKey.get(key)?.hits ?? 0)) continue
      refuse('too_many', { retryAfter: Math.max(1, Math.ceil((resetsAt.getTime() - time.getTime()) / 1000)) })
    }
  }
  return { statement, check }
}

export const keyOf = ({ limit, of }: RateLimitKey): string => `${limit.name}: ${of}`

/** The keys of an address, and of the larger networks that it belongs to. */
export function ofNetworks(limit: Limit, address: string): RateLimitKey[] {
  return networksOf(address).map(({ key, times }) => ({ limit: { ...limit, hits: limit.hits * times }, of: key }))
}

/** Whether so much was counted already; counts nothing. */
export async function isOver({ db, now }: Counter, limit: Limit, of: string): Promise<boolean> {
  const time = now()
  const end = new Date(time.getTime() + (limit.seconds + clocksDiffer) * 1000)
  const { rows } = await sql`
    select from attempt where key = ${keyOf({ limit, of })} and hits > ${limit.hits}
      and resets_at > ${time} and resets_at <= ${end}`.execute(db)
  return rows.length > 0
}

/** Takes one back from each of these counts. */
export async function uncount(counter: Pick<Counter, 'db'>, keys: readonly RateLimitKey[]): Promise<void> {
  await uncountKeys(counter, keys.map(keyOf))
}

/** The same for keys that a call has noted as counted. */
export async function uncountKeys({ db }: Pick<Counter, 'db'>, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await sql`update attempt set hits = hits - 1 where key = any(${keys}::text[]) and hits > 0`.execute(db)
}

export async function forget({ db }: Counter, limit: Limit, of: string): Promise<void> {
  await sql`delete from attempt where key = ${keyOf({ limit, of })}`.execute(db)
}

/** Removes counts that no longer count. */
export async function sweepRateLimits({ db, now }: Counter): Promise<void> {
  const time = now()
  const tooFar = new Date(time.getTime() + (longest + clocksDiffer) * 1000)
  await sql`delete from attempt where resets_at <= ${time} or resets_at > ${tooFar}`.execute(db)
}
