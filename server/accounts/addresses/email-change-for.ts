/** Another address for somebody who cannot ask for it themselves. The verb that changes it is that of the person's own change. */
import { sql } from 'kysely'
import { sameEmail } from '#contract/accounts/accounts.ts'
import type { ReplyOf } from '#contract/operation.ts'
import type { EmailChangeConfirm } from '#contract/people/identity-console.ts'
import { newEmailForLetter } from '#server/accounts/mail.ts'
import { endPins, givePin } from '#server/accounts/sign-in/pins.ts'
import { countPinOf, networkKey } from '#server/accounts/sign-in/rate-limits.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { limits } from '#server/kernel/limits.ts'
import { post } from '#server/kernel/outbox/outbox.ts'
import type { Acting, World } from '#server/kernel/world.ts'
import type { Origin } from '#server/platform/http/origin.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { count } from '#server/platform/security/rate-limits.ts'
import { changeEmail, isTaken } from './email-change.ts'

type Wish = { accountId: number; email: string; origin: Origin }
const at = (message: string) => refuse('invalid', { fields: [{ path: 'email', message }] })

/** Asking again replaces what was asked before, also by the person. */
export async function beginEmailChange(world: Acting, staff: Staff, { accountId, email, origin }: Wish): Promise<void> {
  const emailKey = sameEmail(email)
  const account = await world.db
    .selectFrom('account')
    .select(['emailKey'])
    .where('id', '=', accountId)
    .where('verifiedAt', 'is not', null)
    .where('erasedAt', 'is', null)
    // One that became part of another has no address of its own: the old one would lead there for ever, and the new one nowhere.
    .where(sql<boolean>`person_of(id) = id`)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!account) return refuse('not_found')
  if (account.emailKey === emailKey) at('This is their address already.')
  if (await isTaken(world, { emailKey, accountId })) at('Another account has this address.')
  await count(world, limits.emailChangeOfAccount, String(accountId))
  await countPinOf(world, emailKey, origin)
  await forget(world, accountId)
  const asked = { accountId, askedBy: staff.accountId, newEmail: email, newEmailKey: emailKey, askedAt: world.now() }
  await world.db.insertInto('emailChange').values(asked).execute()
  const pinOf = { accountId, purpose: 'email' } as const
  const { pin, expiresAt } = await givePin(world, pinOf, { askedFrom: networkKey(world, origin) })
  await post(world, { kind: 'new_email_pin_by_staff', to: email, accountId, expiresAt, ...newEmailForLetter({ pin }) })
}

/** Whoever reads the PIN to the office has shown that they read the new address. */
export async function confirmEmailChangeFor(
  world: Acting,
  { accountId, pin }: { accountId: number; pin: string },
): Promise<ReplyOf<typeof EmailChangeConfirm>['status']> {
  const account = await world.db.selectFrom('account').select('emailKey').where('id', '=', accountId).executeTakeFirst()
  if (!account) return refuse('not_found')
  // No session is theirs here: all of them end.
  const person = { accountId, email: account.emailKey, sessionId: 0, at: undefined }
  return (await changeEmail(world, person, pin)).status
}

export async function cancelEmailChange(world: Acting, accountId: number): Promise<void> {
  if (!(await forget(world, accountId))) refuse('not_found', { sentence: 'No new address waits for its PIN.' })
  await endPins(world, { accountId, purpose: 'email' })
}

async function forget({ db }: World, accountId: number): Promise<boolean> {
  const asked = db.deleteFrom('emailChange').where('accountId', '=', accountId).where('changedAt', 'is', null)
  return (await asked.executeTakeFirst()).numDeletedRows > 0n
}
