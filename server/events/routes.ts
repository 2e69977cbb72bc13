import type { FastifyInstance } from 'fastify'
import { SpecialityList, SubSpecialityList } from '#contract/abstracts.ts'
import { EventsPortal, LastDates, MyEvents } from '#contract/events.ts'
import { serve } from '#server/platform/serve.ts'
import type { World } from '#server/world.ts'
import { currentEvent, eventsOf, lastDate, specialitiesOf, subSpecialitiesOf } from './service.ts'

export function eventRoutes(app: FastifyInstance, world: World): void {
  serve(app, EventsPortal, async () => {
    const event = await currentEvent(world)
    return { Table: event ? [{ EventId: event.id, Name: event.name }] : [] }
  })
  serve(app, LastDates, async ({ input }) => {
    const theDate = await lastDate(world, { eventId: input.EventID, type: Number(input.typ) })
    return { Table: theDate ? [{ theDate }] : [] }
  })
  serve(app, MyEvents, async ({ caller }) => ({ events: await eventsOf(world, caller) }))
  serve(app, SpecialityList, async ({ input }) => ({ Table: (await specialitiesOf(world, input.EventID)).map(option) }))
  serve(app, SubSpecialityList, async ({ input }) => ({
    Table: (await subSpecialitiesOf(world, input.SupecialityID)).map(option),
  }))
}

function option({ id, description }: { id: number; description: string }) {
  return { id, Description: description }
}
