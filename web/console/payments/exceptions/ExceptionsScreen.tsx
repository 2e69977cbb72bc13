import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { grouped, moneyText } from '#contract/money.ts'
import { exceptionKinds } from '#contract/payments/exception-kinds.ts'
import { type Me, mayAnywhere, mayIn, timeZoneOf, useMe } from '#web/console/accounts/me.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { useTitle } from '#web/console/layout/site.tsx'
import { OrderLink, PersonLink } from '#web/console/layout/things.tsx'
import { FinanceTabs } from '#web/console/payments/Tabs.tsx'
import type { Column } from '#web/console/ui/DataTable.tsx'
import { ExportButton } from '#web/console/ui/ExportButton.tsx'
import { BulkBar, ListFilter, ListSearch } from '#web/console/ui/ListPage.tsx'
import { ListRows } from '#web/console/ui/ListRows.tsx'
import { useChosen } from '#web/console/ui/useChosen.ts'
import { useList } from '#web/console/ui/useList.ts'
import { When } from '#web/console/ui/When.tsx'
import { type ExceptionRow, kindTitles } from './exception-words.ts'
import { StateChip } from './StateChip.tsx'

const CloseMany = lazy(() => import('./CloseMany.tsx'))

const usualSort = 'openedAt'

const views = [
  ['open', 'Open'],
  ['resolved', 'Resolved'],
  ['any', 'All'],
] as const

const orders: Record<string, string> = {
  openedAt: 'longest waiting first',
  '-openedAt': 'newest first',
  '-amount': 'largest amount first',
}

/** Payments that need a person. */
export default function ExceptionsScreen() {
  useTitle('Payments that need a person')
  const me = useMe()
  const list = useList('ExceptionsList', {
    filters: ['state', 'kind', 'eventId'],
    usual: { state: 'open', sort: usualSort },
  })
  const { selection, chosen, clear } = useSelection(me, list)
  const count = list.totalIsExact ? grouped(list.total) : `more than ${grouped(list.total)}`
  return (
    <div className="console-page">
      <div className="console-head">
        <h1>Payments that need a person</h1>
        {mayAnywhere(me, 'export') && list.total > 0 && (
          <span className="push">
            <ExportButton list="ExceptionsList" filter={list.filter} count={count} key={JSON.stringify(list.filter)} />
          </span>
        )}
      </div>
      <FinanceTabs current="/console/finance/exceptions" />
      <Views current={list.values.state ?? ''} />
      <section className="card table-card" aria-label="Payments" aria-busy={list.isStale || undefined}>
        <div className="filters">
          <ListSearch list={list} label="Person, payment code or bank number" />
          <ListFilter
            list={list}
            name="kind"
            label="What happened"
            options={[['', 'Anything'], ...exceptionKinds.map((kind) => [kind, kindTitles[kind]] as const)]}
          />
        </div>
        <ListRows
          list={list}
          caption="Payments that need a person"
          columns={columnsFor(me, list.values.state === 'any')}
          nameOf={nameOf}
          hrefOf={({ id, event }) => `/console/finance/exceptions/${id}?eventId=${event?.eventId ?? 'any'}`}
          usualSort={usualSort}
          selection={selection}
          orders={orders}
          empty={{
            title: 'No payment needs a person',
            words: 'When money comes that no rule can place, it waits here for you.',
          }}
        />
      </section>
      <Bulk chosen={chosen} onClear={clear} />
    </div>
  )
}

/** What can be done with several. The dialog comes with the first that is chosen. */
function Bulk({ chosen, onClear }: { chosen: readonly ExceptionRow[]; onClear: () => void }) {
  const [isClosing, setClosing] = useState(false)
  // What another has resolved leaves the list; the person must still read that it was not their doing.
  if (chosen.length === 0 && !isClosing) return null
  const stop = () => setClosing(false)
  return (
    <>
      <BulkBar count={chosen.length} noun={chosen.length === 1 ? 'payment' : 'payments'} onClear={onClear}>
        <button className="button button-secondary" type="button" onClick={() => setClosing(true)}>
          Close with a note
        </button>
      </BulkBar>
      <Suspense fallback={null}>
        <CloseMany
          rows={chosen}
          open={isClosing}
          onClose={stop}
          onDone={() => {
            stop()
            onClear()
          }}
        />
      </Suspense>
    </>
  )
}

/** Open, resolved, all: links, so that each opens in a tab of its own too. */
function Views({ current }: { current: string }) {
  const [address] = useSearchParams()
  return (
    <nav className="tabs" aria-label="Views">
      {views.map(([state, words]) => {
        const next = new URLSearchParams(address)
        next.delete('cursor')
        if (state === 'open') next.delete('state')
        else next.set('state', state)
        return (
          <Link key={state} to={`?${next}`} aria-current={state === current ? 'page' : undefined}>
            {words}
          </Link>
        )
      })}
    </nav>
  )
}

/** Only open ones where the person may. */
function useSelection(me: Me, { rows, isLoading }: { rows: readonly ExceptionRow[]; isLoading: boolean }) {
  const able = rows.filter((row) => !row.resolvedAt && mayIn(me, 'exceptions.resolve', row.event?.eventId))
  const { selection, ...chosen } = useChosen(able)
  const isOffered = isLoading ? mayAnywhere(me, 'exceptions.resolve') : able.length > 0
  return { selection: isOffered ? selection : undefined, ...chosen }
}

const nameOf = ({ kind, person, reference }: ExceptionRow): string =>
  `${kindTitles[kind]}, ${person?.name ?? reference}`

/** Whether it is resolved is said where both kinds stand together. */
function columnsFor(me: Me, areMixed: boolean): readonly [Column<ExceptionRow>, ...Column<ExceptionRow>[]] {
  return [
    { title: 'What happened', cell: ({ kind }) => kindTitles[kind] },
    {
      title: 'Person',
      cell: ({ person }) => (person ? <PersonLink {...person} /> : <span className="soft">not known</span>),
    },
    {
      title: 'Amount',
      className: 'number',
      sorts: ['-amount'],
      cell: ({ money }) => (money ? moneyText(money) : <span className="soft">not known</span>),
    },
    {
      title: 'Payment code',
      cell: ({ paymentCode, reference }) =>
        paymentCode ? (
          <OrderLink code={paymentCode} />
        ) : (
          <span className="soft">
            no order, bank number <code>{reference}</code>
          </span>
        ),
    },
    {
      title: 'Event',
      className: 'skip-mid skip-small',
      cell: ({ event }) => event?.name ?? <span className="soft">none</span>,
    },
    ...(areMixed ? [stateColumn] : []),
    {
      title: 'Since',
      className: 'figures',
      sorts: ['openedAt', '-openedAt'],
      cell: ({ openedAt, event }) => <When at={openedAt} timeZone={timeZoneOf(me, event?.eventId)} isInColumn />,
    },
  ]
}

const stateColumn: Column<ExceptionRow> = { title: 'State', cell: (row) => <StateChip exception={row} /> }
