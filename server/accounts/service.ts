/** Getting an account and getting into it. */
import { sql } from 'kysely'
import {
  captchaRefused,
  type CaptchaPurpose,
  type EventRegister,
  type EventResendPin,
  sameEmail,
} from '#contract/accounts.ts'
import { dayIn, isPast } from '#contract/days.ts'
import type { StatusOf } from '#contract/operation.ts'
import { currentEvent } from '#server/events/service.ts'
import { post } from '#server/mail/service.ts'
import { givePin, usePin } from '#server/pins/service.ts'
import { type Attempt, count, type Counted, counting, keyOf, limits } from '#server/platform/limits.ts'
import type { Origin } from '#server/platform/origin.ts'
import { hashPassword, isOutdated, isPassword } from '#server/platform/passwords.ts'
import { openSession } from '#server/sessions/service.ts'
import type { Row } from '#server/tables.ts'
import { together, type World } from '#server/world.ts'
import { verifyLetter } from './mail.ts'

type SignUp = { email: string; fullName: string; password: string; proof: string }
type SignIn = { email: string; password: string; proof: string }

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
  await count(world, limits.mailOfAddress, origin.address)
  const passwordHash = await hashPassword(signUp.password)
  return together(world, async (world) => {
    const accountId = await replaceUnverified(world, {
      email: signUp.email,
      fullName: signUp.fullName,
      passwordHash,
      deviceId: origin.deviceId,
    })
    if (accountId === undefined) return 'Email already in use'
    await sendVerifyPin(world, accountId, signUp.email)
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

/** Proves the address. The password of the sign-up is believed only from the device that chose it, or from somebody who knows it. */
export async function verifyEmail(
  world: World,
  { email, pin, password }: { email: string; pin: string; password: string | undefined },
  origin: Origin,
) {
  await countCall(world, origin)
  const account = await findAccount(world, sameEmail(email))
  if (!account || account.verifiedAt) return { status: 'PIN not correct' as const }
  if (!(await usePin(world, pin, { accountId: account.id, purpose: 'verify' })))
    return { status: 'PIN not correct' as const }
  const sameDevice = origin.deviceId !== '' && origin.deviceId === account.deviceId
  const passwordKept = sameDevice || (password !== undefined && (await isPassword(password, account.passwordHash)))
  await world.db
    .updateTable('account')
    .set({ verifiedAt: world.now(), ...(!passwordKept && { passwordHash: null }) })
    .where('id', '=', account.id)
    .execute()
  return { status: 'Success' as const, passwordKept }
}

export async function resendPin(world: World, email: string, origin: Origin): Promise<StatusOf<typeof EventResendPin>> {
  await countCall(world, origin)
  const account = await findAccount(world, sameEmail(email))
  if (!account || account.verifiedAt) return 'Email not found'
  await countPin(world, account.emailKey, origin)
  await together(world, (world) => sendVerifyPin(world, account.id, account.email))
  return 'PIN Generated'
}

export async function login(world: World, { email, password, proof }: SignIn, origin: Origin) {
  const key = sameEmail(email)
  const ofAccount = { limit: limits.loginOfAccount, of: key }
  const ofAddress = { limit: limits.callsOfAddress, of: origin.address }
  if (!(await isPerson(world, proof, 'login'))) {
    await countCall(world, origin)
    return { status: captchaRefused } as const
  }
  const account = await countAndFind(world, [ofAddress, ofAccount], key)
  const matches = await isPassword(password, account.passwordHash)
  if (account.id === null) return { status: 'Email not registered' } as const
  if (!matches) return { status: 'Email or password incorrect' } as const
  if (!account.verifiedAt) return { status: 'Email not verified' } as const
  if (account.passwordHash && isOutdated(account.passwordHash)) {
    await world.db
      .updateTable('account')
      .set({ passwordHash: await hashPassword(password) })
      .where('id', '=', account.id)
      .execute()
  }
  const { userAgent } = origin
  const session = await openSession(world, { accountId: account.id, userAgent, forgiven: keyOf(ofAccount) })
  return { status: 'Success', ...session } as const
}

type Found = { id: number | null } & Pick<Row<'account'>, 'passwordHash' | 'verifiedAt'>

/** Counted before the password is looked at: a thousand guesses sent at once are a thousand attempts. All columns are null for an address that nobody has. */
async function countAndFind(world: World, attempts: Attempt[], emailKey: string): Promise<Found> {
  const { statement, check } = counting(world, attempts)
  const { rows } = await sql<Counted & Found>`
    with counted as (${statement})
    select key, hits, resets_at, id, password_hash, verified_at from counted left join account on email_key = ${emailKey}`.execute(
    world.db,
  )
  check(rows)
  return rows[0] as Found
}

async function sendVerifyPin(world: World, accountId: number, email: string): Promise<void> {
  const { pin, expiresAt } = await givePin(world, accountId, 'verify')
  await post(world, { to: email, expiresAt, ...verifyLetter({ pin, email, publicUrl: world.publicUrl }) })
}

export async function findAccount(world: World, emailKey: string): Promise<Row<'account'> | undefined> {
  return world.db.selectFrom('account').selectAll().where('emailKey', '=', emailKey).executeTakeFirst()
}

export async function countCall(world: World, { address }: Origin): Promise<void> {
  await count(world, limits.callsOfAddress, address)
}

export async function countPin(world: World, emailKey: string, { address }: Origin): Promise<void> {
  await count(world, limits.pinOfEmail, emailKey)
  await count(world, limits.pinOfEmailHourly, emailKey)
  await count(world, limits.pinOfEmailDaily, emailKey)
  await count(world, limits.mailOfAddress, address)
}

export function isPerson(world: World, proof: string, purpose: CaptchaPurpose): Promise<boolean> {
  return world.captcha.isSolved(proof, purpose)
}

/** Keys as 0.1 wrote them, such as that of a domain in its own letters, become what they are compared with now; one that is taken stays. */
export async function renewEmailKeys(world: World): Promise<void> {
  const { rows: odd } = await sql<Pick<Row<'account'>, 'id' | 'email' | 'emailKey'>>`
    select id, email, email_key from account where email_key ~ '[^!-~]' order by id`.execute(world.db)
  for (const { id, email, emailKey } of odd) {
    const key = sameEmail(email)
    if (key === emailKey) continue
    const { numAffectedRows = 0n } = await sql`
      update account set email_key = ${key} where id = ${id} and not exists (select from account where email_key = ${key})`.execute(
      world.db,
    )
    if (numAffectedRows === 0n) world.log.warn({ account: id }, 'this account has the address of another one')
  }
}
