/** Getting into an account with a password. */
import { sql } from 'kysely'
import { captchaRefused, sameEmail } from '#contract/accounts/accounts.ts'
import { limits } from '#server/limits.ts'
import type { Origin } from '#server/platform/http/origin.ts'
import { hashPassword, isOutdated, isPassword } from '#server/platform/security/passwords.ts'
import { type RateLimitKey, type Counted, counting, ofNetworks } from '#server/platform/security/rate-limits.ts'
import type { Row } from '#server/tables.ts'
import type { World } from '#server/world.ts'
import { findAccount, leadsTo } from './account.ts'
import { type Browser, browserIn, cookieAfterSignIn, hasSignedIn } from './browsers.ts'
import { countCall, isPerson } from './rate-limits.ts'
import { openSession } from './sessions.ts'

type SignIn = { email: string; password: string; proof: string; eventId?: number | undefined }

export async function login(world: World, { email, password, proof, eventId }: SignIn, origin: Origin) {
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
  const keys = [...ofNetworks(limits.callsOfAddress, origin.address), ofBrowser]
  const account = await countAndFind(world, { keys, emailKey: key, noted: origin.noted })
  const matches = await isPassword(password, account.passwordHash)
  if (account.id === null) return { status: 'Email not registered' } as const
  if (!matches) return { status: 'Email or password incorrect' } as const
  if (!account.verifiedAt) return { status: 'Email not verified' } as const
  const session = await openSession(world, {
    accountId: account.id,
    passwordHash: await upToDate(world, account, password),
    userAgent: origin.userAgent,
    forgiven: ofBrowser,
    eventId,
  })
  if (!session) return { status: 'Email or password incorrect' } as const
  const cookie = cookieAfterSignIn(world, browser, { id: account.id, passwordChangedAt: account.passwordChangedAt })
  return { status: 'Success', cookie, email: account.email, ...session } as const
}

/** Whoever signed in here before has tries of their own; all others share those of the account. */
export async function allowanceOf(world: World, emailKey: string, browser: Browser | undefined): Promise<RateLimitKey> {
  const shared = { limit: limits.loginOfAccount, of: emailKey }
  if (!browser || browser.marks.length === 0) return shared
  const account = await findAccount(world, emailKey)
  if (!account || !hasSignedIn(world, browser, account)) return shared
  return { limit: limits.loginOfBrowser, of: `${emailKey} ${browser.id}` }
}

/** The hash of the password, made anew when it is weaker than those of today; not over one that somebody set meanwhile. */
export async function upToDate(world: World, { id, passwordHash }: Found, password: string): Promise<string | null> {
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

export type Found = { id: number | null } & Pick<
  Row<'account'>,
  'email' | 'passwordHash' | 'verifiedAt' | 'passwordChangedAt'
>
type Looking = { keys: RateLimitKey[]; emailKey: string; noted: Origin['noted'] }

/** Counted before the password is looked at: a thousand guesses sent at once are a thousand keys. All columns are null for an address that nobody has. */
export async function countAndFind(world: World, { keys, emailKey, noted }: Looking): Promise<Found> {
  const { statement, check } = counting(world, keys)
  const { rows } = await sql<Counted & Found>`
    with counted as (${statement})
    select key, hits, resets_at, id, email, password_hash, verified_at, password_changed_at
    from counted left join account on email_key = ${leadsTo(emailKey)}`.execute(world.db)
  const found = rows[0] as Counted & Found
  noted.account = found.id ?? undefined
  check(rows)
  return found
}
