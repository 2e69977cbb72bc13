import { lazy, Suspense, useState } from 'react'
import { type AbstractSection, abstractSections } from '#contract/abstracts/rules.ts'
import { eventTitle } from '#contract/events/naming.ts'
import { AbstractStatus } from '#web/abstracts/AbstractStatus.tsx'
import { shownOf } from '#web/abstracts/api.ts'
import { RichText } from '#web/abstracts/editor/RichText.tsx'
import type { Abstract } from '#web/abstracts/slice.ts'
import { useDownload } from '#web/abstracts/useDownload.ts'
import { OrderLine } from '#web/booking/MyWorkshops.tsx'
import type { Order } from '#web/booking/useOrders.ts'
import { countOf } from '#web/platform/words.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { type EarlierEvent, useEarlierAbstracts, useEarlierEvents } from './useEarlierEvents.ts'
import styles from './ProfilePage.module.css'

const ReceiptDialog = lazy(() => import('#web/booking/ReceiptDialog.tsx'))
const sections = Object.entries(abstractSections) as [AbstractSection, string][]

type EarlierEventsProps = { orders: Order[]; refresh: () => Promise<unknown> }

/** What a person wrote, booked and paid for other events than this one: a card for the profile page, absent while there is nothing. */
export default function EarlierEvents({ orders, refresh }: EarlierEventsProps) {
  const [receipt, setReceipt] = useState<string>()
  const events = useEarlierEvents().map((event) => ({
    event,
    orders: orders.filter(({ EventID }) => EventID === event.eventId),
  }))
  const shown = events.filter((each) => each.event.abstracts > 0 || each.orders.length > 0)
  if (shown.length === 0) return null
  return (
    <section className="card" aria-labelledby="earlier">
      <div className="card-header">
        <h2 id="earlier">Other events</h2>
      </div>
      {shown.map((each) => (
        <OneEvent key={each.event.eventId} {...each} refresh={refresh} showReceipt={setReceipt} />
      ))}
      {receipt && (
        <Suspense>
          <ReceiptDialog paymentCode={receipt} onClose={() => setReceipt(undefined)} />
        </Suspense>
      )}
    </section>
  )
}

type OneEventProps = {
  event: EarlierEvent
  orders: Order[]
  refresh: () => Promise<unknown>
  showReceipt: (paymentCode: string) => void
}

function OneEvent({ event, orders, refresh, showReceipt }: OneEventProps) {
  const [isOpen, setOpen] = useState(false)
  const abstracts = useEarlierAbstracts(event, isOpen)
  return (
    <details className="accordion" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span>
          {eventTitle(event)}
          <br />
          <small className="soft">{contentsOf(event, orders)}</small>
        </span>
      </summary>
      {orders.length > 0 && (
        <ul className="rows">
          {orders.map((order) => (
            <OrderLine key={order.PaymentCode} order={order} refresh={refresh} showReceipt={showReceipt} />
          ))}
        </ul>
      )}
      {abstracts === undefined && (
        <p className="soft" aria-busy="true">
          Loading
        </p>
      )}
      {abstracts === null && <Notice tone="bad">Your abstracts could not be read. Please load the page again.</Notice>}
      {abstracts?.map((row) => (
        <OneAbstract key={row.pk} row={row} eventId={event.eventId} />
      ))}
      {event.slug && (
        <p>
          <a href={`/e/${event.slug}/profile`}>Open {event.name}</a>
        </p>
      )}
    </details>
  )
}

function contentsOf({ abstracts }: EarlierEvent, orders: Order[]): string {
  const parts = [abstracts > 0 && countOf(abstracts, 'abstract'), orders.length > 0 && countOf(orders.length, 'order')]
  return parts.filter(Boolean).join(', ')
}

function OneAbstract({ row, eventId }: { row: Abstract; eventId: number }) {
  const { isBusy, save } = useDownload(row, eventId)
  const { title, status } = shownOf(row)
  return (
    <details className="accordion">
      <summary>
        <span className={styles.fact} dir="auto">
          {title}
        </span>
        <AbstractStatus status={status} />
      </summary>
      <div className="stack gap-s">
        {sections.map(
          ([name, heading]) =>
            row[name] && (
              <section key={name} dir="auto">
                <h3 className="heading-small">{heading}</h3>
                <RichText html={row[name]} />
              </section>
            ),
        )}
        <div className="cluster">
          <button
            className="button button-secondary"
            type="button"
            aria-busy={isBusy || undefined}
            onClick={() => void save()}
          >
            <Icon name="download" /> <span className={styles.fact}>{row.FileName}</span>
          </button>
        </div>
      </div>
    </details>
  )
}
