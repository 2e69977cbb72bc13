/** The orders of somebody who had two accounts at one event come together under one of them, and go back when that is undone. */
import { sql } from 'kysely'
import type { Transaction, World } from '#server/kernel/world.ts'

/** From one place of a person at an event to the other. */
export type Between = { from: number; to: number }

/** To be called with both applicants locked. Seats go with their order; a receipt keeps its name. */
export async function moveOrders({ db }: Transaction<Pick<World, 'db'>>, { from, to }: Between): Promise<number[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('applicantId', '=', from)
    .orderBy('id')
    .forUpdate()
    .execute()
  const ids = rows.map(({ id }) => id)
  await hand({ db }, ids, to)
  return ids
}

export async function moveOrdersBack(world: Pick<World, 'db'>, ids: readonly number[], to: number): Promise<void> {
  await hand(world, ids, to)
}

async function hand({ db }: Pick<World, 'db'>, ids: readonly number[], to: number): Promise<void> {
  await sql`update orders set applicant_id = ${to}, version = version + 1 where id = any(${ids}::int[])`.execute(db)
}
