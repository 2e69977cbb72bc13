/** Setting up a second factor and taking it away. Every change writes a letter. */
import type { Attestation } from '#contract/accounts/factors.ts'
import { plainText } from '#contract/plain-text.ts'
import { type End, inAct } from '#server/kernel/acts.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { limits } from '#server/kernel/limits.ts'
import { isFactorForced } from '#server/kernel/permission-rules.ts'
import type { Acting, Transaction, World } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { count } from '#server/platform/security/rate-limits.ts'
import { base32, newTotpSecret, totpAddress, totpStepOf } from '#server/platform/security/totp.ts'
import { siteAt } from '#server/platform/security/webauthn.ts'
import { asksForAddress } from './address-proof.ts'
import { grantsOf } from './grants.ts'
import { judgeAttestation } from './passkeys.ts'
import { tellOf } from './proofs.ts'
import { newRecoveryCodes, readable, recoveryHash, sealSecret, secretOf } from './sealed-codes.ts'
import { byOneself, stepUpRefusal } from './staff-acts.ts'

/** How long the picture may stand on the screen before its first code is typed. */
const setUpWithin = 15 * 60_000
const mostPasskeys = 20

/**
 * A person who has a factor shows it before they add another: an open desk must not be enough. Before the first one they prove their address: a
 * password must not be enough either. The one after a recovery code needs neither.
 */
export function askBeforeAdding(world: World, staff: Staff): void {
  const { needs, factors, steppedUp } = staff
  if (needs !== 'set-up' && factors.length > 0 && !steppedUp) refuse(stepUpRefusal(world, staff))
  askForAddress(world, staff)
}

function askForAddress(world: World, staff: Staff): void {
  if (asksForAddress(world, staff) && !staff.hasProvedAddress)
    refuse('step_up', { sentence: 'Please confirm your email address first.' })
}

export async function beginTotp(world: World, staff: Staff): Promise<{ secret: string; uri: string }> {
  askBeforeAdding(world, staff)
  const { accountId, email } = staff
  await count(world, limits.factorChangesOfStaff, String(accountId))
  const secret = newTotpSecret()
  const begun = { begunSealed: sealSecret(world, accountId, secret), begunAt: world.now() }
  await inAct(world, byOneself(staff, 'TotpBegin'), ({ db }) =>
    db
      .insertInto('totp')
      .values({ accountId, ...begun })
      .onConflict((same) => same.column('accountId').doUpdateSet(begun))
      .execute(),
  )
  const issuer = `Colloquium ${siteAt(world.publicUrl).id}`
  return { secret: base32(secret), uri: totpAddress(secret, { issuer, account: email }) }
}

/** `locked out`: meanwhile a factor was set up that this session has not shown. */
export type Added =
  | { kind: 'added'; recoveryCodes: string[] }
  | { kind: 'wrong code' | 'wrong passkey' | 'known' | 'too many' | 'locked out' }

const endOfAdding = ({ kind }: Added): End =>
  kind === 'added' ? { outcome: 'done' } : { outcome: 'refused', refusal: kind }

/** With the first code of the new app. That code is used up. */
export async function confirmTotp(world: World, staff: Staff, code: string): Promise<Added> {
  const { accountId } = staff
  askForAddress(world, staff)
  await count(world, limits.stepUpOfStaff, String(accountId))
  return inAct(world, { ...byOneself(staff, 'TotpConfirm'), endOf: endOfAdding }, async (world): Promise<Added> => {
    if (!(await mayAddStill(world, staff))) return { kind: 'locked out' }
    const now = world.now()
    const begun = await world.db
      .selectFrom('totp')
      .select('begunSealed')
      .where('accountId', '=', accountId)
      .where('begunAt', '>', new Date(now.getTime() - setUpWithin))
      .executeTakeFirst()
    const secret = begun?.begunSealed && secretOf(world, accountId, begun.begunSealed)
    const step = secret && totpStepOf(secret, code, now)
    if (!secret || !step) return { kind: 'wrong code' }
    const confirmed = { secretSealed: sealSecret(world, accountId, secret), confirmedAt: now, lastStep: step }
    await world.db
      .updateTable('totp')
      .set({ ...confirmed, begunSealed: null, begunAt: null })
      .where('accountId', '=', accountId)
      .execute()
    return { kind: 'added', recoveryCodes: await welcomeFactor(world, staff, 'totp') }
  })
}

