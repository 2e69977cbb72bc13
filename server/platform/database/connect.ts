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
  mkdirSync(config.DATA_DIR, { recursive: true })
  await using opened = new AsyncDisposableStack()
  const url = config.DATABASE_URL ?? (await bringDatabase(config, log, opened))
  if (config.DATABASE_URL) await refuseTransactionPooler(url)
  const { db, pool } = openDatabase<Tables>({ url, forCalls, isServer: true, log })
  opened.defer(() => pool.end())
  const clock = await openClock(pool, log)
  opened.defer(() => clock.stop())
  const toClose = opened.move()
  return { url, db, pool, clock, leave: () => toClose.disposeAsync() }
}

async function bringDatabase({ DATA_DIR }: Config, log: Logger, opened: AsyncDisposableStack): Promise<string> {
  refuseForeignData(DATA_DIR)
  const embedded = await openEmbeddedPostgres(join(DATA_DIR, 'postgres'), { log })
  opened.defer(() => embedded.leave())
  return embedded.url
}
