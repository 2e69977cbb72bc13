/** DATABASE_URL, tried at the start: what is wrong with it is told by its name. */
import type pg from 'pg'
import { BadConfig } from '#server/platform/process/config.ts'

/** Nothing is wrong with the setting itself, as far as we know: another start may find the database. */
export class DatabaseAway extends Error {}

/** Refused password, refused user, no such database: they are not cured by waiting. */
const settled = new Set(['28P01', '28000', '3D000'])
const notPermitted = '42501'
const readOnly = '25006'
const oldest = 15

/** Does what first asks the database of the setting. */
export async function reach(url: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof BadConfig) throw error
    const sentence = `DATABASE_URL does not work (${addressOf(url)}): ${reasonOf(error)}.`
    const { code = '' } = error as { code?: string }
    throw settled.has(code) ? new BadConfig(sentence, { cause: error }) : new DatabaseAway(sentence, { cause: error })
  }
}

/** Never the password. */
function addressOf(url: string): string {
  const { username, host, pathname, searchParams } = new URL(url)
  const where = searchParams.get('host') ?? host
  return `user ${decodeURIComponent(username) || 'not named'} at ${where}, database ${pathname.slice(1) || 'not named'}`
}

/** A name with several addresses fails once for each, and says nothing itself. */
function reasonOf(error: unknown): string {
  const { message, errors = [] } = error as Error & { errors?: Error[] }
  return message || errors.map((each) => each.message).join(', ')
}

/** Makes a table, writes, reads and removes it, in a transaction that is taken back. A standby, which only reads, is none of this: it may be the primary in a moment. */
export async function tryDatabase(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  const name = `colloquium_trial_${process.pid}`
  try {
    const { rows } = await client.query<{ version: number }>(
      "select current_setting('server_version_num')::int / 10000 as version",
    )
    const version = rows[0]?.version ?? 0
    if (version < oldest)
      throw new BadConfig(`DATABASE_URL leads to PostgreSQL ${version}: the portal needs ${oldest} or newer.`)
    await client.query('begin')
    await client.query(`create schema ${name}`)
    await client.query(`create table ${name} (word text)`)
    await client.query(`insert into ${name} values ('a trial')`)
    await client.query(`delete from ${name} returning word`)
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (code === notPermitted)
      throw new BadConfig(
        `DATABASE_URL does not work: its user may not make tables in this database (${message}). Make it the owner: alter database <name> owner to <user>.`,
        { cause: error },
      )
    if (code !== readOnly) throw error
  } finally {
    await client.query('rollback').catch(() => undefined)
    client.release()
  }
}
