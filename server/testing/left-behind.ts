/** The tests of a worker share a database: a trigger or a function that one of them put there would fail another, some other day. */
import type pg from 'pg'

/** What a test may have changed beside rows, a line each. */
const lines = `
  select concat_ws(' ', 'trigger', tgrelid::regclass, tgname, tgenabled, tgfoid::regproc) as line
    from pg_trigger where not tgisinternal
  union all
  select concat_ws(' ', 'function', oid::regprocedure, md5(prosrc)) from pg_proc
    where pronamespace in ('public'::regnamespace, 'blind'::regnamespace)
  union all
  select concat_ws(' ', 'constraint', conrelid::regclass, conname, convalidated) from pg_constraint
    where connamespace = 'public'::regnamespace
  union all
  select concat_ws(' ', 'relation', oid::regclass, relkind, relrowsecurity) from pg_class
    where relnamespace in ('public'::regnamespace, 'blind'::regnamespace)`

const digest = {
  name: 'left-behind',
  text: `select sum(hashtextextended(line, 0)) as digest from (${lines}) every_line`,
}

/** Answers a question to be asked after each test: what it left behind, or took away. */
export async function openLeftBehind(pool: pg.Pool): Promise<() => Promise<string[]>> {
  const askDigest = async () => (await pool.query<{ digest: string }>(digest)).rows[0]?.digest
  const ask = async () => (await pool.query<{ line: string }>(lines)).rows.map(({ line }) => line)
  let known = { digest: await askDigest(), lines: await ask() }
  return async () => {
    const now = await askDigest()
    if (now === known.digest) return []
    const { lines: before } = known
    // Told once, by the test that did it.
    known = { digest: now, lines: await ask() }
    return [
      ...known.lines.filter((line) => !before.includes(line)).map((line) => `left behind: ${line}`),
      ...before.filter((line) => !known.lines.includes(line)).map((line) => `took away: ${line}`),
    ]
  }
}
