/** An abstract moves from one state to another here, and nowhere else: whoever decides about it calls this, and the database refuses the rest. */
import { sql } from 'kysely'
import type { AbstractType } from '#contract/abstracts/rules.ts'
import type { Row } from '#server/database/tables.ts'
import type { Transaction } from '#server/kernel/world.ts'
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

/** What one author is told of one abstract. */
export type Told = {
  abstractId: number
  to: keyof typeof standingOf
  acceptedAs: AbstractType | null
  /** What it is merged into, or the same work as. */
  intoId: number | null
  reviseUntil: string | null
  answerUntil: string | null
  /** Null: nothing that was told holds any more. */
  toldAt: Date | null
  /** Until then it can be taken back, and its author reads what held before. */
  tellsAt?: Date | null
}

/** By id, whatever state they are in: whoever withdraws one at this moment waits for us, or we find it withdrawn. */
export async function lockAbstracts({ db }: Transaction, abstractIds: readonly number[]): Promise<void> {
  const those = sql<boolean>`id = any (${abstractIds}::int[])`
  await db.selectFrom('abstract').select('id').where(those).orderBy('id').forNoKeyUpdate().execute()
}

/** Behind `lockAbstracts`. Each says what was published about it; the database refuses a way that none may go. */
export async function tellAbstracts({ db, now }: Transaction, told: readonly Told[]): Promise<void> {
  const column = <Value>(value: (one: Told) => Value) => told.map(value)
  await sql`
    update abstract set status = now_is.status, level = now_is.level, accepted_as = now_is.accepted_as, revise_until = now_is.revise_until,
      answer_until = now_is.answer_until, told_at = now_is.told_at,
      tells_at = now_is.tells_at,
      -- What is published while something else still waits to be told: its author has read neither.
      told_before = case when now_is.tells_at is null then null when abstract.tells_at > ${now()} then abstract.told_before
        else jsonb_build_object('state', state, 'status', abstract.status, 'level', abstract.level, 'acceptedAs', abstract.accepted_as,
          'reviseUntil', abstract.revise_until, 'answerUntil', abstract.answer_until, 'toldAt', abstract.told_at,
          'intoId', coalesce(abstract.merged_into, abstract.duplicate_of)) end,
      merged_into = case when now_is.status = 'Merged' then now_is.into_id end, duplicate_of = case when now_is.status = 'Duplicate' then now_is.into_id end
    from unnest(${column(({ abstractId }) => abstractId)}::int[], ${column(({ to }) => standingOf[to].status)}::text[],
      ${column(({ to }) => standingOf[to].level)}::int[], ${column(({ acceptedAs }) => acceptedAs)}::abstract_type[],
      ${column(({ reviseUntil }) => reviseUntil)}::date[], ${column(({ answerUntil }) => answerUntil)}::date[],
      ${column(({ toldAt }) => toldAt)}::timestamptz[], ${column(({ intoId }) => intoId)}::int[],
      ${column(({ tellsAt = null }) => tellsAt)}::timestamptz[])
      as now_is (id, status, level, accepted_as, revise_until, answer_until, told_at, into_id, tells_at)
    where abstract.id = now_is.id`.execute(db)
}
