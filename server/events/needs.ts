/** What an organiser looks after in an event, for the overview. */
import type { Needs } from '#server/kernel/needs.ts'
import type { World } from '#server/kernel/world.ts'
import { checklistOf } from './check-event.ts'
import type { seatsByWorkshop } from './workshop-detail.ts'

type Event = { eventId: number; isDraft: boolean; workshops: Awaited<ReturnType<typeof seatsByWorkshop>> }

/** A tenth of the seats, one at least: then somebody thinks about another room. */
const fewLeft = (seats: number): number => Math.max(1, Math.floor(seats / 10))

/** Workshops that are full or nearly; of a draft, what stands in the way of publishing it. */
export async function needsYou(world: World, { eventId, isDraft, workshops }: Event): Promise<Needs> {
  if (isDraft) return { stops: { count: (await checklistOf(world, eventId)).stops.length, since: null } }
  const open = workshops.filter(({ state }) => state === 'selling' || state === 'full')
  return { seats: { count: open.filter(({ seats, free }) => seats > 0 && free <= fewLeft(seats)).length, since: null } }
}
