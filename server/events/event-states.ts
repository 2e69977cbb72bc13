/** From draft to archive. What staff are told first, and what an act does to others, is written here once. */
import { sql } from 'kysely'
import type { EventEnd, EventPublish } from '#contract/events/console.ts'
import type { EventState } from '#contract/events/event-fields.ts'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import { revokeGrantsOfEvent } from '#server/accounts/staff/grants.ts'
import { closeHolds } from '#server/booking/seats.ts'
import type { Row } from '#server/database/tables.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { lockEvent } from '#server/kernel/events/lock.ts'
import { changeRow } from '#server/kernel/versions.ts'
import type { Acting, Locked, Transaction, World } from '#server/kernel/world.ts'
import { stopMailingsOf } from '#server/mail/send-mailing.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { checklistOf } from './check-event.ts'
import { type Detail, showEvent } from './event-detail.ts'
import { endExtensionsOf } from './extensions.ts'

type Seen = { eventId: number; version: number }
type Confirmed = Seen & { name: string }
type Shown = { event: Detail }

/** What stands in the way is looked for under the lock: whoever takes the last discipline away waits, or was first. */
export async function publishEvent(
  world: Acting,
  { makeCurrent = false, ...seen }: ParsedInputOf<typeof EventPublish>,
): Promise<Shown> {
  // Before the event itself: whoever chooses another current event does it in this order too.
  await lockCurrent(world)
  const event = await lockSeen(world, seen, ['draft'])
  const { stops } = await checklistOf(world, event.id)
  if (stops.length > 0) {
    const fields = stops.map(({ code, sentence }) => ({ path: code, message: sentence }))
    refuse('invalid', { sentence: 'Something stands in the way of publishing.', fields })
  }
  const isCurrent = makeCurrent || !(await hasCurrent(world))
  if (isCurrent) await leaveCurrent(world)
  await change(world, seen, { eventState: 'published', isCurrent })
  return shown(world, event.id)
}

export async function makeEventCurrent(world: Acting, seen: Seen): Promise<Shown> {
  await lockCurrent(world)
  const event = await lockSeen(world, seen, ['published'])
  await leaveCurrent(world)
  await change(world, seen, { isCurrent: true })
  return shown(world, event.id)
}

/** Nobody signs up or books from now on; what was paid settles, letters go out, holds lapse. The current one leaves the home page. */
export async function unpublishEvent(world: Acting, { grants }: Staff, wish: Confirmed): Promise<Shown> {
  await lockCurrent(world)
  const event = await lockConfirmed(world, wish, ['published'])
  const { counts } = await showEvent(world, event.id)
  if (counts.paidOrders > 0 && !grants.some(({ role }) => role === 'owner')) {
    const paid = counts.paidOrders === 1 ? '1 order is' : `${counts.paidOrders} orders are`
    refuse('not_allowed', { sentence: `${paid} paid: only an owner can unpublish this event.` })
  }
  await change(world, wish, { eventState: 'draft', isCurrent: false })
  await stopMailingsOf(world, event.id)
  return shown(world, event.id)
}

/** It stays the current one until another is chosen: people look for their receipts. */
export async function endEvent(world: Acting, wish: Confirmed): Promise<ReplyOf<typeof EventEnd>> {
  const event = await lockConfirmed(world, wish, ['published'])
  // Whoever checks out holds a workshop and then asks for the state: from here on they wait, and find it ended.
  await lockWorkshopsOf(world, wish.eventId)
  await change(world, wish, { eventState: 'ended' })
  await stopMailingsOf(world, event.id)
  const closed = { holds: await closeHolds(world, event.id), extensions: await endExtensionsOf(world, event.id) }
  return { ...(await shown(world, event.id)), closed }
}

export async function archiveEvent(world: Acting, wish: Confirmed): Promise<Shown> {
  await lockCurrent(world)
  const event = await lockConfirmed(world, wish, ['ended'])
  if (event.isCurrent) await refuseState(world, event.id, 'Make another event the current one first.')
  await change(world, wish, { eventState: 'archived' })
  return shown(world, event.id)
}

const isReferredTo = '23503'

/** Only what nobody ever needed. The database knows who refers to it, whatever is added later. */
export async function deleteEvent(world: Acting, staff: Staff, wish: Confirmed): Promise<void> {
  const { id } = await lockConfirmed(world, wish, ['draft'])
  try {
    await world.db.deleteFrom('workshop').where('eventId', '=', id).execute()
    await revokeGrantsOfEvent(world, staff, id)
    await world.db.deleteFrom('event').where('id', '=', id).execute()
  } catch (error) {
    if ((error as { code?: string }).code !== isReferredTo) throw error
    refuse('conflict', { sentence: 'People took part in it, or something of it is in use. It cannot be deleted.' })
  }
}

async function lockCurrent({ db }: Transaction): Promise<void> {
  await sql`select lock_current_event()`.execute(db)
}

async function lockWorkshopsOf({ db }: Transaction, eventId: number): Promise<void> {
  await db.selectFrom('workshop').select('id').where('eventId', '=', eventId).orderBy('id').forNoKeyUpdate().execute()
}

type Event = Locked<Row<'event'>>

async function lockSeen(world: Transaction, { eventId, version }: Seen, from: EventState[]): Promise<Event> {
  const event = await lockEvent(world, eventId)
  if (event.version !== version) return refuse('conflict', { stored: await showEvent(world, eventId) })
  if (!from.includes(event.eventState)) await refuseState(world, eventId, notFrom[event.eventState])
  return event
}

/** It is not, or no longer, in a state from which this can be done. */
async function refuseState(world: World, eventId: number, sentence: string): Promise<never> {
  return refuse('conflict', { sentence, stored: await showEvent(world, eventId) })
}

const notFrom: Record<EventState, string> = {
  draft: 'This event is a draft.',
  published: 'This event is published.',
  ended: 'This event has ended.',
  archived: 'This event is archived. It can only be read.',
}

async function lockConfirmed(world: Transaction, { name, ...seen }: Confirmed, from: EventState[]): Promise<Event> {
  const event = await lockSeen(world, seen, from)
  if (name.trim() !== event.name)
    refuse('invalid', { fields: [{ path: 'name', message: 'Please type the name of the event as it is written.' }] })
  return event
}

type Values = { eventState?: EventState; isCurrent?: boolean }

async function change(world: World, { eventId, version }: Seen, values: Values): Promise<void> {
  if (!(await changeRow(world, 'event', { id: eventId, version, ...values })))
    refuse('conflict', { stored: await showEvent(world, eventId) })
}

async function hasCurrent({ db }: World): Promise<boolean> {
  return Boolean(await db.selectFrom('event').select('id').where('isCurrent', '=', true).executeTakeFirst())
}

/** Under the lock, so that the one before is known. */
async function leaveCurrent({ db }: World): Promise<void> {
  await db.updateTable('event').set({ isCurrent: false }).where('isCurrent', '=', true).execute()
}

async function shown(world: World, eventId: number): Promise<Shown> {
  return { event: await showEvent(world, eventId) }
}
