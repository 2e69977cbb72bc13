/** Work that happens after the answer, or by the clock: kept in the same database, safe with several servers, tried again when it fails. */
import {
  Logger as WorkerLogger,
  parseCronItems,
  run,
  runMigrations,
  type Runner,
  type RunnerOptions,
} from 'graphile-worker'
import { type QueryExecutorProvider, sql } from 'kysely'
import type { Pool } from 'pg'
import type { Logger } from './log.ts'
import type { Metrics } from './metrics.ts'

/** `work` may run twice after a crash: it must be harmless to repeat. */
export type Job = { name: string; work: (payload: unknown) => Promise<void> }

/** A job and the minute it is due, in the five columns of cron (UTC). */
export type Due = { job: string; when: string; about: string }

type JobsOptions = { pool: Pool; jobs: Job[]; clockwork: Due[]; log: Logger; metrics: Metrics }

/** With the library's own back-off, the twelfth try comes about a day after the first. */
const tries = 12

export async function prepareJobs(pool: Pool): Promise<void> {
  await runMigrations({ pgPool: pool, logger: quiet })
}

/** Runs jobs until `stop`, which lets the ones in hand finish. */
export function startJobs(options: JobsOptions): { stop: () => Promise<void> } {
  let stopping = false
  let runner: Runner | undefined
  const settings = runnerSettings(options)

  // The library ends when the database goes away; the jobs must outlive a restart of the database.
  const life = (async () => {
    while (!stopping) {
      try {
        runner = await run(settings)
        if (stopping) await runner.stop()
        await runner.promise
      } catch (error) {
        options.log.warn({ err: error }, 'the jobs lost the database and begin again')
      }
      if (!stopping) await new Promise((resume) => setTimeout(resume, 1000))
    }
  })()
  jobGauges(options)

  return {
    async stop() {
      stopping = true
      await runner?.stop().catch(() => undefined)
      await life
    },
  }
}

/** Asks for a job inside the transaction of `db`: it is done if, and only if, the change is. */
export async function enqueue(
  db: QueryExecutorProvider,
  job: string,
  { payload = {}, key, at }: { payload?: object; key?: string; at?: Date } = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(${job}, ${JSON.stringify(payload)}::json, job_key => ${key ?? null}, run_at => ${at ?? null}, max_attempts => ${tries})`.execute(
    db,
  )
}

function runnerSettings({ pool, jobs, clockwork, log }: JobsOptions): RunnerOptions {
  return {
    pgPool: pool,
    taskList: Object.fromEntries(jobs.map(({ name, work }) => [name, (payload: unknown) => work(payload)])),
    parsedCronItems: parseCronItems(
      clockwork.map(({ job, when }) => ({ task: job, match: when, identifier: job, options: { maxAttempts: tries } })),
    ),
    concurrency: 4,
    noHandleSignals: true,
    pollInterval: 2000,
    logger: new WorkerLogger(() => (level, message, meta) => {
      // Its information is about itself; what people need to know is in our own lines and figures.
      if (level === 'error') log.error({ err: (meta as { error?: unknown } | undefined)?.error }, message)
      else if (level === 'warning') log.warn(message)
    }),
  }
}

function jobGauges({ pool, metrics }: JobsOptions): void {
  metrics.gauge({
    name: 'jobs_waiting',
    help: 'Jobs to be done',
    read: () => countJobs(pool, 'attempts < max_attempts'),
  })
  metrics.gauge({ name: 'jobs_given_up', help: 'Jobs that failed every time', read: () => givenUpJobs(pool) })
}

export function givenUpJobs(pool: Pool): Promise<number> {
  return countJobs(pool, 'attempts >= max_attempts')
}

async function countJobs(pool: Pool, condition: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`select count(*) from graphile_worker.jobs where ${condition}`)
  return Number(rows[0]?.count)
}

const quiet = new WorkerLogger(() => () => undefined)