export async function addPasskey(
  world: World,
  staff: Staff,
  { name, passkey }: { name: string; passkey: Attestation },
): Promise<Added> {
  const { accountId } = staff
  askForAddress(world, staff)
  const judged = await judgeAttestation(world, staff, passkey)
  return inAct(world, { ...byOneself(staff, 'PasskeyAdd'), endOf: endOfAdding }, async (world): Promise<Added> => {
    if (!judged) return { kind: 'wrong passkey' }
    if (!(await mayAddStill(world, staff))) return { kind: 'locked out' }
    const { many } = await world.db
      .selectFrom('passkey')
      .select((row) => row.fn.countAll<number>().as('many'))
      .where('accountId', '=', accountId)
      .executeTakeFirstOrThrow()
    if (Number(many) >= mostPasskeys) return { kind: 'too many' }
    const made = await world.db
      .insertInto('passkey')
      .values({ ...judged, accountId, name: plainText(name), createdAt: world.now() })
      .onConflict((same) => same.column('credentialId').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) return { kind: 'known' }
    return { kind: 'added', recoveryCodes: await welcomeFactor(world, staff, 'passkey') }
  })
}

/** Behind the lock of the account: somebody else with the password may have set one up a moment ago, or this session was ended. */
async function mayAddStill(world: Transaction, { accountId, sessionId }: Staff): Promise<boolean> {
  await lockAccount(world, accountId)
  const session = await world.db
    .selectFrom('staffSession')
    .select('factor')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  if (!session) return false
  return session.factor !== 'none' || (await factorsOf(world, accountId)).length === 0
}

async function lockAccount(world: Transaction, accountId: number): Promise<void> {
  await world.db.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().executeTakeFirst()
}

async function factorsOf(world: World, accountId: number) {
  const passkeys = await world.db.selectFrom('passkey').select('id').where('accountId', '=', accountId).execute()
  const totp = await world.db
    .selectFrom('totp')
    .select('confirmedAt')
    .where('accountId', '=', accountId)
    .where('confirmedAt', 'is not', null)
    .execute()
  return [...passkeys, ...totp]
}

const nameOf = { passkey: 'A passkey', totp: 'An app for codes' }

/** This session has just shown it. Recovery codes come with the first one, and after one of them was used. */
async function welcomeFactor(world: World, staff: Staff, factor: 'passkey' | 'totp'): Promise<string[]> {
  const { accountId, sessionId } = staff
  const session = world.db.updateTable('staffSession').set({ factor }).where('id', '=', sessionId)
  if (staff.factor === 'none' || staff.factor === 'recovery') await session.execute()
  await tellOf(world, accountId, `${nameOf[factor]} was added`)
  const isEnough = staff.factor !== 'recovery' && (await codesLeft(world, accountId)) > 0
  return isEnough ? [] : replaceCodes(world, accountId)
}

async function codesLeft(world: World, accountId: number): Promise<number> {
  const left = world.db.selectFrom('recoveryCode').select('accountId').where('accountId', '=', accountId)
  return (await left.where('usedAt', 'is', null).execute()).length
}

async function replaceCodes(world: World, accountId: number): Promise<string[]> {
  const codes = newRecoveryCodes()
  const rows = codes.map((code) => ({ accountId, codeHash: recoveryHash(world, accountId, code) }))
  await world.db.deleteFrom('recoveryCode').where('accountId', '=', accountId).execute()
  await world.db.insertInto('recoveryCode').values(rows).execute()
  return codes.map(readable)
}

