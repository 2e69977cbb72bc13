import type { Tables } from '#server/database/tables.ts'
/** The database for a command. One on which the portal never ran has no tables yet: the command says so. */
import { connect, type Connection } from '#server/platform/database/connect.ts'
import type { Config } from '#server/platform/process/config.ts'
import type { Logger } from '#server/platform/process/log.ts'

export async function connectToTables(config: Config, log: Logger): Promise<Connection<Tables>> {
  const connection = await connect<Tables>(config, log)
  const { rows } = await connection.pool.query<{ ready: boolean }>(
    "select to_regclass('public.account') is not null and to_regclass('graphile_worker.jobs') is not null as ready",
  )
  if (rows[0]?.ready) return connection
  await connection.leave()
  console.error('The database is not ready yet. Start the portal once, then give this command again.')
  process.exit(78)
}
