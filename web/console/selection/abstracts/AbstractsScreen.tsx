import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { abstractTypes } from '#contract/abstracts/rules.ts'
import { grouped } from '#contract/money.ts'
import { abstractStates } from '#contract/selection/words.ts'
import { type Me, mayIn, useMe } from '#web/console/accounts/me.ts'
import type { Reply } from '#web/console/call.ts'
import { useEventId } from '#web/console/events/useEvent.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { useTitle } from '#web/console/layout/site.tsx'
import { ask } from '#web/console/queries.ts'
import type { Column } from '#web/console/ui/DataTable.tsx'
import { ExportButton } from '#web/console/ui/ExportButton.tsx'
import { Filters, ListFilter, ListSearch } from '#web/console/ui/ListPage.tsx'
import { ListRows } from '#web/console/ui/ListRows.tsx'
import { NoEvent } from '#web/console/ui/NoEvent.tsx'
import { useList } from '#web/console/ui/useList.ts'
import { abstractAddress, plainNumber, StateChip, stateWords } from './abstract-words.tsx'
import { AlikePairs } from './Alike.tsx'

type Row = Reply<'AbstractList'>['rows'][number]

const usualSort = '-number'
const orders: Record<string, string> = {
  '-number': 'newest first',
  number: 'by number',
  '-mean': 'highest mean first',
  mean: 'lowest mean first',
}

/** The abstracts of one event. */
export default function AbstractsScreen() {
  useTitle('Abstracts')
  const me = useMe()
  const eventId = useEventId(me)
  if (eventId !== undefined) return <OfEvent key={eventId} me={me} eventId={eventId} />
  return <NoEvent title="Abstracts" words="Abstracts are sent to an event." />
}

function OfEvent({ me, eventId }: { me: Me; eventId: number }) {
  const [address] = useSearchParams()
  const isAlike = address.get('part') === 'alike'
  const list = useList('AbstractList', {
    filters: ['eventId', 'state', 'specialityId', 'type', 'reviews'],
    usual: { eventId: String(eventId), sort: usualSort },
  })
  const alike = useQuery(ask('LikenessList', { eventId, state: 'new' })).data?.pairs.length
  return (
    <div className="console-page">
      <div className="console-head">
        <h1>Abstracts</h1>
        <span className="soft">submitted to this event</span>
        {!isAlike && mayIn(me, 'export', eventId) && list.total > 0 && (
          <span className="push">
            <ExportButton
              list="AbstractList"
              filter={list.filter}
              count={list.totalIsExact ? grouped(list.total) : 'all'}
              key={JSON.stringify(list.filter)}
            />
          </span>
        )}
      </div>
      <nav className="tabs" aria-label="Parts">
        <Link to={`?eventId=${eventId}`} aria-current={isAlike ? undefined : 'page'}>
          All
        </Link>
        <Link to={`?eventId=${eventId}&part=alike`} aria-current={isAlike ? 'page' : undefined}>
          {alike ? `Look alike ${alike}` : 'Look alike'}
        </Link>
      </nav>
      {isAlike ? (
        <AlikePairs eventId={eventId} mayDecide={mayIn(me, 'review.decide', eventId)} />
      ) : (
        <Abstracts list={list} eventId={eventId} />
      )}
    </div>
  )
}

type List = ReturnType<typeof useList<'AbstractList'>>

function Abstracts({ list, eventId }: { list: List; eventId: number }) {
  const { wanted = 3, fields = [] } = list.reply ?? {}
  const filters = [
    [
      'specialityId',
      'Discipline',
      [['', 'Every discipline'], ...fields.map((field) => [String(field.specialityId), field.name] as const)],
    ],
    ['type', 'Type', [['', 'Any type'], ...abstractTypes.map((type) => [type, type] as const)]],
    [
      'state',
      'Status',
      [['', 'Any status'], ...abstractStates.map((state) => [state, stateWords[state].words] as const)],
    ],
    [
      'reviews',
      'Reviews',
      [
        ['', 'Any number'],
        ['none', 'None yet'],
        ['fewer', `Fewer than ${wanted}`],
        ['complete', 'Complete'],
      ],
    ],
  ] as const
  return (
    <section className="card table-card" aria-label="Abstracts" aria-busy={list.isStale || undefined}>
      <Filters list={list}>
        <ListSearch list={list} label="Number or title" />
        {filters.map(([name, label, options]) => (
          <ListFilter key={name} {...{ list, name, label, options }} />
        ))}
      </Filters>
      <ListRows
        list={list}
        orders={orders}
        caption="Abstracts"
        columns={columnsWith(wanted)}
        nameOf={({ number, title }) => `${number} ${title}`}
        hrefOf={({ number }) => abstractAddress(plainNumber(number), eventId)}
        usualSort={usualSort}
        empty={{
          title: 'No abstracts yet',
          words: 'Submitted abstracts appear here. Drafts are visible only to their authors.',
        }}
      />
    </section>
  )
}

/** Nothing else is known of what somebody has a conflict with. */
const cut = (row: Row, cell: (row: Extract<Row, { hasConflict: false }>) => ReactNode) =>
  row.hasConflict ? <span className="soft">–</span> : cell(row)

function columnsWith(wanted: number): readonly [Column<Row>, ...Column<Row>[]] {
  return [
    { title: 'Title', cell: ({ title }) => <span dir="auto">{title}</span> },
    { title: 'No.', className: 'figures', sorts: ['-number', 'number'], cell: ({ number }) => number },
    { title: 'Discipline', className: 'skip-mid', cell: (row) => cut(row, ({ field }) => field) },
    { title: 'Type', className: 'skip-small', cell: (row) => cut(row, ({ type }) => type) },
    {
      title: 'Reviews',
      className: 'figures',
      cell: (row) => cut(row, ({ reviews, assigned }) => `${reviews} of ${Math.max(assigned, wanted)}`),
    },
    {
      title: 'Mean',
      className: 'figures',
      sorts: ['-mean', 'mean'],
      cell: (row) => cut(row, ({ mean }) => (mean === null ? <span className="soft">none</span> : mean.toFixed(1))),
    },
    {
      title: 'Status',
      cell: (row) =>
        row.hasConflict ? <span className="status-chip">Hidden from you</span> : <StateChip state={row.state} />,
    },
  ]
}
