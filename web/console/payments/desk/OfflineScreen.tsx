import { moneyText } from '#contract/money.ts'
import { offlineStates } from '#contract/payments/finance-words.ts'
import { mayIn, timeZoneOf, useMe } from '#web/console/accounts/me.ts'
import { useEventId } from '#web/console/events/useEvent.ts'
import { useTitle } from '#web/console/layout/site.tsx'
import { OrderLink, PersonLink } from '#web/console/layout/things.tsx'
import { type Offline, stateNames, stateTones, wayNames } from '#web/console/payments/money-words.ts'
import { FinanceTabs } from '#web/console/payments/Tabs.tsx'
import type { Column } from '#web/console/ui/DataTable.tsx'
import { ListFilter, ListSearch } from '#web/console/ui/ListPage.tsx'
import { ListRows } from '#web/console/ui/ListRows.tsx'
import { useList } from '#web/console/ui/useList.ts'
import { When } from '#web/console/ui/When.tsx'
import { RecordOffline } from './RecordOffline.tsx'

const usualSort = '-recordedAt'

/** Cash and drafts: what was recorded, and what waits for a second person. */
export default function OfflineScreen() {
  useTitle('Drafts and cash')
  const me = useMe()
  const eventId = useEventId(me)
  return (
    <div className="console-page">
      <div className="console-head">
        <h1>Drafts and cash</h1>
      </div>
      <FinanceTabs current="/console/finance/offline" />
      {eventId !== undefined && (
        <div className="split finance-aside">
          <Recorded eventId={eventId} timeZone={timeZoneOf(me, eventId)} />
          {mayIn(me, 'offline.record', eventId) && <RecordOffline eventId={eventId} />}
        </div>
      )}
    </div>
  )
}

function Recorded({ eventId, timeZone }: { eventId: number; timeZone: string }) {
  const list = useList('OfflineList', {
    filters: ['state', 'eventId'],
    usual: { eventId: String(eventId), sort: usualSort },
  })
  return (
    <section className="card table-card" aria-label="Vouchers" aria-busy={list.isStale || undefined}>
      <div className="filters">
        <ListSearch list={list} label="Person, code, voucher or number" />
        <ListFilter
          list={list}
          name="state"
          label="State"
          options={[['', 'Any state'], ...offlineStates.map((state) => [state, stateNames[state]] as const)]}
        />
      </div>
      <ListRows
        list={list}
        caption="Vouchers"
        columns={columnsIn(timeZone)}
        nameOf={({ voucher, person }) => `${voucher}, ${person.name}`}
        hrefOf={({ id }) => `/console/finance/offline/${id}?eventId=${eventId}`}
        usualSort={usualSort}
        orders={{ recordedAt: 'oldest first', '-recordedAt': 'newest first' }}
        empty={{
          title: 'No voucher yet',
          words: 'Cash and drafts that are recorded stand here, each with its voucher.',
        }}
      />
    </section>
  )
}

function columnsIn(timeZone: string): readonly [Column<Offline>, ...Column<Offline>[]] {
  return [
    { title: 'Voucher', cell: ({ voucher }) => <code>{voucher}</code> },
    { title: 'Person', cell: ({ person }) => <PersonLink {...person} /> },
    { title: 'Order', className: 'skip-mid', cell: ({ paymentCode }) => <OrderLink code={paymentCode} /> },
    { title: 'Amount', className: 'number', cell: ({ money }) => moneyText(money) },
    {
      title: 'Paper',
      className: 'skip-small',
      cell: ({ way, bank, number }) => [wayNames[way], bank, number].filter(Boolean).join(' '),
    },
    {
      title: 'State',
      cell: ({ state, alone }) => (
        <>
          <span className="status-chip" data-status={stateTones[state]}>
            {stateNames[state]}
          </span>
          {alone && <small> by one person</small>}
        </>
      ),
    },
    {
      title: 'Recorded',
      className: 'figures',
      sorts: ['-recordedAt', 'recordedAt'],
      cell: ({ recordedAt }) => <When at={recordedAt} timeZone={timeZone} isInColumn />,
    },
  ]
}
