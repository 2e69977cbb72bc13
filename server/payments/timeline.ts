/** Money that went back to somebody, for their page. */
import { moneyText } from '#contract/money.ts'
import type { TimelineLine } from '#contract/people/person-console.ts'
import { line, mostLines, type Whose } from '#server/kernel/timeline.ts'
import type { World } from '#server/kernel/world.ts'

export async function moneyLines({ db }: Pick<World, 'db'>, { applicantId }: Whose): Promise<TimelineLine[]> {
  const refunds = await db
    .selectFrom('ledgerEntry')
    .innerJoin('orders', 'orders.id', 'ledgerEntry.orderId')
    .select(['ledgerEntry.amount', 'ledgerEntry.currency', 'recordedAt', 'paymentCode'])
    .where('applicantId', '=', applicantId)
    .where('kind', '<>', 'capture')
    // What pays for another order has not left the college.
    .where('gateway', '<>', 'matched')
    .orderBy('ledgerEntry.id', 'desc')
    .limit(mostLines)
    .execute()
  const open = await db
    .selectFrom('paymentException')
    .innerJoin('orders', 'orders.id', 'paymentException.orderId')
    .select(['paymentException.id', 'paymentException.kind', 'openedAt', 'resolvedAt', 'paymentCode'])
    .where('applicantId', '=', applicantId)
    .orderBy('paymentException.id', 'desc')
    .limit(mostLines)
    .execute()
  return [
    ...refunds.flatMap(({ amount, currency, recordedAt, paymentCode }) =>
      line(recordedAt, 'money', [
        `${moneyText({ amount, currency })} went back`,
        {
          detail: `Order ${paymentCode}`,
          about: { kind: 'order', id: paymentCode },
        },
      ]),
    ),
    ...open.flatMap(({ id, kind, openedAt, resolvedAt, paymentCode }) => {
      const about = { kind: 'exception' as const, id: String(id) }
      const detail = `${kind.replaceAll('_', ' ')}, order ${paymentCode}`
      return [
        ...line(openedAt, 'money', ['A payment needed a person', { detail, tone: 'bad', about }]),
        ...line(resolvedAt, 'money', ['That payment was settled', { detail, about }]),
      ]
    }),
  ]
}
