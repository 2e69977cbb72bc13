/** People who are there before a journey begins, and a look into the database for what no browser can bring about. */
import { join } from 'node:path'
import pg from 'pg'
import { sameEmail } from '#contract/accounts.ts'
import { hashPassword } from '#server/platform/passwords.ts'
import { superuser } from '#server/platform/postgres-home.ts'
import { type Portal, someEmail } from './testing.ts'

export type Person = { name: string; email: string; password: string }

const password = 'three blue boats'
let passwordHash: Promise<string> | undefined

/** Somebody whose address is verified. Signing up has journeys of its own, and takes a browser long. */
export async function anApplicant(portal: Portal, name: string): Promise<Person> {
  const email = someEmail(name.split(' ')[0]?.toLowerCase() ?? 'person')
  passwordHash ??= hashPassword(password)
  await inDatabase(
    portal,
    `insert into account (email, email_key, full_name, password_hash, verified_at, created_at, password_changed_at)
     values ($1, $2, $3, $4, now(), now(), now())`,
    [email, sameEmail(email), name, await passwordHash],
  )
  return { name, email, password }
}

export async function inDatabase({ dataFolder }: Portal, sql: string, values: unknown[] = []): Promise<unknown[]> {
  const client = new pg.Client({ host: join(dataFolder, 'postgres', 'socket'), user: superuser, database: 'postgres' })
  await client.connect()
  const { rows } = await client.query(sql, values)
  await client.end()
  return rows as unknown[]
}
