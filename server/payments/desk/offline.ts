import { sql } from 'kysely'
/** Cash and drafts: one person records what was handed in, another confirms it, and from there it is a payment like any other. */
import { day } from '#contract/durations.ts'
import { paisaInRupee } from '#contract/money.ts'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import { financeTexts, offlineHoldDays } from '#contract/payments/finance-words.ts'
import type { OfflineConfirm, OfflineRecord, OfflineReject } from '#contract/payments/offline.ts'
import { lockOrder, type OrderOfPerson, receiptName } from '#server/booking/orders.ts'
import { holdUntil } from '#server/booking/seats.ts'
import type { Row } from '#server/database/tables.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { addressOf } from '#server/kernel/events/address.ts'
import { post } from '#server/kernel/outbox/outbox.ts'
import { isWithin, whereMay } from '#server/kernel/permissions.ts'
import { isSamePerson, whyNoSecondPerson } from '#server/kernel/persons.ts'
import { type Acting, asLocked, type Locked, type Transaction, type World } from '#server/kernel/world.ts'
import { dueOf, orderIn, whyNotRecorded } from '#server/payments/books/order-money.ts'
import { openOf } from '#server/payments/card/initiate.ts'
import { type Attempt, settle } from '#server/payments/card/settle.ts'
import { recordedLetter, rejectedLetter } from '#server/payments/mail.ts'
import { financeRule } from '#server/payments/refunds/finance-rule.ts'
import { comingBack, referenceOf, voucherName } from '#server/payments/rules.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import type { Written } from '#server/platform/mail/letter.ts'
import { newToken } from '#server/platform/security/tokens.ts'
import { type Entry, offlineFor } from './offline-list.ts'

type Shown = { offline: Entry }
type Seen = { eventId: number; id: number; version: number }
type Offline = Locked<Row<'offlinePayment'>>

export async function recordOffline(
  world: Acting,
  staff: Staff,
  wish: ParsedInputOf<typeof OfflineRecord>,
): Promise<Shown> {
  const { eventId, paymentCode, way } = wish
  const fields = paperOf(wish)
  const orderId = await orderIn(world, { eventId, paymentCode })
  const order = await lockOrder(world, orderId)
  const why = await whyNotRecorded(world, order)
  if (why) refuse('conflict', { sentence: why })
  const due = await dueOf(world, order)
  if (fields.amount !== due.amount) refuseField('amountInRupees', financeTexts.otherAmount)
  if (way === 'draft') await refuseUsed(world, fields)
  if (order.state === 'lapsed') await refuseEnded(world, eventId)
  const heldUntil = new Date(world.now().getTime() + offlineHoldDays * day)
  if (!(await holdUntil(world, order, heldUntil))) refuse('conflict', { sentence: financeTexts.noSeats })
  const offline = { eventId, orderId, way, ...fields, currency: due.currency, heldUntil }
  const made = await insert(world, staff, offline)
  const words = recordedLetter({
    ...order,
    ...offline,
    voucher: voucherName(made),
    publicUrl: addressOf(world, order),
  })
  await tell(world, order, { kind: 'offline_recorded', id: made.id, words })
  return { offline: await offlineFor(world, staff, { eventId, id: made.id }) }
}

async function tell(
  world: Transaction,
  { id: orderId, email, eventId }: OrderOfPerson,
  { kind, id, words }: { kind: 'offline_recorded' | 'offline_rejected'; id: number; words: Written },
): Promise<void> {
  await post(world, { kind, orderId, offlinePaymentId: id, to: email, eventId, ...words })
}

/** Seats that were given up are new ones: an event that is over has none. */
async function refuseEnded({ db }: World, eventId: number): Promise<void> {
  const event = await db.selectFrom('event').select('eventState').where('id', '=', eventId).executeTakeFirstOrThrow()
  if (event.eventState !== 'published') refuse('conflict', { sentence: financeTexts.ended })
}

/** A draft is known by its bank and number; cash by its voucher alone. */
function paperOf({ way, bank, number, amountInRupees }: ParsedInputOf<typeof OfflineRecord>) {
  const amount = Math.round(amountInRupees * paisaInRupee)
  if (way === 'cash') return { bank: '', number: '', amount }
  const missing = [
    ...(bank === '' ? [{ path: 'bank', message: 'Please write the name of the bank.' }] : []),
    ...(number === '' ? [{ path: 'number', message: 'Please write the number of the draft.' }] : []),
  ]
  if (missing.length > 0) refuse('invalid', { fields: missing })
  return { bank, number: number.toUpperCase(), amount }
}

