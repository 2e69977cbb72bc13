/** Payments that need a person, as staff see them: of the events where they may look after money, and of none for the college. */
import { type SelectQueryBuilder, sql } from 'kysely'
import { rowsAtOnce } from '#contract/list.ts'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import type { ExceptionShow, ExceptionsList } from '#contract/payments/exceptions.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { type Scope, whereMay } from '#server/kernel/permissions.ts'
import type { World } from '#server/kernel/world.ts'
import { type Order, pageBy } from '#server/platform/database/pages.ts'
import type { Money } from '#server/platform/gateways/gateway.ts'

export type ExceptionDetail = ReplyOf<typeof ExceptionShow>
export type ListReply = ReplyOf<typeof ExceptionsList>
export type ListedException = ListReply['rows'][number]
/** What narrows the list, and how it is sorted. */
export type ExceptionFilter = Pick<
  ParsedInputOf<typeof ExceptionsList>,
  'search' | 'kind' | 'state' | 'eventId' | 'sort'
>

const id = sql.ref('paymentException.id')
const openedAt = { by: sql.ref('paymentException.openedAt'), type: 'timestamptz', id } as const

/** Each has its index. Money that nobody knows the amount of comes after all other. */
export const exceptionOrders: Record<NonNullable<ExceptionFilter['sort']>, Order> = {
  openedAt,
  '-openedAt': { ...openedAt, descending: true },
  '-amount': { by: sql`coalesce(payment_exception.amount, 0)`, type: 'bigint', id, descending: true },
}
export const usualOrder = 'openedAt'

type Reading = Pick<World, 'db'>
/** Every exception within these events, with all that lists, files and the page of one show. */
export function exceptionsWithin(world: Reading, scope: Scope, filter: Omit<ExceptionFilter, 'sort'> = {}) {
  const { search, kind, state, eventId } = filter
  return narrowed(everyException(world), scope)
    .$if(kind !== undefined, (query) => query.where('paymentException.kind', '=', kind as NonNullable<typeof kind>))
    .$if(state === 'open', (query) => query.where('paymentException.resolvedAt', 'is', null))
    .$if(state === 'resolved', (query) => query.where('paymentException.resolvedAt', 'is not', null))
    .$if(eventId !== undefined, (query) => query.where('applicant.eventId', '=', eventId as number))
    .$if(Boolean(search), (query) =>
      query.where(
        sql<boolean>`has_words(${search}, concat_ws(' ', payment_code, gateway_reference, transaction_id, account.full_name, account.email))`,
      ),
    )
}

function everyException({ db }: Reading) {
  return db
    .selectFrom('paymentException')
    .leftJoin('orders', 'orders.id', 'paymentException.orderId')
    .leftJoin('applicant', 'applicant.id', 'orders.applicantId')
    .leftJoin('account', 'account.id', 'applicant.accountId')
    .leftJoin('event', 'event.id', 'applicant.eventId')
    .leftJoin('paymentAttempt', 'paymentAttempt.id', 'paymentException.attemptId')
    .leftJoin('account as resolver', 'resolver.id', 'paymentException.resolvedBy')
    .select(['paymentException.id', 'paymentException.version', 'kind', 'openedAt', 'resolvedAt', 'note', 'resolution'])
    .select('paymentException.way')
    .select(['paymentException.gateway', 'gatewayReference', 'paymentException.amount', 'paymentException.currency'])
    .select(['paymentException.orderId', 'attemptId', 'event.id as eventId', 'event.name as eventName', 'paymentCode'])
    .select(['applicant.accountId', 'account.fullName', 'account.email', 'resolver.fullName as resolvedBy'])
}

type Exceptions = ReturnType<typeof everyException>
export type ExceptionRow = Exceptions extends SelectQueryBuilder<infer _DB, infer _Table, infer Row> ? Row : never

/** What belongs to no order belongs to no event: it is the college's. */
function narrowed(query: Exceptions, scope: Scope): Exceptions {
  return scope === 'college' ? query : query.where(sql<boolean>`applicant.event_id = any(${scope})`)
}

export async function listExceptions(
  world: World,
  staff: Staff,
  { cursor, limit = rowsAtOnce, sort = usualOrder, ...filter }: ParsedInputOf<typeof ExceptionsList>,
): Promise<ListReply> {
  const scope = whereMay(staff, 'finance.read')
  const order = exceptionOrders[sort]
  const of = ['ExceptionsList', sort, filter.search, filter.kind, filter.state, filter.eventId]
  const page = await pageBy(world, exceptionsWithin(world, scope, filter), { of, order, cursor, limit })
  return { ...page, rows: page.rows.map(listed) }
}

/** Undefined when there is none, or none that they may see. */
export async function exceptionFor(world: Reading, staff: Staff, id: number): Promise<ExceptionRow | undefined> {
  const scope = whereMay(staff, 'finance.read')
  return exceptionsWithin(world, scope).where('paymentException.id', '=', id).executeTakeFirst()
}

/** The event that an exception belongs to, whoever asks: for the trail. */
export async function eventOfException(world: Reading, id: number): Promise<number | undefined> {
  const found = await exceptionsWithin(world, 'college').where('paymentException.id', '=', id).executeTakeFirst()
  return found?.eventId ?? undefined
}

export function listed(row: ExceptionRow): ListedException {
  const { id, version, kind, eventId, eventName, accountId, fullName, email } = row
  return {
    id,
    version,
    kind,
    openedAt: row.openedAt.toISOString(),
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
    event: eventId !== null && eventName !== null ? { eventId, name: eventName } : null,
    person: accountId !== null && fullName !== null && email !== null ? { accountId, name: fullName, email } : null,
    paymentCode: row.paymentCode,
    reference: row.gatewayReference,
    money: moneyOf(row),
  }
}

export function moneyOf({ amount, currency }: { amount: number | null; currency: string | null }): Money | null {
  return amount !== null && currency !== null ? { amount, currency } : null
}
