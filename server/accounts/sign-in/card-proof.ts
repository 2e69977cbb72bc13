/** What the account card asks for before it changes something: the password, and the second factor of an account that has one. */
import { sql } from 'kysely'
import { factorNeeded, factorWrong, wrongPassword } from '#contract/accounts/account-changes.ts'
import { RecoveryCode } from '#contract/accounts/factor-fields.ts'
import type { Assertion } from '#contract/accounts/factors.ts'
import { codeTries } from '#server/accounts/staff/code-tries.ts'
import { judgeAssertion } from '#server/accounts/staff/passkeys.ts'
import { endOfProof, type Proof, takeProof, tellOf } from '#server/accounts/staff/proofs.ts'
import { by } from '#server/accounts/staff/staff-acts.ts'
import type { Row } from '#server/database/tables.ts'
import { inAct } from '#server/kernel/acts.ts'
import { limits } from '#server/kernel/limits.ts'
import type { Transaction, World } from '#server/kernel/world.ts'
import type { Origin } from '#server/platform/http/origin.ts'
import { isPassword } from '#server/platform/security/passwords.ts'
import { count, countAll, forget } from '#server/platform/security/rate-limits.ts'

export type OwnProof = {
  password: string
  factorCode?: string | undefined
  passkey?: Assertion | undefined
  origin: Pick<Origin, 'cookie'>
}
export type Factor = 'passkey' | 'totp'
export type NotProven = {
  status: typeof wrongPassword | typeof factorNeeded | typeof factorWrong
  /** What the account has, where one of them is asked for. */
  factors?: Factor[]
}

/** With the password of an owner alone, a stranger would take over the address, and with it the console. */
export async function proveOwner(
  world: World,
  { accountId }: { accountId: number },
  { password, ...shown }: OwnProof,
): Promise<ProvenPassword | NotProven> {
  const proven = await provePassword(world, { accountId }, password)
  if (!proven) return { status: wrongPassword }
  const factors = await factorsOf(world, accountId)
  if (factors.length === 0) return proven
  if (shown.factorCode === undefined && !shown.passkey) return { status: factorNeeded, factors }
  return (await showFactor(world, accountId, shown)) === 'right' ? proven : { status: factorWrong, factors }
}

async function factorsOf(world: World, accountId: number): Promise<Factor[]> {
  const { rows } = await sql<{ factor: Factor }>`
    select 'passkey' as factor where exists (select from passkey where account_id = ${accountId})
    union all select 'totp' where exists (select from totp where account_id = ${accountId} and confirmed_at is not null)`.execute(
    world.db,
  )
  return rows.map(({ factor }) => factor)
}

async function showFactor(
  world: World,
  accountId: number,
  { factorCode = '', passkey, origin }: Omit<OwnProof, 'password'>,
): Promise<Proof> {
  const { keys } = await codeTries(world, accountId, { cookie: origin.cookie, side: 'card' })
  const [recent] = keys
  if (!passkey) await countAll(world, keys)
  // Asked for as at the sign-in, where nobody has said yet who they are: it must be a passkey of this account.
  const signature = passkey && (await judgeAssertion(world, passkey, { purpose: 'sign-in', asker: undefined }))
  const given = { ...typed(factorCode), signature: signature?.accountId === accountId ? signature : undefined }
  return inAct(world, { ...by(accountId, 'AccountProof'), endOf: endOfProof }, async (world) => {
    const proof = passkey && !given.signature ? 'wrong' : await takeProof(world, accountId, given)
    if (proof !== 'right' || passkey) return proof
    await forget(world, recent.limit, recent.of)
    if (given.recoveryCode !== undefined) await tellOf(world, accountId, 'A recovery code was used')
    return proof
  })
}

/** Six digits are of an app; eight letters and digits a recovery code. */
function typed(text: string): { code?: string; recoveryCode?: string } {
  const code = text.replaceAll(/\s/g, '')
  if (/^\d{6}$/.test(code)) return { code }
  const recovery = RecoveryCode.safeParse(text)
  return recovery.success ? { recoveryCode: recovery.data } : {}
}

/** The hash that a password was compared with: whoever acts on it makes sure, with the account locked, that it is still the one. */
export type ProvenPassword = { hash: string }

/** Asked again before anything that a stranger at an open browser must not do. Counted before it is compared. */
export async function provePassword(
  world: World,
  { accountId }: { accountId: number },
  password: string,
): Promise<ProvenPassword | undefined> {
  const of = String(accountId)
  await count(world, limits.passwordOfAccount, of)
  const account = await world.db
    .selectFrom('account')
    .select('passwordHash')
    .where('id', '=', accountId)
    .executeTakeFirst()
  if (!account?.passwordHash || !(await isPassword(password, account.passwordHash))) return undefined
  await forget(world, limits.passwordOfAccount, of)
  return { hash: account.passwordHash }
}

/** Nobody else changes this account until the transaction ends. Undefined when the password is another by now. */
export async function lockProven(
  world: Transaction,
  accountId: number,
  proven: ProvenPassword,
): Promise<Row<'account'> | undefined> {
  const account = await world.db
    .selectFrom('account')
    .selectAll()
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  return account?.passwordHash === proven.hash ? account : undefined
}
