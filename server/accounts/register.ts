/** Getting an account: sign up, and prove the address. */
import { captchaRefused, type EventRegister, type EventResendPin, sameEmail } from '#contract/accounts/accounts.ts'
import { dayIn, isPast } from '#contract/days.ts'
import type { StatusOf } from '#contract/operation.ts'
import { currentEvent } from '#server/events/events.ts'
import { limits } from '#server/limits.ts'
import { post } from '#server/mail/outbox.ts'
import type { Origin } from '#server/platform/http/origin.ts'
import { hashPassword, isPassword } from '#server/platform/security/passwords.ts'
import { count } from '#server/platform/security/rate-limits.ts'
import type { Row } from '#server/tables.ts'
import { inTransaction, type World } from '#server/world.ts'
import { findAccount, lockAccount } from './account.ts'
import { verifyLetter } from './mail.ts'
import { givePin, usePin } from './pins.ts'
import { countCall, countLetter, countPin, isPerson, letterAnswered, networkKey } from './rate-limits.ts'

type SignUp = { email: string; fullName: string; password: string; proof: string }

export async function register(world: World, signUp: SignUp, origin: Origin): Promise<StatusOf<typeof EventRegister>> {
  const key = sameEmail(signUp.email)
  await countCall(world, origin)
  const event = await currentEvent(world)
  if (event && isPast(event.registrationClosesOn, dayIn(event.timeZone, world.now())))
    return 'Registration Date has Expired.'
  if (!(await isPerson(world, signUp.proof, 'register'))) return captchaRefused
  if ((await findAccount(world, key))?.verifiedAt) return 'Email already in use'
  await count(world, limits.signUpOfEmail, key)
  await count(world, limits.signUpOfEmailDaily, key)
  await countLetter(world, origin)
  const passwordHash = await hashPassword(signUp.password)
  return inTransaction(world, async (world) => {
    const accountId = await replaceUnverified(world, {
      email: signUp.email,
      fullName: signUp.fullName,
      passwordHash,
      deviceId: origin.deviceId,
    })
    if (accountId === undefined) return 'Email already in use'
    origin.noted.account = accountId
    await sendVerifyPin(world, { id: accountId, email: signUp.email }, origin)
    return 'Success'
  })
}

/** For people whose address needs no proof: the demonstration's own. */
export async function addVerifiedAccount(
  world: World,
  { email, fullName, password }: Pick<SignUp, 'email' | 'fullName' | 'password'>,
): Promise<void> {
  const now = world.now()
  const passwordHash = await hashPassword(password)
  await world.db
    .insertInto('account')
    .values({
      email,
      emailKey: sameEmail(email),
      fullName,
      passwordHash,
      verifiedAt: now,
      createdAt: now,
      passwordChangedAt: now,
    })
    .execute()
}

/** An address that nobody has verified belongs to nobody: whoever signs up last replaces what was there. */
async function replaceUnverified(
  world: World,
  person: Pick<Row<'account'>, 'email' | 'fullName' | 'passwordHash' | 'deviceId'>,
): Promise<number | undefined> {
  const now = world.now()
  const row = await world.db
    .insertInto('account')
    .values({ ...person, emailKey: sameEmail(person.email), createdAt: now, passwordChangedAt: now })
    .onConflict((same) =>
      same
        .column('emailKey')
        .doUpdateSet({ ...person, createdAt: now, passwordChangedAt: now })
        .where('account.verifiedAt', 'is', null),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/**
 * Proves the address. The password of the sign-up is believed only from the device that chose it, or from somebody who knows it.
 * The account stays locked from the first look to the last: a sign-up of the same address in between would put its own password there.
 * A wrong PIN is an answer, no error: the try that it cost is kept.
 */
export async function verifyEmail(
  world: World,
  { email, pin, password }: { email: string; pin: string; password: string | undefined },
  origin: Origin,
) {
  await countCall(world, origin)
  return inTransaction(world, async (world) => {
    const account = await lockAccount(world, sameEmail(email))
    origin.noted.account = account?.id
    if (!account || account.verifiedAt) return { status: 'PIN not correct' as const }
    const used = await usePin(world, pin, { accountId: account.id, purpose: 'verify' })
    if (!used) return { status: 'PIN not correct' as const }
    const sameDevice = origin.deviceId !== '' && origin.deviceId === account.deviceId
    const passwordKept = sameDevice || (password !== undefined && (await isPassword(password, account.passwordHash)))
    const { numUpdatedRows } = await world.db
      .updateTable('account')
      .set({ verifiedAt: world.now(), ...(!passwordKept && { passwordHash: null }) })
      .where('id', '=', account.id)
      .where('verifiedAt', 'is', null)
      .where('passwordHash', 'is not distinct from', account.passwordHash)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows !== 1n) return { status: 'PIN not correct' as const }
    await letterAnswered(world, used.askedFrom)
    return { status: 'Success' as const, passwordKept }
  })
}

export async function resendPin(world: World, email: string, origin: Origin): Promise<StatusOf<typeof EventResendPin>> {
  await countCall(world, origin)
  const found = await findAccount(world, sameEmail(email))
  origin.noted.account = found?.id
  if (!found || found.verifiedAt) return 'Email not found'
  await countPin(world, found, origin)
  return inTransaction(world, async (world) => {
    // Verified meanwhile: a PIN that opens nothing would only confuse.
    const account = await lockAccount(world, found.emailKey)
    if (!account || account.verifiedAt) return 'Email not found'
    await sendVerifyPin(world, account, origin)
    return 'PIN Generated'
  })
}

async function sendVerifyPin(world: World, { id, email }: Pick<Row<'account'>, 'id' | 'email'>, origin: Origin) {
  const asking = { askedFrom: networkKey(world, origin) }
  const { pin, expiresAt } = await givePin(world, { accountId: id, purpose: 'verify' }, asking)
  await post(world, { to: email, expiresAt, ...verifyLetter({ pin, email, publicUrl: world.publicUrl }) })
}
