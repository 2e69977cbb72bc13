import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useParams } from 'react-router'
import { moneyText, priceText } from '#contract/money.ts'
import { type Me, mayIn, useMe } from '#web/console/accounts/me.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { useTitle } from '#web/console/layout/site.tsx'
import { PersonLink } from '#web/console/layout/things.tsx'
import { useEventOfThing } from '#web/console/layout/useEventOfThing.ts'
import { RecordPayment } from '#web/console/payments/desk/RecordOffline.tsx'
import { RefundOrder } from '#web/console/payments/refunds/GiveBack.tsx'
import { ask } from '#web/console/queries.ts'
import { AskedOne } from '#web/console/ui/AskedOne.tsx'
import { type Column, DataTable } from '#web/console/ui/DataTable.tsx'
import { useAct } from '#web/console/ui/useAct.ts'
import { When, whenText } from '#web/console/ui/When.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { MoveSeat } from './MoveSeat.tsx'
import { OrderActs } from './OrderActs.tsx'
import { Money, Tries } from './OrderMoney.tsx'
import { type Order, StateChip } from './words.tsx'

/** One order: its seats and money, every try to pay, letters, and what can be done with it. */
export default function OrderScreen() {
  const { code = '' } = useParams()
  const me = useMe()
  const asked = useQuery(ask('OrderShow', { paymentCode: code }))
  const order = asked.data?.order
  useTitle(`Order ${code}`)
  useEventOfThing(order?.eventId)
  const { state } = useLocation() as { state: { list?: string } | null }
  return (
    <div className="console-page">
      <div className="console-head">
        <nav className="crumb" aria-label="Where you are">
          <Link to={state?.list ?? '/console/orders'}>Orders</Link>
        </nav>
        <h1>
          <span className="visually-hidden">Order </span>
          <code>{code}</code>
        </h1>
        {order && <StateChip order={order} />}
        {order?.receipt && (
          <span className="push cluster gap-s">
            <Link className="button button-secondary" to={`/console/orders/${code}/receipt`}>
              <Icon name="print" /> Receipt
            </Link>
            {order.ways.sendReceipt === null && mayIn(me, 'orders.change', order.eventId) && (
              <SendAgain order={order} />
            )}
          </span>
        )}
      </div>
      <AskedOne asked={asked} missing="There is no such order" list="/console/orders" />
      {order && <Shown me={me} order={order} />}
    </div>
  )
}

function SendAgain({ order: { eventId, orderId } }: { order: Order }) {
  const { act, problem, isSending } = useAct('ReceiptSend')
  const [isSent, setSent] = useState(false)
  return (
    <>
      <button
        className="button button-secondary"
        type="button"
        aria-busy={isSending || undefined}
        onClick={() => void act({ eventId, orderId }).then((answer) => setSent(answer !== undefined))}
      >
        <Icon name="mail" /> Send it again
      </button>
      <output className="small soft">{problem ?? (isSent && 'It is on its way.')}</output>
    </>
  )
}

function Shown({ me, order }: { me: Me; order: Order }) {
  const [moving, setMoving] = useState<number>()
  const mayChange = mayIn(me, 'orders.change', order.eventId)
  return (
    <>
      <p className="soft">
        <PersonLink {...order.person} />, {lineOf(order)}
      </p>
      <Waiting me={me} order={order} />
      <div className="split order-aside">
        <div className="stack gap-l">
          <Seats order={order} onMove={mayChange ? setMoving : undefined} />
          <Money order={order} />
          <Tries order={order} />
        </div>
        <div className="stack gap-l">
          <OrderPayments me={me} order={order} />
          {mayChange && <OrderActs order={order} />}
          <Happened order={order} />
        </div>
      </div>
      {moving !== undefined && <MoveSeat order={order} workshopId={moving} onClose={() => setMoving(undefined)} />}
    </>
  )
}

