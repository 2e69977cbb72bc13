/** Which files this portal wrote: the only ones that it ever removes as left over. See docs/decisions/0079. */
import { type QueryExecutorProvider, sql } from 'kysely'
import type { Files } from './files.ts'

type Road = { db: QueryExecutorProvider; now: () => Date }

/** The same store, which writes down each file before it arrives. A write that is killed in between leaves a row, which the sweep removes. */
export function withLedger(files: Files, { db, now }: Road): Files {
  const note = (key: string) =>
    sql`insert into stored_file (key, written_at) values (${key}, ${now()}) on conflict do nothing`.execute(db)
  return {
    ...files,
    async put(key, bytes) {
      await note(key)
      await files.put(key, bytes)
    },
    async adopt(key, arrived) {
      await note(key)
      await files.adopt(key, arrived)
    },
    async remove(key) {
      await files.remove(key)
      await sql`delete from stored_file where key = ${key}`.execute(db)
    },
  }
}

/** How many of these keys this portal wrote. */
export async function writtenAmong({ db }: Pick<Road, 'db'>, keys: readonly string[]): Promise<number> {
  const { rows } = await sql<{ many: number }>`
    select count(*)::int as many from stored_file where key = any (${keys})`.execute(db)
  return rows[0]?.many ?? 0
}

export async function countWritten({ db }: Pick<Road, 'db'>): Promise<number> {
  const { rows } = await sql<{ many: number }>`select count(*)::int as many from stored_file`.execute(db)
  return rows[0]?.many ?? 0
}

/** Writes down the files that rows name, where a version without a ledger has stored them. `named` is a query of keys. */
export async function noteNamed({ db, now }: Road, named: string): Promise<void> {
  await sql`insert into stored_file (key, written_at) select named.key, ${now()} from (${sql.raw(named)}) as named
    where not exists (select from stored_file where stored_file.key = named.key) on conflict do nothing`.execute(db)
}