/** For somebody without a factor they would open nothing. */
export async function newCodes(world: World, staff: Staff): Promise<string[] | undefined> {
  const { accountId } = staff
  await count(world, limits.factorChangesOfStaff, String(accountId))
  const endOf = (codes: string[] | undefined): End =>
    codes ? { outcome: 'done' } : { outcome: 'refused', refusal: 'no factor' }
  return inAct(world, { ...byOneself(staff, 'RecoveryCodes'), endOf }, async (world) => {
    await lockAccount(world, accountId)
    if ((await factorsOf(world, accountId)).length === 0) return undefined
    await tellOf(world, accountId, 'New recovery codes were made')
    return replaceCodes(world, accountId)
  })
}

type Removed = 'removed' | 'not there' | 'last factor'
type Wish = { factor: 'passkey' | 'totp'; passkeyId?: number | undefined }

/** Counted behind the lock: two tabs that remove one each must not leave none. */
export async function removeFactor(world: World, staff: Staff, wish: Wish): Promise<Removed> {
  const { accountId, sessionId } = staff
  const endOf = (removed: Removed): End =>
    removed === 'removed' ? { outcome: 'done' } : { outcome: 'refused', refusal: removed }
  return inAct(world, { ...byOneself(staff, 'FactorRemove'), endOf }, async (world): Promise<Removed> => {
    await lockAccount(world, accountId)
    if (!(await isGone(world, accountId, wish))) return 'not there'
    const left = await factorsOf(world, accountId)
    const isForced = isFactorForced(await grantsOf(world, accountId), world.secondFactor.forcedFor)
    if (left.length === 0 && isForced) return 'last factor'
    if (left.length === 0) await world.db.deleteFrom('recoveryCode').where('accountId', '=', accountId).execute()
    // Whoever has the device that was lost is out too.
    await world.db.deleteFrom('staffSession').where('accountId', '=', accountId).where('id', '<>', sessionId).execute()
    await tellOf(world, accountId, `${nameOf[wish.factor]} was removed`)
    return 'removed'
  })
}

async function isGone(world: World, accountId: number, { factor, passkeyId = 0 }: Wish): Promise<boolean> {
  const { numDeletedRows } =
    factor === 'totp'
      ? await world.db.deleteFrom('totp').where('accountId', '=', accountId).executeTakeFirst()
      : await world.db
          .deleteFrom('passkey')
          .where('accountId', '=', accountId)
          .where('id', '=', passkeyId)
          .executeTakeFirst()
  return numDeletedRows === 1n
}

/** For somebody who lost all of them: all go, with every session. Says whether there was one. */
export async function resetFactors(world: Acting, accountId: number): Promise<boolean> {
  await lockAccount(world, accountId)
  const had = (await factorsOf(world, accountId)).length > 0
  await world.db.deleteFrom('passkey').where('accountId', '=', accountId).execute()
  await world.db.deleteFrom('totp').where('accountId', '=', accountId).execute()
  await world.db.deleteFrom('recoveryCode').where('accountId', '=', accountId).execute()
  await world.db.deleteFrom('staffSession').where('accountId', '=', accountId).execute()
  if (had) await tellOf(world, accountId, 'Your second factor was reset')
  return had
}

export async function listFactors(world: World, { accountId, grants }: Staff) {
  const passkeys = await world.db
    .selectFrom('passkey')
    .select(['id as passkeyId', 'name', 'backedUp', 'createdAt', 'usedAt'])
    .where('accountId', '=', accountId)
    .orderBy('id')
    .execute()
  const totp = world.db.selectFrom('totp').select('confirmedAt').where('accountId', '=', accountId)
  return {
    passkeys,
    totpSince: (await totp.executeTakeFirst())?.confirmedAt ?? null,
    recoveryCodesLeft: await codesLeft(world, accountId),
    isForced: isFactorForced(grants, world.secondFactor.forcedFor),
  }
}
