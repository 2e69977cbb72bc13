import { sql } from 'kysely'
import {
  type AskEmailChange,
  type ConfirmEmailChange,
  type UndoEmailChange,
  wrongPassword,
} from '#contract/accounts/account-changes.ts'
import { sameEmail } from '#contract/accounts/accounts.ts'
/** The address that an account is known by: a new one is proved by a PIN, and the old one has a way back for some days. */
import { day } from '#contract/durations.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { logged } from '#server/accounts/account.ts'
import { emailLeftLetter, emailRestoredLetter, emailTakenLetter, newEmailPinLetter } from '#server/accounts/mail.ts'
import { lockProven, type OwnProof, proveOwner } from '#server/accounts/sign-in/card-proof.ts'
import { forgetResets, giveResetToken } from '#server/accounts/sign-in/passwords.ts'
import { givePin, usePin } from '#server/accounts/sign-in/pins.ts'
import { countCall, countPinOf, forgetGuesses, networkKey } from '#server/accounts/sign-in/rate-limits.ts'
import { endAllSessions, endOtherSessions } from '#server/accounts/sign-in/sessions.ts'
import type { Row } from '#server/database/tables.ts'
import type { Person } from '#server/kernel/callers.ts'
import { limits } from '#server/kernel/limits.ts'
import { post } from '#server/kernel/outbox/outbox.ts'
import { inTransaction, type Transaction, type World } from '#server/kernel/world.ts'
import type { Origin } from '#server/platform/http/origin.ts'
import { count } from '#server/platform/security/rate-limits.ts'
import { hashToken, newToken } from '#server/platform/security/tokens.ts'

/** How long a change can be taken back from the old address. */
export const undoDays = 7

type Wish = OwnProof & { email: string; origin: Origin }
type Asked = ReplyOf<typeof AskEmailChange>

/** Sends a PIN to the new address; nothing changes before it comes back. Asking again replaces what was asked before. */
export async function askEmailChange(world: World, caller: Person, wish: Wish): Promise<Asked> {
  const { accountId } = caller
  const { email, origin } = wish
  const emailKey = sameEmail(email)
  const told = <const Status extends Asked['status']>(status: Status) => ({
    status: logged(world, accountId, { event: 'email-change-ask', outcome: status }),
  })
  const proven = await proveOwner(world, caller, wish)
  if ('status' in proven) return { ...proven, ...told(proven.status) }
  if (emailKey === caller.email) return { status: 'This is your email already' }
  if (await isTaken(world, { emailKey, accountId })) return told('Email already in use')
  await count(world, limits.emailChangeOfAccount, String(accountId))
  await countPinOf(world, emailKey, origin)
  const isAsked = await inTransaction(world, async (world) => {
    if (!(await lockProven(world, accountId, proven))) return false
    await world.db.deleteFrom('emailChange').where('accountId', '=', accountId).where('changedAt', 'is', null).execute()
    await world.db
      .insertInto('emailChange')
      .values({ accountId, newEmail: email, newEmailKey: emailKey, askedAt: world.now() })
      .execute()
    const { pin, expiresAt } = await givePin(
      world,
      { accountId, purpose: 'email' },
      { askedFrom: networkKey(world, origin) },
    )
    // The address is not theirs before it is proved: erasing them finds the letter by the account.
    await post(world, { kind: 'new_email_pin', to: email, accountId, expiresAt, ...newEmailPinLetter({ pin }) })
    return true
  })
  return told(isAsked ? 'PIN Generated' : wrongPassword)
}

type Confirmed = ReplyOf<typeof ConfirmEmailChange>

/** The PIN came back. It proves the address that was asked for when it was sent, and no later one. */
export async function confirmEmailChange(world: World, caller: Person, pin: string): Promise<Confirmed> {
  const answer = await inTransaction(world, (world) => changeEmail(world, caller, pin))
  logged(world, caller.accountId, { event: 'email-change', outcome: answer.status })
  return answer
}

async function askedChange(world: World, accountId: number): Promise<Row<'emailChange'> | undefined> {
  return world.db
    .selectFrom('emailChange')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('changedAt', 'is', null)
    .executeTakeFirst()
}

/**
 * The one verb that changes an address. Both addresses are locked first, in one order: a sign-up or another change that wants the new one
 * comes before or after, and one that wants the old one finds it kept for whoever left it.
 */
