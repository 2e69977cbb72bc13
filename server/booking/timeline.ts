/** What somebody ordered, for their page. */
import { sql } from 'kysely'
import { rupees } from '#contract/money.ts'
import type { TimelineLine } from '#contract/people/person-console.ts'
import { line, mostLines, type Whose } from '#server/kernel/timeline.ts'
import type { World } from '#server/kernel/world.ts'
import { receiptName } from './rules.ts'

type Reading = Pick<World, 'db'>
type Row = {
  paymentCode: string
  state: string
  total: number
  createdAt: Date
  paidAt: Date | null
  closedAt: Date | null
  topics: string
  eventId: number | null
  number: number | null
}

const ofOrder = (code: string) => ({ detail: `Order ${code}`, about: { kind: 'order' as const, id: code } })

export async function orderLines(world: Reading, whose: Whose): Promise<TimelineLine[]> {
  return [...(await ownOrderLines(world, whose)), ...(await giftLines(world, whose))]
}

/** An order that came from somebody else, or went to them. */
async function giftLines({ db }: Reading, { applicantId }: Whose): Promise<TimelineLine[]> {
  const { rows } = await sql<{ paymentCode: string; givenAt: Date; name: string; isTheirs: boolean }>`
    select payment_code, given_at, full_name as name, to_applicant_id = ${applicantId} as is_theirs
    from order_given join orders on orders.id = order_id
      join applicant as other on other.id = case to_applicant_id when ${applicantId} then from_applicant_id else to_applicant_id end
      join account on account.id = other.account_id
    where ${applicantId} in (from_applicant_id, to_applicant_id) order by order_given.id desc limit ${mostLines}`.execute(
    db,
  )
  return rows.flatMap(({ paymentCode, givenAt, name, isTheirs }) =>
    line(givenAt, 'order', [
      isTheirs ? `Got an order that was ${name}’s` : `Their order was given to ${name}`,
      ofOrder(paymentCode),
    ]),
  )
}

async function ownOrderLines({ db }: Reading, { applicantId }: Whose): Promise<TimelineLine[]> {
  const { rows } = await sql<Row>`
    select payment_code, state, total::float8, created_at, paid_at, closed_at, receipt.event_id, receipt.number,
      (select string_agg(topic, ', ' order by workshop_id) from order_item where order_id = orders.id) as topics
    from orders left join receipt on receipt.order_id = orders.id
    where applicant_id = ${applicantId} order by orders.id desc limit ${mostLines}`.execute(db)
  return rows.flatMap(({ paymentCode, state, total, createdAt, paidAt, closedAt, topics, eventId, number }) => {
    const receipt = eventId !== null && number !== null ? `, receipt ${receiptName({ eventId, number })}` : ''
    return [
      ...line(createdAt, 'order', [`Checked out ${topics}`, ofOrder(paymentCode)]),
      ...line(paidAt, 'money', [`Paid ${rupees(total)}${receipt}`, { ...ofOrder(paymentCode), tone: 'good' }]),
      ...line(closedAt, 'order', [
        state === 'lapsed' ? 'The hold ran out' : 'The order was cancelled',
        ofOrder(paymentCode),
      ]),
    ]
  })
}

/** What somebody ordered or paid since a moment, in words. */
export async function ordersSince({ db }: Reading, applicantIds: readonly number[], since: Date): Promise<string[]> {
  const given = await db
    .selectFrom('orderGiven')
    .innerJoin('orders', 'orders.id', 'orderId')
    .select('paymentCode')
    .where((row) => row.or([row('fromApplicantId', 'in', applicantIds), row('toApplicantId', 'in', applicantIds)]))
    .where('givenAt', '>', since)
    .orderBy('orderGiven.id')
    .limit(20)
    .execute()
  const rows = await db
    .selectFrom('orders')
    .select(['paymentCode', 'state'])
    .where('applicantId', 'in', applicantIds)
    .where((row) => row.or([row('createdAt', '>', since), row('paidAt', '>', since), row('closedAt', '>', since)]))
    .limit(20)
    .execute()
  return [
    ...rows.map(({ paymentCode, state }) => `Order ${paymentCode} is ${state} since.`),
    ...given.map(({ paymentCode }) => `Order ${paymentCode} was given to another person since.`),
  ]
}
