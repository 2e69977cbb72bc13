/** Workshops as staff look after them in tests. */
import { sql } from 'kysely'
import type { Participant } from '#server/kernel/callers.ts'
import type { World } from '#server/kernel/world.ts'
import type { Answer } from './finance.ts'
import type { Organiser } from './organisers.ts'
import { aBuyer, order, pay } from './shop.ts'

export type ShownWorkshop = Record<string, unknown> & {
  workshopId: number
  eventId: number
  version: number
  price: number
}

export const aTopic = {
  topic: 'Focused Echo in Shock',
  date: '2027-01-12',
  time: '09:00',
  durationMinutes: 240,
  venue: 'Simulation Centre',
  facilitators: 'Dr Hina Talpur',
  focal: 'Dr Imran Jatoi',
  seats: 16,
  priceInRupees: 5000,
}

export async function workshopOf(who: Organiser, workshopId: number): Promise<ShownWorkshop> {
  return (await who.ask('WorkshopShow', { workshopId })).body.workshop as ShownWorkshop
}

/** Saves it with another word or two, as it is now or as it was when it was seen. */
export async function saveAs(
  who: Organiser,
  workshopId: number,
  { seen, ...change }: { seen?: number } & Record<string, unknown>,
): Promise<Answer> {
  const workshop = await workshopOf(who, workshopId)
  return who.act('WorkshopSave', { ...wishOf(workshop), ...(seen && { version: seen }), ...change })
}

const written = ['eventId', 'workshopId', 'version', ...Object.keys(aTopic)]

/** What WorkshopSave takes, as it stands. */
export function wishOf(workshop: ShownWorkshop): Record<string, unknown> {
  const all: Record<string, unknown> = { ...workshop, priceInRupees: workshop.price / 100 }
  return Object.fromEntries(written.map((name) => [name, all[name]]))
}

/** Does something to a workshop as it is now. */
export async function toWorkshop(who: Organiser, workshopId: number, [name, input]: [string, object]): Promise<Answer> {
  const { eventId, version } = await workshopOf(who, workshopId)
  return who.act(name, { eventId, workshopId, version, ...input })
}

/** Somebody with a seat that is paid, or only held. */
export async function aSeat(
  world: World,
  { eventId, workshopId, isPaid = true }: { eventId: number; workshopId: number; isPaid?: boolean },
): Promise<Participant & { code: string }> {
  const person = await aBuyer(world, eventId)
  const code = await order(world, person, [workshopId])
  if (isPaid) await pay(world, person, { code })
  return { ...person, code }
}

/** What was charged for a seat in it, by order; only of those that hold one. */
export async function pricesIn({ db }: World, workshopId: number): Promise<number[]> {
  const { rows } = await sql<{ price: number; total: number }>`
    select price, total from order_item join orders on orders.id = order_id
    where workshop_id = ${workshopId} and holds order by order_id`.execute(db)
  return rows.map(({ price, total }) => (price === total ? price : Number.NaN))
}
