/** The abstracts of somebody who had two accounts at one event come together under one of them, and go back when that is undone. */
import { sql } from 'kysely'
import type { World } from '#server/kernel/world.ts'

/** With both applicants locked: the database lets an abstract go to another account of the same person only. Drafts too. */
export async function moveAbstracts(
  { db }: Pick<World, 'db'>,
  { from, to }: { from: number; to: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update abstract set applicant_id = ${to} where applicant_id = ${from} and removed_at is null returning id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export async function moveAbstractsBack({ db }: Pick<World, 'db'>, ids: readonly number[], to: number): Promise<void> {
  await sql`update abstract set applicant_id = ${to} where id = any(${ids}::int[])`.execute(db)
}
