/** What the checks of a night found: written down by the instance that made them, and told by all. */
import { type QueryExecutorProvider, sql } from 'kysely'

export type CheckName = 'invariants' | 'files' | 'sweep'
type Road = { db: QueryExecutorProvider; now: () => Date }

export async function noteCheck({ db, now }: Road, name: CheckName, problems: string[]): Promise<void> {
  await sql`insert into check_result (name, checked_at, problems) values (${name}, ${now()}, ${problems})
    on conflict (name) do update set checked_at = excluded.checked_at, problems = excluded.problems`.execute(db)
}

export type Checked = { at: Date; problems: string[] }

/** What the last checks found, by their names. */
export async function lastChecks({ db }: Pick<Road, 'db'>): Promise<Partial<Record<CheckName, Checked>>> {
  const { rows } = await sql<Checked & { name: CheckName }>`
    select name, checked_at as at, problems from check_result`.execute(db)
  return Object.fromEntries(rows.map(({ name, ...checked }) => [name, checked]))
}

/** What the last check of this name found; nothing if there was none yet. */
export async function lastProblems({ db }: Pick<Road, 'db'>, name: CheckName): Promise<string[]> {
  const { rows } = await sql<{ problems: string[] }>`select problems from check_result where name = ${name}`.execute(db)
  return rows[0]?.problems ?? []
}

/** What is wrong with files: missing or damaged in the night, or not swept within the last hour. */
export function checkedFiles({ files, sweep }: Awaited<ReturnType<typeof lastChecks>>): Checked | undefined {
  if (!sweep || sweep.problems.length === 0) return files
  return { at: sweep.at, problems: [...(files?.problems ?? []), ...sweep.problems] }
}
