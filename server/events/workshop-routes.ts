/** What staff ask about workshops and change of them. */
import type { FastifyInstance } from 'fastify'
import {
  RosterList,
  WorkshopCancel,
  WorkshopDelete,
  WorkshopEmailPreview,
  WorkshopSave,
  WorkshopShow,
  WorkshopsOfEvent,
  WorkshopStopSales,
} from '#contract/events/workshop-console.ts'
import { serve } from '#server/kernel/serve.ts'
import type { World } from '#server/kernel/world.ts'
import { rosterOf } from './roster.ts'
import { cancelWorkshop, deleteWorkshop, saveWorkshop, stopSales } from './workshop-changes.ts'
import { workshopFor, workshopsOfEvent } from './workshop-detail.ts'
import { previewEmails } from './workshop-emails.ts'

type Which = { eventId: number; workshopId?: number | undefined }

/** A new one has no number before it is there. */
const toWorkshop = ({ eventId, workshopId }: Which) => ({
  eventId,
  about: workshopId === undefined ? { kind: 'event', id: eventId } : { kind: 'workshop', id: workshopId },
})

export function workshopConsoleRoutes(app: FastifyInstance, world: World): void {
  serve(app, WorkshopsOfEvent, ({ input, caller }) => workshopsOfEvent(world, caller, input))
  serve(app, WorkshopShow, async ({ input, caller }) => ({
    workshop: await workshopFor(world, caller, input.workshopId),
  }))
  serve(app, RosterList, ({ input, caller, request }) => rosterOf(world, caller, { ...input, requestId: request.id }))
  serve(app, WorkshopEmailPreview, ({ input }) => previewEmails(world, input))
  serve(app, WorkshopSave, {
    act: toWorkshop,
    answer: ({ world, input }) => saveWorkshop(world, input),
  })
  serve(app, WorkshopStopSales, { act: toWorkshop, answer: ({ world, input }) => stopSales(world, input) })
  serve(app, WorkshopCancel, {
    act: toWorkshop,
    answer: ({ world, input }) => cancelWorkshop(world, input),
  })
  serve(app, WorkshopDelete, {
    act: toWorkshop,
    answer: async ({ world, input }) => {
      await deleteWorkshop(world, input)
      return {}
    },
  })
}
