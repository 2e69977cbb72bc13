/** Rows that staff edit have a version, and whoever saves names the one they saw: of two who began from the same, the second is told. */
import type { Updateable } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { World } from './world.ts'

type Versioned = {
  [Name in keyof Tables]: Tables[Name] extends { id: unknown; version: unknown } ? Name : never
}[keyof Tables]
type Seen = { id: number; version: number }

/** Changes the row and counts its version up, unless somebody changed it since. Undefined: they did, or it is gone. */
export async function changeRow<Name extends Versioned>(
  { db }: Pick<World, 'db'>,
  table: Name,
  { id, version, ...values }: Seen & Omit<Updateable<Tables[Name]>, 'id' | 'version'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    // The compiler cannot follow a table that it does not know the name of; the type of `values` has said what fits.
    .updateTable(table as 'programme')
    .set({ ...values, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
