/** An abstract moves from one state to another here, and nowhere else: whoever decides about it calls this, and the database refuses the rest. */
import type { AbstractType } from '#contract/abstracts/rules.ts'
import type { Row } from '#server/tables.ts'
import type { Transaction } from '#server/world.ts'
import { standingOf, type Reviewed } from './rules.ts'

type Move = {
  eventId: number
  /** Those that are in another state are left as they are. Without ids: all of the event. */
  abstractIds?: readonly number[] | undefined
  from: readonly Row<'abstract'>['state'][]
  to: Reviewed
  reviseUntil?: string
  acceptedAs?: AbstractType
}

/** Locks them by id, and gives those that moved. Its author is told by whoever moves them. */
export async function moveAbstracts({ db }: Transaction, move: Move): Promise<number[]> {
  const { eventId, abstractIds, from, to, reviseUntil = null, acceptedAs } = move
  if (abstractIds?.length === 0) return []
  const locked = await db
    .selectFrom('abstract')
    .select('id')
    .where('eventId', '=', eventId)
    .where('state', 'in', from)
    .where('removedAt', 'is', null)
    .$if(abstractIds !== undefined, (query) => query.where('id', 'in', abstractIds ?? []))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (locked.length === 0) return []
  const ids = locked.map(({ id }) => id)
  await db
    .updateTable('abstract')
    .set({ ...standingOf[to], reviseUntil, ...(acceptedAs && { acceptedAs }) })
    .where('id', 'in', ids)
    .execute()
  return ids
}
