/** Changing a password: with the old one, or after it was forgotten. */
import { type ChangePassword, type EndOtherSessions, wrongPassword } from '#contract/accounts/account-changes.ts'
import { captchaRefused, sameEmail } from '#contract/accounts/accounts.ts'
import { brokenRule } from '#contract/accounts/passwords.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { findAccount, lockAccount, logged } from '#server/accounts/account.ts'
import { passwordChangedLetter, passwordReplacedLetter, resetLetter } from '#server/accounts/mail.ts'
import type { Row } from '#server/database/tables.ts'
import type { Person, Resetter } from '#server/kernel/callers.ts'
import { post } from '#server/kernel/outbox/outbox.ts'
import { inTransaction, type World } from '#server/kernel/world.ts'
import type { Origin } from '#server/platform/http/origin.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { hashPassword } from '#server/platform/security/passwords.ts'
import { hashToken, newToken } from '#server/platform/security/tokens.ts'
import { browserIn, cookieAfterSignIn, cookieOf, hashOfBrowser, newBrowser } from './browsers.ts'
import {
  lockProven,
  type NotProven,
  type OwnProof,
  type ProvenPassword,
  proveOwner,
  provePassword,
} from './card-proof.ts'
import { isCommonPassword } from './common-passwords.ts'
import { endPins, givePin, usePin } from './pins.ts'
import { countCall, countPin, forgetGuesses, isPerson, letterAnswered, networkKey } from './rate-limits.ts'
import { endAllSessions, endConsoleSessions, endOtherSessions } from './sessions.ts'

const tokenMinutes = 10

type Ask = { email: string; proof: string }

export async function forgotPassword(world: World, { email, proof }: Ask, origin: Origin) {
  await countCall(world, origin)
  if (!(await isPerson(world, proof, 'forgot'))) return { status: captchaRefused } as const
  const found = await findAccount(world, sameEmail(email))
  origin.noted.account = found?.id
  if (!found?.verifiedAt) return { status: 'Email not found' } as const
  await countPin(world, found, origin)
  const browser = browserIn(world, origin.cookie) ?? newBrowser()
  return inTransaction(world, async (world) => {
    // The address may have been given to another account, or changed, since we looked: the PIN goes to where it belongs now.
    const account = await lockAccount(world, found.emailKey)
    if (!account?.verifiedAt) return { status: 'Email not found' } as const
    await world.db.deleteFrom('passwordReset').where('accountId', '=', account.id).execute()
    const asking = { browser: hashOfBrowser(world, browser), askedFrom: networkKey(world, origin) }
    const { pin, expiresAt } = await givePin(world, { accountId: account.id, purpose: 'reset' }, asking)
    await post(world, {
      kind: 'password_pin',
      to: account.email,
      expiresAt,
      ...resetLetter({ pin, publicUrl: world.publicUrl }),
    })
    return { status: 'PIN Generated', cookie: cookieOf(world, browser) } as const
  })
}

/** The right PIN is worth a token that is good for one new password. A wrong one is an answer, no error: the try that it cost is kept. */
export async function verifyResetPin(
  world: World,
  { email, pin, proof }: { email: string; pin: string; proof: string },
  origin: Origin,
) {
  await countCall(world, origin)
  if (!(await isPerson(world, proof, 'forgot-verify'))) return { status: captchaRefused } as const
  const browser = browserIn(world, origin.cookie)
  return inTransaction(world, async (world) => {
    const account = await lockAccount(world, sameEmail(email))
    origin.noted.account = account?.id
    if (!account?.verifiedAt) return { status: 'PIN not correct' } as const
    const asked = browser && hashOfBrowser(world, browser)
    const used = await usePin(world, pin, { accountId: account.id, purpose: 'reset', browser: asked })
    if (!used) return { status: 'PIN not correct' } as const
    await letterAnswered(world, used.askedFrom)
    return { status: 'Success', token: await giveResetToken(world, account.id) } as const
  })
}

export async function resetterOf(world: World, token: string): Promise<Resetter | undefined> {
  const tokenHash = hashToken(token)
  const found = await world.db
    .selectFrom('passwordReset')
    .innerJoin('account', 'account.id', 'passwordReset.accountId')
    .select(['account.id', 'account.emailKey'])
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', world.now())
    .executeTakeFirst()
  return found && { accountId: found.id, email: found.emailKey, tokenHash }
}

/**
 * Sets the password, ends every session, and tells the owner; gives the cookie of the browser that did it. Of two requests with one token,
 * one finds it used. The account is locked first, as everywhere: whoever opens a session or asks for a PIN waits.
 */
