/** One of everybody who could ask for something: each kind of token, each role in each scope, and nobody at all. */
import { type Permission, type StaffRole, staffRoles } from '#contract/accounts/permissions.ts'
import { isForCollegeOnly, isForEventOnly, permissionsOfRole } from '#server/accounts/staff-rules.ts'
import { applicantAt } from '#server/people/participants.ts'
import { newToken } from '#server/platform/security/tokens.ts'
import type { World } from '#server/world.ts'
import { anEvent, aPersonSignedIn, tokens } from './people.ts'
import { aStaffPerson, staffToken } from './staff.ts'

/** Where a role counts: in the whole college, in the event that is asked about, or in another one only. */
type Where = 'college' | 'this event' | 'another event'

export type Asker = {
  name: string
  /** The kind of token that is good for something; a revoked one is nothing. */
  holds: 'nothing' | 'session' | 'reset' | 'staff'
  bearer?: string
  staff?: string
  role?: StaffRole
  where?: Where
  mustSetPassword?: true
}

export type Events = { thisEvent: number; anotherEvent: number }

export async function twoEvents(world: World): Promise<Events> {
  const anotherEvent = await anEvent(world, { name: 'Conference of last year', isCurrent: false })
  return { anotherEvent, thisEvent: await anEvent(world) }
}

export async function everyAsker(world: World, { thisEvent, anotherEvent }: Events): Promise<Asker[]> {
  const { applicant, resetter } = await tokens(world)
  const ofAnother = await aPersonSignedIn(world)
  await applicantAt(world, ofAnother.accountId, anotherEvent)
  const scopes = { college: null, 'this event': thisEvent, 'another event': anotherEvent } as const
  const signIn = async (role: StaffRole, where: Where, password?: string) => {
    const person = await aStaffPerson(world, role, { eventId: scopes[where], ...(password && { password }) })
    return { accountId: person.accountId, staff: await staffToken(world, person), role, where }
  }
  const staff: Asker[] = []
  for (const role of staffRoles)
    for (const where of Object.keys(scopes) as Where[])
      if (canBe(role, where)) staff.push({ name: `${role}, ${where}`, holds: 'staff', ...(await signIn(role, where)) })
  const { role: _was, accountId, ...revoked } = await signIn('finance', 'college')
  await world.db.updateTable('staffGrant').set({ revokedAt: world.now() }).where('accountId', '=', accountId).execute()
  return [
    { name: 'stranger', holds: 'nothing' },
    { name: 'stranger with made-up tokens', holds: 'nothing', bearer: newToken().token, staff: newToken().token },
    { name: 'person with a session', holds: 'session', bearer: applicant },
    { name: 'person of another event', holds: 'session', bearer: ofAnother.token },
    { name: 'holder of a reset token', holds: 'reset', bearer: resetter },
    ...staff,
    { name: 'staff with a revoked role', holds: 'nothing', ...revoked },
    {
      name: 'owner with a weak password',
      holds: 'staff',
      ...(await signIn('owner', 'college', 'short one')),
      mustSetPassword: true,
    },
  ]
}

const canBe = (role: StaffRole, where: Where) => (where === 'college' ? !isForEventOnly(role) : !isForCollegeOnly(role))

/** What the table of roles says, whichever event is meant. */
export function hasPermission({ role }: Asker, permission: Permission): boolean {
  return role !== undefined && permissionsOfRole[role].includes(permission)
}
