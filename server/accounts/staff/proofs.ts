/** Showing that it is still the same person: after the password, and again before what must not be done by a stranger at an open desk. */
import { sql } from 'kysely'
import type { Assertion } from '#contract/accounts/factors.ts'
import { factorLetter } from '#server/accounts/mail.ts'
import { cookiesAfterFactor } from '#server/accounts/sign-in/browsers.ts'
import { type End, inAct } from '#server/kernel/acts.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { limits } from '#server/kernel/limits.ts'
import { post } from '#server/kernel/outbox/outbox.ts'
import { steppedUpFor } from '#server/kernel/permission-rules.ts'
import type { Acting, World } from '#server/kernel/world.ts'
import type { Origin } from '#server/platform/http/origin.ts'
import { isPassword } from '#server/platform/security/passwords.ts'
import { count, countAll, forget } from '#server/platform/security/rate-limits.ts'
import { totpStepOf } from '#server/platform/security/totp.ts'
import { codeTries, type Tries } from './code-tries.ts'
import { countUp, judgeAssertion, type Signature } from './passkeys.ts'
import { recoveryHash, secretOf } from './sealed-codes.ts'
import { byOneself } from './staff-acts.ts'

/** How a proof came out. `counter` is a device that counted back: there may be a copy of it. */
export type Proof = 'right' | 'wrong' | 'used' | 'counter' | 'gone'

type Shown = { code?: string | undefined; recoveryCode?: string | undefined; passkey?: Assertion | undefined }

export const endOfProof = (proof: Proof): End =>
  proof === 'right' ? { outcome: 'done' } : { outcome: 'refused', refusal: reasons[proof] }
const reasons = {
  wrong: 'not correct',
  used: 'used already',
  counter: 'the counter of the passkey went back',
  gone: 'session ended',
}

/** After the password: opens the console, or with a recovery code the page where another factor is set up. */
export async function showSecondFactor(
  world: World,
  staff: Staff,
  { origin, ...shown }: Shown & { origin: Origin },
): Promise<{ proof: Proof; cookies?: string[] }> {
  const { browser, account, keys } = await codeTries(world, staff.accountId, { cookie: origin.cookie, side: 'console' })
  const proof = await takeSecondFactor(world, staff, { ...shown, keys })
  const isShown = proof === 'right' && shown.recoveryCode === undefined && staff.needs === 'proof'
  return isShown ? { proof, cookies: cookiesAfterFactor(world, browser, account) } : { proof }
}

async function takeSecondFactor(
  world: World,
  staff: Staff,
  { keys, ...shown }: Shown & Pick<Tries, 'keys'>,
): Promise<Proof> {
  // Another tab of the same browser was quicker.
  if (staff.needs !== 'proof') return 'right'
  const { accountId, sessionId } = staff
  const [recent] = keys
  const isTyped = shown.passkey === undefined
  // Guesses at codes do not keep out whoever has a passkey.
  if (isTyped) await countAll(world, keys)
  const signature =
    shown.passkey && (await judgeAssertion(world, shown.passkey, { purpose: 'second-factor', asker: staff }))
  return inAct(world, { ...byOneself(staff, 'StaffSecondFactor'), endOf: endOfProof }, async (world) => {
    const proof = await takeProof(world, accountId, { ...shown, signature })
    if (proof !== 'right') return proof
    const factor = shown.passkey ? 'passkey' : shown.code === undefined ? 'recovery' : 'totp'
    const { numUpdatedRows } = await world.db
      .updateTable('staffSession')
      .set({ factor })
      .where('id', '=', sessionId)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return 'gone'
    if (isTyped) await forget(world, recent.limit, recent.of)
    if (factor === 'recovery') await tellOf(world, accountId, 'A recovery code was used to sign in')
    return 'right'
  })
}

