/** Cash and drafts as staff see them. */
import { sql } from 'kysely'
import { rowsAtOnce } from '#contract/list.ts'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import type { OfflineState, OfflineWay } from '#contract/payments/finance-words.ts'
import type { OfflineList, OfflineShow } from '#contract/payments/offline.ts'
import { linesOf, receiptName } from '#server/booking/orders.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { isWithin, whereMay } from '#server/kernel/permissions.ts'
import type { World } from '#server/kernel/world.ts'
import { voucherName } from '#server/payments/rules.ts'
import { type Order, pageBy } from '#server/platform/database/pages.ts'
import { refuse } from '#server/platform/http/refuse.ts'

type List = ParsedInputOf<typeof OfflineList>
export type Entry = ReplyOf<typeof OfflineList>['rows'][number]
type Caller = Pick<Staff, 'accountId'>

const recordedAt = {
  by: sql.ref('offlinePayment.recordedAt'),
  type: 'timestamptz',
  id: sql.ref('offlinePayment.id'),
} as const
const orders: Record<NonNullable<List['sort']>, Order> = {
  recordedAt,
  '-recordedAt': { ...recordedAt, descending: true },
}

function entries({ db }: Pick<World, 'db'>) {
  return db
    .selectFrom('offlinePayment')
    .innerJoin('orders', 'orders.id', 'offlinePayment.orderId')
    .innerJoin('applicant', 'applicant.id', 'orders.applicantId')
    .innerJoin('account', 'account.id', 'applicant.accountId')
    .innerJoin('account as recorder', 'recorder.id', 'offlinePayment.recordedBy')
    .leftJoin('account as decider', 'decider.id', 'offlinePayment.decidedBy')
    .selectAll('offlinePayment')
    .select(['paymentCode', 'accountId', 'account.fullName', 'account.email'])
    .select(['recorder.fullName as recorder', 'decider.fullName as decider'])
    .select(sql<number>`person_of(recorded_by)`.as('recordingPerson'))
}
type Found = Awaited<ReturnType<ReturnType<typeof entries>['executeTakeFirstOrThrow']>>

export async function listOffline(world: World, caller: Caller, list: List): Promise<ReplyOf<typeof OfflineList>> {
  const { cursor, limit = rowsAtOnce, sort = '-recordedAt', eventId, state, way, search } = list
  const query = entries(world)
    .where('offlinePayment.eventId', '=', eventId)
    .$if(state !== undefined, (query) => query.where('offlinePayment.state', '=', state as string))
    .$if(way !== undefined, (query) => query.where('way', '=', way as string))
    .$if(Boolean(search), (query) =>
      query.where(
        sql<boolean>`has_words(${search}, concat_ws(' ', payment_code, bank, number, account.full_name, account.email,
          'V' || offline_payment.event_id || '-' || lpad(voucher::text, 6, '0')))`,
      ),
    )
  const of = ['OfflineList', sort, eventId, state, way, search]
  const page = await pageBy(world, query, { of, order: orders[sort], cursor, limit })
  return { ...page, rows: page.rows.map((row) => told(row, caller)) }
}

/** One of another event does not exist. */
export async function offlineFor(
  world: Pick<World, 'db'>,
  caller: Caller,
  { eventId, id }: { eventId: number; id: number },
): Promise<Entry> {
  const found = await entries(world)
    .where('offlinePayment.id', '=', id)
    .where('offlinePayment.eventId', '=', eventId)
    .executeTakeFirst()
  return found ? told(found, caller) : refuse('not_found')
}

/** The event that a voucher belongs to; one where they may record nothing does not exist. */
export async function eventOfOffline({ db }: Pick<World, 'db'>, caller: Staff, id: number): Promise<number> {
  const found = await db.selectFrom('offlinePayment').select('eventId').where('id', '=', id).executeTakeFirst()
  return found && isWithin(whereMay(caller, 'offline.record'), found.eventId) ? found.eventId : refuse('not_found')
}

/** With what stands on the voucher. */
export async function showOffline(
  world: World,
  caller: Staff,
  { id }: ParsedInputOf<typeof OfflineShow>,
): Promise<ReplyOf<typeof OfflineShow>> {
  const eventId = await eventOfOffline(world, caller, id)
  const offline = await offlineFor(world, caller, { eventId, id })
  const order = await world.db
    .selectFrom('orders')
    .innerJoin('applicant', 'applicant.id', 'orders.applicantId')
    .innerJoin('event', 'event.id', 'applicant.eventId')
    .leftJoin('receipt', 'receipt.orderId', 'orders.id')
    .select(['orders.id', 'event.name as eventName', 'timeZone', 'total', 'currency', 'receipt.number'])
    .where('paymentCode', '=', offline.paymentCode)
    .executeTakeFirstOrThrow()
  return {
    offline,
    eventId,
    eventName: order.eventName,
    timeZone: order.timeZone,
    lines: (await linesOf(world, order.id)).map(({ topic, price }) => ({ topic, price })),
    total: { amount: order.total, currency: order.currency },
    receipt: order.number === null ? null : receiptName({ eventId, number: order.number }),
  }
}

function told(row: Found, caller: Caller): Entry {
  const { id, version, bank, number, reason, alone, paymentCode, accountId, fullName, email } = row
  return {
    id,
    version,
    voucher: voucherName(row),
    way: row.way as OfflineWay,
    bank,
    number,
    money: { amount: row.amount, currency: row.currency },
    paymentCode,
    person: { accountId, name: fullName, email },
    state: row.state as OfflineState,
    recordedBy: row.recorder,
    recordedAt: row.recordedAt.toISOString(),
    heldUntil: row.heldUntil.toISOString(),
    decidedBy: row.decider,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    reason,
    alone,
    hasPhoto: row.photoKey !== null,
    isMine: row.recordingPerson === caller.accountId,
  }
}
