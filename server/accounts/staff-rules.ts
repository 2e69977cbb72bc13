/** Which role may do what. Rights add up; a grant without an event is for every event, later ones too. */
import { type Permission, permissions, type StaffRole } from '#contract/accounts/permissions.ts'
import type { Grant } from '#server/callers.ts'

const hour = 3_600_000

export const staffSessionLimits = { idle: 3 * hour, absolute: 12 * hour, noticedEvery: 60_000 }
export const linkHours = 24

const ofOrganiser: Permission[] = [
  'event.read',
  'event.edit',
  'event.publish',
  'content.edit',
  'content.publish',
  'people.read',
  'people.contact',
  'people.edit',
  'orders.read',
  'orders.change',
  'offline.record',
  'mail.write',
  'mail.outbox',
  'export',
  'team.read',
  'audit.read',
]
const ofFinance: Permission[] = [
  'event.read',
  'people.read',
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

export const permissionsOfRole: Record<StaffRole, readonly Permission[]> = {
  owner: permissions,
  organiser: ofOrganiser,
  chair: ['event.read', 'people.read', 'mail.write', 'export', 'team.read', 'audit.read'],
  finance: ofFinance,
  desk: ['event.read', 'people.read', 'orders.read', 'offline.record', 'audit.read'],
}

/** The pages of the site are of the college: whoever may edit them for one event edits them. */
const ofCollegeAlways: readonly Permission[] = ['content.edit', 'content.publish']

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
    grants.flatMap(({ role, eventId }) => (eventId === null || eventId === event ? permissionsOfRole[role] : [])),
  )
  return permissions.filter((each) => has.has(each))
}

/** Whether they may do it in this event, or, where none is named, for the college. */
export function may(grants: readonly Grant[], permission: Permission, eventId?: number): boolean {
  const has = eventId === undefined ? collegePermissions(grants) : eventPermissions(grants, eventId)
  return has.includes(permission)
}

/** The role by which they may, for the act: the one that counts for most events. */
export function roleFor(grants: readonly Grant[], permission: Permission, eventId?: number): StaffRole | undefined {
  const here = grants.filter((grant) => may([grant], permission, eventId))
  return (here.find((grant) => grant.eventId === null) ?? here[0])?.role
}
