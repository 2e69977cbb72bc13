/** How often something may be tried, counted in the database so that every server counts together. */
import { type QueryExecutorProvider, sql } from 'kysely'
import { refuse } from './refuse.ts'

export type Limit = { name: string; hits: number; seconds: number }

const minute = 60
const hour = 60 * minute
const day = 24 * hour

export const limits = {
  loginOfAccount: { name: 'login of account', hits: 5, seconds: 15 * minute },
  /** High enough for a campus behind one address. */
  callsOfAddress: { name: 'account calls of address', hits: 300, seconds: 5 * minute },
  signUpOfEmail: { name: 'sign-up of e-mail', hits: 2, seconds: hour },
  signUpOfEmailDaily: { name: 'sign-up of e-mail, a day', hits: 5, seconds: day },
  mailOfAddress: { name: 'mail of address', hits: 60, seconds: hour },
  pinOfEmail: { name: 'PIN of e-mail', hits: 1, seconds: minute },
  pinOfEmailHourly: { name: 'PIN of e-mail, an hour', hits: 5, seconds: hour },
  /** Each costs the processor up to a second. */
  pictureOfAccount: { name: 'picture of account', hits: 60, seconds: hour },
  seatsOfAccount: { name: 'seats of account', hits: 120, seconds: minute },
  /** Each may call the gateway. */
  paymentsOfAccount: { name: 'payments of account', hits: 120, seconds: 10 * minute },
  /** A save may bring a file of 50 MB. */
  saveOfAccount: { name: 'abstract of account', hits: 300, seconds: hour },
  pieceOfAccount: { name: 'piece of account', hits: 1000, seconds: hour },
  /** A full list is two megabytes, a file fifty. */
  readOfAccount: { name: 'abstract reads of account', hits: 120, seconds: minute },
  pinOfEmailDaily: { name: 'PIN of e-mail, a day', hits: 10, seconds: day },
} as const satisfies Record<string, Limit>

type Counter = { db: QueryExecutorProvider; now: () => Date }

export type Attempt = { limit: Limit; of: string }

/** Counts one attempt before it is made, so that a thousand at the same moment are counted too; one too many is refused. */
export async function count(counter: Counter, limit: Limit, of: string): Promise<void> {
  const { statement, check } = counting(counter, [{ limit, of }])
  check((await statement.execute(counter.db)).rows)
}

export type Counted = { key: string; hits: number; resetsAt: Date }

/**
 * The counts of one attempt as one statement, for whoever has more to ask in the same breath; `check` refuses what was one too many.
 * In the order of their keys, so that two callers never wait for each other.
 */
export function counting({ now }: Pick<Counter, 'now'>, attempts: Attempt[]) {
  const time = now()
  const byKey = new Map(attempts.map((attempt) => [keyOf(attempt), attempt.limit]))
  const keys = [...byKey.keys()].toSorted()
  const resets = keys.map((key) => new Date(time.getTime() + (byKey.get(key)?.seconds ?? 0) * 1000))
  const statement = sql<Counted>`
    insert into attempt (key, hits, resets_at)
    select key, 1, resets_at from unnest(${keys}::text[], ${resets}::timestamptz[]) as made (key, resets_at)
    on conflict (key) do update set
      hits = case when attempt.resets_at <= ${time} then 1 else attempt.hits + 1 end,
      resets_at = case when attempt.resets_at <= ${time} then excluded.resets_at else attempt.resets_at end
    returning key, hits, resets_at`
  const check = (rows: readonly Counted[]) => {
    for (const { key, hits, resetsAt } of rows) {
      if (hits <= (byKey.get(key)?.hits ?? 0)) continue
      refuse('too_many', { retryAfter: Math.max(1, Math.ceil((resetsAt.getTime() - time.getTime()) / 1000)) })
    }
  }
  return { statement, check }
}

export const keyOf = ({ limit, of }: Attempt): string => `${limit.name}: ${of}`

export async function forget({ db }: Counter, limit: Limit, of: string): Promise<void> {
  await sql`delete from attempt where key = ${keyOf({ limit, of })}`.execute(db)
}

/** Removes counts that no longer count. */
export async function sweepAttempts({ db, now }: Counter): Promise<void> {
  await sql`delete from attempt where resets_at <= ${now()}`.execute(db)
}
