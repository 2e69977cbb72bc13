import { rupees } from '#contract/money.ts'
import { timeZoneOf, useMe } from '#web/console/accounts/me.ts'
import { useEventId } from '#web/console/events/useEvent.ts'
import { useTitle } from '#web/console/layout/site.tsx'
import { type Closing, differenceWords } from '#web/console/payments/money-words.ts'
import { FinanceTabs } from '#web/console/payments/Tabs.tsx'
import type { Column } from '#web/console/ui/DataTable.tsx'
import { ListSearch } from '#web/console/ui/ListPage.tsx'
import { ListRows } from '#web/console/ui/ListRows.tsx'
import { useList } from '#web/console/ui/useList.ts'
import { When } from '#web/console/ui/When.tsx'

const usualSort = '-closedAt'

/** The days that were signed. */
export default function ClosingsScreen() {
  useTitle('Closings')
  const me = useMe()
  const eventId = useEventId(me)
  const list = useList('ClosingsList', {
    filters: ['eventId'],
    usual: { eventId: String(eventId ?? ''), sort: usualSort },
  })
  return (
    <div className="console-page">
      <div className="console-head">
        <h1>Closings</h1>
      </div>
      <FinanceTabs current="/console/finance/closings" />
      <section className="card table-card" aria-label="Closings" aria-busy={list.isStale || undefined}>
        <div className="filters">
          <ListSearch list={list} label="Number, person or words" />
        </div>
        <ListRows
          list={list}
          caption="Closings"
          columns={columnsIn(timeZoneOf(me, eventId))}
          nameOf={({ number }) => `Closing ${number}`}
          hrefOf={({ id }) => `/console/finance/closings/${id}?eventId=${eventId}`}
          usualSort={usualSort}
          orders={{ closedAt: 'oldest first', '-closedAt': 'newest first' }}
          empty={{ title: 'No day was closed yet', words: 'Close the first one under Today.' }}
        />
      </section>
    </div>
  )
}

function columnsIn(timeZone: string): readonly [Column<Closing>, ...Column<Closing>[]] {
  return [
    { title: 'Closing', cell: ({ number }) => `Closing ${number}` },
    {
      title: 'Signed',
      className: 'figures',
      sorts: ['-closedAt', 'closedAt'],
      cell: ({ closedAt }) => <When at={closedAt} timeZone={timeZone} isInColumn />,
    },
    { title: 'By', cell: ({ closedBy }) => closedBy },
    { title: 'Movements', className: 'number', cell: ({ entries }) => entries },
    { title: 'Cash counted', className: 'number', cell: ({ cashCounted }) => rupees(cashCounted) },
    {
      title: 'Difference',
      cell: ({ difference }) =>
        difference === 0 ? <span className="soft">none</span> : differenceWords(difference, rupees),
    },
  ]
}
