/** The only door to what a reviewer may read: their own rows of the schema `blind`, asked for by a role that may read nothing else. See docs/decisions/0058. */
import { sql, type Transaction as KyselyTransaction } from 'kysely'
import type { Reviewer } from '#server/kernel/callers.ts'
import { inTransaction, type Transaction, type World } from '#server/kernel/world.ts'
import type { BlindTables } from './blind-tables.ts'

export type BlindWorld = Pick<World, 'now' | 'log'> & {
  db: KyselyTransaction<BlindTables>
  /** Out of the role, in the same transaction, and back: for what was found through `db`, by its id. */
  write: <T>(work: (world: Transaction) => Promise<T>) => Promise<T>
}

/** In the embedded database server/platform/postgres/roles.ts makes the role, in yours the portal does at its start. */
export const blindSide = { role: 'colloquium_blind', schema: 'blind' } as const

export const oneWall =
  'One wall of two stands between reviewers and authors: the role colloquium_blind may not be made or taken on here.'

/** One transaction: everything that is read and written in it belongs to this reviewer. */
export function inBlindWorld<T>(
  world: World,
  { reviewerId }: Pick<Reviewer, 'reviewerId'>,
  work: (blind: BlindWorld) => Promise<T>,
): Promise<T> {
  return inTransaction(world, async (world) => {
    const role = world.hasBlindRole ? blindSide.role : 'none'
    const become = (name: string) => sql`select set_config('role', ${name}, true)`.execute(world.db)
    await sql`select set_config('colloquium.reviewer', ${String(reviewerId)}, true), set_config('role', ${role}, true)`.execute(
      world.db,
    )
    return work({
      now: world.now,
      log: world.log,
      db: world.db.withSchema(blindSide.schema) as unknown as KyselyTransaction<BlindTables>,
      write: async (work) => {
        await become('none')
        const written = await work(world)
        await become(role)
        return written
      },
    })
  })
}
