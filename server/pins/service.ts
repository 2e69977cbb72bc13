/** A PIN proves that somebody reads the mail of an address. */
import { accountLimits } from '#contract/accounts.ts'
import { hashPin, isSame, newPin } from '#server/platform/tokens.ts'
import type { Row } from '#server/tables.ts'
import type { World } from '#server/world.ts'

type Purpose = Row<'pin'>['purpose']
export type Pin = { pin: string; expiresAt: Date }

/** Makes a PIN; the one before it is worth nothing from now on. */
export async function givePin(world: World, accountId: number, purpose: Purpose): Promise<Pin> {
  const pin = newPin(accountLimits.pinDigits)
  const expiresAt = new Date(world.now().getTime() + accountLimits.pinMinutes * 60_000)
  const fresh = { pinHash: hashOf(world, pin, { accountId, purpose }), expiresAt, tries: 0 }
  await world.db
    .insertInto('pin')
    .values({ accountId, purpose, ...fresh })
    .onConflict((same) => same.columns(['accountId', 'purpose']).doUpdateSet(fresh))
    .execute()
  return { pin, expiresAt }
}

/** Whether this is the PIN. Every try is counted before it is compared, and a right one can be used once. */
export async function usePin(
  world: World,
  given: string,
  of: { accountId: number; purpose: Purpose },
): Promise<boolean> {
  const counted = await world.db
    .updateTable('pin')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('accountId', '=', of.accountId)
    .where('purpose', '=', of.purpose)
    .where('tries', '<', accountLimits.pinTries)
    .where('expiresAt', '>', world.now())
    .returning('pinHash')
    .executeTakeFirst()
  const hash = hashOf(world, given, of)
  if (!counted || !isSame(counted.pinHash, hash)) return false
  const used = await world.db
    .deleteFrom('pin')
    .where('accountId', '=', of.accountId)
    .where('purpose', '=', of.purpose)
    .where('pinHash', '=', hash)
    .executeTakeFirst()
  return used.numDeletedRows === 1n
}

function hashOf(world: World, pin: string, { accountId, purpose }: { accountId: number; purpose: Purpose }): Buffer {
  return hashPin(world.pinKey, [purpose, String(accountId), pin])
}
