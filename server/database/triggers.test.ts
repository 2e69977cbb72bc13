import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeWorld } from '#server/testing/world.ts'
import { crossingTriggers } from './triggers.ts'

test('the list of triggers that write other tables is that of the database', async () => {
  const world = await makeWorld()
  const { rows } = await sql<{ function: string; on: string[]; source: string }>`
    select proname as function, array_agg(distinct relname::text order by relname::text) as on, min(prosrc) as source
    from pg_trigger join pg_class on pg_class.oid = tgrelid join pg_proc on pg_proc.oid = tgfoid
    where not tgisinternal and relnamespace = 'public'::regnamespace group by proname`.execute(world.db)
  const writing = rows
    .map(({ source, ...trigger }) => ({ ...trigger, writes: writtenBy(source) }))
    .filter(({ on, writes }) => writes.some((table) => !on.includes(table)))

  const listed = crossingTriggers.map(({ because: _why, ...trigger }) => trigger)
  const byName = (a: { function: string }, b: { function: string }) => a.function.localeCompare(b.function)
  expect(writing.toSorted(byName)).toEqual(listed.toSorted(byName))
})

function writtenBy(source: string): string[] {
  const written = [...source.matchAll(/\b(?:insert into|update|delete from)\s+([a-z_]+)/g)].map(([, table]) =>
    String(table),
  )
  return [...new Set(written)].toSorted()
}
