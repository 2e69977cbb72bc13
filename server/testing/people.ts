/** People for tests, made the way they come into being: through the product's own routes where a test is about them, directly where not. */
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { sameEmail } from '#contract/accounts/accounts.ts'
import { openSession, type OpenedSession, personOf } from '#server/accounts/sign-in/sessions.ts'
import type { Participant } from '#server/kernel/callers.ts'
import type { World } from '#server/kernel/world.ts'
import { hashPassword } from '#server/platform/security/passwords.ts'
import { newToken } from '#server/platform/security/tokens.ts'

export type Person = { email: string; password: string; accountId: number }
type SignedIn = Person & { token: string }

let count = 0

const hashes = new Map<string, Promise<string>>()

/** Made once for each password: hashing is slow on purpose. */
function hashed(password: string): Promise<string> {
  const known = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, known)
  return known
}

export async function aPerson(
  world: Pick<World, 'db' | 'now'>,
  change: Partial<{ email: string; fullName: string; password: string; verified: boolean }> = {},
): Promise<Person> {
  count += 1
  const { email = `person${count}@example.org`, fullName = `Person ${count}` } = change
  const { password = 'correct horse', verified = true } = change
  const now = world.now()
  const { id } = await world.db
    .insertInto('account')
    .values({
      email,
      emailKey: sameEmail(email),
      fullName,
      passwordHash: await hashed(password),
      verifiedAt: verified ? now : null,
      createdAt: now,
      passwordChangedAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { email, password, accountId: id }
}

export async function anEvent(
  world: World,
  change: Partial<{ name: string; registrationClosesOn: string; isCurrent: boolean }> = {},
): Promise<number> {
  const { id } = await world.db
    .insertInto('event')
    .values({
      name: 'Annual Medical Conference',
      theme: 'Bridging Theory and Practice',
      flyer: '/art/flyer-conference.svg',
      opensOn: '2026-10-01',
      abstractsCloseOn: '2026-12-01',
      decisionsOn: '2026-12-15',
      registrationClosesOn: '2026-12-20',
      workshopsFrom: '2027-01-10',
      startsOn: '2027-01-13',
      endsOn: '2027-01-15',
      isCurrent: true,
      ...change,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await world.db.insertInto('speciality').values({ eventId: id, description: 'Radiology' }).execute()
  return id
}

type Row = Record<string, unknown>

/** Calls an operation as a browser does: JSON body, bearer token. Gives the HTTP status and the first row. */
export async function call(
  app: FastifyInstance,
  name: string,
  { token, address, cookie, ...body }: Row & { token?: string; address?: string; cookie?: string } = {},
): Promise<{ http: number; reply: LightMyRequestResponse } & Row> {
  const reply = await app.inject({
    method: 'POST',
    url: `/api/${name}`,
    headers: { host: 'localhost', ...(token && { authorization: `Bearer ${token}` }), ...(cookie && { cookie }) },
    payload: body,
    ...(address && { remoteAddress: address }),
  })
  return { http: reply.statusCode, reply, ...(reply.json() as { Table: Row[] }).Table[0] }
}

/** What the browser keeps after this answer, as it sends it back. */
export function cookieIn({ reply }: { reply: LightMyRequestResponse }): string {
  return reply.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}

export async function signIn(
  app: FastifyInstance,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<string> {
  const { Column1 } = await call(app, 'Login', { UserID: email, Password: password })
  return String(Column1)
}

/** Somebody new with a session. Signing in has tests of its own, and looks at a password slowly on purpose. */
export async function aPersonSignedIn(world: World): Promise<SignedIn> {
  const person = await aPerson(world)
  return { ...person, token: await tokenFor(world, person.accountId) }
}

/** Whoever has the password of this moment. */
export async function tokenFor(world: Pick<World, 'db' | 'now'>, accountId: number, eventId?: number): Promise<string> {
  return (await sessionFor(world, { accountId, userAgent: '', eventId })).token
}

export async function sessionFor(
  world: Pick<World, 'db' | 'now'>,
  { accountId, userAgent, eventId }: { accountId: number; userAgent: string; eventId?: number | undefined },
): Promise<OpenedSession> {
  const account = world.db.selectFrom('account').select('passwordHash').where('id', '=', accountId)
  const { passwordHash } = await account.executeTakeFirstOrThrow()
  const session = await openSession(world, { accountId, passwordHash, userAgent, eventId })
  if (!session) throw new Error('The password was changed meanwhile.')
  return session
}

/** Whoever holds this token, at the current event. */
export async function participantWith(world: World, token: string): Promise<Participant> {
  const person = await personOf(world, token)
  if (!person?.at) throw new Error('nobody takes part with this token')
  return { ...person, ...person.at }
}

/** One of each kind, of somebody new. */
export async function tokens(world: World): Promise<{ applicant: string; resetter: string }> {
  const { accountId, token: applicant } = await aPersonSignedIn(world)
  const { token: resetter, hash } = newToken()
  const expiresAt = new Date(world.now().getTime() + 60_000)
  await world.db.insertInto('passwordReset').values({ accountId, tokenHash: hash, expiresAt }).execute()
  return { applicant, resetter }
}

/** The PIN in the newest letter to an address, as the person would read it. */
export async function pinFor(world: World, email: string): Promise<string> {
  const letter = await world.db
    .selectFrom('mail')
    .selectAll()
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return /^ {4}(\d{6})$/m.exec(letter.bodyText)?.[1] ?? 'no PIN in the letter'
}
