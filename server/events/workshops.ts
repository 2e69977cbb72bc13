import { sql } from 'kysely'
import { orderLimits } from '#contract/booking/texts.ts'
import type { PublicWorkshop } from '#contract/events/site.ts'
import type { WorkshopRow } from '#contract/events/workshops.ts'
import { paisaInRupee } from '#contract/money.ts'
import type { Row } from '#server/database/tables.ts'
import { isDue, isPaying } from '#server/kernel/order-sql.ts'
import type { World } from '#server/kernel/world.ts'

/** What strangers see, by event, and how many seats each workshop has left. */
export type Schedule = {
  /** Of this event, or else of the current one. */
  of: (eventId: number | undefined) => { Table: WorkshopRow[] }
  hasSeat: (workshopId: number) => boolean
}

type Counted = Row<'workshop'> & { seatsLeft: number; isCurrent: boolean }

export async function listWorkshops(world: World, eventId: number): Promise<PublicWorkshop[]> {
  const workshops = await world.db
    .selectFrom('workshop')
    .select(['id', 'topic', 'startsAt', 'durationMinutes', 'price', 'facilitators', 'venue', 'seats'])
    .where('eventId', '=', eventId)
    .orderBy('startsAt')
    .orderBy('id')
    .execute()
  return workshops.map((workshop) => ({ ...workshop, startsAt: workshop.startsAt.toISOString() }))
}

/** Gives the schedule of this second; however many ask, the database is asked once. */
export function keepSchedule(world: World): () => Promise<Schedule> {
  let kept: Schedule | undefined
  let reading: Promise<Schedule> | undefined
  let freshUntil = 0

  async function read(): Promise<Schedule> {
    // Counted from the question, not from the answer: what was read may be as old as that.
    const asked = performance.now()
    try {
      kept = await readSchedule(world)
      freshUntil = asked + orderLimits.seatsFreshFor
      return kept
    } finally {
      reading = undefined
    }
  }

  return async () => {
    if (kept && performance.now() < freshUntil) return kept
    return (reading ??= read())
  }
}

async function readSchedule(world: World): Promise<Schedule> {
  const now = world.now()
  const { rows } = await sql<Counted>`
    with due as (
      select workshop_id, count(*) as seats from orders join order_item on order_id = orders.id and holds
      where ${isDue(now)} group by workshop_id)
    select workshop.*, is_current,
      case when sales_stopped_at is null then workshop.seats - seats_taken + coalesce(due.seats, 0) else 0 end as seats_left
    from workshop join event on event.id = event_id and event_state <> 'draft' left join due on due.workshop_id = workshop.id
    order by starts_at, workshop.id`.execute(world.db)
  const byEvent = Map.groupBy(rows, ({ eventId }) => eventId)
  const lists = new Map([...byEvent].map(([eventId, its]) => [eventId, { Table: its.map((row) => rowOf(row, now)) }]))
  const open = new Set(rows.flatMap(({ id, seatsLeft, startsAt }) => (seatsLeft > 0 && startsAt > now ? [id] : [])))
  const current = rows.find(({ isCurrent }) => isCurrent)?.eventId
  return { of: (eventId = current) => lists.get(eventId ?? 0) ?? nothingListed, hasSeat: (id) => open.has(id) }
}

const nothingListed = { Table: [] }

function rowOf(workshop: Counted, now: Date): WorkshopRow {
  return {
    WorkshopID: workshop.id,
    Topic: workshop.topic,
    theDate: workshop.startsAt.toISOString(),
    Price: workshop.price / paisaInRupee,
    Facilitators: workshop.facilitators,
    Venue: workshop.venue,
    duration: workshop.durationMinutes,
    Focal: workshop.focal,
    PaymentCode: '',
    PaidStatus: '',
    Seats: workshop.seats,
    SeatsLeft: Math.max(0, workshop.seatsLeft),
    HasBegun: workshop.startsAt <= now,
    ...(workshop.salesStoppedAt && { IsStopped: true }),
    ...(workshop.cancelledAt && { IsCancelled: true }),
  }
}

/** The same rows with what this applicant has bought, or has still to pay for. */
export async function withOwn(world: World, rows: WorkshopRow[], applicantId: number): Promise<WorkshopRow[]> {
  const { rows: own } = await sql<{
    workshopId: number
    paymentCode: string
    state: Row<'orders'>['state']
    holdUntil: Date
    isPaying: boolean
  }>`
    select workshop_id, payment_code, state, hold_until, ${isPaying} as is_paying
    from order_item join orders on orders.id = order_id
    where order_item.applicant_id = ${applicantId} and holds and not ${isDue(world.now())}`.execute(world.db)
  const owned = new Map(own.map((each) => [each.workshopId, each]))
  return rows.map((row) => {
    const mine = owned.get(row.WorkshopID)
    if (!mine) return row
    const isPaid = mine.state === 'paid'
    const hold = !isPaid && !mine.isPaying && { HoldUntil: mine.holdUntil.toISOString() }
    return { ...row, PaymentCode: mine.paymentCode, PaidStatus: isPaid ? 'PAID' : 'added', ...hold }
  })
}
