import { type Permission, permissions, type StaffRole } from '#contract/accounts/permissions.ts'
import type { SessionNeed } from '#contract/accounts/session-needs.ts'
/** Which role may do what. Rights add up; a grant without an event is for every event, later ones too. */
import { hour } from '#contract/durations.ts'
import type { Grant, Staff } from './callers.ts'

export const staffSessionLimits = { idle: 3 * hour, absolute: 12 * hour, noticedEvery: 60_000 }
export const linkHours = 24
export const invitationDays = 7
/** How long somebody may do what asks for step-up. */
export const steppedUpFor = 10 * 60_000

const ofOrganiser: Permission[] = [
  'event.read',
  'event.edit',
  'event.publish',
  'content.edit',
  'content.publish',
  'people.read',
  'people.list',
  'people.contact',
  'people.edit',
  'orders.read',
  'orders.change',
  'offline.record',
  'review.read',
  'review.manage',
  'review.redact',
  'mail.write',
  'mail.outbox',
  'mail.texts',
  'export',
  'team.read',
  'audit.read',
  'health.read',
]
const ofFinance: Permission[] = [
  'event.read',
  'people.read',
  'people.list',
  'orders.read',
  'orders.change',
  'offline.record',
  'offline.confirm',
  'refunds.give',
  'exceptions.resolve',
  'finance.read',
  'closing.write',
  'export',
  'audit.read',
]

const ofChair: Permission[] = [
  'event.read',
  'people.read',
  'people.list',
  'review.read',
  'review.manage',
  'review.redact',
  'review.decide',
  'mail.write',
  'export',
  'team.read',
  'audit.read',
]

export const permissionsOfRole: Record<StaffRole, readonly Permission[]> = {
  owner: permissions,
  organiser: ofOrganiser,
  chair: ofChair,
  finance: ofFinance,
  desk: ['event.read', 'people.read', 'orders.read', 'offline.record', 'audit.read'],
}

/** The pages of the site are of the college. Organisers of one event write drafts of them; somebody with a role for the college publishes. */
const ofCollegeAlways: readonly Permission[] = ['content.edit']

/** About the whole installation: a role for one event does not have them. */
export const isOfCollegeOnly = (permission: Permission): boolean =>
  permission === 'health.read' || permission === 'portal.setup'

/** These roles are for the college only, or for one event only; the others for either. */
export const isForCollegeOnly = (role: StaffRole): boolean => role === 'owner'
export const isForEventOnly = (role: StaffRole): boolean => role === 'chair' || role === 'desk'

/** What they may do without naming an event. */
export function collegePermissions(grants: readonly Grant[]): Permission[] {
  const has = new Set(
    grants.flatMap(({ role, eventId }) =>
      permissionsOfRole[role].filter((each) => eventId === null || ofCollegeAlways.includes(each)),
    ),
  )
  return permissions.filter((each) => has.has(each))
}

/** What they may do in this event. */
export function eventPermissions(grants: readonly Grant[], event: number): Permission[] {
  const has = new Set(
    grants.flatMap(({ role, eventId }) => {
      if (eventId === null) return permissionsOfRole[role]
      return eventId === event ? permissionsOfRole[role].filter((each) => !isOfCollegeOnly(each)) : []
    }),
  )
  return permissions.filter((each) => has.has(each))
}

/** Whether they may do it in this event, or, where none is named, for the college. */
export function may(grants: readonly Grant[], permission: Permission, eventId?: number): boolean {
  const has = eventId === undefined ? collegePermissions(grants) : eventPermissions(grants, eventId)
  return has.includes(permission)
}

type Policy = 'owner-finance' | 'all' | 'off'

/** Whether they may do nothing without a second factor. */
export function isFactorForced(grants: readonly Grant[], forcedFor: Policy): boolean {
  if (forcedFor === 'off') return false
  return forcedFor === 'all' || grants.some(({ role }) => role === 'owner' || role === 'finance')
}

type Opened = Pick<Staff, 'grants' | 'factor' | 'factors'> & { mustSetPassword: boolean }

/** The proof comes first: whoever has only the password must not set another. */
export function needOf({ grants, factor, factors, mustSetPassword }: Opened, forcedFor: Policy) {
  if (factors.length > 0 && factor === 'none') return 'proof' satisfies SessionNeed
  if (mustSetPassword) return 'password' satisfies SessionNeed
  if (factor === 'recovery' || (factors.length === 0 && isFactorForced(grants, forcedFor)))
    return 'set-up' satisfies SessionNeed
  return undefined
}

/** The role by which they may, for the act: the one that counts for most events. */
export function roleFor(grants: readonly Grant[], permission: Permission, eventId?: number): StaffRole | undefined {
  const here = grants.filter((grant) => may([grant], permission, eventId))
  return (here.find((grant) => grant.eventId === null) ?? here[0])?.role
}

type Invited = { usedAt: Date | null; takenBackAt: Date | null; expiresAt: Date; isInviterOwner: boolean }
export type InvitationState = 'waiting' | 'expired' | 'void' | 'used' | 'taken back'

/** Whoever is no owner any more must not bring anybody in with a letter from before. */
export function invitationState(
  { usedAt, takenBackAt, expiresAt, isInviterOwner }: Invited,
  now: Date,
): InvitationState {
  if (usedAt) return 'used'
  if (takenBackAt) return 'taken back'
  if (expiresAt <= now) return 'expired'
  return isInviterOwner ? 'waiting' : 'void'
}
