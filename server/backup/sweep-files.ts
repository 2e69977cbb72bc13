import { sql } from 'kysely'
/** Removes files that no row names: their upload was killed, or what they belonged to is gone. */
import { hour } from '#contract/durations.ts'
import type { World } from '#server/kernel/world.ts'
import { portalId } from '#server/platform/database/portal-id.ts'
import { noteNamed } from '#server/platform/files/ledger.ts'
import { readMark } from '#server/platform/files/store-mark.ts'
import { noteCheck } from '#server/platform/jobs/checks.ts'
import { everyNamedKey, everyPassingKey } from './named-files.ts'

/** A kind of which more is left over than this share has lost its rows: a person looks before anything is removed. */
const largestShare = 0.25
const alwaysAllowed = 20

type Sweep = {
  /** Also what is more than the share: a person has looked. */
  all?: boolean
}
export type Swept = { removed: number; problems: string[] }

/** Only what this portal wrote, in a store that carries its mark, an hour ago or earlier: a younger file may be about to get its row. */
export async function sweepFiles(world: World, { all = false }: Sweep = {}): Promise<Swept> {
  const { id } = await portalId(world)
  const mark = readMark(await world.files.mark.read(), 'The file store')
  if (mark?.portal !== id) return noted(world, { removed: 0, problems: [mark ? foreign : unmarked] })
  // A version before this one writes files and no rows about them, and may run beside us.
  await noteNamed(world, everyNamedKey)
  const { rows } = await sql<{ kind: string; keys: string[]; many: number }>`
    with named as materialized (${sql.raw(everyNamedKey)} union ${sql.raw(everyPassingKey)}),
    written as (select key, split_part(key, '/', 1) as kind, written_at < ${new Date(world.now().getTime() - hour)} as is_old from stored_file)
    select kind, count(*)::int as many,
      coalesce(array_agg(key order by key) filter (where is_old and not exists (select from named where named.key = written.key)), '{}') as keys
    from written group by kind order by kind`.execute(world.db)
  const swept: Swept = { removed: 0, problems: [] }
  for (const { kind, keys, many } of rows) {
    if (!all && keys.length > alwaysAllowed && keys.length > many * largestShare) {
      swept.problems.push(tooMany(kind, keys.length, many))
      continue
    }
    for (const key of keys) await world.files.remove(key)
    swept.removed += keys.length
  }
  return noted(world, swept)
}

const foreign = 'The file store carries the mark of another portal: nothing in it is swept.'
const unmarked = 'The file store carries no mark: nothing in it is swept. Mount its disk, or correct FILES_URL.'

const tooMany = (kind: string, left: number, many: number): string =>
  `${left} of ${many} files in ${kind} are named by no row. They are kept until somebody has looked: npm run files -- sweep removes them.`

async function noted(world: World, swept: Swept): Promise<Swept> {
  for (const sentence of swept.problems) world.log.error(sentence)
  await noteCheck(world, 'sweep', swept.problems)
  return swept
}
