/** Getting an account and getting into it. */
import { sql } from 'kysely'
import { captchaRefused, type EventRegister, type EventResendPin, sameEmail } from '#contract/accounts.ts'
import { dayIn, isPast } from '#contract/days.ts'
import type { StatusOf } from '#contract/operation.ts'
import { type Browser, browserIn, cookieAfterSignIn, hasSignedIn } from '#server/browsers/service.ts'
import { currentEvent } from '#server/events/service.ts'
import { post } from '#server/mail/service.ts'
import { givePin, usePin } from '#server/pins/service.ts'
import { type Attempt, count, type Counted, counting, keyOf, limits, ofNetworks } from '#server/platform/limits.ts'
import type { Origin } from '#server/platform/origin.ts'
import { hashPassword, isOutdated, isPassword } from '#server/platform/passwords.ts'
import { openSession } from '#server/sessions/service.ts'
import type { Row } from '#server/tables.ts'
import { countCall, countLetter, countPin, isPerson, letterAnswered, networkKey } from '#server/tries/service.ts'
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
  await countLetter(world, origin)
  const passwordHash = await hashPassword(signUp.password)
  return together(world, async (world) => {
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
  return together(world, async (world) => {
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
  return together(world, async (world) => {
    // Verified meanwhile: a PIN that opens nothing would only confuse.
    const account = await lockAccount(world, found.emailKey)
    if (!account || account.verifiedAt) return 'Email not found'
    await sendVerifyPin(world, account, origin)
    return 'PIN Generated'
  })
}

export async function login(world: World, { email, password, proof }: SignIn, origin: Origin) {
  const key = sameEmail(email)
  const isSolved = isPerson(world, proof, 'login')
  if (!(await isSolved.catch(() => false))) {
    await countCall(world, origin)
    // What cannot even be read is refused, after it was counted like any other.
    await isSolved
    return { status: captchaRefused } as const
  }
  const browser = browserIn(world, origin.cookie)
  const ofBrowser = await allowanceOf(world, key, browser)
  const attempts = [...ofNetworks(limits.callsOfAddress, origin.address), ofBrowser]
  const account = await countAndFind(world, { attempts, emailKey: key, noted: origin.noted })
  const matches = await isPassword(password, account.passwordHash)
  if (account.id === null) return { status: 'Email not registered' } as const
  if (!matches) return { status: 'Email or password incorrect' } as const
  if (!account.verifiedAt) return { status: 'Email not verified' } as const
  const session = await openSession(world, {
    accountId: account.id,
    passwordHash: await upToDate(world, account, password),
    userAgent: origin.userAgent,
    forgiven: keyOf(ofBrowser),
  })
  if (!session) return { status: 'Email or password incorrect' } as const
  const cookie = cookieAfterSignIn(world, browser, { id: account.id, passwordChangedAt: account.passwordChangedAt })
  return { status: 'Success', cookie, ...session } as const
}

/** Whoever signed in here before has tries of their own; all others share those of the account. */
async function allowanceOf(world: World, emailKey: string, browser: Browser | undefined): Promise<Attempt> {
  const shared = { limit: limits.loginOfAccount, of: emailKey }
  if (!browser || browser.marks.length === 0) return shared
  const account = await findAccount(world, emailKey)
  if (!account || !hasSignedIn(world, browser, account)) return shared
  return { limit: limits.loginOfBrowser, of: `${emailKey} ${browser.id}` }
}

/** The hash of the password, made anew when it is weaker than those of today; not over one that somebody set meanwhile. */
async function upToDate(world: World, { id, passwordHash }: Found, password: string): Promise<string | null> {
  if (!passwordHash || !isOutdated(passwordHash)) return passwordHash
  const fresh = await hashPassword(password)
  const { numUpdatedRows } = await world.db
    .updateTable('account')
    .set({ passwordHash: fresh })
    .where('id', '=', id)
    .where('passwordHash', '=', passwordHash)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n ? fresh : passwordHash
}

type Found = { id: number | null } & Pick<Row<'account'>, 'passwordHash' | 'verifiedAt' | 'passwordChangedAt'>
type Looking = { attempts: Attempt[]; emailKey: string; noted: Origin['noted'] }

/** Counted before the password is looked at: a thousand guesses sent at once are a thousand attempts. All columns are null for an address that nobody has. */
async function countAndFind(world: World, { attempts, emailKey, noted }: Looking): Promise<Found> {
  const { statement, check } = counting(world, attempts)
  const { rows } = await sql<Counted & Found>`
    with counted as (${statement})
    select key, hits, resets_at, id, password_hash, verified_at, password_changed_at
    from counted left join account on email_key = ${emailKey}`.execute(world.db)
  const found = rows[0] as Counted & Found
  noted.account = found.id ?? undefined
  check(rows)
  return found
}

async function sendVerifyPin(world: World, { id, email }: Pick<Row<'account'>, 'id' | 'email'>, origin: Origin) {
  const asking = { askedFrom: networkKey(world, origin) }
  const { pin, expiresAt } = await givePin(world, { accountId: id, purpose: 'verify' }, asking)
  await post(world, { to: email, expiresAt, ...verifyLetter({ pin, email, publicUrl: world.publicUrl }) })
}

export async function findAccount(world: World, emailKey: string): Promise<Row<'account'> | undefined> {
  return world.db.selectFrom('account').selectAll().where('emailKey', '=', emailKey).executeTakeFirst()
}

/** Nobody else changes the account until the transaction ends. What was read before may have been changed: judge what this gives. */
export async function lockAccount(world: World, emailKey: string): Promise<Row<'account'> | undefined> {
  return world.db.selectFrom('account').selectAll().where('emailKey', '=', emailKey).forNoKeyUpdate().executeTakeFirst()
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