export async function updatePassword(world: World, resetter: Resetter, { password, origin }: NewPassword) {
  const { accountId, email: emailKey, tokenHash } = resetter
  const passwordHash = await hashPassword(password)
  return inTransaction(world, async (world) => {
    await lockAccount(world, emailKey)
    const used = await world.db
      .deleteFrom('passwordReset')
      .where('accountId', '=', accountId)
      .where('tokenHash', '=', tokenHash)
      .where('expiresAt', '>', world.now())
      .executeTakeFirst()
    if (used.numDeletedRows !== 1n) refuse('sign_in_first')
    const passwordChangedAt = world.now()
    const { email } = await world.db
      .updateTable('account')
      .set({ passwordHash, passwordChangedAt })
      .where('id', '=', accountId)
      .returning('email')
      .executeTakeFirstOrThrow()
    await endAllSessions(world, accountId)
    await endPins(world, { accountId, purpose: 'reset' })
    // Whoever was delayed for guessing wrong may use the new password at once.
    await forgetGuesses(world, emailKey)
    await post(world, { kind: 'password_changed', to: email, ...passwordChangedLetter({ publicUrl: world.publicUrl }) })
    return cookieAfterSignIn(world, browserIn(world, origin.cookie) ?? newBrowser(), {
      id: accountId,
      passwordChangedAt,
    })
  })
}

/** The same for an account that is locked, whoever was shown to be its owner: all that the old password opened or asked for ends. */
export async function setPassword(
  world: World,
  { id, email, emailKey }: Pick<Row<'account'>, 'id' | 'email' | 'emailKey'>,
  passwordHash: string,
): Promise<Date> {
  const passwordChangedAt = world.now()
  await world.db.updateTable('account').set({ passwordHash, passwordChangedAt }).where('id', '=', id).execute()
  await endAllSessions(world, id)
  await forgetResets(world, id)
  await forgetGuesses(world, emailKey)
  await post(world, { kind: 'password_changed', to: email, ...passwordChangedLetter({ publicUrl: world.publicUrl }) })
  return passwordChangedAt
}

type NewPassword = { password: string; origin: Origin }

/** Why the rule of this college refuses a password. Asked by the calls that the specification does not name; its own never refuse for it. */
export async function ruleAgainst(world: World, password: string): Promise<string | undefined> {
  return brokenRule(world.passwordRule, password, await isCommonPassword(password))
}

/** What was asked for with the old password, or sent to the old address, is worth nothing any more. */
export async function forgetResets(world: World, accountId: number): Promise<void> {
  await world.db.deleteFrom('passwordReset').where('accountId', '=', accountId).execute()
  for (const purpose of ['reset', 'email'] as const) await endPins(world, { accountId, purpose })
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

type Change = OwnProof & { newPassword: string; origin: Origin }

/** A new password in place of one that is known. This session stays, and its browser is known; all others were opened with the old one. */
export async function changePassword(
  world: World,
  caller: Person,
  { newPassword, origin, ...shown }: Change,
): Promise<ReplyOf<typeof ChangePassword> & { cookie?: string }> {
  const why = await ruleAgainst(world, newPassword)
  // A code is good once: it is not used up by a password that is refused.
  if (why && (await provePassword(world, caller, shown.password))) return { status: 'Against the rule', why }
  const proven = why ? ({ status: wrongPassword } as const) : await proveOwner(world, caller, { ...shown, origin })
  if ('status' in proven) return told(world, caller, proven)
  const changedAt = await replacePassword(world, caller, { proven, hash: await hashPassword(newPassword) })
  const status = logged(world, caller.accountId, {
    event: 'password-change',
    outcome: changedAt ? 'Success' : wrongPassword,
  })
  if (!changedAt) return { status }
  const account = { id: caller.accountId, passwordChangedAt: changedAt }
  return { status, cookie: cookieAfterSignIn(world, browserIn(world, origin.cookie) ?? newBrowser(), account) }
}

const told = (world: World, { accountId }: Person, proven: NotProven): NotProven => ({
  ...proven,
  status: logged(world, accountId, { event: 'password-change', outcome: proven.status }),
})

/** Gives the moment of the change, or nothing when the old password was another by then. */
async function replacePassword(
  world: World,
  caller: Person,
  { proven, hash }: { proven: ProvenPassword; hash: string },
): Promise<Date | undefined> {
  const { accountId } = caller
  return inTransaction(world, async (world) => {
    const account = await lockProven(world, accountId, proven)
    if (!account) return undefined
    const passwordChangedAt = world.now()
    await world.db
      .updateTable('account')
      .set({ passwordHash: hash, passwordChangedAt })
      .where('id', '=', accountId)
      .execute()
    await endOtherSessions(world, caller)
    await forgetResets(world, accountId)
    await forgetGuesses(world, account.emailKey)
    await post(world, {
      kind: 'password_replaced',
      to: account.email,
      ...passwordReplacedLetter({ publicUrl: world.publicUrl }),
    })
    return passwordChangedAt
  })
}

/** Signs the person out everywhere else, in the console too: this session is of the site. */
export async function signOutElsewhere(
  world: World,
  caller: Person,
  password: string,
): Promise<ReplyOf<typeof EndOtherSessions>> {
  const proven = await provePassword(world, caller, password)
  const ended = proven && (await endOtherSessions(world, caller)) + (await endConsoleSessions(world, caller.accountId))
  const status = logged(world, caller.accountId, {
    event: 'other-sessions-end',
    outcome: ended === undefined ? wrongPassword : 'Success',
  })
  return { status, ended }
}
