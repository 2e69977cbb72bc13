/** Changing a password: with the old one, or after it was forgotten. */
import { type ChangePassword, type EndOtherSessions, wrongPassword } from '#contract/account-changes.ts'
import { captchaRefused, type EventForgotPassword, sameEmail } from '#contract/accounts.ts'
import type { ReplyOf, StatusOf } from '#contract/operation.ts'
import { countCall, countPin, findAccount, isPerson } from '#server/accounts/service.ts'
import { post } from '#server/mail/service.ts'
import { givePin, usePin } from '#server/pins/service.ts'
import type { Caller, Resetter } from '#server/platform/http.ts'
import { count, forget, limits } from '#server/platform/limits.ts'
import type { Origin } from '#server/platform/origin.ts'
import { hashPassword, isPassword } from '#server/platform/passwords.ts'
import { refuse } from '#server/platform/refuse.ts'
import { hashToken, newToken } from '#server/platform/tokens.ts'
import { endAllSessions, endOtherSessions } from '#server/sessions/service.ts'
import type { Row } from '#server/tables.ts'
import { together, type World } from '#server/world.ts'
import { passwordChangedLetter, passwordReplacedLetter, resetLetter } from './mail.ts'

const tokenMinutes = 10

type Ask = { email: string; proof: string }

export async function forgotPassword(
  world: World,
  { email, proof }: Ask,
  origin: Origin,
): Promise<StatusOf<typeof EventForgotPassword>> {
  await countCall(world, origin)
  if (!(await isPerson(world, proof, 'forgot'))) return captchaRefused
  const account = await findAccount(world, sameEmail(email))
  if (!account?.verifiedAt) return 'Email not found'
  await countPin(world, account.emailKey, origin)
  await together(world, async (world) => {
    await world.db.deleteFrom('passwordReset').where('accountId', '=', account.id).execute()
    const { pin, expiresAt } = await givePin(world, account.id, 'reset')
    await post(world, { to: account.email, expiresAt, ...resetLetter({ pin, publicUrl: world.publicUrl }) })
  })
  return 'PIN Generated'
}

/** The right PIN is worth a token that is good for one new password. */
export async function verifyResetPin(
  world: World,
  { email, pin, proof }: { email: string; pin: string; proof: string },
  origin: Origin,
) {
  await countCall(world, origin)
  if (!(await isPerson(world, proof, 'forgot-verify'))) return { status: captchaRefused } as const
  const account = await findAccount(world, sameEmail(email))
  const right = account?.verifiedAt && (await usePin(world, pin, { accountId: account.id, purpose: 'reset' }))
  if (!right) return { status: 'PIN not correct' } as const
  return { status: 'Success', token: await giveResetToken(world, account.id) } as const
}

export async function resetterOf(world: World, token: string): Promise<Resetter | undefined> {
  const found = await world.db
    .selectFrom('passwordReset')
    .innerJoin('account', 'account.id', 'passwordReset.accountId')
    .select(['account.id', 'account.emailKey'])
    .where('tokenHash', '=', hashToken(token))
    .where('expiresAt', '>', world.now())
    .executeTakeFirst()
  return found && { accountId: found.id, email: found.emailKey }
}

/** Sets the password, ends every session, and tells the owner. Of two requests with one token, one finds it used. */
export async function updatePassword(world: World, { accountId }: Resetter, password: string): Promise<void> {
  const passwordHash = await hashPassword(password)
  await together(world, async (world) => {
    const used = await world.db
      .deleteFrom('passwordReset')
      .where('accountId', '=', accountId)
      .where('expiresAt', '>', world.now())
      .executeTakeFirst()
    if (used.numDeletedRows !== 1n) refuse('sign_in_first')
    const { email, emailKey } = await world.db
      .updateTable('account')
      .set({ passwordHash, passwordChangedAt: world.now() })
      .where('id', '=', accountId)
      .returning(['email', 'emailKey'])
      .executeTakeFirstOrThrow()
    await endAllSessions(world, accountId)
    // Whoever was delayed for guessing wrong may use the new password at once.
    await forget(world, limits.loginOfAccount, emailKey)
    await post(world, { to: email, ...passwordChangedLetter({ publicUrl: world.publicUrl }) })
  })
}

/** The hash that a password was compared with: whoever acts on it makes sure, with the account locked, that it is still the one. */
export type ProvenPassword = { hash: string }

/** Asked again before anything that a stranger at an open browser must not do. Counted before it is compared. */
export async function provePassword(
  world: World,
  { accountId }: Pick<Caller, 'accountId'>,
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
export async function lockAccount(
  world: World,
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

/** What was asked for with the old password, or sent to the old address, is worth nothing any more. */
export async function forgetResets(world: World, accountId: number): Promise<void> {
  await world.db.deleteFrom('passwordReset').where('accountId', '=', accountId).execute()
  await world.db
    .deleteFrom('pin')
    .where('accountId', '=', accountId)
    .where('purpose', 'in', ['reset', 'email'])
    .execute()
}

/** The right to choose one new password. The one before it is worth nothing from now on. */
export async function giveResetToken(world: World, accountId: number): Promise<string> {
  const { token, hash } = newToken()
  const fresh = { tokenHash: hash, expiresAt: new Date(world.now().getTime() + tokenMinutes * 60_000) }
  await world.db
    .insertInto('passwordReset')
    .values({ accountId, ...fresh })
    .onConflict((same) => same.column('accountId').doUpdateSet(fresh))
    .execute()
  return token
}

/** A new password in place of one that is known. This session stays; all others were opened with the old one. */
export async function changePassword(
  world: World,
  caller: Caller,
  { password, newPassword }: { password: string; newPassword: string },
): Promise<ReplyOf<typeof ChangePassword>['status']> {
  const proven = await provePassword(world, caller, password)
  // A rule about new passwords is asked here, before the work of hashing.
  const isChanged = proven && (await replacePassword(world, caller, { proven, hash: await hashPassword(newPassword) }))
  return told(world, caller, { event: 'password-change', isDone: isChanged === true })
}

async function replacePassword(
  world: World,
  caller: Caller,
  { proven, hash }: { proven: ProvenPassword; hash: string },
): Promise<boolean> {
  const { accountId } = caller
  return together(world, async (world) => {
    const account = await lockAccount(world, accountId, proven)
    if (!account) return false
    const change = { passwordHash: hash, passwordChangedAt: world.now() }
    await world.db.updateTable('account').set(change).where('id', '=', accountId).execute()
    await endOtherSessions(world, caller)
    await forgetResets(world, accountId)
    await forget(world, limits.loginOfAccount, account.emailKey)
    await post(world, { to: account.email, ...passwordReplacedLetter({ publicUrl: world.publicUrl }) })
    return true
  })
}

/** Signs the person out everywhere else. */
export async function signOutElsewhere(
  world: World,
  caller: Caller,
  password: string,
): Promise<ReplyOf<typeof EndOtherSessions>> {
  const proven = await provePassword(world, caller, password)
  const ended = proven && (await endOtherSessions(world, caller))
  const status = told(world, caller, { event: 'other-sessions-end', isDone: ended !== undefined })
  return { status, ended }
}

function told(
  world: World,
  { accountId }: Caller,
  { event, isDone }: { event: string; isDone: boolean },
): 'Success' | typeof wrongPassword {
  world.log.info({ event, outcome: isDone ? 'done' : 'wrong password', account: accountId })
  return isDone ? 'Success' : wrongPassword
}
