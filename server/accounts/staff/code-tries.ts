import {
  type Browser,
  browserIn,
  cookiesAfterFactor,
  hasShownFactor,
  newBrowser,
} from '#server/accounts/sign-in/browsers.ts'
import type { Row } from '#server/database/tables.ts'
/** Under which the codes of a second factor are counted that somebody types. See docs/decisions/0027. */
import { limits } from '#server/kernel/limits.ts'
import type { World } from '#server/kernel/world.ts'
import type { RateLimitKey } from '#server/platform/security/rate-limits.ts'

type Account = Pick<Row<'account'>, 'id' | 'passwordChangedAt'>
export type Tries = { browser: Browser; account: Account; keys: [recent: RateLimitKey, ...RateLimitKey[]] }

/**
 * With the password alone a stranger uses up the codes of browsers that nobody has seen, and not those of the owner's own. Once the owner
 * has set a new password, the guesses made with the old one are not counted against them; all of them together stay below one more limit.
 */
export async function codeTries(
  world: World,
  accountId: number,
  { cookie, side }: { cookie: string; side: 'console' | 'card' },
): Promise<Tries> {
  const account = await world.db
    .selectFrom('account')
    .select(['id', 'passwordChangedAt'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const browser = browserIn(world, cookie, side) ?? newBrowser(side)
  const its = side === 'console' ? ofConsole : ofCard
  if (hasShownFactor(world, browser, account)) {
    const of = `${accountId} ${browser.id}`
    return {
      browser,
      account,
      keys: [
        { limit: its.browser, of },
        { limit: its.browserDaily, of },
      ],
    }
  }
  const of = `${accountId} ${account.passwordChangedAt.getTime()}`
  const all = { limit: limits.codesOfStaffDaily, of: String(accountId) }
  return { browser, account, keys: [{ limit: its.others, of }, { limit: its.othersDaily, of }, all] }
}

/** A factor that was set up in this browser was shown by it. */
export async function cookiesAfterSetUp(world: World, accountId: number, cookie: string): Promise<string[]> {
  const { browser, account } = await codeTries(world, accountId, { cookie, side: 'console' })
  return cookiesAfterFactor(world, browser, account)
}

const ofConsole = {
  browser: limits.proofOfBrowser,
  browserDaily: limits.proofOfBrowserDaily,
  others: limits.proofOfStaff,
  othersDaily: limits.proofOfStaffDaily,
}
const ofCard = {
  browser: limits.cardFactorOfBrowser,
  browserDaily: limits.cardFactorOfBrowserDaily,
  others: limits.cardFactorOfAccount,
  othersDaily: limits.cardFactorOfAccountDaily,
}
