/** What staff do, as acts: the calls of the console, and what they do to their own sign-in. Also the refusal of what asks for step-up. */
import { type Act, inAct, inActOfSteps, inActOnce, noteAct } from '#server/audit/acts.ts'
import type { Staff } from '#server/callers.ts'
import { limits } from '#server/limits.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { count, isOver } from '#server/platform/security/rate-limits.ts'
import type { Doing } from '#server/serve.ts'
import type { World } from '#server/world.ts'
import { roleFor } from './staff-rules.ts'

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

/** One act of theirs. Where the bank is asked, or a file looked at, no transaction may be open: there the act comes first, and each step belongs to it. */
export async function doAsStaff<T>(world: World, doing: Doing, work: (world: World) => Promise<T>): Promise<T> {
  const { operation, endOf, once } = doing
  const ending = { ...actOf(doing), ...(endOf && { endOf }) }
  if (once) return inActOnce(world, { ...ending, once }, work)
  const inSteps = operation.path.startsWith('/payments/') || operation.upload !== undefined
  return inSteps ? inActOfSteps(world, ending, work) : inAct(world, ending, work)
}

function actOf({ staff, operation, about, reason, eventId, requestId }: Doing): Act {
  const { accountId, steppedUp } = staff
  const role = operation.may === 'self' ? undefined : roleFor(staff.grants, operation.may, eventId)
  const actor = { kind: 'staff', accountId, requestId, steppedUp, ...(role && { role }) } as const
  return { actor, operation: operation.name, reason, ...(about && { about }), ...(eventId && { eventId }) }
}

/** Whoever has nothing to prove it with sets that up first. That it was tried is in the trail. */
export async function askToStepUp(world: World, doing: Doing): Promise<never> {
  const { staff } = doing
  const about = doing.operation.may === 'self' ? { kind: 'account', id: staff.accountId } : doing.about
  return refuseStepUp(world, staff, actOf({ ...doing, about }))
}

/** What somebody is told who has not proven that it is they. */
export const stepUpRefusal = ({ secondFactor }: World, { factors }: Staff) =>
  factors.length > 0 || secondFactor.passwordStepsUp ? 'step_up' : 'second_factor'

export async function refuseStepUp(world: World, staff: Staff, act: Act): Promise<never> {
  await count(world, limits.stepUpsAskedOfSession, String(staff.sessionId))
  const refusal = stepUpRefusal(world, staff)
  await noteAct(world, act, { outcome: 'refused', refusal })
  return refuse(refusal)
}

type Tried = { operation: string; requestId: string }

/** Refused however often; written down so often that nobody fills the trail with it. */
export async function refuseRole(world: World, { accountId, sessionId }: Staff, tried: Tried): Promise<never> {
  const of = `${sessionId} without the role`
  const isTold = await isOver(world, limits.stepUpsAskedOfSession, of)
  await count(world, { ...limits.stepUpsAskedOfSession, hits: Infinity }, of)
  const { operation, requestId } = tried
  const act = { actor: { kind: 'staff', accountId, requestId }, operation } as const
  if (!isTold) await noteAct(world, act, { outcome: 'refused', refusal: 'not_allowed' })
  return refuse('not_allowed')
}
