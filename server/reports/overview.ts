/** The overview of the console. What it counts of an event is kept for five seconds, however many look; what somebody may see is theirs alone. */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Permission } from '#contract/accounts/permissions.ts'
import { dayIn } from '#contract/days.ts'
import type { NeedKind } from '#contract/events/need-kinds.ts'
import { ConsoleOverview } from '#contract/events/overview.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { isSubmitted } from '#server/abstracts/list.ts'
import { needsYou as erasureNeeds } from '#server/accounts/closure/held-erasures.ts'
import { latestActs } from '#server/audit/trail.ts'
import { needsYou as backupNeeds } from '#server/backup/needs.ts'
import type { Row } from '#server/database/tables.ts'
import { needsYou as eventNeeds } from '#server/events/needs.ts'
import { seatsByWorkshop } from '#server/events/workshop-detail.ts'
import type { Staff } from '#server/kernel/callers.ts'
import type { Needs } from '#server/kernel/needs.ts'
import { isWithin, whereMay } from '#server/kernel/permissions.ts'
import { serve } from '#server/kernel/serve.ts'
import { unseenBy } from '#server/kernel/visibility/seen-by.ts'
import type { World } from '#server/kernel/world.ts'
import { needsYou as mailNeeds } from '#server/mail/needs.ts'
import { needsYou as paymentNeeds } from '#server/payments/needs.ts'
import { registrationsByDay } from '#server/people/registrations.ts'
import { refuse } from '#server/platform/http/refuse.ts'

type Reply = ReplyOf<typeof ConsoleOverview>
type Counted = Omit<Reply, 'needs' | 'latest'> & { waiting: Needs }

const keptFor = 5000
const mostKept = 100
const dayLength = 86_400_000
const week = 7
/** How many workshops are drawn; the list has all. */
const mostWorkshops = 8

/** Who is told of what. `everywhere`: what belongs to no event is for whoever may in the whole college. Another domain adds its kind here. */
const told: Record<NeedKind, { may: Permission; everywhere?: true }> = {
  exceptions: { may: 'finance.read' },
  orphans: { may: 'finance.read', everywhere: true },
  second: { may: 'offline.confirm' },
  letters: { may: 'mail.outbox', everywhere: true },
  seats: { may: 'event.edit' },
  stops: { may: 'event.publish' },
  acts: { may: 'audit.read' },
  erasures: { may: 'team.grant', everywhere: true },
  backup: { may: 'team.grant', everywhere: true },
}

export function overviewRoutes(app: FastifyInstance, world: World): void {
  const count = keepCounts(world)
  serve(app, ConsoleOverview, async ({ caller, input }) => overviewOf(world, caller, await count(input.eventId)))
}

/** However many look at an event within five seconds, it is counted once. */
export function keepCounts(world: World): (eventId: number) => Promise<Counted> {
  const kept = new Map<number, { until: number; counted: Promise<Counted> }>()
  return (eventId) => {
    const known = kept.get(eventId)
    if (known && performance.now() < known.until) return known.counted
    if (kept.size >= mostKept) kept.clear()
    const counted = countEvent(world, eventId)
    kept.set(eventId, { until: performance.now() + keptFor, counted })
    // What could not be counted is asked for again at once.
    counted.catch(() => kept.delete(eventId))
    return counted
  }
}

export async function overviewOf(world: World, staff: Staff, { waiting, ...counted }: Counted): Promise<Reply> {
  const { eventId } = counted.event
  const unseen = await unseenBy(world, staff)
  const { latest, unknown } = await latestActs(world, { staff, unseen }, eventId)
  const letters = unseen.abstracts.length > 0 ? await mailNeeds(world, unseen) : {}
  const found: Needs = { ...waiting, ...letters, ...(unknown && { acts: unknown }) }
  const needs = (Object.keys(told) as NeedKind[])
    .flatMap((kind) => {
      const { may, everywhere } = told[kind]
      const need = found[kind]
      if (!need || need.count === 0 || !isWithin(whereMay(staff, may), everywhere ? null : eventId)) return []
      return [{ kind, count: need.count, since: need.since?.toISOString() ?? null, money: need.money ?? null }]
    })
    .toSorted((one, other) => compare(one.since ?? '~', other.since ?? '~'))
  const figures = isWithin(whereMay(staff, 'orders.read'), eventId)
    ? counted.figures
    : { ...counted.figures, received: null, heldMoney: null }
  return { ...counted, figures, needs, latest }
}

