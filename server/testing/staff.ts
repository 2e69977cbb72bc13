/** Staff for tests: somebody with a role, and their session. */
import type { StaffRole } from '#contract/accounts/permissions.ts'
import { giveGrant, type NewGrant } from '#server/accounts/grants.ts'
import { staffOf, staffSignIn } from '#server/accounts/staff.ts'
import { inAct } from '#server/audit/acts.ts'
import type { Staff } from '#server/callers.ts'
import type { Origin } from '#server/platform/http/origin.ts'
import type { World } from '#server/world.ts'
import { aPerson, type Person } from './people.ts'

export const staffPassword = 'a ward full of lamps'

export const anOrigin = (change: Partial<Origin> = {}): Origin => ({
  address: '192.0.2.1',
  deviceId: '',
  userAgent: '',
  cookie: '',
  noted: {},
  ...change,
})

export async function grant(world: World, wish: NewGrant): Promise<void> {
  const actor = { kind: 'command', name: 'a test' } as const
  const answer = await inAct(world, { actor, operation: 'test' }, (world) => giveGrant(world, null, wish))
  if (answer !== 'done') throw new Error(`no grant: ${answer}`)
}

/** Somebody with a role, in one event or, without one, in the whole college. */
export async function aStaffPerson(
  world: World,
  role: StaffRole,
  { eventId = null, password = staffPassword }: { eventId?: number | null; password?: string } = {},
): Promise<Person> {
  const person = await aPerson(world, { password })
  await grant(world, { accountId: person.accountId, role, eventId })
  return person
}

/** Signs in; anything but a session is an error of the test. */
export async function staffToken(world: World, { email, password }: Person): Promise<string> {
  const answer = await staffSignIn(world, { email, password }, anOrigin())
  if (answer.kind !== 'in') throw new Error(`not signed in: ${answer.kind}`)
  return answer.token
}

export async function staffWith(world: World, token: string): Promise<Staff> {
  const staff = await staffOf(world, token)
  if (!staff) throw new Error('nobody of the staff has this token')
  return staff
}
