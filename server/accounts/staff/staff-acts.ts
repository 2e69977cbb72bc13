/** What staff do, as acts: the calls of the console, and what they do to their own sign-in. */
import { type Act, inAct, inActOfSteps, inActOnce, noteRefusal } from '#server/kernel/acts.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { roleFor } from '#server/kernel/permission-rules.ts'
import type { Doing } from '#server/kernel/serve.ts'
import type { Steps, World } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'

/** Before there is a session: whose account it is. */
export const by = (accountId: number, operation: string): Act => ({
  actor: { kind: 'staff', accountId },
  operation,
  about: { kind: 'account', id: accountId },
})

/** Something that they do to their own sign-in. */
export const byOneself = ({ accountId, steppedUp }: Staff, operation: string): Act => ({
  ...by(accountId, operation),
  actor: { kind: 'staff', accountId, steppedUp },
})

/** One act of theirs, in one transaction or in steps as its head says. */
export async function doAsStaff<T>(world: World, doing: Doing, work: (world: Steps) => Promise<T>): Promise<T> {
  const { operation, endOf, once } = doing
  const ending = { ...actOf(doing), ...(endOf && { endOf }) }
  if (operation.runs === 'steps') return inActOfSteps(world, ending, work)
  return once ? inActOnce(world, { ...ending, once }, work) : inAct(world, ending, work)
}

function actOf({ staff, operation, about, reason, eventId, requestId }: Doing): Act {
  const { accountId, steppedUp } = staff
  const role = roleFor(staff.grants, operation.may, eventId)
  const actor = { kind: 'staff', accountId, requestId, steppedUp, ...(role && { role }) } as const
  return { actor, operation: operation.name, reason, ...(about && { about }), ...(eventId && { eventId }) }
}

/** What staff are asked for who have not proven within the last minutes who they are. Without a factor they set one up first. */
export const stepUpRefusal = ({ secondFactor }: World, { factors }: Staff) =>
  factors.length > 0 || secondFactor.passwordStepsUp ? 'step_up' : 'second_factor'

type Tried = { operation: string; requestId: string }

export async function refuseRole(world: World, { accountId }: Staff, tried: Tried): Promise<never> {
  const { operation, requestId } = tried
  const act = { actor: { kind: 'staff', accountId, requestId }, operation } as const
  await noteRefusal(world, act, { outcome: 'refused', refusal: 'not_allowed' })
  return refuse('not_allowed')
}
