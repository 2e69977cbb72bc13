/** The road to PostgreSQL: one pool, one set of types, and which failures mean "come back in a moment". */
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { heldUntilAnswered } from '#server/platform/http/unanswered.ts'
import type { Logger } from '#server/platform/process/log.ts'
import { tellingOfOutages } from './outage.ts'
import { PreparingClient } from './prepared.ts'

export type Database<Tables> = Kysely<Tables>

export type DatabaseOptions = {
  url: string
  poolSize?: number
  /** Somebody waits for the answer of a call, and would rather hear in five seconds that it cannot be given. */
  forCalls?: boolean
  /** Says so to the database, which then refuses changes that nobody answers for: see server/audit. */
  isServer?: boolean
  /** How many times longer everything is waited for than people would wait; 0 for as long as it takes. */
  timeoutFactor?: number
  log: Pick<Logger, 'warn'>
}

/** Closed with `pool.end()`: Kysely's own `destroy` does nothing before the first query. */
export function openDatabase<Tables>(options: DatabaseOptions): { db: Database<Tables>; pool: pg.Pool } {
  const pool = openPool(options)
  // A JSON document must come back as it was stored: only the names of columns are translated.
  const camelCase = new CamelCasePlugin({ maintainNestedObjectKeys: true })
  const dialect = new PostgresDialect({ pool: heldUntilAnswered(pool) })
  return { db: new Kysely<Tables>({ dialect, plugins: [camelCase] }), pool }
}

/** How long a statement may run, and how long its answer is waited for: a little longer, for a database that says no is better than one given up on. */
const ofWork = { statement: 10_000, answer: 12_000 }
const ofCalls = { statement: 4000, answer: 5000 }

function openPool({
  url,
  poolSize = 10,
  forCalls = false,
  isServer = false,
  timeoutFactor = 1,
  log,
}: DatabaseOptions): pg.Pool {
  const { statement, answer } = forCalls ? ofCalls : ofWork
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: url,
    application_name: 'colloquium',
    max: poolSize,
    connectionTimeoutMillis: 2000 * timeoutFactor,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // A database that is frozen, or behind a dead network, does not keep its own time-out; nor does a commit that waits for a standby.
    query_timeout: answer * timeoutFactor,
    // The pool waits for it before anybody may ask. As parameters of the start, a pooler would refuse them.
    onConnect: async (client) => {
      await client.query(`
        set statement_timeout = ${statement * timeoutFactor};
        set lock_timeout = ${3000 * timeoutFactor};
        set idle_in_transaction_session_timeout = ${15_000 * timeoutFactor};
        set colloquium.server = '${isServer ? 'yes' : ''}'`)
    },
    types: types(),
  })
  // A restart of the database ends connections, and an error that nobody hears ends the process. The pool hears only those of idle
  // connections; inside a transaction, between two queries, nobody would.
  pool.on('connect', (client) =>
    client.on('error', (error: Error) => {
      // Whoever leaves while the database stops may be sent away before their goodbye is read: nothing is lost.
      if (!pool.ending) tellingOfOutages(log).tell(error, 'a connection to the database was lost')
    }),
  )
  pool.on('error', () => {})
  return pool
}

/** How a value of the database becomes a value of ours; whatever is not named here is left to `pg` (timestamptz is a Date, numeric a string). */
function types(): pg.CustomTypesConfig {
  const own = new pg.TypeOverrides()
  own.setTypeParser(pg.types.builtins.INT8, wholeNumber)
  own.setTypeParser(pg.types.builtins.DATE, (day: string) => day)
  own.setTypeParser(int8Array, (text: string) =>
    textArray(text).map((each) => (each === null ? null : wholeNumber(each))),
  )
  own.setTypeParser(dateArray, textArray)
  return own
}
const int8Array = 1016
const dateArray = 1182
const textArray = pg.types.getTypeParser(1009 as typeof pg.types.builtins.TEXT) as (text: string) => (string | null)[]

function wholeNumber(text: string): number {
  const number = Number(text)
  // Money is whole paisa in int8: a rounded amount must never be shown or charged.
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is too large to be counted exactly`)
  return number
}

const connectionLost = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ENOTFOUND',
])

/** Connection lost, serialization and deadlock, out of disk, memory or connections, busy lock, cancelled or shut down, read-only stand-in, disk failing. */
const passing = /^(08...|40001|40P01|53...|55P03|57014|57P0.|25006|25P03|25P04|58030)$/

const lostInWords =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|not queryable|Query read timeout|after calling end on the pool|driver has already been destroyed/

/** Whether the same request may well succeed in a moment: the database is away, busy or full, and nothing is wrong with what was asked. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code && (connectionLost.has(code) || passing.test(code))) return true
  // The socket of a database that is not running: as a file that is missing this would be a bug of ours.
  if ((code === 'ENOENT' || code === 'EAGAIN') && syscall === 'connect') return true
  return lostInWords.test(error.message) || isUnavailable(error.cause)
}
