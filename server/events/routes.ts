import type { FastifyInstance } from 'fastify'
import { SpecialityList, SubSpecialityList } from '#contract/abstracts/abstracts.ts'
import { EventsPortal, LastDates, MyEvents } from '#contract/events/events.ts'
import { SeatAvailable, WorkshopsList } from '#contract/events/workshops.ts'
import { currentEvent, eventMeant } from '#server/kernel/events/current.ts'
import { limits } from '#server/kernel/limits.ts'
import { whoAt } from '#server/kernel/participants.ts'
import { serve } from '#server/kernel/serve.ts'
import type { World } from '#server/kernel/world.ts'
import { count } from '#server/platform/security/rate-limits.ts'
import { eventsOf, lastDate, specialitiesOf, subSpecialitiesOf } from './events.ts'
import { keepSchedule, withOwn } from './workshops.ts'

export function eventRoutes(app: FastifyInstance, world: World): void {
  currentEventRoutes(app, world)
  workshopRoutes(app, world)
}

function currentEventRoutes(app: FastifyInstance, world: World): void {
  serve(app, EventsPortal, async () => {
    const event = await currentEvent(world)
    return { Table: event ? [{ EventId: event.id, Name: event.name }] : [] }
  })
  serve(app, LastDates, async ({ input, caller }) => {
    const { EventID: eventId, typ, Extension: extension } = input
    const theDate = await lastDate(world, { eventId, type: Number(typ), person: caller, extension })
    return { Table: theDate ? [{ theDate }] : [] }
  })
  serve(app, MyEvents, async ({ caller }) => {
    const events = await eventsOf(world, caller)
    return { events: events.map(({ slug, ...event }) => ({ ...event, ...(slug !== null && { slug }) })) }
  })
  serve(app, SpecialityList, async ({ input }) => {
    const eventId = await eventMeant(world, input.EventID)
    return { Table: eventId === undefined ? [] : (await specialitiesOf(world, eventId)).map(option) }
  })
  serve(app, SubSpecialityList, async ({ input }) => ({
    Table: (await subSpecialitiesOf(world, input.SupecialityID)).map(option),
  }))
}

function option({ id, description }: { id: number; description: string }) {
  return { id, Description: description }
}

function workshopRoutes(app: FastifyInstance, world: World): void {
  const schedule = keepSchedule(world)
  serve(app, WorkshopsList, async ({ input, caller }) => {
    // Whoever names somebody else is shown what strangers see: the list is open, what a person bought is not.
    const sent = { EventID: input.EventID, ApplicantID: input.ApplicantID === '' ? 0 : input.ApplicantID }
    const meant = caller && (await whoAt(world, caller, { sent, joins: false }))
    const at = meant === 'somebody else' ? undefined : meant?.at
    const list = (await schedule()).of(input.EventID)
    return at ? { Table: await withOwn(world, list.Table, at.applicantId) } : list
  })
  serve(app, SeatAvailable, async ({ input, caller }) => {
    await count(world, limits.seatsOfAccount, String(caller.accountId))
    return { Table: [{ Status: (await schedule()).hasSeat(input.workshopID) }] }
  })
}