/** Opens for ten minutes what asks for step-up, in this session alone. */
export async function stepUp(
  world: World,
  staff: Staff,
  shown: Omit<Shown, 'recoveryCode'> & { password?: string | undefined },
): Promise<{ proof: Proof; until: Date }> {
  const until = new Date(world.now().getTime() + steppedUpFor)
  const isRight = shown.password === undefined ? undefined : await isOwnPassword(world, staff, shown.password)
  const { accountId } = staff
  const of = `${accountId} ${staff.sessionId}`
  if (shown.code !== undefined) await count(world, limits.stepUpOfSession, of)
  const signature = shown.passkey && (await judgeAssertion(world, shown.passkey, { purpose: 'step-up', asker: staff }))
  const proof = await inAct(
    world,
    { ...byOneself(staff, 'StaffStepUp'), endOf: endOfProof },
    async (world): Promise<Proof> => {
      const taken =
        isRight === undefined ? await takeProof(world, accountId, { ...shown, signature }) : isRight ? 'right' : 'wrong'
      if (taken !== 'right') return taken
      const { numUpdatedRows } = await world.db
        .updateTable('staffSession')
        .set({ steppedUpUntil: until })
        .where('id', '=', staff.sessionId)
        .executeTakeFirst()
      if (numUpdatedRows !== 1n) return 'gone'
      if (shown.code !== undefined) await forget(world, limits.stepUpOfSession, of)
      return 'right'
    },
  )
  return { proof, until }
}

/** Proof enough only where nothing better is asked of anybody. */
async function isOwnPassword(world: World, { accountId, factors }: Staff, password: string): Promise<boolean> {
  await count(world, limits.passwordOfAccount, String(accountId))
  if (factors.length > 0 || !world.secondFactor.passwordStepsUp) return false
  const account = world.db.selectFrom('account').select('passwordHash').where('id', '=', accountId)
  return isPassword(password, (await account.executeTakeFirst())?.passwordHash)
}

type Given = Omit<Shown, 'passkey'> & { signature: Signature | undefined }

/** Uses it up: of two who show the same at the same moment, one is told that it was used. */
export async function takeProof(world: Acting, accountId: number, given: Given): Promise<Proof> {
  if (given.signature) return (await countUp(world, given.signature)) ? 'right' : 'counter'
  if (given.code !== undefined) return takeCode(world, accountId, given.code)
  if (given.recoveryCode !== undefined) return takeRecoveryCode(world, accountId, given.recoveryCode)
  return 'wrong'
}

async function takeCode(world: World, accountId: number, code: string): Promise<Proof> {
  const row = await world.db
    .selectFrom('totp')
    .select('secretSealed')
    .where('accountId', '=', accountId)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst()
  const secret = row?.secretSealed && secretOf(world, accountId, row.secretSealed)
  const step = secret && totpStepOf(secret, code, world.now())
  if (!step) return 'wrong'
  const { rows } = await sql`
    update totp set last_step = ${step} where account_id = ${accountId} and last_step < ${step} returning account_id`.execute(
    world.db,
  )
  return rows.length === 1 ? 'right' : 'used'
}

async function takeRecoveryCode(world: World, accountId: number, code: string): Promise<Proof> {
  const own = () => sql`account_id = ${accountId} and code_hash = ${recoveryHash(world, accountId, code)}`
  const { rows } = await sql`
    update recovery_code set used_at = ${world.now()} where ${own()} and used_at is null returning account_id`.execute(
    world.db,
  )
  if (rows.length === 1) return 'right'
  const { rows: known } = await sql`select from recovery_code where ${own()}`.execute(world.db)
  return known.length > 0 ? 'used' : 'wrong'
}

/** To the address of the account: whoever did not do it themselves hears of it. */
export async function tellOf(world: World, accountId: number, what: string): Promise<void> {
  const account = world.db.selectFrom('account').select('email').where('id', '=', accountId)
  const { email } = await account.executeTakeFirstOrThrow()
  await post(world, { kind: 'factor_changed', to: email, ...factorLetter({ what, publicUrl: world.publicUrl }) })
}
