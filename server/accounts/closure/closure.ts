import { sql } from 'kysely'
import { type AccountStanding, type CloseAccount, wrongPassword } from '#contract/accounts/account-changes.ts'
/** The end of an account: asked for, some days to change one's mind, then erased. */
import { day } from '#contract/durations.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { logged } from '#server/accounts/account.ts'
import { accountKeptLetter, closureAskedLetter, erasedLetter } from '#server/accounts/mail.ts'
import { lockProven, type OwnProof, proveOwner } from '#server/accounts/sign-in/card-proof.ts'
import { isLastOwner, lockOwners } from '#server/accounts/staff/grants.ts'
import { release } from '#server/booking/seats.ts'
import type { Row } from '#server/database/tables.ts'
import { startAct } from '#server/kernel/acts.ts'
import type { Person } from '#server/kernel/callers.ts'
import { limits } from '#server/kernel/limits.ts'
import { isInReview, isPaying } from '#server/kernel/order-sql.ts'
import { wantsAnnouncements } from '#server/kernel/outbox/announcements.ts'
import { post, postLast } from '#server/kernel/outbox/outbox.ts'
import { type Acting, asLocked, inTransaction, type Transaction, type World } from '#server/kernel/world.ts'
import { count } from '#server/platform/security/rate-limits.ts'
import { holdErasure, refuseTooManyRows, TooManyRows } from './held-erasures.ts'

/** How long somebody may change their mind. */
export const closureDays = 7

/** SQL: somebody is paying for this order, or its money is being looked at. What becomes of it is decided there. */
const staysOpen = sql<boolean>`(${isPaying} or ${isInReview})`

type Figure = 'paidSeats' | 'paidAmount' | 'unpaidOrders' | 'openOrders' | 'submittedAbstracts'

/** What the person must know before they go. */
export async function standingOf(world: World, { accountId }: Person): Promise<ReplyOf<typeof AccountStanding>> {
  const { rows } = await sql<Record<Figure, number>>`
    with own as (select id from applicant where account_id = ${accountId}),
    seats as (
      select order_item.price from order_item join orders on orders.id = order_id join workshop on workshop.id = workshop_id
      where order_item.applicant_id in (select id from own) and holds and state = 'paid' and starts_at > ${world.now()})
    select (select count(*)::int from seats) as paid_seats,
      (select coalesce(sum(price), 0)::float8 from seats) as paid_amount,
      (select count(*)::int from orders where applicant_id in (select id from own) and state = 'pending' and not ${staysOpen})
        as unpaid_orders,
      (select count(*)::int from orders where applicant_id in (select id from own) and state = 'pending' and ${staysOpen})
        as open_orders,
      (select count(*)::int from abstract where applicant_id in (select id from own) and status <> '' and withdrawn_at is null)
        as submitted_abstracts`.execute(world.db)
  const closure = await world.db
    .selectFrom('closure')
    .select('dueAt')
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  const standing = rows[0] as (typeof rows)[number]
  const announcements = await wantsAnnouncements(world, accountId)
  return { ...standing, announcements, ...(closure && { closesAt: closure.dueAt.toISOString() }) }
}

type Wish = OwnProof & { keepsAbstracts: boolean }

/** Asking again changes what becomes of the abstracts, and no date. */
export async function closeAccount(
  world: World,
  caller: Person,
  { keepsAbstracts, ...shown }: Wish,
): Promise<ReplyOf<typeof CloseAccount>> {
  const { accountId } = caller
  const proven = await proveOwner(world, caller, shown)
  if ('status' in proven)
    return { ...proven, status: logged(world, accountId, { event: 'closure-ask', outcome: proven.status }) }
  await count(world, limits.closureOfAccount, String(accountId))
  const dueAt = await inTransaction(world, async (world) => {
    const account = await lockProven(world, accountId, proven)
    return account && openClosure(world, account, keepsAbstracts)
  })
  const status = logged(world, accountId, { event: 'closure-ask', outcome: dueAt ? 'Success' : wrongPassword })
  return { status, ...(dueAt && { closesAt: dueAt.toISOString() }) }
}

