/** Work that happens after the answer, or by the clock: kept in the same database, safe with several servers, tried again when it fails. */
import { EventEmitter, once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import {
  Logger as WorkerLogger,
  parseCronItems,
  run,
  runMigrations,
  type Runner,
  type RunnerOptions,
  type WorkerEvents,
} from 'graphile-worker'
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import type { Pool } from 'pg'
import { isUnavailable } from '#server/platform/database/database.ts'
import { type Outage, tellingOfOutages } from '#server/platform/database/outage.ts'
import type { Logger } from '#server/platform/process/log.ts'

/** `work` may run twice after a crash: it must be harmless to repeat. */
export type Job = { name: string; work: (payload: unknown) => Promise<void> }

/** A job and the minute it is due, in the five columns of cron (UTC). */
export type Due = { job: string; when: string; about: string }

type JobsOptions = {
  pool: Pool
  jobs: Job[]
  schedule: Due[]
  log: Logger
  /** Looks after what was in hand when the database went away. */
  afterOutage?: () => Promise<void>
}

/** The first look may meet commits that still wait for a standby, and fail half way: the second comes when that is over. */
const lookAgainAfter = 20_000

/** With the library's own back-off, the twelfth try comes about a day after the first. */
const tries = 12

export async function prepareJobs(pool: Pool): Promise<void> {
  await runMigrations({ pgPool: pool, logger: quiet })
}

/** Runs jobs until `stop`, which lets the ones in hand finish. */
export function startJobs(options: JobsOptions): { stop: () => Promise<void> } {
  const outage = tellingOfOutages(options.log)
  let stopping = false
  let runner: Runner | undefined
  const settings = runnerSettings(options, outage)
  const hear = (error: unknown) => hearTheLibrary(outage, error)
  process.on('unhandledRejection', hear)
  const unhearTraces = hearTraces(outage)
  const inHand = lookingAfter(outage, options.afterOutage)
  // The library waits for the minute after the last one it saw: after a clock that ran ahead it would wait for hours.
  const clock = whenClockGoesBack(() => void runner?.stop().catch(() => undefined))

  // The library ends when the database goes away, or lives on without ever finding a job again; the jobs must outlive a restart of the database.
  const life = (async () => {
    for (let isFirst = true; !stopping; isFirst = false) {
      try {
        await forgetFutureRuns(options.pool)
        const events: WorkerEvents = new EventEmitter()
        const lost = once(events, 'worker:getJob:error').then(([{ error }]) => Promise.reject(error as Error))
        runner = await run({ ...settings, events })
        if (stopping) await runner.stop()
        if (!isFirst) inHand.look()
        await Promise.race([runner.promise, lost])
      } catch (error) {
        outage.tell(error, 'the jobs lost the database')
      }
      if (stopping) return
      // What is in its hands it brings to an end; nobody waits for that.
      void runner?.stop().catch(() => undefined)
      outage.tell(undefined, 'the jobs begin again')
      await pause(1000)
    }
  })()

  return {
    async stop() {
      stopping = true
      inHand.stop()
      clock.stop()
      await runner?.stop().catch(() => undefined)
      await life
      process.off('unhandledRejection', hear)
      unhearTraces()
      outage.stop()
    },
  }
}

/** Twice after each outage, and not more often when the database comes and goes. */
function lookingAfter(outage: Outage, work?: () => Promise<void>): { look: () => void; stop: () => void } {
  let timer: NodeJS.Timeout | undefined
  const now = () =>
    void work?.().catch((error: unknown) => outage.tell(error, 'what was in hand could not be taken up yet'))
  return {
    look() {
      if (timer) return
      now()
      timer = setTimeout(() => {
        timer = undefined
        now()
      }, lookAgainAfter).unref()
    },
    stop: () => clearTimeout(timer),
  }
}

/**
 * The library waits for nobody when it writes down that a job has ended; where the database is away in that moment, Node would end the process.
 * Such a job stays locked for hours: what is urgent has a sweep of its own.
 */
function hearTheLibrary(outage: Outage, error: unknown): void {
  if (!isUnavailable(error) && !isReleasedTwice(error)) throw error
  outage.tell(error, 'something that nobody waited for met a database that was away')
}

/** Stopped while it begins to listen, the library gives a connection that is then lost back twice: once is enough, and nothing is wrong with that. */
function isReleasedTwice(error: unknown): boolean {
  return error instanceof Error && error.message.includes('already been released to the pool')
}

/** Why a worker ended the library also writes to the console, with twenty lines for each, and nobody can tell it not to. */
function hearTraces(outage: Outage): () => void {
  const terminal = console
  const trace = terminal.trace.bind(terminal)
  terminal.trace = (...said: unknown[]) => {
    if (isUnavailable(said[0])) outage.tell(said[0], 'a worker of the jobs ended')
    else trace(...said)
  }
  return () => (terminal.trace = trace)
}

const clockCheckedEvery = 5000
const clockMovedBack = 60_000

function whenClockGoesBack(restart: () => void): { stop: () => void } {
  let seen = Date.now()
  const timer = setInterval(() => {
    const now = Date.now()
    if (now < seen - clockMovedBack) restart()
    seen = now
  }, clockCheckedEvery).unref()
  return { stop: () => clearInterval(timer) }
}

/** The library runs a periodic job only at a minute later than its last run, which a clock that ran ahead has put into the future. */
export async function forgetFutureRuns(pool: Pool): Promise<void> {
  await pool.query(
    "update graphile_worker._private_known_crontabs set last_execution = now() where last_execution > now() + interval '2 minutes'",
  )
}

/** Asks for a job inside the transaction of `db`: it is done if, and only if, the change is. */
export async function enqueue(
  db: QueryExecutorProvider,
  job: string,
  { payload = {}, ...when }: { payload?: object; key?: string; at?: Date } = {},
): Promise<void> {
  await sql`select ${addJob(job, sql`${JSON.stringify(payload)}::json`, when)}`.execute(db)
}

/** SQL: the same, for a statement that also writes the row that the job is about. */
export function addJob(
  job: string,
  payload: RawBuilder<unknown>,
  { key, at }: { key?: string; at?: Date } = {},
): RawBuilder<unknown> {
  return sql`graphile_worker.add_job(${job}, ${payload}, job_key => ${key ? freeKey(key) : null}, run_at => ${at ?? null}, max_attempts => ${tries})`
}

/**
 * SQL: the key, or a variant of it while a running job has it. The library marks a running job whose key is asked for as one that used up its
 * attempts: if its server was killed, it would count as given up for ever.
 */
const freeKey = (key: string) => sql`(
  select candidate from (select ${key}::text || repeat(' again', n) as candidate, n from generate_series(0, 9) as n) as candidates
  where not exists (select from graphile_worker.jobs where jobs.key = candidate and locked_at is not null) order by n limit 1)`

/** Many of one kind in one statement, as `enqueue`. */
export async function enqueueAll(
  db: QueryExecutorProvider,
  job: string,
  { payloads, at }: { payloads: readonly object[]; at: Date },
): Promise<void> {
  await sql`
    select count(*) from graphile_worker.add_jobs(array(
      select row (${job}::text, payload, null, ${at}::timestamptz, ${tries}::int, null, null, null)::graphile_worker.job_spec
      from unnest(${payloads.map((payload) => JSON.stringify(payload))}::json[]) as payload))`.execute(db)
}

function runnerSettings({ pool, jobs, schedule, log }: JobsOptions, outage: Outage): RunnerOptions {
  return {
    pgPool: pool,
    taskList: Object.fromEntries(jobs.map(({ name, work }) => [name, (payload: unknown) => work(payload)])),
    parsedCronItems: parseCronItems(
      schedule.map(({ job, when }) => ({ task: job, match: when, identifier: job, options: { maxAttempts: tries } })),
    ),
    concurrency: 4,
    noHandleSignals: true,
    pollInterval: 2000,
    logger: new WorkerLogger(() => (level, message, meta) => {
      // Its information is about itself; what people need to know is in our own lines and figures.
      if (level !== 'error' && level !== 'warning') return
      const { error, fatalError } = (meta ?? {}) as { error?: unknown; fatalError?: unknown }
      const reason = error ?? fatalError
      if (isUnavailable(reason ?? new Error(message)) || (!reason && outage.isNow())) outage.tell(reason, message)
      else if (level === 'error') log.error({ err: reason }, message)
      else log.warn(message)
    }),
  }
}

/** SQL about `graphile_worker.jobs`: failed at every attempt, and not running now. */
export const isGivenUp = sql<boolean>`attempts >= max_attempts and locked_at is null and last_error is not null`

/** All that were given up are tried again, from the first attempt. Gives how many. */
export async function retryGivenUpJobs(db: QueryExecutorProvider): Promise<number> {
  const { rows } = await sql`
    select id from graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where ${isGivenUp}),
      run_at => now(), attempts => 0)`.execute(db)
  return rows.length
}

const quiet = new WorkerLogger(() => () => undefined)
