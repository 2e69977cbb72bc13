import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { openEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts'
import { refuseForeignData } from '#server/platform/postgres/folder-owner.ts'
import type { Config } from '#server/platform/process/config.ts'
import type { Logger } from '#server/platform/process/log.ts'
import { type Clock, openClock } from './clock.ts'
import { type Database, openDatabase } from './database.ts'
import { refuseTransactionPooler } from './pooler.ts'
import { reach } from './try-database.ts'

export type Connection<Tables> = {
  url: string
  db: Database<Tables>
  pool: pg.Pool
  clock: Clock
  leave: () => Promise<void>
}

/** The database of the settings: yours, or one that the portal brings and the last to leave stops. */
export async function connect<Tables>(
  config: Config,
  log: Logger,
  { forCalls = false }: { forCalls?: boolean } = {},
): Promise<Connection<Tables>> {
  await using opened = new AsyncDisposableStack()
  const { url, leave } = await findDatabase(config, log)
  opened.defer(leave)
  const { db, pool } = openDatabase<Tables>({ url, forCalls, isServer: true, log })
  opened.defer(() => pool.end())
  const clock = await openClock(pool, log)
  opened.defer(() => clock.stop())
  const toClose = opened.move()
  return { url, db, pool, clock, leave: () => toClose.disposeAsync() }
}

/** Where it is, and until `leave` it is there: no connection is kept to it but the one that keeps an embedded database open. */
export async function findDatabase(config: Config, log: Logger): Promise<{ url: string; leave: () => Promise<void> }> {
  mkdirSync(config.DATA_DIR, { recursive: true })
  if (config.DATABASE_URL) {
    const url = config.DATABASE_URL
    await reach(url, () => refuseTransactionPooler(url))
    return { url, leave: async () => {} }
  }
  refuseForeignData(config.DATA_DIR)
  const { url, leave } = await openEmbeddedPostgres(join(config.DATA_DIR, 'postgres'), {
    log,
    bin: config.POSTGRES_BIN,
  })
  return { url, leave }
}