/** The index decides between two at the same moment; here the one who comes later reads why. */
async function refuseUsed({ db }: World, { bank, number }: { bank: string; number: string }): Promise<void> {
  const used = await db
    .selectFrom('offlinePayment')
    .select('id')
    .where('way', '=', 'draft')
    .where('state', 'in', ['recorded', 'confirmed'])
    .where(sql<boolean>`(lower(bank), ltrim(upper(number), '0')) = (lower(${bank}), ltrim(upper(${number}), '0'))`)
    .executeTakeFirst()
  if (used) refuseField('number', financeTexts.numberUsed)
}

type NewOffline = Pick<
  Row<'offlinePayment'>,
  'eventId' | 'orderId' | 'way' | 'amount' | 'currency' | 'bank' | 'number' | 'heldUntil'
>

type Numbered = Pick<Row<'offlinePayment'>, 'id' | 'eventId' | 'voucher'>

/** The counter is the last lock to be taken: all who record wait for it, and one that fails leaves no gap. */
async function insert(world: Transaction, { accountId }: Staff, offline: NewOffline): Promise<Numbered> {
  const { eventId, orderId, way, amount, currency, bank, number, heldUntil } = offline
  const { rows } = await sql<Numbered>`
    with counted as (
      insert into voucher_counter (event_id, last) values (${eventId}, 1)
      on conflict (event_id) do update set last = voucher_counter.last + 1 returning last)
    insert into offline_payment (event_id, voucher, order_id, way, amount, currency, bank, number, recorded_by, recorded_at, held_until)
    select ${eventId}, last, ${orderId}, ${way}, ${amount}, ${currency}, ${bank}, ${number}, ${accountId}, ${world.now()}, ${heldUntil}
    from counted
    on conflict (lower(bank), ltrim(upper(number), '0')) where way = 'draft' and state in ('recorded', 'confirmed') do nothing returning id, event_id, voucher`.execute(
    world.db,
  )
  return rows[0] ?? refuseField('number', financeTexts.numberUsed)
}

export async function confirmOffline(
  world: Acting,
  staff: Staff,
  seen: ParsedInputOf<typeof OfflineConfirm>,
): Promise<ReplyOf<typeof OfflineConfirm>> {
  const orderId = await orderOfOffline(world, seen)
  const order = await lockOrder(world, orderId)
  const offline = await lockSeen(world, staff, seen)
  const why = await whyNoSecondPerson(world, { asked: offline.recordedBy, confirms: staff.accountId })
  const alone = why === 'same person'
  if (why && !(await financeRule(world)).alone)
    refuse('not_allowed', { sentence: alone ? financeTexts.ownEntry : financeTexts.notIndependent })
  if (await openOf(world, orderId)) await refuseNow(world, staff, { ...seen, sentence: financeTexts.cardOpen })
  if (order.state === 'pending' && offline.amount !== (await dueOf(world, order)).amount)
    await refuseNow(world, staff, { ...seen, sentence: financeTexts.otherAmount })
  const attempt = await attemptFor(world, offline, order.paymentCode)
  await decide(world, offline, { state: 'confirmed', decidedBy: staff.accountId, alone, attemptId: attempt.id })
  const { amount, currency } = offline
  const fact = { kind: 'captured', transactionId: voucherName(offline), money: { amount, currency } } as const
  await settle(world, attempt.id, { fact, source: 'staff' })
  const outcome = await outcomeOf(world, attempt)
  if (outcome === 'paid') await restIsPaid(world, staff, offline)
  return {
    offline: await offlineFor(world, staff, seen),
    outcome,
    receipt: outcome === 'paid' ? await receiptOf(world, orderId) : null,
  }
}

