/** Where somebody of the staff may do something: in the whole college, or in some events. */
import { type Permission, type StaffRole, staffRoles } from '#contract/accounts/permissions.ts'
import type { Staff } from './callers.ts'
import { may, permissionsOfRole } from './permission-rules.ts'

/** Whether they may do it for the college as a whole: a role for one event is not enough. */
export const mayForCollege = ({ grants }: Staff, permission: Permission): boolean => may(grants, permission)

/** Whether they may do it in this event; without one, whether they may do it anywhere at all. */
export function mayAnywhere({ grants }: Staff, permission: Permission, eventId?: number): boolean {
  if (eventId !== undefined) return may(grants, permission, eventId)
  return grants.some(({ eventId }) => may(grants, permission, eventId ?? undefined))
}

/** The whole college, or these events. */
export type Scope = 'college' | readonly number[]

/** Where they may do all of this. */
export function whereMay({ grants }: Pick<Staff, 'grants'>, ...needed: Permission[]): Scope {
  if (needed.every((each) => may(grants, each))) return 'college'
  const events = [...new Set(grants.flatMap(({ eventId }) => eventId ?? []))]
  return events.filter((eventId) => needed.every((each) => may(grants, each, eventId))).toSorted((a, b) => a - b)
}

/** What belongs to no event is the college's. */
export function isWithin(scope: Scope, eventId: number | null): boolean {
  return scope === 'college' || (eventId !== null && scope.includes(eventId))
}

/** For a question to the database. */
export const rolesWith = (permission: Permission): StaffRole[] =>
  staffRoles.filter((role) => permissionsOfRole[role].includes(permission))
