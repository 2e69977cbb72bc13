/** Roles as people say them, in letters and on screens. Without zod: the console has this too. */
import type { StaffRole } from './permissions.ts'

export const roleWords: Record<StaffRole, string> = {
  owner: 'Owner',
  organiser: 'Organiser',
  chair: 'Programme chair',
  finance: 'Finance',
  desk: 'Registration desk',
}

/** `programme chair for the Annual Medical Conference`, `finance for the whole college` */
export function roleAndScope(role: StaffRole, eventName: string | null): string {
  return `${roleWords[role].toLowerCase()} for ${eventName ?? 'the whole college'}`
}
