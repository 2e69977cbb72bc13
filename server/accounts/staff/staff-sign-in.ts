/** Getting into the console with a password. Its limits are its own: guesses here never keep a participant out of the site. */
import { sameEmail } from '#contract/accounts/accounts.ts'
import { browserIn } from '#server/accounts/sign-in/browsers.ts'
import { isPerson } from '#server/accounts/sign-in/rate-limits.ts'
import { allowance, countAndFind, type Found, isKnownAt, upToDate } from '#server/accounts/sign-in/sign-in.ts'
import { inAct, noteRefusal } from '#server/kernel/acts.ts'
import { limits } from '#server/kernel/limits.ts'
import type { World } from '#server/kernel/world.ts'
import type { Origin } from '#server/platform/http/origin.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { isPassword } from '#server/platform/security/passwords.ts'
import {
  countAll,
  countWithoutRefusing,
  forget,
  ofNetworks,
  type RateLimitKey,
  uncount,
} from '#server/platform/security/rate-limits.ts'
import { grantsOf } from './grants.ts'
import { by } from './staff-acts.ts'
import { consoleCookie, openStaffSession, type Opened, type StaffSession, whyTooWeak } from './staff.ts'

export type StaffSignIn = { email: string; password: string; proof?: string }

/** One answer for everybody who does not get in: it must not tell a participant's right password from a wrong one. */
export async function staffSignIn(
  world: World,
  { email, password, proof = '' }: StaffSignIn,
  origin: Origin,
): Promise<StaffSession | { kind: 'wrong' }> {
  const emailKey = sameEmail(email)
  const browser = browserIn(world, origin.cookie, 'console')
  const known = (await isKnownAt(world, emailKey, browser)) ? browser : undefined
  // A known browser is counted by itself: what others on its network guess must not keep it out.
  if (!known) await countAll(world, ofNetworks(limits.consoleCallsOfAddress, origin.address))
  const ofBrowser = allowance(emailKey, known, 'console')
  const free = known ? [{ limit: limits.consoleWithoutCaptcha, of: ofBrowser.of }] : freeTries(emailKey, origin)
  await askForCaptcha(world, { free, proof })
  const account = await countAndFind(world, { keys: [ofBrowser], emailKey, noted: origin.noted })
  // Asked before the password is compared, so that the answer takes as long for a wrong one.
  const grants = account.id === null ? [] : await grantsOf(world, account.id)
  const matches = await isPassword(password, account.passwordHash)
  const why = whyNot({ ...account, matches, hasRole: grants.length > 0 })
  if (why || account.id === null) {
    origin.noted.outcome = why
    if (account.id !== null && grants.length > 0)
      await noteRefusal(world, by(account.id, 'StaffSignIn'), { outcome: 'refused', refusal: why })
    return { kind: 'wrong' }
  }
  const person = { id: account.id, passwordChangedAt: account.passwordChangedAt }
  const mustSetPassword = (await whyTooWeak(password)) !== undefined
  const passwordHash = await upToDate(world, account, password)
  const opened = await inAct(world, { ...by(person.id, 'StaffSignIn'), endOf: wasOpened }, async (world) => {
    await forget(world, ofBrowser.limit, ofBrowser.of)
    return openStaffSession(world, { accountId: person.id, passwordHash, mustSetPassword, origin })
  })
  origin.noted.outcome = opened ? 'Success' : 'password changed meanwhile'
  if (!opened) return { kind: 'wrong' }
  // Only its own: somebody with a role must not clear the count of their guesses at others.
  await uncount(world, free)
  return { kind: 'in', ...opened, cookie: consoleCookie(world, origin, person) }
}

type Tried = Pick<Found, 'id' | 'verifiedAt'> & { matches: boolean; hasRole: boolean }

/** For the log and the audit log alone. Empty for somebody who gets in. */
function whyNot({ id, verifiedAt, matches, hasRole }: Tried): string {
  if (id === null) return 'unknown address'
  if (!matches) return 'wrong password'
  if (!verifiedAt) return 'address not verified'
  return hasRole ? '' : 'no role'
}

const wasOpened = (opened: Opened | undefined) =>
  opened ? ({ outcome: 'done' } as const) : ({ outcome: 'refused', refusal: 'password changed meanwhile' } as const)

/** A guesser keeps no cookies, so that a browser nobody knows is told by its network, and by the account that it tries. */
function freeTries(emailKey: string, { address }: Origin): RateLimitKey[] {
  const limit = limits.consoleWithoutCaptcha
  return [{ limit, of: emailKey }, ...ofNetworks(limit, address)]
}

/** Counted before it is tried: of a thousand guesses sent at once, one comes without a captcha. */
async function askForCaptcha(world: World, { free, proof }: { free: RateLimitKey[]; proof: string }): Promise<void> {
  const isFree = await countWithoutRefusing(world, free)
  if (!isFree && !(await isPerson(world, proof, 'console'))) refuse('captcha')
}
