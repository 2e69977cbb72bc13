/** Where somebody of the staff is signed in, and ending it. */
import { inAct } from '#server/kernel/acts.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { staffSessionLimits } from '#server/kernel/permission-rules.ts'
import type { World } from '#server/kernel/world.ts'
import { byOneself } from './staff-acts.ts'
import { sessionEnds } from './staff.ts'

export async function listStaffSessions(world: World, { accountId, sessionId }: Staff) {
  const { idle, absolute } = sessionEnds(world.now())
  const sessions = await world.db
    .selectFrom('staffSession')
    .select(['id', 'device', 'factor', 'createdAt', 'lastSeenAt'])
    .where('accountId', '=', accountId)
    .where('lastSeenAt', '>', idle)
    .where('createdAt', '>', absolute)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const thisFirst = sessions.toSorted((a, b) => Number(b.id === sessionId) - Number(a.id === sessionId))
  return thisFirst.map(({ id, device, factor, createdAt, lastSeenAt }) => ({
    sessionId: id,
    device,
    factor,
    signedInAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    endsAt: new Date(createdAt.getTime() + staffSessionLimits.absolute).toISOString(),
    isThis: id === sessionId,
  }))
}

/** Of one's own; those of others are none. */
export async function endStaffSessions(world: World, staff: Staff, sessionIds: number[]): Promise<number> {
  return inAct(world, byOneself(staff, 'StaffEndSession'), async (world) => {
    const { numDeletedRows } = await world.db
      .deleteFrom('staffSession')
      .where('accountId', '=', staff.accountId)
      .where('id', 'in', sessionIds)
      .executeTakeFirst()
    return Number(numDeletedRows)
  })
}
