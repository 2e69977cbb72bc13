/** People who are there before a journey begins, and a look into the database for what no browser can bring about. */
import { join } from 'node:path'
import pg from 'pg'
import { sameEmail } from '#contract/accounts/accounts.ts'
import type { OpenedSession } from '#server/accounts/sign-in/sessions.ts'
import type { Tables } from '#server/database/tables.ts'
import type { World } from '#server/kernel/world.ts'
import { endOffline } from '#server/payments/desk/offline-end.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { portalRole } from '#server/platform/postgres/home.ts'
import { aPerson, sessionFor } from '#server/testing/people.ts'
import { type Portal, someEmail } from './testing.ts'

export type Person = { name: string; email: string; password: string }

/** Somebody whose address is verified. Signing up has journeys of its own, and takes a browser long. */
export async function anApplicant(portal: Portal, name: string): Promise<Person> {
  const email = someEmail(name.split(' ')[0]?.toLowerCase() ?? 'person')
  const { password } = await inWorld(portal, (world) => aPerson(world, { email, fullName: name }))
  return { name, email, password }
}

export function openSessionFor(portal: Portal, who: { email: string; userAgent: string }): Promise<OpenedSession> {
  return inWorld(portal, async (world) => {
    const account = world.db.selectFrom('account').select('id').where('emailKey', '=', sameEmail(who.email))
    const { id } = await account.executeTakeFirstOrThrow()
    return sessionFor(world, { accountId: id, userAgent: who.userAgent })
  })
}

export async function inWorld<T>(
  portal: Portal,
  work: (world: Pick<World, 'db' | 'now' | 'endDeskPayments'>) => Promise<T>,
): Promise<T> {
  const { db, pool } = openDatabase<Tables>({
    url: urlOf(portal),
    poolSize: 1,
    timeoutFactor: 10,
    log: { warn: () => {} },
  })
  try {
    return await work({ db, now: portal.now, endDeskPayments: endOffline })
  } finally {
    await pool.end()
  }
}

export async function inDatabase(portal: Portal, sql: string, values: unknown[] = []): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: urlOf(portal) })
  await client.connect()
  const { rows } = await client.query(sql, values)
  await client.end()
  return rows as unknown[]
}

const urlOf = ({ dataFolder }: Portal): string =>
  `postgres://${portalRole}@localhost/postgres?host=${encodeURIComponent(join(dataFolder, 'postgres', 'socket'))}`
