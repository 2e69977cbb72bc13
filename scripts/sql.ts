/**
 * `npm run sql -- "select count(*) from orders"`: one SQL text against the database of the settings, also the embedded one, which has no client.
 * Read-only. With `--write` and a reason before the SQL (`-- --write "double entry" "update ..."`) it changes rows, as an act in the audit log.
 */
import { userInfo } from 'node:os'
import { type QueryExecutorProvider, sql } from 'kysely'
import { inAct } from '#server/kernel/acts.ts'
import { readSettings } from '#server/kernel/settings.ts'
import { makeLog } from '#server/platform/process/log.ts'
import { endWithSentences } from '#server/platform/process/mistakes.ts'
import { connectToTables } from './tables.ts'

endWithSentences()

const isWrite = process.argv.includes('--write')
const words = process.argv.slice(2).filter((word) => word !== '--write')
const [reason = '', statement = ''] = isWrite ? words : ['', words[0]]
if (!statement || (isWrite && reason === statement)) {
  console.error('Usage: npm run sql -- "select ..."')
  console.error('       npm run sql -- --write "why the change is needed" "update ..."')
  process.exit(2)
}

const { db, clock, leave } = await connectToTables(readSettings(), makeLog('silent'))
try {
  if (isWrite) {
    const actor = { kind: 'command' as const, name: userInfo().username }
    await inAct({ db, now: clock.now }, { actor, operation: 'sql', reason }, (world) => run(world.db))
  } else await db.transaction().setAccessMode('read only').execute(run)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await leave()
}

async function run(db: QueryExecutorProvider): Promise<void> {
  const { rows, numAffectedRows } = await sql.raw(statement).execute(db)
  if (rows.length > 0) console.table(rows)
  const count = Number(numAffectedRows ?? rows.length)
  console.log(count === 1 ? '1 row' : `${count} rows`)
}
