import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
/** Devices that sign for somebody of the staff: what they are asked, once, and what they answer. */
import type { Assertion, Attestation } from '#contract/accounts/factors.ts'
import type { Row } from '#server/database/tables.ts'
import type { Staff } from '#server/kernel/callers.ts'
import type { World } from '#server/kernel/world.ts'
import {
  judgeNewPasskey,
  judgeSigned,
  newPasskeyOptions,
  nonceIn,
  signOptions,
} from '#server/platform/security/webauthn.ts'

type Purpose = Row<'challenge'>['purpose']
type Asker = Pick<Staff, 'accountId' | 'sessionId'>

const challengeLives = 5 * 60_000

/** Good for five minutes, once, for this session and this purpose. */
async function newChallenge(world: World, purpose: Purpose, asker: Asker | undefined): Promise<Buffer> {
  const nonce = randomBytes(32)
  const expiresAt = new Date(world.now().getTime() + challengeLives)
  const { accountId, sessionId } = asker ?? { accountId: null, sessionId: null }
  await world.db.insertInto('challenge').values({ accountId, sessionId, purpose, nonce, expiresAt }).execute()
  return nonce
}

/** Gone with the first answer, also a wrong one: whoever saw an answer go by cannot send it again. */
async function takeChallenge(
  world: World,
  clientDataJSON: string,
  { purpose, asker }: { purpose: Purpose; asker: Asker | undefined },
): Promise<Buffer | undefined> {
  const nonce = nonceIn(clientDataJSON)
  if (!nonce) return undefined
  const taken = await world.db
    .deleteFrom('challenge')
    .where('nonce', '=', nonce)
    .where('purpose', '=', purpose)
    .where('sessionId', 'is not distinct from', asker?.sessionId ?? null)
    .where('expiresAt', '>', world.now())
    .returning('id')
    .executeTakeFirst()
  return taken && nonce
}

const passkeysOf = (world: World, accountId: number) =>
  world.db
    .selectFrom('passkey')
    .select(['credentialId', 'transports'])
    .where('accountId', '=', accountId)
    .orderBy('id')
    .execute()

/** What the browser asks the device for. */
export async function askForPasskey(world: World, staff: Staff, purpose: Exclude<Purpose, 'sign-in'>) {
  const nonce = await newChallenge(world, purpose, staff)
  const { publicUrl } = world
  const wish = { publicUrl, nonce, timeout: challengeLives, known: await passkeysOf(world, staff.accountId) }
  if (purpose !== 'add') return signOptions(wish)
  return newPasskeyOptions({ handle: String(staff.accountId), email: staff.email, name: staff.name }, wish)
}

/** Before anybody has said who they are: any passkey that the device has for this site. */
export async function askForAnyPasskey(world: World) {
  const nonce = await newChallenge(world, 'sign-in', undefined)
  return signOptions({ publicUrl: world.publicUrl, nonce, timeout: challengeLives, known: [] })
}

/** A new passkey, judged and not kept yet. Nothing when it is refused; the log says why. */
export async function judgeAttestation(world: World, staff: Staff, answer: Attestation) {
  const nonce = await takeChallenge(world, answer.response.clientDataJSON, { purpose: 'add', asker: staff })
  if (!nonce) return refused(world, staff.accountId, 'no such challenge')
  const judged = await judgeNewPasskey(answer, { publicUrl: world.publicUrl, nonce })
  if ('refused' in judged) return refused(world, staff.accountId, judged.refused)
  return { ...judged, transports: answer.response.transports ?? [] }
}

export type Signature = { passkeyId: number; accountId: number; counter: number; backedUp: boolean }

/** An answer, judged; its counter is not compared yet: `countUp` does that. */
export async function judgeAssertion(
  world: World,
  answer: Assertion,
  { purpose, asker }: { purpose: Exclude<Purpose, 'add'>; asker: Asker | undefined },
): Promise<Signature | undefined> {
  const nonce = await takeChallenge(world, answer.response.clientDataJSON, { purpose, asker })
  if (!nonce) return refused(world, asker?.accountId, 'no such challenge')
  const known = await world.db
    .selectFrom('passkey')
    .select(['id', 'accountId', 'publicKey'])
    .where('credentialId', '=', Buffer.from(answer.id, 'base64url'))
    .executeTakeFirst()
  if (!known || (asker && known.accountId !== asker.accountId))
    return refused(world, asker?.accountId, 'no such passkey')
  const judged = await judgeSigned(answer, { publicUrl: world.publicUrl, nonce, publicKey: known.publicKey })
  if ('refused' in judged) return refused(world, known.accountId, judged.refused)
  return { ...judged, passkeyId: known.id, accountId: known.accountId }
}

function refused(world: World, accountId: number | undefined, why: string): undefined {
  world.log.warn({ event: 'passkey', outcome: 'refused', account: accountId, why })
  return undefined
}

/** A device counts up, or not at all. One that goes back has a copy somewhere: compared in the moment in which it is kept. */
export async function countUp(world: World, { passkeyId, counter, backedUp }: Signature): Promise<boolean> {
  const { rows } = await sql`
    update passkey set counter = ${counter}, backed_up = ${backedUp}, used_at = ${world.now()}
    where id = ${passkeyId} and (counter < ${counter} or (counter = 0 and ${counter} = 0)) returning id`.execute(
    world.db,
  )
  return rows.length === 1
}

export async function sweepChallenges(world: World): Promise<void> {
  await world.db.deleteFrom('challenge').where('expiresAt', '<=', world.now()).execute()
}
