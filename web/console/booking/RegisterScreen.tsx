import { useSearchParams } from 'react-router'
import { grouped, moneyText, rupees } from '#contract/money.ts'
import { type Me, mayIn, useMe } from '#web/console/accounts/me.ts'
import { useEventId } from '#web/console/events/useEvent.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { useTitle } from '#web/console/layout/site.tsx'
import type { Column } from '#web/console/ui/DataTable.tsx'
import { ExportButton } from '#web/console/ui/ExportButton.tsx'
import { Filters, ListDay, ListFilter, ListSearch } from '#web/console/ui/ListPage.tsx'
import { ListRows } from '#web/console/ui/ListRows.tsx'
import { NoEvent } from '#web/console/ui/NoEvent.tsx'
import { useList } from '#web/console/ui/useList.ts'
import { When } from '#web/console/ui/When.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { type ReceiptRow, wayNames, wayOptions } from './words.tsx'

const usualSort = '-number'
const orders: Record<string, string> = { '-number': 'newest first', number: 'oldest first' }
const states = [
  ['', 'Any state'],
  ['valid', 'Valid'],
  ['cancelled', 'Cancelled'],
] as const
export const registerFilters = ['eventId', 'state', 'paidBy', 'from', 'to'] as const

/** Every receipt of an event, numbered without a gap. */
export default function RegisterScreen() {
  useTitle('Receipts')
  const me = useMe()
  const eventId = useEventId(me)
  if (eventId !== undefined) return <Register key={eventId} me={me} eventId={eventId} />
  return <NoEvent title="Receipts" words="Receipts belong to an event." />
}

function Register({ me, eventId }: { me: Me; eventId: number }) {
  const [address] = useSearchParams()
  const list = useList('ReceiptsRegister', {
    filters: registerFilters,
    usual: { eventId: String(eventId), sort: usualSort },
  })
  const { timeZone = 'UTC', figures } = list.reply ?? {}
  const sheet = new URLSearchParams(address)
  sheet.delete('cursor')
  sheet.set('eventId', String(eventId))
  return (
    <div className="console-page">
      <div className="console-head">
        <h1>Receipts</h1>
        {figures && (
          <span className="soft">
            {`${grouped(figures.receipts)}, of which ${grouped(figures.cancelled)} cancelled, ${rupees(figures.received)}`}
          </span>
        )}
        <span className="push cluster gap-s">
          <Link className="button button-secondary" to={`/console/finance/receipts/sheet?${sheet}`}>
            <Icon name="print" /> Print
          </Link>
          {mayIn(me, 'export', eventId) && list.total > 0 && (
            <ExportButton
              list="ReceiptsRegister"
              filter={list.filter}
              count={list.totalIsExact ? grouped(list.total) : 'all'}
              key={JSON.stringify(list.filter)}
            />
          )}
        </span>
      </div>
      {figures !== undefined && figures.missing !== 0 && (
        <Notice tone="bad">
          <p>
            <strong>{`${grouped(figures.missing)} numbers are missing.`}</strong> Receipt numbers have no gaps: tell
            your system administrator.
          </p>
        </Notice>
      )}
      <section className="card table-card" aria-label="Receipts" aria-busy={list.isStale || undefined}>
        <Filters list={list}>
          <ListSearch list={list} label="Number, payment code, name or email" />
          <ListFilter list={list} name="state" label="State" options={states} />
          <ListFilter list={list} name="paidBy" label="Paid by" options={wayOptions} />
          <ListDay list={list} name="from" label="Issued from" />
          <ListDay list={list} name="to" label="to" />
        </Filters>
        <ListRows
          list={list}
          caption="Receipts"
          columns={columnsIn(timeZone)}
          nameOf={({ receipt }) => receipt}
          hrefOf={({ paymentCode }) => `/console/orders/${paymentCode}`}
          usualSort={usualSort}
          orders={orders}
          empty={{ title: 'No receipt yet', words: 'Whoever pays gets one at once.' }}
        />
      </section>
    </div>
  )
}

function columnsIn(timeZone: string): readonly [Column<ReceiptRow>, ...Column<ReceiptRow>[]] {
  return [
    { title: 'Receipt', className: 'figures', sorts: ['-number', 'number'], cell: ({ receipt }) => receipt },
    { title: 'Person', cell: ({ person }) => <span dir="auto">{person.name}</span> },
    { title: 'Payment code', className: 'skip-small', cell: ({ paymentCode }) => <code>{paymentCode}</code> },
    { title: 'Paid by', className: 'skip-mid', cell: ({ paidBy }) => (paidBy ? wayNames[paidBy] : '') },
    { title: 'Amount', className: 'number', cell: ({ total }) => moneyText(total) },
    {
      title: 'State',
      cell: ({ isCancelled, givenBack }) => (
        <span className="status-chip" data-status={isCancelled ? 'rejected' : 'paid'}>
          {isCancelled ? 'Cancelled' : givenBack ? 'Part given back' : 'Valid'}
        </span>
      ),
    },
    {
      title: 'Issued',
      className: 'figures',
      cell: ({ issuedAt }) => <When at={issuedAt} timeZone={timeZone} isInColumn />,
    },
  ]
}
