import { lazy, Suspense, useId, useState } from 'react'
import { orderTexts } from '#contract/booking/texts.ts'
import { paisaInRupee } from '#contract/money.ts'
import { useTimeZone } from '#web/layout/content.tsx'
import { PageLink } from '#web/layout/PageLink.tsx'
import { clockAt, weekdayAndDay } from '#web/platform/calendar.ts'
import { priceText } from '#web/platform/money.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import OwnSeat, { ReceiptButton } from './OwnSeat.tsx'
import { topicsOf, type Order, type useOrders } from './useOrders.ts'

const ReceiptDialog = lazy(() => import('./ReceiptDialog.tsx'))

/** What a person has bought, and what waits for payment: a card for the profile page. */
export function MyWorkshops({ orders, refresh }: ReturnType<typeof useOrders>) {
  const [receipt, setReceipt] = useState<string>()
  const title = useId()
  return (
    <section className="card" aria-labelledby={title}>
      <div className="card-header">
        <h2 id={title}>My workshops</h2>
        <PageLink className="button button-quiet" to="/events">
          Browse
        </PageLink>
      </div>
      {orders === undefined && (
        <p className="soft" aria-busy="true">
          Loading
        </p>
      )}
      {orders === null && <Notice tone="bad">Your workshops could not be read. Please load the page again.</Notice>}
      {orders?.length === 0 && <p className="soft">No workshops yet. Browse the schedule and add one to your cart.</p>}
      {orders && orders.length > 0 && (
        <ul className="rows">
          {orders.map((order) => (
            <OrderLine key={order.PaymentCode} order={order} refresh={refresh} showReceipt={setReceipt} />
          ))}
        </ul>
      )}
      {receipt && (
        <Suspense>
          <ReceiptDialog paymentCode={receipt} onClose={() => setReceipt(undefined)} />
        </Suspense>
      )}
    </section>
  )
}

type LineProps = { order: Order; refresh: () => Promise<unknown>; showReceipt: (paymentCode: string) => void }

/** One order: what it is for, what it costs, and what can be done about it. */
export function OrderLine({ order, refresh, showReceipt }: LineProps) {
  const zone = useTimeZone()
  const { PaymentCode, PaidStatus, Total, Workshops, TimeZone, RefundNote, ReceiptNumber } = order
  const isPaid = PaidStatus === 'PAID'
  const isCancelled = Workshops.some(({ IsCancelled }) => IsCancelled)
  return (
    <li>
      <div className="stack gap-s">
        {Workshops.map(({ WorkshopID, Topic, theDate, Venue, IsCancelled }) => {
          const { day, time } = clockAt(theDate, TimeZone || zone)
          return (
            <span key={WorkshopID}>
              <strong>{Topic}</strong>
              <br />
              <small>{IsCancelled ? orderTexts.workshopCancelled : `${weekdayAndDay(day)}, ${time}, ${Venue}`}</small>
            </span>
          )
        })}
        {isPaid && isCancelled && Total > 0 && <small>{orderTexts.cancelledPaid}</small>}
        {PaidStatus === 'review' && <small>{orderTexts.underReview}</small>}
        {RefundNote && <small>{RefundNote}</small>}
      </div>
      <span className="price">{priceText(Math.round(Total * paisaInRupee))}</span>
      {PaidStatus === 'review' && <StatusChip status="under-review" />}
      {PaidStatus === 'refunded' && (
        <>
          <StatusChip status="refunded" />
          {ReceiptNumber && (
            <ReceiptButton paymentCode={PaymentCode} topic={topicsOf(order)} showReceipt={showReceipt} />
          )}
        </>
      )}
      {(isPaid || PaidStatus === 'added') && (
        <OwnSeat
          isPaid={isPaid}
          isCancelled={Workshops.every(({ IsCancelled }) => IsCancelled)}
          paymentCode={PaymentCode}
          topic={topicsOf(order)}
          order={order}
          refresh={refresh}
          showReceipt={showReceipt}
        />
      )}
    </li>
  )
}
