/** Staff for tests: somebody with a role, and their session. */
import type { StaffRole } from '#contract/accounts/permissions.ts'
import { giveGrant, type NewGrant } from '#server/accounts/staff/grants.ts'
import { staffSignIn } from '#server/accounts/staff/staff-sign-in.ts'
import { staffOf } from '#server/accounts/staff/staff.ts'
import type { Row } from '#server/database/tables.ts'
import { inAct } from '#server/kernel/acts.ts'
import type { Staff } from '#server/kernel/callers.ts'
import type { World } from '#server/kernel/world.ts'
import type { Origin } from '#server/platform/http/origin.ts'
import { hashToken } from '#server/platform/security/tokens.ts'
import { aPerson, type Person } from './people.ts'

export const staffPassword = 'a ward full of lamps'

const byTest = { actor: { kind: 'command', name: 'a test' }, operation: 'test' } as const

export const anOrigin = (change: Partial<Origin> = {}): Origin => ({
  address: '192.0.2.1',
  deviceId: '',
  userAgent: '',
  cookie: '',
  noted: {},
  ...change,
})

export async function grant(world: World, wish: NewGrant): Promise<void> {
  const answer = await inAct(world, byTest, (world) => giveGrant(world, null, wish))
  if (answer !== 'done') throw new Error(`no grant: ${answer}`)
}

/** Somebody with a role, in one event or, without one, in the whole college. */
export async function aStaffPerson(
  world: World,
  role: StaffRole,
  {
    eventId = null,
    password = staffPassword,
    email,
  }: { eventId?: number | null; password?: string; email?: string } = {},
): Promise<Person> {
  const person = await aPerson(world, { password, ...(email && { email }) })
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

/** A second factor that nobody can show: for sessions that are about something else. */
export async function giveFactor(world: World, accountId: number): Promise<void> {
  const row = { accountId, secretSealed: Buffer.from('sealed'), confirmedAt: world.now() }
  await inAct(world, byTest, ({ db }) => db.insertInto('totp').values(row).execute())
}

/** Makes a session what a person would have made of it: shown their factor, used a recovery code, stepped up. */
export async function changeSession(
  world: World,
  token: string,
  change: Partial<Pick<Row<'staffSession'>, 'factor' | 'steppedUpUntil'>>,
): Promise<void> {
  await world.db.updateTable('staffSession').set(change).where('tokenHash', '=', hashToken(token)).execute()
}

/** A session that may do what asks for step-up. */
export async function stepUp(world: World, token: string): Promise<string> {
  await changeSession(world, token, { steppedUpUntil: new Date(world.now().getTime() + 600_000) })
  return token
}
