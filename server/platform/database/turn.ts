/** Servers that start on one database at the same time prepare it one after another: the first does the work, the others find it done. */
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from '#server/platform/process/log.ts'

/** The lock that says whose turn it is; servers of all versions know it by this number. */
export const turn = 20_261_116

type Waiting = { log: Pick<Logger, 'info'>; asked?: AbortSignal | undefined }

/**
 * It may be long until the turn comes. So the lock is tried again and again: whoever only waited for it would be held to the limits of
 * a web request, and could not be asked to stop.
 */
export async function inTurn<T>(pool: pg.Pool, { log, asked }: Waiting, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    for (let tries = 0; !(await take(client)); tries += 1) {
      if (tries === 0) log.info('another server prepares the database: this one waits for it')
      await pause(100, undefined, { signal: asked })
    }
    return await work()
  } finally {
    // Closed, not returned: it carries the lock.
    client.release(true)
  }
}

async function take(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [turn])
  return rows[0]?.mine === true
}
