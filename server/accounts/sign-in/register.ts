/** Getting an account: sign up, and prove the address. */
import { captchaRefused, type EventRegister, type EventResendPin, sameEmail } from '#contract/accounts/accounts.ts'
import { dayIn, isPast } from '#contract/days.ts'
import type { StatusOf } from '#contract/operation.ts'
import { findAccount, lockAccount } from '#server/accounts/account.ts'
import { verifyLetter } from '#server/accounts/mail.ts'
import type { Row } from '#server/database/tables.ts'
import { addressOf } from '#server/kernel/events/address.ts'
import { currentEvent, eventWith } from '#server/kernel/events/current.ts'
import { extensionWith } from '#server/kernel/events/own-dates.ts'
import { limits } from '#server/kernel/limits.ts'
import { post } from '#server/kernel/outbox/outbox.ts'
import { inTransaction, type World } from '#server/kernel/world.ts'
import type { Origin } from '#server/platform/http/origin.ts'
import { hashPassword, isPassword } from '#server/platform/security/passwords.ts'
import { count } from '#server/platform/security/rate-limits.ts'
import { givePin, usePin } from './pins.ts'
import { countCall, countLetter, countPin, isPerson, letterAnswered, networkKey } from './rate-limits.ts'

type SignUp = {
  email: string
  fullName: string
  password: string
  proof: string
  extension?: string | undefined
  /** Of the page that they signed up on; the current event where nothing is said. */
  eventId?: number | undefined
}

export async function register(world: World, signUp: SignUp, origin: Origin): Promise<StatusOf<typeof EventRegister>> {
  const key = sameEmail(signUp.email)
  await countCall(world, origin)
  const event = await eventOf(world, signUp.eventId)
  if (await isClosed(world, event, signUp)) return 'Registration Date has Expired.'
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
    await sendVerifyPin(world, { id: accountId, email: signUp.email, event: event || undefined }, origin)
    return 'Success'
  })
}

type Meant = Row<'event'> | undefined | null

/** The event that is signed up for: undefined between two events, null when the one that was named is none. */
async function eventOf(world: World, eventId: number | undefined): Promise<Meant> {
  return eventId === undefined ? currentEvent(world) : ((await eventWith(world, eventId)) ?? null)
}

/** For everybody the last date of the event counts; for whom a letter gave more time, their own. Once the event has ended, no date does. */
async function isClosed(world: World, event: Meant, { email, extension }: SignUp): Promise<boolean> {
  if (!event) return event === null
  if (event.eventState !== 'published') return true
  const today = dayIn(event.timeZone, world.now())
  if (!isPast(event.registrationClosesOn, today)) return false
  const own = extension === undefined ? undefined : await extensionWith(world, event.id, extension)
  return !own || own.emailKey !== sameEmail(email) || isPast(own.until, today)
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

export async function resendPin(
  world: World,
  { email, eventId }: { email: string; eventId: number | undefined },
  origin: Origin,
): Promise<StatusOf<typeof EventResendPin>> {
  await countCall(world, origin)
  const found = await findAccount(world, sameEmail(email))
  origin.noted.account = found?.id
  if (!found || found.verifiedAt) return 'Email not found'
  await countPin(world, found, origin)
  return inTransaction(world, async (world) => {
    // Verified meanwhile: a PIN that opens nothing would only confuse.
    const account = await lockAccount(world, found.emailKey)
    if (!account || account.verifiedAt) return 'Email not found'
    const event = await eventOf(world, eventId)
    await sendVerifyPin(world, { ...account, event: event || undefined }, origin)
    return 'PIN Generated'
  })
}

type Verifying = Pick<Row<'account'>, 'id' | 'email'> & { event: Row<'event'> | undefined }

async function sendVerifyPin(world: World, { id, email, event }: Verifying, origin: Origin) {
  const asking = { askedFrom: networkKey(world, origin) }
  const { pin, expiresAt } = await givePin(world, { accountId: id, purpose: 'verify' }, asking)
  // Of a draft nobody hears: its letter leads to the plain page.
  const publicUrl = event && event.eventState !== 'draft' ? addressOf(world, event) : world.publicUrl
  await post(world, { kind: 'sign_up_pin', to: email, expiresAt, ...verifyLetter({ pin, email, publicUrl }) })
}
