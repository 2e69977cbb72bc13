/** An account for somebody who came with the link of a letter: it proves their address, whatever the last date for registration is. */
import { sameEmail } from '#contract/accounts/email.ts'
import { lockAccount } from '#server/accounts/account.ts'
import type { Row } from '#server/database/tables.ts'
import type { Transaction } from '#server/kernel/world.ts'
import { endPins } from './pins.ts'

type Newcomer = { email: string; fullName: string; passwordHash: string }

/** Locked. Nothing when somebody proved the address meanwhile, or when it is kept for whoever may still come back to it. */
export async function accountByLetter(world: Transaction, newcomer: Newcomer): Promise<Row<'account'> | undefined> {
  const { email, fullName, passwordHash } = newcomer
  const emailKey = sameEmail(email)
  const now = world.now()
  const times = { createdAt: now, passwordChangedAt: now }
  await world.db
    .insertInto('account')
    .values({ email, emailKey, fullName, passwordHash: null, deviceId: '', ...times })
    .onConflict((same) => same.column('emailKey').doNothing())
    .execute()
  const account = await lockAccount(world, emailKey)
  if (!account || account.verifiedAt) return undefined
  // Whoever signed up with the address and never verified it may be anybody: what they chose is not kept.
  await world.db
    .updateTable('account')
    .set({ email, fullName, passwordHash, deviceId: '', verifiedAt: now, passwordChangedAt: now })
    .where('id', '=', account.id)
    .execute()
  await endPins(world, { accountId: account.id, purpose: 'verify' })
  return account
}
