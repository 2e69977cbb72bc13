/** Getting into an account with a password. */
import { sql } from 'kysely'
import { captchaRefused, sameEmail } from '#contract/accounts/accounts.ts'
import { findAccount, leadsTo } from '#server/accounts/account.ts'
import type { Row } from '#server/database/tables.ts'
import { limits } from '#server/kernel/limits.ts'
import type { World } from '#server/kernel/world.ts'
import type { Origin } from '#server/platform/http/origin.ts'
import { hashPassword, isOutdated, isPassword } from '#server/platform/security/passwords.ts'
import { type RateLimitKey, type Counted, counting, ofNetworks } from '#server/platform/security/rate-limits.ts'
import { type Browser, browserIn, cookieAfterSignIn, type SignInSide, hasSignedIn, newBrowser } from './browsers.ts'
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
  const { id, passwordChangedAt } = account
  const cookie = cookieAfterSignIn(world, browser ?? newBrowser(), { id, passwordChangedAt })
  return { status: 'Success', cookie, email: account.email, ...session } as const
}

const allowances = {
  site: { account: limits.loginOfAccount, browser: limits.loginOfBrowser },
  console: { account: limits.consoleOfAccount, browser: limits.consoleOfBrowser },
} as const satisfies Record<SignInSide, unknown>

/** A browser that signed in to the account before has tries of its own; all others share those of the account. */
async function allowanceOf(world: World, emailKey: string, browser: Browser | undefined): Promise<RateLimitKey> {
  const isKnown = await isKnownAt(world, emailKey, browser)
  return allowance(emailKey, isKnown ? browser : undefined)
}

export function allowance(emailKey: string, known: Browser | undefined, side: SignInSide = 'site'): RateLimitKey {
  return known
    ? { limit: allowances[side].browser, of: `${emailKey} ${known.id}` }
    : { limit: allowances[side].account, of: emailKey }
}

export async function isKnownAt(world: World, emailKey: string, browser: Browser | undefined): Promise<boolean> {
  if (!browser || browser.marks.length === 0) return false
  const account = await findAccount(world, emailKey)
  return account !== undefined && hasSignedIn(world, browser, account)
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
