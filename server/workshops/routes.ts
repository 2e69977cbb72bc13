import type { FastifyInstance } from 'fastify'
import { SeatAvailable, WorkshopsList } from '#contract/workshops.ts'
import { count, limits } from '#server/platform/limits.ts'
import { serve, serveShared } from '#server/platform/serve.ts'
import { callerAt } from '#server/sessions/service.ts'
import type { World } from '#server/world.ts'
import { keepSchedule, withOwn } from './service.ts'

export function workshopRoutes(app: FastifyInstance, world: World): void {
  const schedule = keepSchedule(world)
  serveShared(app, WorkshopsList, {
    shared: async (input) => (await schedule()).of(input.EventID).bytes,
    own: async ({ input, caller }) => {
      // Whoever names somebody else is shown what strangers see: the list is open, what a person bought is not.
      const sent = { EventID: input.EventID, ApplicantID: input.ApplicantID === '' ? 0 : input.ApplicantID }
      const applicantId = caller && (await callerAt(world, caller, sent))?.applicantId
      if (applicantId === undefined) return undefined
      const { rows } = (await schedule()).of(input.EventID)
      return { Table: await withOwn(world, rows, applicantId) }
    },
  })
  serve(app, SeatAvailable, async ({ input, caller }) => {
    await count(world, limits.seatsOfAccount, String(caller.accountId))
    return { Table: [{ Status: (await schedule()).hasSeat(input.workshopID) }] }
  })
}
