/** How each change of a workshop is made, for the test that looks for its act. */
import { aBuyer, aWorkshop, order } from './shop.ts'
import type { ChangeOfStaff, Team } from './team.ts'
import { aTopic } from './workshops.ts'

/** As staff see one that is new. */
async function seen({ world, eventId }: Team) {
  return { eventId, workshopId: await aWorkshop(world, eventId), version: 1 }
}

export const changesOfWorkshops: Record<string, ChangeOfStaff> = {
  WorkshopSave: { prepare: async ({ eventId }) => ({ input: { eventId, ...aTopic }, changes: ['workshop'] }) },
  WorkshopStopSales: {
    prepare: async (team) => ({ input: { ...(await seen(team)), stopped: true }, changes: ['workshop'] }),
  },
  WorkshopCancel: {
    prepare: async (team) => {
      const workshop = await seen(team)
      await order(team.world, await aBuyer(team.world, team.eventId), [workshop.workshopId])
      return { input: { ...workshop, cancelled: true, paid: 0 }, changes: ['orders', 'workshop'] }
    },
  },
  WorkshopDelete: { prepare: async (team) => ({ input: await seen(team), changes: ['workshop'] }) },
}
