import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { amountInWords } from '#contract/amount-in-words.ts'
import { moneyText, priceText } from '#contract/money.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { useSite, useTitle } from '#web/console/layout/site.tsx'
import { useEventOfThing } from '#web/console/layout/useEventOfThing.ts'
import { ask } from '#web/console/queries.ts'
import { AskFailed } from '#web/console/ui/AskFailed.tsx'
import { clockAt, fullDay } from '#web/platform/calendar.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Letterhead, Signatures } from '#web/ui/Letterhead.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { type Order, wayNames } from './words.tsx'

/** The receipt of an order, for A4. */
export default function ReceiptScreen() {
  const { code = '' } = useParams()
  useTitle('Receipt')
  const { data, error, refetch } = useQuery(ask('OrderShow', { paymentCode: code }))
  const order = data?.order
  useEventOfThing(order?.eventId)
  return (
    <div className="console-page">
      <div className="cluster not-printed">
        <Link className="button button-quiet" to={`/console/orders/${code}`}>
          <Icon name="back" /> Back to the order
        </Link>
        <button className="button button-primary" type="button" disabled={!order?.receipt} onClick={() => print()}>
          <Icon name="print" /> Print
        </button>
      </div>
      {error && <AskFailed error={error} again={refetch} />}
      {order ? <Receipt order={order} /> : !error && <Spinner>Loading the receipt</Spinner>}
    </div>
  )
}

function Receipt({ order }: { order: Order }) {
  const { receipt, receiptIssuedAt, receiptFor, person, items, total, ledger, timeZone, paidBy, state } = order
  const { issuer } = useSite()
  if (!receipt || !receiptIssuedAt) return <p>This order has no receipt: it was not paid.</p>
  // Of whoever has the order by now, address and institution are not on a receipt of another's.
  const forWhom = receiptFor === person.name ? [person.name, person.email, person.institution] : [receiptFor]
  const captured = ledger.find(({ kind }) => kind === 'capture')
  return (
    <article className="sheet paper">
      <header>
        <Letterhead {...issuer} />
        <h1>Receipt {receipt}</h1>
        {state === 'cancelled' && <p className="stamp">Cancelled</p>}
      </header>
      <dl className="facts">
        <Fact name="Issued" value={fullDay(clockAt(receiptIssuedAt, timeZone).day)} />
        <Fact name="For" value={forWhom.filter(Boolean).join(', ')} />
        <Fact name="Event" value={order.eventName} />
        <Fact name="Payment code" value={order.paymentCode} />
        {paidBy && <Fact name="Paid by" value={wayNames[paidBy]} />}
        {captured && <Fact name="Transaction" value={captured.reference} />}
      </dl>
      <table>
        <caption className="visually-hidden">What was paid for</caption>
        <thead>
          <tr>
            <th scope="col">Workshop</th>
            <th scope="col">When and where</th>
            <th className="number" scope="col">
              Price
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ workshopId, topic, startsAt, venue, price }) => {
            const { day, time } = clockAt(startsAt, timeZone)
            return (
              <tr key={workshopId}>
                <th scope="row" dir="auto">
                  {topic}
                </th>
                <td>{[`${fullDay(day)}, ${time}`, venue].filter(Boolean).join(', ')}</td>
                <td className="number">{priceText(price)}</td>
              </tr>
            )
          })}
          <tr>
            <th scope="row" colSpan={2}>
              Total
            </th>
            <td className="number">
              <strong>{moneyText(total)}</strong>
            </td>
          </tr>
        </tbody>
      </table>
      <p>{amountInWords(total)}</p>
      <Since order={order} />
      <Signatures of={['For the accounts office']} />
    </article>
  )
}

/** What became of it after it was written. */
function Since({ order: { moves, gifts, ledger, timeZone } }: { order: Order }) {
  const dayOf = (at: string) => fullDay(clockAt(at, timeZone).day)
  return (
    <>
      {moves.map(({ id, from, to, at }) => (
        <p key={id}>{`Moved from “${from}” to “${to}” on ${dayOf(at)}.`}</p>
      ))}
      {gifts.map(({ id, to, at }) => (
        <p key={id}>{`Given to ${to} on ${dayOf(at)}.`}</p>
      ))}
      {ledger
        .filter(({ kind }) => kind !== 'capture')
        .map(({ reference, money, recordedAt }) => (
          <p key={reference}>{`${moneyText(money)} was given back on ${dayOf(recordedAt)}.`}</p>
        ))}
    </>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{value}</dd>
    </div>
  )
}
