/** What the database, its standbys, the jobs and the checks of the night say of themselves, in one question. */
import { type QueryExecutorProvider, sql } from 'kysely'
import { isGivenUp } from '#server/platform/jobs/jobs.ts'
import type { Figure } from './metrics.ts'

export type MachineState = {
  jobsWaiting: number
  jobsGivenUp: number
  roleChanges: number | null
  standbys: number
  standbyMissing: boolean
  lag: number | null
  brokenInvariants: number
  missingFiles: number
  /** `18.4`, or with what a distribution says of its own. */
  postgres: string
}

/** A database that is away is a figure too. */
export async function machineFigures({ db }: { db: QueryExecutorProvider }): Promise<Figure[]> {
  const said = await machineState({ db }).catch(() => undefined)
  const available = { name: 'colloquium_database_available', help: 'Whether the database answers' }
  return [{ ...available, values: said ? 1 : 0 }, ...(said ? figuresOf(said) : [])]
}

/** Each promotion of a standby begins a timeline of its own. Without the right to see it (pg_monitor), a standby shows neither its lag nor whether it is synchronous. */
export async function machineState({ db }: { db: QueryExecutorProvider }): Promise<MachineState | undefined> {
  const { rows } = await sql<MachineState>`
    with jobs as (
      select count(*) filter (where attempts < max_attempts) as waiting, count(*) filter (where ${isGivenUp}) as given_up
      from graphile_worker.jobs),
    standby as (
      select count(*) as many, count(*) filter (where sync_state is null or sync_state in ('sync', 'quorum')) as synchronous,
        extract(epoch from max(replay_lag))::float8 as lag, count(*) filter (where state is null) as hidden
      from pg_stat_replication),
    checks as (
      select coalesce(sum(cardinality(problems)) filter (where name = 'invariants'), 0) as invariants,
        coalesce(sum(cardinality(problems)) filter (where name = 'files'), 0) as files from check_result)
    select jobs.waiting as jobs_waiting, given_up as jobs_given_up, standby.many as standbys,
      current_setting('synchronous_standby_names') <> '' and synchronous = 0 as standby_missing,
      case when hidden = 0 then coalesce(lag, 0) end as lag,
      case when not pg_is_in_recovery() then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int - 1 end as role_changes,
      invariants as broken_invariants, files as missing_files, current_setting('server_version') as postgres
    from jobs, standby, checks`.execute(db)
  return rows[0]
}

function figuresOf(said: MachineState): Figure[] {
  return [
    { name: 'jobs_waiting', help: 'Jobs to be done', values: said.jobsWaiting },
    { name: 'jobs_given_up', help: 'Jobs that failed every time', values: said.jobsGivenUp },
    {
      name: 'colloquium_database_role_changes_total',
      help: 'How often a standby became the primary since the database was made',
      kind: 'counter',
      values: said.roleChanges ?? undefined,
    },
    { name: 'colloquium_database_standbys', help: 'Standbys that follow the database', values: said.standbys },
    {
      name: 'colloquium_synchronous_standby_missing',
      help: 'Whether a commit waits for a standby that is not there',
      values: said.standbyMissing ? 1 : 0,
    },
    {
      name: 'colloquium_replication_lag_seconds',
      help: 'How far the slowest standby is behind',
      values: said.lag ?? undefined,
    },
    {
      name: 'colloquium_invariants_broken',
      help: 'Stated truths that did not hold at the last check',
      values: said.brokenInvariants,
    },
    {
      name: 'colloquium_files_missing',
      help: 'Files that were missing or damaged at the last check',
      values: said.missingFiles,
    },
  ]
}
