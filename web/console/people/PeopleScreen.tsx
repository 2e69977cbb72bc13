import { useSearchParams } from 'react-router'
import { grouped, rupees } from '#contract/money.ts'
import { type PeopleView, turnable } from '#contract/people/people-words.ts'
import { initials, type Me, mayIn, useMe } from '#web/console/accounts/me.ts'
import type { Reply } from '#web/console/call.ts'
import { useEventId } from '#web/console/events/useEvent.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { useTitle } from '#web/console/layout/site.tsx'
import { letterTo } from '#web/console/mail/address.ts'
import type { Column } from '#web/console/ui/DataTable.tsx'
import { EmailText } from '#web/console/ui/EmailText.tsx'
import { ExportButton } from '#web/console/ui/ExportButton.tsx'
import { Filters, ListFilter, ListSearch } from '#web/console/ui/ListPage.tsx'
import { ListRows } from '#web/console/ui/ListRows.tsx'
import { NoEvent } from '#web/console/ui/NoEvent.tsx'
import { useColumns } from '#web/console/ui/useColumns.tsx'
import { useList } from '#web/console/ui/useList.ts'
import { clockAt, shortDay } from '#web/platform/calendar.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { PeopleBulk, useSelection } from './PeopleBulk.tsx'
import { type PersonRow, personAddress, standing, takesPartText } from './words.ts'

const usualSort = '-since'
const orders: Record<string, string> = {
  '-since': 'newest first',
  since: 'oldest first',
  name: 'by name',
  '-name': 'by name, Z to A',
}
const filters = [
  [
    'takesPartAs',
    'Takes part as',
    [
      ['', 'Everyone'],
      ['Student', 'Students'],
      ['Nurse', 'Nurses'],
      ['Others', 'Others'],
    ],
  ],
  [
    'presenter',
    'Role',
    [
      ['', 'Attendees and presenters'],
      ['Attendee', 'Attendees'],
      ['Presenter', 'Presenters'],
    ],
  ],
  [
    'country',
    'Country',
    [
      ['', 'Anywhere'],
      ['pakistan', 'Pakistan'],
      ['abroad', 'Abroad'],
    ],
  ],
  [
    'seat',
    'Seats',
    [
      ['', 'Any seats'],
      ['paid', 'Seat paid'],
      ['held', 'Seat held'],
    ],
  ],
  [
    'abstract',
    'Abstracts',
    [
      ['', 'Any abstracts'],
      ['draft', 'Draft'],
      ['submitted', 'Submitted'],
      ['under_review', 'Under review'],
      ['revision_asked', 'Revision requested'],
      ['accepted', 'Accepted'],
      ['confirmed', 'Accepted and confirmed'],
      ['not_presenting', 'Not presenting'],
      ['rejected', 'Rejected'],
      ['waiting', 'On the waiting list'],
    ],
  ],
] as const

const nobody = { title: 'Nobody yet', words: 'Whoever signs in to this event stands here.' }
const toSearch = {
  title: 'Search for somebody',
  words: 'Type at least three letters of a name, an email address or an institution.',
}

/** The people of one event. */
export default function PeopleScreen() {
  useTitle('People')
  const me = useMe()
  const eventId = useEventId(me)
  if (eventId !== undefined) return <People key={eventId} me={me} eventId={eventId} />
  return <NoEvent title="People" words="People take part in an event." />
}

function People({ me, eventId }: { me: Me; eventId: number }) {
  const list = useList('PeopleList', {
    filters: ['eventId', 'not', 'workshopId', 'extension', ...turnable],
    usual: { eventId: String(eventId), sort: usualSort },
  })
  const { timeZone = 'UTC', figures, isSearchOnly = false } = list.reply ?? {}
  const mayContact = mayIn(me, 'people.contact', eventId)
  const mayWrite = mayIn(me, 'mail.write', eventId)
  const mayTake = mayIn(me, 'export', eventId)
  const isOffered = !isSearchOnly && (mayWrite || mayTake || mayIn(me, 'people.edit', eventId))
  const selected = useSelection(list, isOffered)
  const { columns, chosen, menu } = useColumns('people', columnsIn(timeZone))
  const shown = chosen && { columns: chosen.join(',') }
  const file = { ...list.filter, ...shown }
  const count = list.totalIsExact ? grouped(list.total) : `more than ${grouped(list.total)}`
  return (
    <div className="console-page">
      <div className="console-head">
        <h1>People</h1>
        <span className="soft">at this event</span>
        {list.total > 0 && (
          <span className="push cluster gap-s">
            {menu}
            {mayTake && <ExportButton list="PeopleList" filter={file} count={count} key={JSON.stringify(file)} />}
            {mayWrite && !list.isStale && (
              <Link className="button button-primary" to={letterTo(eventId, { filter: list.filter })}>
                <Icon name="mail" /> Write to {count}
              </Link>
            )}
          </span>
        )}
      </div>
      {figures && <Views figures={figures} current={list.values.view ?? ''} me={me} eventId={eventId} />}
      <section className="card table-card" aria-label="People" aria-busy={list.isStale || undefined}>
        <Filters list={list}>
          <ListSearch
            list={list}
            label={mayContact ? 'Name, email, institution, PMDC or mobile' : 'Name, email or institution'}
          />
          {!isSearchOnly &&
            filters.map(([name, label, options]) => <ListFilter key={name} {...{ list, name, label, options }} />)}
          {!isSearchOnly && <Turned list={list} />}
        </Filters>
        <ListRows
          list={list}
          caption="People"
          columns={columns}
          nameOf={({ name, email }) => `${name} ${email}`}
          hrefOf={({ accountId }) => personAddress(accountId, eventId)}
          usualSort={usualSort}
          selection={selected.selection}
          orders={orders}
          empty={isSearchOnly && !list.values.search ? toSearch : nobody}
        />
      </section>
      <PeopleBulk me={me} eventId={eventId} list={list} selected={selected} shown={shown} />
    </div>
  )
}

