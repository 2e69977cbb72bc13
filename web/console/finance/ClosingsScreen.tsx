import { rupees } from '#contract/money.ts'
import { timeZoneOf, useMe } from '#web/console/accounts/me.ts'
import { useEventId } from '#web/console/events/useEvent.ts'
import { useTitle } from '#web/console/layout/site.tsx'
import { type Column, DataTable } from '#web/console/ui/DataTable.tsx'
import { ListEmpty, ListProblem, ListSearch, Pager } from '#web/console/ui/ListPage.tsx'
import { useList } from '#web/console/ui/useList.ts'
import { When } from '#web/console/ui/When.tsx'
import { FinanceTabs } from './Tabs.tsx'
import { type Closing, differenceWords } from './words.ts'

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
      <FinanceTabs current="/console/finance/closings" eventId={eventId} />
      <section className="card table-card" aria-label="Closings" aria-busy={list.isStale || undefined}>
        <div className="filters">
          <ListSearch list={list} label="Number, person or words" />
        </div>
        <ListProblem list={list} />
        {list.isLoading || list.rows.length > 0 ? (
          <>
            <DataTable
              caption="Closings"
              columns={columnsIn(timeZoneOf(me, eventId))}
              rows={list.rows}
              nameOf={({ number }) => `Closing ${number}`}
              hrefOf={({ id }) => `/console/finance/closings/${id}?eventId=${eventId}`}
              sort={list.values.sort ?? ''}
              usualSort={usualSort}
              onSort={(sort) => list.change({ sort })}
              isLoading={list.isLoading}
            />
            {!list.isLoading && (
              <Pager list={list} order={list.values.sort === 'closedAt' ? 'oldest first' : 'newest first'} />
            )}
          </>
        ) : (
          !list.error && (
            <ListEmpty list={list} title="No day was closed yet">
              <p>Close the first one under Today.</p>
            </ListEmpty>
          )
        )}
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
      cell: ({ closedAt }) => <When at={closedAt} timeZone={timeZone} />,
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
