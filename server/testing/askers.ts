/** One of everybody who could ask for something: each kind of token, each role in each scope, and nobody at all. */
import { type Permission, type StaffRole, staffRoles } from '#contract/accounts/permissions.ts'
import type { SessionNeed } from '#contract/accounts/session-needs.ts'
import { applicantAt } from '#server/kernel/participants.ts'
import {
  isForCollegeOnly,
  isForEventOnly,
  isOfCollegeOnly,
  permissionsOfRole,
} from '#server/kernel/permission-rules.ts'
import type { World } from '#server/kernel/world.ts'
import { newToken } from '#server/platform/security/tokens.ts'
import { anEvent, aPersonSignedIn, tokens } from './people.ts'
import { aStaffPerson, changeSession, giveFactor, staffToken } from './staff.ts'

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
  /** What still stands between their session and the console. */
  needs?: SessionNeed
}

export type Events = { thisEvent: number; anotherEvent: number }

export async function twoEvents(world: World): Promise<Events> {
  const anotherEvent = await anEvent(world, { name: 'Conference of last year', isCurrent: false })
  return { anotherEvent, thisEvent: await anEvent(world) }
}

/** As in production: owners and finance need a second factor, and the password alone is never proof enough. */
export const asInProduction = { secondFactor: { forcedFor: 'owner-finance', passwordStepsUp: false } } as const

/** In a world that is `asInProduction`. */
export async function everyAsker(world: World, { thisEvent, anotherEvent }: Events): Promise<Asker[]> {
  const { applicant, resetter } = await tokens(world)
  const ofAnother = await aPersonSignedIn(world)
  await applicantAt(world, ofAnother.accountId, anotherEvent)
  const scopes = { college: null, 'this event': thisEvent, 'another event': anotherEvent } as const
  const signIn = async (role: StaffRole, where: Where, password?: string) => {
    const person = await aStaffPerson(world, role, { eventId: scopes[where], ...(password && { password }) })
    return { accountId: person.accountId, staff: await staffToken(world, person), role, where }
  }
  /** Has a factor, and has shown it, or not, or used a recovery code. */
  const signInWithFactor = async (role: StaffRole, where: Where, factor: 'totp' | 'recovery' | 'none') => {
    const signedIn = await signIn(role, where)
    await giveFactor(world, signedIn.accountId)
    await changeSession(world, signedIn.staff, { factor })
    return signedIn
  }
  const staff: Asker[] = []
  for (const role of staffRoles)
    for (const where of Object.keys(scopes) as Where[])
      if (canBe(role, where))
        staff.push({ name: `${role}, ${where}`, holds: 'staff', ...(await signInWithFactor(role, where, 'totp')) })
  const { role: _was, accountId, ...revoked } = await signInWithFactor('finance', 'college', 'totp')
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
      needs: 'password',
    },
    {
      name: 'owner without a second factor',
      holds: 'staff',
      ...(await signIn('owner', 'college')),
      needs: 'set-up',
    },
    {
      name: 'owner who has not shown the second factor',
      holds: 'staff',
      ...(await signInWithFactor('owner', 'college', 'none')),
      needs: 'proof',
    },
    {
      name: 'owner with a recovery code',
      holds: 'staff',
      ...(await signInWithFactor('owner', 'college', 'recovery')),
      needs: 'set-up',
    },
    // Nobody asks an organiser for a factor.
    {
      name: 'organiser without a second factor',
      holds: 'staff',
      ...(await signIn('organiser', 'college')),
    },
  ]
}

const canBe = (role: StaffRole, where: Where) => (where === 'college' ? !isForEventOnly(role) : !isForCollegeOnly(role))

/** What the table of roles says, whichever event is meant. */
export function hasPermission({ role, where }: Asker, permission: Permission): boolean {
  if (where !== 'college' && isOfCollegeOnly(permission)) return false
  return role !== undefined && permissionsOfRole[role].includes(permission)
}
