import { grouped, moneyText } from '#contract/money.ts'
import { type Me, mayIn, useMe } from '#web/console/accounts/me.ts'
import { useEventId } from '#web/console/events/useEvent.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { useTitle } from '#web/console/layout/site.tsx'
import type { Column } from '#web/console/ui/DataTable.tsx'
import { EmailText } from '#web/console/ui/EmailText.tsx'
import { ExportButton } from '#web/console/ui/ExportButton.tsx'
import { Filters, ListDay, ListFilter, ListSearch, ListViews } from '#web/console/ui/ListPage.tsx'
import { ListRows } from '#web/console/ui/ListRows.tsx'
import { NoEvent } from '#web/console/ui/NoEvent.tsx'
import { useChosen } from '#web/console/ui/useChosen.ts'
import { useList } from '#web/console/ui/useList.ts'
import { When, whenText } from '#web/console/ui/When.tsx'
import { shortDay } from '#web/platform/calendar.ts'
import { OrdersBulk } from './OrdersBulk.tsx'
import { type OrderRow, StateChip, topicsText, wayOptions } from './words.tsx'

const usualSort = '-createdAt'
const orders: Record<string, string> = {
  '-createdAt': 'newest first',
  createdAt: 'oldest first',
  '-total': 'largest total first',
  total: 'smallest total first',
}

const none = { title: 'No orders yet', words: 'Orders appear here as soon as someone checks out.' }
const toSearch = {
  title: 'Search for an order',
  words: 'Type at least three letters of a payment code, a receipt, a name or an email address.',
}

/** The orders of one event: found by how they stand, and by whoever phones. */
export default function OrdersScreen() {
  useTitle('Orders')
  const me = useMe()
  const eventId = useEventId(me)
  if (eventId !== undefined) return <Orders key={eventId} me={me} eventId={eventId} />
  return <NoEvent title="Orders" words="Orders belong to an event." />
}

function Orders({ me, eventId }: { me: Me; eventId: number }) {
  const list = useList('OrdersList', {
    filters: ['eventId', 'state', 'workshopId', 'paidBy', 'from', 'to'],
    usual: { eventId: String(eventId), sort: usualSort },
  })
  const { timeZone = 'UTC', views, workshops = [], isSearchOnly = false } = list.reply ?? {}
  const { selection, chosen, clear } = useChosen(list.rows)
  const mayChange = mayIn(me, 'orders.change', eventId)
  const count = list.totalIsExact ? grouped(list.total) : 'all'
  return (
    <div className="console-page">
      <div className="console-head">
        <h1>Orders</h1>
        <span className="push cluster gap-s">
          {mayIn(me, 'finance.read', eventId) && (
            <Link className="button button-quiet" to={`/console/finance/receipts?eventId=${eventId}`}>
              Receipts
            </Link>
          )}
          {mayIn(me, 'export', eventId) && list.total > 0 && (
            <ExportButton list="OrdersList" filter={list.filter} count={count} key={JSON.stringify(list.filter)} />
          )}
        </span>
      </div>
      {!isSearchOnly && (
        <ListViews
          list={list}
          name="state"
          views={[
            ['', 'All', views?.all],
            ['held', 'Held now', views?.held],
            ['paid', 'Paid', views?.paid],
            ['!paid', 'Not paid', views && views.all - views.paid],
            ['review', 'Needs a person', views?.review],
            ['lapsed', 'Lapsed', views?.lapsed],
            ['cancelled', 'Cancelled', views?.cancelled],
          ]}
        />
      )}
      <section className="card table-card" aria-label="Orders" aria-busy={list.isStale || undefined}>
        <Filters list={list}>
          <ListSearch list={list} label="Payment code, receipt, name or email" />
          {!isSearchOnly && (
            <>
              <ListFilter
                list={list}
                name="workshopId"
                label="Workshop"
                options={[
                  ['', 'Any workshop'],
                  ...workshops.map(({ workshopId, topic }) => [String(workshopId), topic] as const),
                  ...workshops.map(({ workshopId, topic }) => [`!${workshopId}`, `Not: ${topic}`] as const),
                ]}
              />
              <ListFilter list={list} name="paidBy" label="Paid by" options={wayOptions} />
              <ListDay list={list} name="from" label="Made from" />
              <ListDay list={list} name="to" label="to" />
            </>
          )}
        </Filters>
        <ListRows
          list={list}
          caption="Orders"
          columns={columnsIn(timeZone)}
          nameOf={({ paymentCode }) => paymentCode}
          hrefOf={({ paymentCode }) => `/console/orders/${paymentCode}`}
          usualSort={usualSort}
          selection={mayChange ? selection : undefined}
          orders={orders}
          empty={isSearchOnly && !list.values.search ? toSearch : none}
        />
      </section>
      <OrdersBulk eventId={eventId} chosen={chosen} onClear={clear} />
    </div>
  )
}

function columnsIn(timeZone: string): readonly [Column<OrderRow>, ...Column<OrderRow>[]] {
  return [
    { title: 'Payment code', cell: ({ paymentCode }) => <code>{paymentCode}</code> },
    {
      title: 'Person',
      cell: ({ person }) => (
        <span className="stack gap-0">
          <span dir="auto">{person.name}</span>
          <small className="soft">
            <EmailText email={person.email} />
          </small>
        </span>
      ),
    },
    { title: 'For', className: 'skip-mid', cell: ({ topics }) => <span dir="auto">{topicsText(topics)}</span> },
    {
      title: 'Total',
      className: 'number',
      sorts: ['-total', 'total'],
      cell: ({ total }) => (total.amount === 0 ? 'Free' : moneyText(total)),
    },
    { title: 'State', cell: (row) => <StateChip order={row} /> },
    {
      title: 'Receipt',
      className: 'figures skip-mid skip-small',
      cell: ({ receipt }) => receipt ?? <span className="soft">none</span>,
    },
    {
      title: 'When',
      className: 'figures',
      sorts: ['-createdAt', 'createdAt'],
      cell: ({ createdAt, holdUntil }) => (
        <span className="stack gap-0">
          <When at={createdAt} timeZone={timeZone} isInColumn />
          {holdUntil && <small className="soft">until {whenText(holdUntil, timeZone, shortDay)}</small>}
        </span>
      ),
    },
  ]
}