/** The money is in the drawer: the attempt is made captured, and is never asked about. */
async function attemptFor(world: Transaction, offline: Offline, paymentCode: string): Promise<Attempt> {
  const { orderId, way, amount, currency } = offline
  const { many } = await world.db
    .selectFrom('paymentAttempt')
    .select((row) => row.fn.countAll<number>().as('many'))
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow()
  return world.db
    .insertInto('paymentAttempt')
    .values({
      orderId,
      gateway: way,
      reference: referenceOf(paymentCode, Number(many) + 1),
      transactionId: voucherName(offline),
      returnKey: newToken().token,
      returnPath: comingBack,
      amount,
      currency,
      state: 'captured',
      createdAt: world.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function outcomeOf({ db }: World, { id }: Attempt): Promise<'paid' | 'exception'> {
  const aside = await db.selectFrom('paymentException').select('id').where('attemptId', '=', id).executeTakeFirst()
  return aside ? 'exception' : 'paid'
}

async function receiptOf({ db }: World, orderId: number): Promise<string | null> {
  const receipt = await db
    .selectFrom('receipt')
    .select(['eventId', 'number'])
    .where('orderId', '=', orderId)
    .executeTakeFirst()
  return receipt ? receiptName(receipt) : null
}

/** What had come too little before counts from now on. */
async function restIsPaid(world: Transaction, { accountId }: Staff, offline: Offline): Promise<void> {
  await world.db
    .updateTable('paymentException')
    .set((row) => ({
      resolvedAt: world.now(),
      resolvedBy: accountId,
      resolution: `The rest was paid with voucher ${voucherName(offline)}.`,
      version: row('version', '+', 1),
    }))
    .where('orderId', '=', offline.orderId)
    .where('way', '=', 'rest')
    .where('resolvedAt', 'is', null)
    .execute()
}

/** The seats go back to what an order has that nobody has paid for: they are held a little longer, for another way to pay. */
export async function rejectOffline(
  world: Acting,
  staff: Staff,
  { reason, ...seen }: ParsedInputOf<typeof OfflineReject>,
): Promise<Shown> {
  const orderId = await orderOfOffline(world, seen)
  const order = await lockOrder(world, orderId)
  const offline = await lockSeen(world, staff, seen)
  const isTheirs = await isSamePerson(world, offline.recordedBy, staff.accountId)
  if (!isTheirs && !isWithin(whereMay(staff, 'offline.confirm'), seen.eventId))
    refuse('not_allowed', { sentence: financeTexts.notTheirs })
  await decide(world, offline, { state: 'rejected', decidedBy: staff.accountId, reason })
  const words = rejectedLetter({
    ...order,
    ...offline,
    reason,
    voucher: voucherName(offline),
    publicUrl: addressOf(world, order),
  })
  await tell(world, order, { kind: 'offline_rejected', id: offline.id, words })
  return { offline: await offlineFor(world, staff, seen) }
}

type Decision = Partial<Pick<Row<'offlinePayment'>, 'state' | 'decidedBy' | 'alone' | 'attemptId' | 'reason'>>

async function decide(world: Transaction, { id, version }: Offline, decision: Decision): Promise<void> {
  await world.db
    .updateTable('offlinePayment')
    .set({ ...decision, decidedAt: world.now(), version: version + 1 })
    .where('id', '=', id)
    .execute()
}

/** Read again after the lock: another may have decided meanwhile, or the hold may be over. */
async function lockSeen(world: Transaction, staff: Staff, seen: Seen): Promise<Offline> {
  const offline = await world.db
    .selectFrom('offlinePayment')
    .selectAll()
    .where('id', '=', seen.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (offline.version !== seen.version) await refuseNow(world, staff, seen)
  if (offline.state !== 'recorded') await refuseNow(world, staff, { ...seen, sentence: financeTexts.tooLate })
  return asLocked(offline)
}

async function refuseNow(
  world: World,
  staff: Staff,
  { sentence, ...which }: Seen & { sentence?: string },
): Promise<never> {
  return refuse('conflict', { ...(sentence && { sentence }), stored: await offlineFor(world, staff, which) })
}

async function orderOfOffline({ db }: World, { eventId, id }: Seen): Promise<number> {
  const found = await db
    .selectFrom('offlinePayment')
    .select('orderId')
    .where('id', '=', id)
    .where('eventId', '=', eventId)
    .executeTakeFirst()
  return found?.orderId ?? refuse('not_found')
}

const refuseField = (path: string, message: string): never => refuse('invalid', { fields: [{ path, message }] })