export async function changeEmail(world: Transaction, caller: Person, pin: string): Promise<Confirmed> {
  const { accountId } = caller
  const change = await askedChange(world, accountId)
  if (!change) return { status: 'PIN not correct' }
  await lockEmails(world, [caller.email, change.newEmailKey])
  const account = await world.db
    .selectFrom('account')
    .select(['email', 'emailKey'])
    .where('id', '=', accountId)
    .where('emailKey', '=', caller.email)
    .where('erasedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  const isStillAsked = (await askedChange(world, accountId))?.id === change.id
  if (!account || !isStillAsked) return { status: 'PIN not correct' }
  // A wrong one is an answer, no error: the try that it cost is kept.
  if (!(await usePin(world, pin, { accountId, purpose: 'email' }))) return { status: 'PIN not correct' }
  if (await isTaken(world, { emailKey: change.newEmailKey, accountId })) return { status: 'Email already in use' }
  // A sign-up whose address was never verified belongs to nobody; whoever reads the mail of the address has just shown who they are.
  await world.db
    .deleteFrom('account')
    .where('emailKey', '=', change.newEmailKey)
    .where('verifiedAt', 'is', null)
    .execute()
  const { newEmail, newEmailKey } = change
  await world.db
    .updateTable('account')
    .set({ email: newEmail, emailKey: newEmailKey })
    .where('id', '=', accountId)
    .execute()
  // Their pages still know the old address, and would be refused with it.
  await endOtherSessions(world, caller)
  await forgetResets(world, accountId)
  await tellBoth(world, account, change)
  return { status: 'Success', email: newEmail }
}

async function tellBoth(
  world: World,
  { email, emailKey }: Pick<Row<'account'>, 'email' | 'emailKey'>,
  { id, newEmail }: Row<'emailChange'>,
): Promise<void> {
  const { publicUrl } = world
  const now = world.now()
  const undoUntil = new Date(now.getTime() + undoDays * day)
  const { token: key, hash } = newToken()
  await world.db
    .updateTable('emailChange')
    .set({ oldEmail: email, oldEmailKey: emailKey, changedAt: now, undoHash: hash, undoUntil })
    .where('id', '=', id)
    .execute()
  await post(world, { kind: 'email_left', to: email, ...emailLeftLetter({ newEmail, key, undoUntil, publicUrl }) })
  await post(world, { kind: 'email_taken', to: newEmail, ...emailTakenLetter({ publicUrl }) })
}

type Undone = ReplyOf<typeof UndoEmailChange>

/**
 * The way back. It undoes later changes too, and whatever else was begun since: whoever changed the address knew the password. The
 * holder of the key has read the mail of the address, which is worth a new password.
 */
export async function undoEmailChange(world: World, key: string, origin: Origin): Promise<Undone> {
  await countCall(world, origin)
  const undone = await inTransaction(world, async (world) => {
    const change = await undoable(world, key)
    if (!change) return undefined
    await lockEmails(world, [change.oldEmailKey])
    const { accountId, oldEmail: email, oldEmailKey: emailKey } = change
    await world.db.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute()
    // Read again: of two clicks, the second finds it undone.
    if (!(await undoable(world, key)) || (await isTaken(world, { emailKey, accountId }))) return undefined
    await world.db
      .updateTable('account')
      .set({ email, emailKey, passwordHash: null, passwordChangedAt: world.now() })
      .where('id', '=', accountId)
      .execute()
    await world.db
      .updateTable('emailChange')
      .set({ undoneAt: world.now() })
      .where('accountId', '=', accountId)
      .where('id', '>=', change.id)
      .where('changedAt', 'is not', null)
      .execute()
    await world.db.deleteFrom('emailChange').where('accountId', '=', accountId).where('changedAt', 'is', null).execute()
    await world.db
      .deleteFrom('closure')
      .where('accountId', '=', accountId)
      .where('askedAt', '>=', change.changedAt as Date)
      .execute()
    await endAllSessions(world, accountId)
    await forgetResets(world, accountId)
    await forgetGuesses(world, emailKey)
    await post(world, { kind: 'email_restored', to: email, ...emailRestoredLetter({ publicUrl: world.publicUrl }) })
    return { accountId, email, resetToken: await giveResetToken(world, accountId) }
  })
  if (!undone) return { status: 'This link no longer works' }
  const { accountId, ...answer } = undone
  return { status: logged(world, accountId, { event: 'email-change-undo', outcome: 'Success' }), ...answer }
}

async function undoable(world: World, key: string) {
  const change = await world.db
    .selectFrom('emailChange')
    .selectAll()
    .where('undoHash', '=', hashToken(key))
    .where('undoneAt', 'is', null)
    .where('undoUntil', '>', world.now())
    // Of an account that became part of another: it would be opened beside the one that the person has.
    .where(sql<boolean>`person_of(account_id) = account_id`)
    .executeTakeFirst()
  const { oldEmail, oldEmailKey } = change ?? {}
  return change && oldEmail && oldEmailKey ? { ...change, oldEmail, oldEmailKey } : undefined
}

/** In one order, so that two who want each other's address never wait for each other. Before any row of an account is locked. */
export async function lockEmails(world: Transaction, keys: readonly string[]): Promise<void> {
  for (const key of keys.toSorted()) await sql`select lock_email(${key})`.execute(world.db)
}

/** It belongs to another account, or somebody may still come back to it. */
export async function isTaken(world: World, wanted: { emailKey: string; accountId: number }): Promise<boolean> {
  const { emailKey, accountId } = wanted
  const { rows } = await sql<{ isTaken: boolean }>`
    select exists (select from account where email_key = ${emailKey} and verified_at is not null and id <> ${accountId})
      or is_email_left(${emailKey}, ${world.now()}, ${accountId}) as is_taken`.execute(world.db)
  return rows[0]?.isTaken === true
}
