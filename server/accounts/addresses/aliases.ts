/** An account that became part of another: its address leads there, and nobody signs in to it any more. */
import { sql } from 'kysely'
import { mergedLetter, separatedLetter } from '#server/accounts/mail.ts'
import { forgetResets } from '#server/accounts/sign-in/passwords.ts'
import { endPins } from '#server/accounts/sign-in/pins.ts'
import { endAllSessions } from '#server/accounts/sign-in/sessions.ts'
import { refuseForBoth } from '#server/kernel/outbox/announcements.ts'
import { forwardUnsent, post } from '#server/kernel/outbox/outbox.ts'
import type { Acting, Transaction, World } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { lockEmails } from './email-change.ts'

type Reading = Pick<World, 'db'>

/** Nobody changes these two, nor comes in with them, until the transaction ends. In one order, addresses first. */
export async function lockAccounts(world: Transaction, ids: readonly number[]) {
  const keys = await world.db.selectFrom('account').select('emailKey').where('id', 'in', ids).execute()
  await lockEmails(
    world,
    keys.map(({ emailKey }) => emailKey),
  )
  return world.db
    .selectFrom('account')
    .select(['id', 'email', 'emailKey', 'fullName', 'createdAt', 'verifiedAt', 'erasedAt'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function hasOpenClosure({ db }: Reading, accountId: number): Promise<boolean> {
  return Boolean(
    await db.selectFrom('closure').select('accountId').where('accountId', '=', accountId).executeTakeFirst(),
  )
}

type Both = { kept: number; gone: number }

/** Its address and those that led to it lead to the other now; gives the latter, for the way back. */
export async function closeInto(world: Acting, { kept, gone }: Both): Promise<string[]> {
  const { db } = world
  const led = await db
    .updateTable('accountAlias')
    .set({ accountId: kept })
    .where('accountId', '=', gone)
    .returning('emailKey')
    .execute()
  await sql`insert into account_alias (email_key, account_id) select email_key, ${kept} from account where id = ${gone}`.execute(
    db,
  )
  await db
    .updateTable('account')
    .set({ passwordHash: null, passwordChangedAt: world.now() })
    .where('id', '=', gone)
    .execute()
  await endAllSessions(world, gone)
  for (const table of ['staffLink', 'dataCopy'] as const)
    await db.deleteFrom(table).where('accountId', '=', gone).execute()
  await forgetResets(world, gone)
  await endPins(world, { accountId: gone, purpose: 'email' })
  await db.deleteFrom('emailChange').where('accountId', '=', gone).where('changedAt', 'is', null).execute()
  await forwardUnsent(world, { kept, gone })
  await refuseForBoth(world, kept, gone)
  await tellBoth(world, { kept, gone }, 'accounts_merged')
  return led.map(({ emailKey }) => emailKey)
}

/** The way back. The person sets a new password with a PIN to their address. */
export async function openAgain(world: Acting, { kept, gone }: Both, led: readonly string[]): Promise<void> {
  const { db } = world
  await sql`delete from account_alias where account_id = ${kept} and email_key = (select email_key from account where id = ${gone})`.execute(
    db,
  )
  if (led.length > 0)
    await db
      .updateTable('accountAlias')
      .set({ accountId: gone })
      .where('emailKey', 'in', led)
      .where('accountId', '=', kept)
      .execute()
  await refuseForBoth(world, kept, gone)
  await endAllSessions(world, kept)
  await tellBoth(world, { kept, gone }, 'accounts_separated')
}

const lettersToBoth = { accounts_merged: mergedLetter, accounts_separated: separatedLetter }

async function tellBoth(world: World, { kept, gone }: Both, kind: keyof typeof lettersToBoth): Promise<void> {
  const rows = await world.db.selectFrom('account').select(['id', 'email']).where('id', 'in', [kept, gone]).execute()
  const emailOf = (id: number) => rows.find((row) => row.id === id)?.email ?? refuse('not_found')
  const { publicUrl } = world
  for (const to of [emailOf(kept), emailOf(gone)])
    await post(world, {
      kind,
      to,
      asWritten: true,
      ...lettersToBoth[kind]({ kept: emailOf(kept), gone: emailOf(gone), publicUrl }),
    })
}

/** An account that is there for a moment: two who change places need somewhere to stand. */
export async function withSpareAccount(world: World, work: (accountId: number) => Promise<void>): Promise<void> {
  const now = world.now()
  const email = `between-two-${now.getTime()}@invalid.example`
  const { id } = await world.db
    .insertInto('account')
    .values({
      email,
      emailKey: email,
      fullName: 'Changing places',
      verifiedAt: now,
      createdAt: now,
      passwordChangedAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await work(id)
  await world.db.deleteFrom('account').where('id', '=', id).execute()
}
