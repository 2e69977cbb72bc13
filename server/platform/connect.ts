import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { Config } from './config.ts'
import { type Database, openDatabase } from './database.ts'
import { openEmbeddedPostgres } from './embedded-postgres.ts'
import type { Logger } from './log.ts'

export type Connection<Tables> = { url: string; db: Database<Tables>; pool: pg.Pool; leave: () => Promise<void> }

/** The database of the settings: yours, or one that the portal brings and the last to leave stops. */
export async function connect<Tables>({ DATABASE_URL, DATA_DIR }: Config, log: Logger): Promise<Connection<Tables>> {
  mkdirSync(DATA_DIR, { recursive: true })
  const embedded = DATABASE_URL ? undefined : await openEmbeddedPostgres(join(DATA_DIR, 'postgres'), { log })
  const url = DATABASE_URL ?? (embedded?.url as string)
  const { db, pool } = openDatabase<Tables>({ url, log })
  const leave = async () => {
    await pool.end()
    await embedded?.leave()
  }
  return { url, db, pool, leave }
}