async function openClosure(world: Transaction, account: Row<'account'>, keepsAbstracts: boolean): Promise<Date> {
  const now = world.now()
  const before = await world.db
    .updateTable('closure')
    .set({ keepsAbstracts })
    .where('accountId', '=', account.id)
    .returning('dueAt')
    .executeTakeFirst()
  if (before) return before.dueAt
  const dueAt = new Date(now.getTime() + closureDays * day)
  await world.db.insertInto('closure').values({ accountId: account.id, askedAt: now, dueAt, keepsAbstracts }).execute()
  await cancelUnpaid(world, account.id)
  for (const to of [account.email, ...(await addressesLeft(world, account.id))])
    await post(world, { kind: 'closure_asked', to, ...closureAskedLetter({ dueAt, publicUrl: world.publicUrl }) })
  return dueAt
}

/** Whoever took an account over, address and all, must not end it in silence. */
async function addressesLeft(world: World, accountId: number): Promise<string[]> {
  const rows = await world.db
    .selectFrom('emailChange')
    .select('oldEmail')
    .where('accountId', '=', accountId)
    .where('undoneAt', 'is', null)
    .where('undoUntil', '>', world.now())
    .execute()
  return rows.flatMap(({ oldEmail }) => oldEmail ?? [])
}

/** Seats that nobody is going to pay for are free again. One for which a payment is under way is settled by what the bank says, one whose money is looked at by whoever looks. */
async function cancelUnpaid(world: Transaction, accountId: number): Promise<void> {
  const own = world.db.selectFrom('applicant').select('id').where('accountId', '=', accountId)
  const pending = await world.db
    .selectFrom('orders')
    .select('id')
    .where('applicantId', 'in', own)
    .where('state', '=', 'pending')
    .orderBy('id')
    .forUpdate()
    .execute()
  if (pending.length === 0) return
  const ids = pending.map(({ id }) => id)
  // Asked after the lock was had: a payment that began while we waited for it cannot be seen by the statement that waited.
  const unpaid = await world.db
    .selectFrom('orders')
    .select('id')
    .where('id', 'in', ids)
    .where(sql<boolean>`not ${staysOpen}`)
    .execute()
  await release(world, unpaid.map(asLocked), 'cancelled')
}

