/** A PIN proves that somebody reads the mail of an address. */
import { accountLimits } from '#contract/accounts/accounts.ts'
import type { Row } from '#server/database/tables.ts'
import type { World } from '#server/kernel/world.ts'
import { hashPin, isSame, newPin } from '#server/platform/security/tokens.ts'

type Purpose = Row<'pin'>['purpose']
export type Pin = { pin: string; expiresAt: Date }
export type PinOf = { accountId: number; purpose: Purpose }

/** The browser that asks, when it can be told from others, and the network that it asks from. */
export type Asking = { browser?: Buffer | undefined; askedFrom: string }

/** Makes a PIN; the one before it is worth nothing from now on, except for another browser that asked for it itself. */
export async function givePin(world: World, of: PinOf, { browser, askedFrom }: Asking): Promise<Pin> {
  const pin = newPin(accountLimits.pinDigits)
  const expiresAt = new Date(world.now().getTime() + accountLimits.pinMinutes * 60_000)
  const fresh = { pinHash: hashOf(world, pin, of), expiresAt, askedFrom, tries: 0 }
  await world.db
    .insertInto('pin')
    .values({ ...of, ...fresh })
    .onConflict((same) => same.columns(['accountId', 'purpose']).doUpdateSet(fresh))
    .execute()
  if (browser && of.purpose === 'reset') await keepForBrowser(world, of.accountId, { ...fresh, browserHash: browser })
  return { pin, expiresAt }
}

async function keepForBrowser(
  world: World,
  accountId: number,
  { browserHash, ...fresh }: Omit<Row<'resetPin'>, 'accountId'>,
): Promise<void> {
  await world.db
    .deleteFrom('resetPin')
    .where('accountId', '=', accountId)
    .where('expiresAt', '<=', world.now())
    .execute()
  await world.db
    .insertInto('resetPin')
    .values({ accountId, browserHash, ...fresh })
    .onConflict((same) => same.columns(['accountId', 'browserHash']).doUpdateSet(fresh))
    .execute()
}

type Counted = { pinHash: Buffer; askedFrom: string }

/**
 * Whether this is the PIN, and from where it was asked for. Every try is counted before it is compared, and a right one can be used once.
 * The account is locked by whoever asks, so that nobody replaces the PIN meanwhile.
 */
export async function usePin(
  world: World,
  given: string,
  { browser, ...of }: PinOf & { browser?: Buffer | undefined },
): Promise<{ askedFrom: string } | undefined> {
  const counted = (await countOfBrowser(world, of.accountId, browser)) ?? (await countOfAccount(world, of))
  if (!counted || counted === 'too many' || !isSame(counted.pinHash, hashOf(world, given, of))) return undefined
  await endPins(world, of)
  return { askedFrom: counted.askedFrom }
}

/** A PIN that this browser asked for has tries of its own: those of others do not count, and when they are used up there are no more. */
async function countOfBrowser(
  world: World,
  accountId: number,
  browser: Buffer | undefined,
): Promise<Counted | 'too many' | undefined> {
  if (!browser) return undefined
  const living = await world.db
    .selectFrom('resetPin')
    .select(['pinHash', 'askedFrom', 'tries'])
    .where('accountId', '=', accountId)
    .where('browserHash', '=', browser)
    .where('expiresAt', '>', world.now())
    .executeTakeFirst()
  if (!living) return undefined
  if (living.tries >= accountLimits.pinTries) return 'too many'
  await world.db
    .updateTable('resetPin')
    .set({ tries: living.tries + 1 })
    .where('accountId', '=', accountId)
    .where('browserHash', '=', browser)
    .execute()
  return living
}

async function countOfAccount(world: World, { accountId, purpose }: PinOf): Promise<Counted | undefined> {
  return world.db
    .updateTable('pin')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('accountId', '=', accountId)
    .where('purpose', '=', purpose)
    .where('tries', '<', accountLimits.pinTries)
    .where('expiresAt', '>', world.now())
    .returning(['pinHash', 'askedFrom'])
    .executeTakeFirst()
}

/** No PIN of this kind works any more, whoever asked for it. */
export async function endPins(world: World, { accountId, purpose }: PinOf): Promise<void> {
  await world.db.deleteFrom('pin').where('accountId', '=', accountId).where('purpose', '=', purpose).execute()
  if (purpose === 'reset') await world.db.deleteFrom('resetPin').where('accountId', '=', accountId).execute()
}

function hashOf(world: World, pin: string, { accountId, purpose }: PinOf): Buffer {
  return hashPin(world.pinKey, [purpose, String(accountId), pin])
}