/** By their letters: what has no date comes last. */
const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

async function countEvent(world: World, eventId: number): Promise<Counted> {
  const event = await eventWithAbstracts(world, eventId)
  const { timeZone } = event
  // Nobody comes to a draft, and nobody pays for it.
  const isDraft = event.eventState === 'draft'
  const registrations = isDraft ? [] : await registrationsByDay(world, { eventId, timeZone })
  const workshops = await seatsByWorkshop(world, eventId)
  const waiting = {
    ...(isDraft ? {} : await paymentNeeds(world, eventId)),
    ...(await mailNeeds(world)),
    ...(await eventNeeds(world, { eventId, isDraft, workshops })),
    ...(await erasureNeeds(world)),
    ...(await backupNeeds(world)),
  }
  const today = dayIn(timeZone, world.now())
  return {
    event: shown(event, today),
    figures: { ...figuresOf(registrations, today), ...event.abstracts, ...seatFigures(workshops) },
    registrations,
    workshops: fullest(workshops),
    waiting,
  }
}

type WithAbstracts = Row<'event'> & { abstracts: { submitted: number; drafts: number } }

async function eventWithAbstracts({ db }: World, eventId: number): Promise<WithAbstracts> {
  const count = (which: ReturnType<typeof sql>) =>
    sql<number>`(select count(*)::int from abstract where event_id = event.id and ${which})`
  const found = await db
    .selectFrom('event')
    .selectAll()
    .select([count(isSubmitted).as('submitted'), count(sql`state = 'draft' and removed_at is null`).as('drafts')])
    .where('id', '=', eventId)
    .executeTakeFirst()
  const { submitted, drafts, ...event } = found ?? refuse('not_found')
  return { ...event, abstracts: { submitted, drafts } }
}

function shown(event: Row<'event'>, today: string): Reply['event'] {
  const { id, name, eventState, isCurrent, timeZone } = event
  const { opensOn, abstractsCloseOn, decisionsOn, registrationClosesOn, workshopsFrom, startsOn, endsOn } = event
  const dates = { opensOn, abstractsCloseOn, decisionsOn, registrationClosesOn, workshopsFrom, startsOn, endsOn }
  return { eventId: id, name, state: eventState, isCurrent, timeZone, today, ...dates }
}

function figuresOf(registrations: Reply['registrations'], today: string) {
  const since = new Date(new Date(`${today}T00:00:00Z`).getTime() - (week - 1) * dayLength).toISOString().slice(0, 10)
  const sum = (days: Reply['registrations']) => days.reduce((all, { people }) => all + people, 0)
  return { people: sum(registrations), newPeople: sum(registrations.filter(({ day }) => day >= since)) }
}

type Seats = Awaited<ReturnType<typeof seatsByWorkshop>>

/** One that is cancelled has no seats to sell. */
function seatFigures(all: Seats) {
  const workshops = all.filter(({ state }) => state !== 'cancelled')
  const sum = (of: 'received' | 'heldMoney' | 'seats' | 'paid' | 'held') =>
    workshops.reduce((total, each) => total + each[of], 0)
  return {
    workshops: workshops.length,
    received: sum('received'),
    heldMoney: sum('heldMoney'),
    seats: sum('seats'),
    paid: sum('paid'),
    held: sum('held'),
  }
}

function fullest(workshops: Seats): Reply['workshops'] {
  const share = ({ seats, paid, held }: Seats[number]) => (seats === 0 ? 0 : (paid + held) / seats)
  return workshops
    .filter(({ state }) => state !== 'cancelled')
    .toSorted((one, other) => share(other) - share(one) || one.id - other.id)
    .slice(0, mostWorkshops)
    .map(({ received: _received, heldMoney: _held, ...workshop }) => workshop)
}