/** The way back. Once the account is erased there is no session that could ask. */
export async function keepAccount(world: World, { accountId }: Person): Promise<void> {
  const isKept = await inTransaction(world, async (world) => {
    const { numDeletedRows } = await world.db
      .deleteFrom('closure')
      .where('accountId', '=', accountId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return false
    const { email } = await world.db
      .selectFrom('account')
      .select('email')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
    await post(world, { kind: 'account_kept', to: email, ...accountKeptLetter() })
    return true
  })
  logged(world, accountId, { event: 'closure-undo', outcome: isKept ? 'done' : 'nothing to undo' })
}

export const eraseJob = 'erase-people'

/** Erases everybody whose days are over. One who cannot be erased now does not keep the others. */
export async function eraseDue(world: World): Promise<void> {
  const due = await world.db
    .selectFrom('closure')
    .select('accountId')
    .where('dueAt', '<=', world.now())
    .where('heldAt', 'is', null)
    .orderBy('dueAt')
    .limit(1000)
    .execute()
  for (const { accountId } of due) {
    try {
      await erasePerson(world, accountId)
    } catch (error) {
      if (error instanceof TooManyRows) {
        await holdErasure(world, accountId, error.rows)
        logged(world, accountId, { event: 'erasure', outcome: 'waits for an owner' })
        continue
      }
      world.log.error({ event: 'erasure', outcome: 'failed', account: accountId, err: error })
    }
  }
}

type Erased = { outcome: 'done'; files: string[] } | { outcome: 'kept' | 'a payment is under way' | 'the only owner' }

/** The only door to deletion. Read again behind the lock: the person may have changed their mind a moment ago. */
async function erasePerson(world: World, accountId: number): Promise<void> {
  const erased = await inTransaction(world, async (world): Promise<Erased> => {
    const account = await world.db
      .selectFrom('account')
      .select('email')
      .where('id', '=', accountId)
      .forUpdate()
      .executeTakeFirst()
    const closure = await world.db
      .selectFrom('closure')
      .select(['keepsAbstracts', 'allowedRows'])
      .where('accountId', '=', accountId)
      .where('heldAt', 'is', null)
      .where('dueAt', '<=', world.now())
      .forUpdate()
      .executeTakeFirst()
    if (!account || !closure) return { outcome: 'kept' }
    // Nobody orders meanwhile: a checkout locks its applicant first.
    await world.db.selectFrom('applicant').select('id').where('accountId', '=', accountId).forUpdate().execute()
    await cancelUnpaid(world, accountId)
    // The bank's answer must still find the person, with a receipt and a letter; the reconciler brings it.
    if (await isPayingStill(world, accountId)) return { outcome: 'a payment is under way' }
    // The college would have nobody who can give a role: they go when there is another owner.
    await lockOwners(world)
    if (await isLastOwner(world, accountId)) return { outcome: 'the only owner' }
    const actor = { kind: 'schedule', name: eraseJob } as const
    await startAct(world, { actor, operation: eraseJob, about: { kind: 'account', id: accountId } })
    const { rows } = await sql<{ fileKey: string }>`
      select file_key from erase_person(${accountId}, ${world.now()}, ${closure.keepsAbstracts})
      -- What became part of this account goes with it.
      union all select erased.file_key from account_merge, erase_person(gone, ${world.now()}, ${closure.keepsAbstracts}) as erased
      where undone_at is null and person_of(gone) = ${accountId}`.execute(world.db)
    await refuseTooManyRows(world, accountId, closure.allowedRows)
    await postLast(world, { kind: 'account_erased', to: account.email, ...erasedLetter() })
    return { outcome: 'done', files: rows.map(({ fileKey }) => fileKey) }
  })
  logged(world, accountId, { event: 'erasure', outcome: erased.outcome })
  // A server that is killed here leaves them to the sweep of files: no row refers to them.
  if (erased.outcome === 'done') for (const key of erased.files) await world.files.remove(key)
}

type Before = { accountId: number; erasedAt: Date; keepsAbstracts: boolean }

/**
 * After a restore of a backup from before: people who were erased are erased again, without another email. Undefined when there
 * is nobody to erase; 'the only owner' while the college has no other; 'an owner is asked' when it would blank too much of the audit log.
 */
export async function eraseAgain(
  world: Acting<Pick<World, 'db'>>,
  { accountId, erasedAt, keepsAbstracts }: Before,
): Promise<string[] | 'the only owner' | 'an owner is asked' | undefined> {
  const account = await world.db
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('erasedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!account) return undefined
  if (await isLastOwner(world, accountId)) return 'the only owner'
  await sql`savepoint before_erasure`.execute(world.db)
  const { rows } = await sql<{ fileKey: string }>`
    select file_key from erase_person(${accountId}, ${erasedAt}, ${keepsAbstracts})`.execute(world.db)
  try {
    await refuseTooManyRows(world, accountId, null)
  } catch (error) {
    if (!(error instanceof TooManyRows)) throw error
    await sql`rollback to savepoint before_erasure`.execute(world.db)
    // The schedule tries it, and asks.
    await world.db
      .insertInto('closure')
      .values({ accountId, askedAt: new Date(erasedAt.getTime() - closureDays * day), dueAt: erasedAt, keepsAbstracts })
      .onConflict((same) => same.column('accountId').doNothing())
      .execute()
    return 'an owner is asked'
  }
  return rows.map(({ fileKey }) => fileKey)
}

async function isPayingStill(world: World, accountId: number): Promise<boolean> {
  const found = await world.db
    .selectFrom('orders')
    .innerJoin('applicant', 'applicant.id', 'orders.applicantId')
    .select('orders.id')
    .where('accountId', '=', accountId)
    .where(isPaying)
    .executeTakeFirst()
  return found !== undefined
}
