/** Getting back in after a password was forgotten. */
import { captchaRefused, type EventForgotPassword, sameEmail } from '#contract/accounts.ts'
import type { StatusOf } from '#contract/operation.ts'
import { countCall, countPin, findAccount, isPerson } from '#server/accounts/service.ts'
import { post } from '#server/mail/service.ts'
import { givePin, usePin } from '#server/pins/service.ts'
import type { Resetter } from '#server/platform/http.ts'
import { forget, limits } from '#server/platform/limits.ts'
import type { Origin } from '#server/platform/origin.ts'
import { hashPassword } from '#server/platform/passwords.ts'
import { refuse } from '#server/platform/refuse.ts'
import { hashToken, newToken } from '#server/platform/tokens.ts'
import { endAllSessions } from '#server/sessions/service.ts'
import { together, type World } from '#server/world.ts'
import { passwordChangedLetter, resetLetter } from './mail.ts'

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
  const { token, hash } = newToken()
  const fresh = { tokenHash: hash, expiresAt: new Date(world.now().getTime() + tokenMinutes * 60_000) }
  await world.db
    .insertInto('passwordReset')
    .values({ accountId: account.id, ...fresh })
    .onConflict((same) => same.column('accountId').doUpdateSet(fresh))
    .execute()
  return { status: 'Success', token } as const
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