type List = Parameters<typeof ListFilter>[0]['list']

/** Turns what was chosen round: everybody but these. */
function Turned({ list }: { list: List }) {
  const named = [...filters.map(([name]) => name), 'view'].filter((name) => list.values[name])
  if (named.length === 0) return null
  const isTurned = Boolean(list.values.not)
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={isTurned}
        onChange={({ target }) => list.change({ not: target.checked ? named.join(',') : '' })}
      />
      <span>Everybody but these</span>
    </label>
  )
}

type Figures = NonNullable<Reply<'PeopleList'>['figures']>

function Views({ figures, current, me, eventId }: { figures: Figures; current: string; me: Me; eventId: number }) {
  const [address] = useSearchParams()
  const { everyone, noProfile, withSeat, withAbstract } = figures
  const views: [PeopleView | '', string, number | undefined][] = [
    ['', 'Everyone', everyone],
    ['no-profile', 'No profile yet', noProfile],
    ['with-seat', 'With a seat', withSeat],
    ['with-abstract', 'With an abstract', withAbstract],
    ['two-accounts', 'Two accounts?', undefined],
  ]
  return (
    <nav className="tabs" aria-label="Views">
      {views.map(([view, words, figure]) => {
        const next = new URLSearchParams(address)
        for (const key of ['cursor', 'view', 'not']) next.delete(key)
        if (view) next.set('view', view)
        return (
          <Link key={view} to={`?${next}`} aria-current={view === current ? 'page' : undefined}>
            {words} {figure !== undefined && <span className="soft figures">{grouped(figure)}</span>}
          </Link>
        )
      })}
      {mayIn(me, 'people.identity', eventId) && (
        <Link to={`/console/people/duplicates?eventId=${eventId}`}>Compare and merge</Link>
      )}
    </nav>
  )
}

const notGiven = <span className="soft">not given</span>

function columnsIn(timeZone: string): readonly [Column<PersonRow>, ...Column<PersonRow>[]] {
  return [
    {
      title: 'Person',
      sorts: ['name', '-name'],
      cell: ({ name, email }) => (
        <span className="person-cell">
          <span className="avatar" aria-hidden="true">
            {initials(name)}
          </span>
          <span>
            <span dir="auto">{name}</span>
            <small>
              <EmailText email={email} />
            </small>
          </span>
        </span>
      ),
    },
    { title: 'Takes part as', className: 'skip-mid skip-small', cell: (row) => takesPartText(row) ?? notGiven },
    {
      title: 'Institution',
      className: 'skip-mid skip-small',
      cell: ({ institution }) => (institution ? <span dir="auto">{institution}</span> : notGiven),
    },
    { title: 'Seats', className: 'number', cell: ({ seatsPaid, seatsHeld }) => seatsPaid + seatsHeld },
    { title: 'Abstracts', className: 'number', cell: ({ abstracts }) => abstracts },
    { title: 'Paid', className: 'number', cell: ({ paid }) => (paid === null ? '–' : rupees(paid)) },
    {
      title: 'Since',
      className: 'figures skip-mid skip-small',
      sorts: ['-since', 'since'],
      cell: ({ since }) => shortDay(clockAt(since, timeZone).day),
    },
    {
      title: 'State',
      cell: (row) => {
        const { words, status } = standing(row)
        return (
          <span className="status-chip" data-status={status}>
            {words}
          </span>
        )
      },
    },
  ]
}
