import { grouped, priceText, rupees } from '#contract/money.ts'
import { type Me, mayIn, useMe } from '#web/console/accounts/me.ts'
import type { Reply } from '#web/console/call.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { useTitle } from '#web/console/layout/site.tsx'
import type { Column } from '#web/console/ui/DataTable.tsx'
import { Filters, ListFilter, ListSearch } from '#web/console/ui/ListPage.tsx'
import { ListRows } from '#web/console/ui/ListRows.tsx'
import { NoEvent } from '#web/console/ui/NoEvent.tsx'
import { useList } from '#web/console/ui/useList.ts'
import { whenText } from '#web/console/ui/When.tsx'
import { clockAt, dayAndMonth, durationText, weekdayAndDay } from '#web/platform/calendar.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Hatch, SeatBar, seatsText } from './SeatBar.tsx'
import { useEventId } from './useEvent.ts'
import { counted } from './words.ts'
import { StateChip, type WorkshopRow } from './workshop-words.tsx'

const usualSort = 'startsAt'
const orders: Record<string, string> = {
  startsAt: 'by start time',
  '-startsAt': 'by start time, latest first',
  topic: 'by topic',
}
const seatFilters = [
  ['', 'Any seats'],
  ['full', 'Full'],
  ['half', 'Under half full'],
  ['stopped', 'Sales stopped'],
  ['cancelled', 'Cancelled'],
] as const

/** The workshops of one event, and how their seats are sold. */
export default function WorkshopsScreen() {
  useTitle('Workshops')
  const me = useMe()
  const eventId = useEventId(me)
  if (eventId !== undefined) return <Workshops key={eventId} me={me} eventId={eventId} />
  return <NoEvent title="Workshops" words="Workshops belong to an event." />
}

function Workshops({ me, eventId }: { me: Me; eventId: number }) {
  const list = useList('WorkshopsOfEvent', {
    filters: ['eventId', 'day', 'seats'],
    usual: { eventId: String(eventId), sort: usualSort },
  })
  const { timeZone = 'UTC', figures } = list.reply ?? {}
  const days = figures?.days ?? []
  return (
    <div className="console-page">
      <Hatch />
      <div className="console-head">
        <h1>Workshops</h1>
        {figures && <span className="soft">{`${grouped(figures.workshops)}, in ${counted(days.length, 'day')}`}</span>}
        {mayIn(me, 'event.edit', eventId) && (
          <span className="push">
            <Link className="button button-primary" to={`/console/workshops/new?eventId=${eventId}`}>
              <Icon name="plus" /> Add a workshop
            </Link>
          </span>
        )}
      </div>
      {figures && <Figures figures={figures} timeZone={timeZone} />}
      <section className="card table-card" aria-label="Workshops" aria-busy={list.isStale || undefined}>
        <Filters list={list}>
          <ListSearch list={list} label="Topic, facilitator or venue" />
          <ListFilter
            list={list}
            name="day"
            label="Day"
            options={[['', 'All days'], ...days.map((day) => [day, dayAndMonth(day)] as const)]}
          />
          <ListFilter list={list} name="seats" label="Seats" options={seatFilters} />
          <p className="legend">
            <span data-key="paid">Paid</span>
            <span data-key="held">Held</span>
            <span>Free</span>
          </p>
        </Filters>
        <ListRows
          list={list}
          caption="Workshops"
          columns={columnsIn(timeZone, { money: mayIn(me, 'orders.read', eventId) })}
          nameOf={({ topic }) => topic}
          hrefOf={({ id }) => `/console/workshops/${id}?eventId=${eventId}`}
          usualSort={usualSort}
          orders={orders}
          empty={{
            title: 'No workshop yet',
            words: 'What you add here can be booked as soon as the event is published.',
          }}
        />
      </section>
    </div>
  )
}

type FiguresProps = { figures: Reply<'WorkshopsOfEvent'>['figures']; timeZone: string }

function Figures({ figures: { seats, paid, held, free, full, received, nextLapse }, timeZone }: FiguresProps) {
  return (
    <dl className="stat-strip">
      <div>
        <dt>Seats</dt>
        <dd>{grouped(seats)}</dd>
        <dd>{grouped(paid + held)} taken</dd>
      </div>
      <div>
        <dt>Paid</dt>
        <dd>{grouped(paid)}</dd>
        {received !== null && <dd>{rupees(received)}</dd>}
      </div>
      <div>
        <dt>Held</dt>
        <dd>{grouped(held)}</dd>
        <dd>{nextLapse ? `the next until ${whenText(nextLapse, timeZone)}` : 'none that runs out'}</dd>
      </div>
      <div>
        <dt>Free</dt>
        <dd>{grouped(free)}</dd>
        <dd>{full === 1 ? '1 workshop is full' : `${full} workshops are full`}</dd>
      </div>
    </dl>
  )
}

function columnsIn(
  timeZone: string,
  { money }: { money: boolean },
): readonly [Column<WorkshopRow>, ...Column<WorkshopRow>[]] {
  const received: Column<WorkshopRow> = {
    title: 'Received',
    className: 'number skip-mid',
    cell: ({ received }) => rupees(received ?? 0),
  }
  return [
    { title: 'Topic', sorts: ['topic'], cell: ({ topic }) => <span dir="auto">{topic}</span> },
    {
      title: 'When',
      className: 'figures',
      sorts: ['startsAt', '-startsAt'],
      cell: ({ startsAt, durationMinutes }) => {
        const { day, time } = clockAt(startsAt, timeZone)
        return (
          <span>
            {weekdayAndDay(day)}
            <br />
            <span className="soft">{`${time}, ${durationText(durationMinutes)}`}</span>
          </span>
        )
      },
    },
    { title: 'Venue', className: 'skip-mid skip-small', cell: ({ venue }) => venue },
    {
      title: 'Seats',
      cell: (row) => (
        <span className="seats-cell">
          <span className="small figures">{seatsText(row)}</span>
          <SeatBar {...row} />
        </span>
      ),
    },
    { title: 'Price', className: 'number', cell: ({ price }) => priceText(price) },
    ...(money ? [received] : []),
    { title: 'State', cell: ({ state }) => <StateChip state={state} /> },
  ]
}
