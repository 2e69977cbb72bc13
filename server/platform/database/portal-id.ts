/** Which portal this database is: see docs/decisions/0079. */
import { randomBytes, randomUUID } from 'node:crypto'
import { type QueryExecutorProvider, sql } from 'kysely'

export type PortalId = { id: string; backupKey: Buffer }

type Road = { db: QueryExecutorProvider; now: () => Date }

/** Undefined for a portal that was never started. */
export async function knownPortal({ db }: Pick<Road, 'db'>): Promise<PortalId | undefined> {
  return (await sql<PortalId>`select id, backup_key from portal`.execute(db)).rows[0]
}

/** Made by the first who asks; of two that ask at once, both get the one that was first. */
export async function portalId({ db, now }: Road): Promise<PortalId> {
  const known = await knownPortal({ db })
  if (known) return known
  await sql`insert into portal (id, backup_key, made_at) values (${randomUUID()}, ${randomBytes(32)}, ${now()})
    on conflict do nothing`.execute(db)
  return (await knownPortal({ db })) as PortalId
}

/** For a copy of a portal, which must not be taken for the portal itself. */
export async function renewPortalId({ db, now }: Road): Promise<void> {
  await sql`delete from portal`.execute(db)
  await portalId({ db, now })
}
