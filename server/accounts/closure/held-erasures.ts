import { erasureHeldLetter } from '#server/accounts/mail.ts'
import { ownerEmails } from '#server/accounts/staff/grants.ts'
/** Erasures that would blank more of the audit log than usual: they wait until an owner has looked and allowed it. */
import { noteAct } from '#server/kernel/acts.ts'
import { mostRowsBlanked, rowsBlankedFor } from '#server/kernel/blankings.ts'
import type { Needs } from '#server/kernel/needs.ts'
import { post } from '#server/kernel/outbox/outbox.ts'
import { inTransaction, type World } from '#server/kernel/world.ts'

/** Leaves the transaction of the erasure: nothing was blanked. */
export class TooManyRows extends Error {
  readonly rows: number
  constructor(rows: number) {
    super(`the erasure would blank ${rows} rows of the audit log`)
    this.rows = rows
  }
}

/** After the erasure, in its transaction. What an owner allowed may have grown a little since. */
export async function refuseTooManyRows(
  world: Pick<World, 'db'>,
  accountId: number,
  allowedRows: number | null,
): Promise<void> {
  const rows = await rowsBlankedFor(world, accountId)
  if (rows > mostRowsBlanked + (allowedRows ?? 0)) throw new TooManyRows(rows)
}

/** Sets it aside and asks the owners. */
export async function holdErasure(world: World, accountId: number, rows: number): Promise<void> {
  await inTransaction(world, async (world) => {
    const actor = { kind: 'schedule', name: 'erase-people' } as const
    const about = { kind: 'account', id: accountId }
    await noteAct(world, { actor, operation: 'erase-people', about }, { outcome: 'refused', refusal: 'too_many_rows' })
    await world.db
      .updateTable('closure')
      .set({ heldAt: world.now(), heldRows: rows, allowedRows: null })
      .where('accountId', '=', accountId)
      .execute()
    const words = erasureHeldLetter({ accountId, rows, publicUrl: world.publicUrl })
    for (const to of await ownerEmails(world)) await post(world, { kind: 'erasure_held', to, ...words })
  })
}

const held = ({ db }: Pick<World, 'db'>) =>
  db.selectFrom('closure').innerJoin('account', 'account.id', 'accountId').where('heldAt', 'is not', null)

export async function heldErasures(world: Pick<World, 'db'>) {
  const rows = await held(world).select(['accountId', 'fullName', 'heldAt', 'heldRows']).orderBy('heldAt').execute()
  return rows.flatMap(({ accountId, fullName: name, heldAt, heldRows }) =>
    heldAt && heldRows ? [{ accountId, name, heldAt: heldAt.toISOString(), rows: heldRows }] : [],
  )
}

/** The next run of the schedule erases them. False when none waits: the person may have kept the account meanwhile. */
export async function allowErasure({ db }: Pick<World, 'db'>, accountId: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('closure')
    .set((row) => ({ allowedRows: row.ref('heldRows'), heldAt: null, heldRows: null }))
    .where('accountId', '=', accountId)
    .where('heldAt', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function needsYou(world: Pick<World, 'db'>): Promise<Needs> {
  const { count, since } = await held(world)
    .select((row) => [row.fn.countAll<number>().as('count'), row.fn.min('heldAt').as('since')])
    .executeTakeFirstOrThrow()
  return { erasures: { count: Number(count), since } }
}