function lineOf({ person, createdAt, paidAt, holdUntil, receipt, timeZone }: Order): string {
  const when = (at: string) => whenText(at, timeZone)
  return [
    [person.email, person.institution].filter(Boolean).join(', '),
    `made ${when(createdAt)}`,
    paidAt && `paid ${when(paidAt)}`,
    holdUntil && `held until ${when(holdUntil)}`,
    receipt && `receipt ${receipt}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** A refund, or a payment at the desk, where the person may. */
function OrderPayments({ me, order: { eventId, paymentCode } }: { me: Me; order: Order }) {
  const mayRefund = mayIn(me, 'refunds.give', eventId)
  const mayRecord = mayIn(me, 'offline.record', eventId)
  const { data } = useQuery({ ...ask('OrderMoney', { eventId, paymentCode }), enabled: mayRefund || mayRecord })
  if (!data) return null
  return (
    <>
      {mayRefund && <RefundOrder eventId={eventId} order={data} />}
      {mayRecord && <RecordPayment eventId={eventId} order={data} />}
    </>
  )
}

/** Whoever paid and waits for a person: money that fits nothing, or a workshop that is not held. */
function Waiting({ me, order: { exceptions, items, eventId, state } }: { me: Me; order: Order }) {
  const open = exceptions.filter(({ isOpen }) => isOpen)
  const isOff = state === 'paid' && items.some(({ isCancelled, holds }) => isCancelled && holds)
  return (
    <>
      {isOff && (
        <Notice tone="wait">
          <p>
            <strong>A workshop of this order is cancelled.</strong> Move the seat at the same price, or let finance give
            the money back.
          </p>
        </Notice>
      )}
      {open.map(({ id }) => (
        <Notice key={id} tone="bad">
          <p>
            <strong>Money came that no rule could place.</strong>{' '}
            {mayIn(me, 'finance.read', eventId) ? (
              <Link to={`/console/finance/exceptions/${id}`}>See what can be done</Link>
            ) : (
              'Finance looks after it.'
            )}
          </p>
        </Notice>
      ))}
    </>
  )
}

type SeatsProps = { order: Order; onMove: ((workshopId: number) => void) | undefined }

function Seats({ order: { items, total, timeZone }, onMove }: SeatsProps) {
  const rows = items.map((item) => ({ id: item.workshopId, ...item }))
  return (
    <section className="card table-card" aria-labelledby="h-items">
      <div className="card-header">
        <h2 id="h-items">Seats</h2>
        <span className="figures">{total.amount === 0 ? 'Free' : moneyText(total)}</span>
      </div>
      <DataTable
        caption="Seats of this order"
        columns={seatColumns(timeZone, onMove)}
        rows={rows}
        nameOf={({ topic }) => topic}
        hrefOf={({ workshopId }) => `/console/workshops/${workshopId}`}
      />
    </section>
  )
}

type Seat = Order['items'][number] & { id: number }

function seatColumns(timeZone: string, onMove: SeatsProps['onMove']): readonly [Column<Seat>, ...Column<Seat>[]] {
  return [
    { title: 'Workshop', cell: ({ topic }) => <span dir="auto">{topic}</span> },
    {
      title: 'When',
      cell: ({ startsAt, venue }) => (
        <span className="stack gap-0">
          <When at={startsAt} timeZone={timeZone} />
          <small className="soft">{venue}</small>
        </span>
      ),
    },
    { title: 'Price', className: 'number', cell: ({ price }) => priceText(price) },
    {
      title: 'Seat',
      cell: ({ workshopId, topic, holds, isCancelled, whyNotMoved }) => (
        <span className="cluster gap-s">
          <span className="status-chip" data-status={isCancelled ? 'rejected' : holds ? 'paid' : 'draft'}>
            {isCancelled ? 'Workshop cancelled' : holds ? 'Taken' : 'Given up'}
          </span>
          {onMove && whyNotMoved === null && (
            <button
              className="button button-quiet"
              type="button"
              aria-label={`Move the seat in ${topic}`}
              onClick={() => onMove(workshopId)}
            >
              Move
            </button>
          )}
        </span>
      ),
    },
  ]
}

const letterWords = {
  sent: 'Letter sent',
  waiting: 'Letter written',
  cancelled: 'Email cancelled',
  'given up': 'Letter could not be sent',
}

function Happened({ order }: { order: Order }) {
  const { letters, moves, gifts, timeZone, receipt, receiptIssuedAt, createdAt, closedAt, state } = order
  const story = [
    { at: createdAt, words: 'Ordered', tone: undefined },
    ...(receiptIssuedAt ? [{ at: receiptIssuedAt, words: `Receipt ${receipt} written`, tone: 'good' }] : []),
    ...moves.map(({ at, from, to, by }) => ({ at, words: `${by} moved a seat: ${from} → ${to}`, tone: undefined })),
    ...gifts.map(({ at, from, to, by }) => ({ at, words: `${by} gave it: ${from} → ${to}`, tone: undefined })),
    ...letters.map(({ at, subject, state }) => ({
      at,
      words: `${letterWords[state]}: ${subject}`,
      tone: state === 'given up' ? 'bad' : undefined,
    })),
    ...(closedAt ? [{ at: closedAt, words: state === 'lapsed' ? 'The hold ended' : 'Cancelled', tone: 'wait' }] : []),
  ]
  return (
    <section className="card stack" aria-labelledby="h-story">
      <h2 className="heading-small" id="h-story">
        What happened
      </h2>
      <ol className="timeline">
        {story
          .toSorted((a, b) => b.at.localeCompare(a.at))
          .map(({ at, words, tone }) => (
            <li key={`${at} ${words}`} data-tone={tone}>
              <span dir="auto">{words}</span>
              <When at={at} timeZone={timeZone} />
            </li>
          ))}
      </ol>
    </section>
  )
}
