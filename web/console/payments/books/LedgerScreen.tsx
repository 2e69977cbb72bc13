import { grouped, moneyText } from '#contract/money.ts'
import { movementKinds, moneyWays } from '#contract/payments/finance-words.ts'
import { mayAnywhere, timeZoneOf, useMe } from '#web/console/accounts/me.ts'
import type { Reply } from '#web/console/call.ts'
import { useEventId } from '#web/console/events/useEvent.ts'
import { useTitle } from '#web/console/layout/site.tsx'
import { OrderLink, PersonLink } from '#web/console/layout/things.tsx'
import { movementNames, wayNames } from '#web/console/payments/money-words.ts'
import { FinanceTabs } from '#web/console/payments/Tabs.tsx'
import type { Column } from '#web/console/ui/DataTable.tsx'
import { ExportButton } from '#web/console/ui/ExportButton.tsx'
import { Filters, ListFilter, ListSearch } from '#web/console/ui/ListPage.tsx'
import { ListRows } from '#web/console/ui/ListRows.tsx'
import { useList } from '#web/console/ui/useList.ts'
import { When } from '#web/console/ui/When.tsx'

type Entry = Reply<'LedgerList'>['rows'][number]
const usualSort = '-recordedAt'

/** Every movement of money of the event. */
export default function LedgerScreen() {
  useTitle('Ledger')
  const me = useMe()
  const eventId = useEventId(me)
  const list = useList('LedgerList', {
    filters: ['kind', 'way', 'day', 'eventId'],
    usual: { eventId: String(eventId ?? ''), sort: usualSort },
  })
  const count = list.totalIsExact ? grouped(list.total) : `more than ${grouped(list.total)}`
  return (
    <div className="console-page">
      <div className="console-head">
        <h1>Ledger</h1>
        {mayAnywhere(me, 'export') && list.total > 0 && (
          <span className="push">
            <ExportButton list="LedgerList" filter={list.filter} count={count} key={JSON.stringify(list.filter)} />
          </span>
        )}
      </div>
      <FinanceTabs current="/console/finance/ledger" />
      <section className="card table-card" aria-label="Movements" aria-busy={list.isStale || undefined}>
        <Filters list={list}>
          <ListSearch list={list} label="Person, code or reference" />
          <ListFilter
            list={list}
            name="kind"
            label="Movement"
            options={[['', 'All movements'], ...movementKinds.map((kind) => [kind, movementNames[kind]] as const)]}
          />
          <ListFilter
            list={list}
            name="way"
            label="Way"
            options={[['', 'Any way'], ...moneyWays.map((way) => [way, wayNames[way]] as const)]}
          />
        </Filters>
        <ListRows
          list={list}
          caption="Movements of money"
          columns={columnsIn(timeZoneOf(me, eventId))}
          nameOf={({ kind, person }) => `${movementNames[kind]}, ${person.name}`}
          usualSort={usualSort}
          orders={{ recordedAt: 'oldest first', '-recordedAt': 'newest first' }}
          empty={{
            title: 'No money moved yet',
            words: 'Every payment, refund and payout stands here, and is never changed.',
          }}
        />
      </section>
    </div>
  )
}

function columnsIn(timeZone: string): readonly [Column<Entry>, ...Column<Entry>[]] {
  return [
    {
      title: 'When',
      className: 'figures',
      sorts: ['-recordedAt', 'recordedAt'],
      cell: ({ recordedAt }) => <When at={recordedAt} timeZone={timeZone} isInColumn />,
    },
    { title: 'Movement', cell: ({ kind }) => movementNames[kind] },
    { title: 'Way', cell: ({ way, alone }) => `${wayNames[way]}${alone ? ', one person' : ''}` },
    {
      title: 'Amount',
      className: 'number',
      cell: ({ kind, money }) => `${kind === 'capture' ? '' : '−'}${moneyText(money)}`,
    },
    { title: 'Person', cell: ({ person }) => <PersonLink {...person} /> },
    { title: 'Payment code', cell: ({ paymentCode }) => <OrderLink code={paymentCode} /> },
    { title: 'Reference', className: 'skip-mid skip-small', cell: ({ reference }) => reference },
    { title: 'Closing', className: 'number', cell: ({ closing }) => closing ?? <span className="soft">open</span> },
  ]
}
