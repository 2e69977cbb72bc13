/** The order in which abstracts wait for a place. It changes by a person, never by itself. */
import { sql } from 'kysely'
import type { ParsedInputOf } from '#contract/operation.ts'
import type { WaitingMove } from '#contract/selection/decisions.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { lockOpenEvent } from '#server/kernel/events/lock.ts'
import { hiddenFrom } from '#server/kernel/visibility/seen-by.ts'
import type { Acting, Transaction } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { lockCall } from '#server/selection/call/calls.ts'
import { ranking } from '#server/selection/decisions/ranking.ts'

type Waiting = { id: number; place: number; decisionId: number }

/** Abstracts that are hidden from the person who moves stay where they are: the two change places over them. */
export async function moveWaiting(
  world: Acting,
  staff: Staff,
  { eventId, abstractId, way, pastId }: ParsedInputOf<typeof WaitingMove>,
): Promise<void> {
  await lockOpenEvent(world, eventId)
  // Whoever decides or moves at this moment waits here: the order is read behind it.
  await lockCall(world, eventId)
  const list = await waitingIn(world, { eventId, hidden: await hiddenFrom(world, staff, eventId) })
  const at = list.findIndex(({ id }) => id === abstractId)
  const past = list.findIndex(({ id }) => id === pastId)
  const [one, other] = [list[at], list[past]]
  if (!one || !other) return refuse('not_found')
  if (past !== (way === 'up' ? at - 1 : at + 1))
    refuse('conflict', { sentence: 'Somebody has moved one of them. Please look again.' })
  await sql`
    update decision set place = case id when ${one.decisionId}::int then ${other.place}::int else ${one.place}::int end
    where id in (${one.decisionId}, ${other.decisionId})`.execute(world.db)
}

/** As it stands, pending or told. */
async function waitingIn({ db }: Transaction, which: { eventId: number; hidden: number[] }): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select ranked.id, place, coalesce(pending_id, (select max(told.id) from decision told join decision_batch on decision_batch.id = told.batch_id
      where told.abstract_id = ranked.id and taken_back_at is null)) as decision_id
    from ${ranking(which)} as ranked where outcome = 'waiting' and place is not null order by place, ranked.id`.execute(
    db,
  )
  return rows
}
