/** How often something may be tried, counted in the database so that every server counts together. */
import { type QueryExecutorProvider, sql } from 'kysely'
import { networksOf } from '#server/platform/http/origin.ts'
import { refuse } from '#server/platform/http/refuse.ts'

export type Limit = { name: string; hits: number; seconds: number }

const minute = 60
const hour = 60 * minute
const day = 24 * hour

export const limits = {
  /** Shared by all browsers that have not signed in to the account before. */
  loginOfAccount: { name: 'login of account', hits: 5, seconds: 15 * minute },
  /** Of one browser that has: see docs/decisions/0027. */
  loginOfBrowser: { name: 'login of browser', hits: 5, seconds: 15 * minute },
  /** High enough for a campus behind one address. */
  callsOfAddress: { name: 'account calls of address', hits: 300, seconds: 5 * minute },
  signUpOfEmail: { name: 'sign-up of e-mail', hits: 2, seconds: hour },
  signUpOfEmailDaily: { name: 'sign-up of e-mail, a day', hits: 5, seconds: day },
  /** A campus that signs up in one hour. */
  mailOfAddress: { name: 'mail of address', hits: 600, seconds: hour },
  /** The same count, for a network most of whose letters nobody answers. */
  mailOfSilentAddress: { name: 'mail of address', hits: 60, seconds: hour },
  /** PINs that were sent for a network and not typed in. More, and it is called silent. */
  unansweredOfAddress: { name: 'unanswered letters of address', hits: 300, seconds: day },
  pinOfEmail: { name: 'PIN of e-mail', hits: 1, seconds: minute },
  pinOfEmailHourly: { name: 'PIN of e-mail, an hour', hits: 5, seconds: hour },
  /** Each costs the processor up to a second. */
  pictureOfAccount: { name: 'picture of account', hits: 60, seconds: hour },
  seatsOfAccount: { name: 'seats of account', hits: 120, seconds: minute },
  /** Each may call the gateway. */
  paymentsOfAccount: { name: 'payments of account', hits: 120, seconds: 10 * minute },
  /** Pages that are looked at ask by themselves; the bank hears of one in ten seconds. */
  bankQuestionsOfAccount: { name: 'bank questions of account', hits: 120, seconds: 10 * minute },
  /** A save may bring a file of 50 MB. */
  saveOfAccount: { name: 'abstract of account', hits: 300, seconds: hour },
  pieceOfAccount: { name: 'piece of account', hits: 1000, seconds: hour },
  /** The password that the account card asks for again. */
  passwordOfAccount: { name: 'password asked again of account', hits: 10, seconds: 15 * minute },
  emailChangeOfAccount: { name: 'change of e-mail of account', hits: 5, seconds: day },
  /** Each reads every file of the person. */
  copyOfAccount: { name: 'copy of account', hits: 5, seconds: day },
  closureOfAccount: { name: 'closure of account', hits: 10, seconds: day },
  /** A full list is two megabytes, a file fifty. */
  readOfAccount: { name: 'abstract reads of account', hits: 120, seconds: minute },
  /** Each reads a whole list, up to two at a time on a server. */
  exportsOfStaff: { name: 'exports of staff', hits: 30, seconds: hour },
  downloadsOfStaff: { name: 'downloads of exports of staff', hits: 120, seconds: hour },
  pinOfEmailDaily: { name: 'PIN of e-mail, a day', hits: 10, seconds: day },
} as const satisfies Record<string, Limit>

/** The clocks of two servers may differ by so much: what one counted is no count from the future for the other. */
const clocksDiffer = minute
const longest = day

type Counter = {
  db: QueryExecutorProvider
  now: () => Date
  /** What a call has counted so far, for whoever may have to give it back. */
  counted?: string[]
}

export type Attempt = { limit: Limit; of: string }

/** Counts one attempt before it is made, so that a thousand at the same moment are counted too; one too many is refused. */
export async function count(counter: Counter, limit: Limit, of: string): Promise<void> {
  await countAll(counter, [{ limit, of }])
}

export async function countAll(counter: Counter, attempts: Attempt[]): Promise<void> {
  const { statement, check } = counting(counter, attempts)
  check((await statement.execute(counter.db)).rows)
}

export type Counted = { key: string; hits: number; resetsAt: Date }

/**
 * The counts of one attempt as one statement, for whoever has more to ask in the same breath; `check` refuses what was one too many.
 * In the order of their keys, so that two callers never wait for each other.
 */
export function counting({ now, counted }: Pick<Counter, 'now' | 'counted'>, attempts: Attempt[]) {
  const time = now()
  const byKey = new Map(attempts.map((attempt) => [keyOf(attempt), attempt.limit]))
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

export const keyOf = ({ limit, of }: Attempt): string => `${limit.name}: ${of}`

/** The attempts of an address, and of the larger networks that it belongs to. */
export function ofNetworks(limit: Limit, address: string): Attempt[] {
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
export async function uncount({ db }: Pick<Counter, 'db'>, keys: string[]): Promise<void> {
  if (keys.length === 0) return
  await sql`update attempt set hits = hits - 1 where key = any(${keys}::text[]) and hits > 0`.execute(db)
}

export async function forget({ db }: Counter, limit: Limit, of: string): Promise<void> {
  await sql`delete from attempt where key = ${keyOf({ limit, of })}`.execute(db)
}

/** Removes counts that no longer count. */
export async function sweepAttempts({ db, now }: Counter): Promise<void> {
  const time = now()
  const tooFar = new Date(time.getTime() + (longest + clocksDiffer) * 1000)
  await sql`delete from attempt where resets_at <= ${time} or resets_at > ${tooFar}`.execute(db)
}
