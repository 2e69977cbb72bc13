/**
 * A connection whose answer did not come in time. The question may still be under way (a commit that waits for a standby ends for nobody's
 * time-out), so the next one to use the connection would wait behind it, and one that is closed leaves its half of the work running on the
 * server: callers who try again would use up all connections that the server has.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'

/** As `pg` says it. */
const noAnswer = 'Query read timeout'

/** A network that died says nothing, ever; such a connection must not count for longer. */
const longest = 60_000
const lookEvery = 100

/** The same pool, where a connection that owes an answer takes no further question, and comes back when it has given it. */
export function heldUntilAnswered(pool: pg.Pool): PostgresPool {
  const lines = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const line = lines.get(client) ?? lineOf(pool, client)
      lines.set(client, line)
      return line
    },
  }
}

function lineOf(pool: pg.Pool, client: pg.PoolClient): PostgresPoolClient {
  let owing: { error: Error; answered: boolean } | undefined

  async function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    // After a commit that is not answered comes a rollback, which would wait behind it just as long.
    if (owing) throw owing.error
    try {
      return (await client.query(text, values as unknown[])) as unknown as PostgresQueryResult<R>
    } catch (error) {
      if (error instanceof Error && error.message === noAnswer) {
        const owed = { error, answered: false }
        owing = owed
        for (const event of ['drain', 'end']) client.once(event, () => (owed.answered = true))
      }
      throw error
    }
  }

  async function releaseWhenAnswered(owed: { answered: boolean }): Promise<void> {
    for (let waited = 0; waited < longest && !owed.answered && !pool.ending; waited += lookEvery) await pause(lookEvery)
    // Closed, not returned: a transaction may be open on it.
    client.release(true)
  }

  return {
    query: query as PostgresPoolClient['query'],
    release: (destroy) => (owing ? void releaseWhenAnswered(owing) : client.release(destroy)),
  }
}
