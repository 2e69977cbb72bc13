import { grouped } from '#contract/money.ts'
import { type Me, mayIn } from '#web/console/accounts/me.ts'
import type { Column } from '#web/console/ui/DataTable.tsx'
import { EmailText } from '#web/console/ui/EmailText.tsx'
import { ExportButton } from '#web/console/ui/ExportButton.tsx'
import { ListFilter, ListSearch } from '#web/console/ui/ListPage.tsx'
import { ListRows } from '#web/console/ui/ListRows.tsx'
import { useList } from '#web/console/ui/useList.ts'
import { When, whenText } from '#web/console/ui/When.tsx'
import type { Seated, Workshop } from './workshop-words.tsx'

const usualSort = 'name'
const orders: Record<string, string> = { name: 'by name', since: 'longest first', '-since': 'newest first' }
const seats = [
  ['', 'Paid and held'],
  ['paid', 'Paid'],
  ['held', 'Held'],
] as const

const nobody = { title: 'No participants yet', words: 'People appear here as soon as they book a seat.' }
const toSearch = {
  title: 'Search for a participant',
  words: 'Type at least three letters of a name or an email address.',
}

/** Who has a seat. */
export function Roster({ me, workshop: { eventId, workshopId, timeZone } }: { me: Me; workshop: Workshop }) {
  const list = useList('RosterList', {
    filters: ['eventId', 'workshopId', 'seat'],
    usual: { eventId: String(eventId), workshopId: String(workshopId), sort: usualSort },
  })
  const { isSearchOnly = false } = list.reply ?? {}
  return (
    <section className="card table-card" aria-labelledby="h-roster" aria-busy={list.isStale || undefined}>
      <div className="card-header">
        <h2 id="h-roster">Roster</h2>
        {mayIn(me, 'export', eventId) && list.total > 0 && (
          <ExportButton
            list="RosterList"
            filter={list.filter}
            count={grouped(list.total)}
            key={JSON.stringify(list.filter)}
          />
        )}
      </div>
      <div className="filters">
        <ListSearch list={list} label="Name, email or payment code" />
        {!isSearchOnly && <ListFilter list={list} name="seat" label="Seat" options={seats} />}
      </div>
      <ListRows
        list={list}
        caption="People with a seat"
        columns={columnsIn(timeZone)}
        nameOf={({ name }) => name}
        hrefOf={mayIn(me, 'orders.read', eventId) ? orderAddress : undefined}
        usualSort={usualSort}
        orders={orders}
        empty={isSearchOnly && !list.values.search ? toSearch : nobody}
      />
    </section>
  )
}

const orderAddress = ({ paymentCode }: Seated): string => `/console/orders/${paymentCode ?? ''}`

function columnsIn(timeZone: string): readonly [Column<Seated>, ...Column<Seated>[]] {
  return [
    {
      title: 'Person',
      sorts: ['name'],
      cell: ({ name, email, institution }) => (
        <span className="stack gap-0">
          <span dir="auto">{name}</span>
          <small className="soft">
            {email && <EmailText email={email} />}
            {email && institution && ', '}
            {institution}
          </small>
        </span>
      ),
    },
    {
      title: 'Seat',
      cell: ({ seat }) => (
        <span className="status-chip" data-status={seat === 'paid' ? 'paid' : 'pending-payment'}>
          {seat === 'paid' ? 'Paid' : 'Held'}
        </span>
      ),
    },
    {
      title: 'Receipt',
      className: 'figures',
      cell: ({ receipt, until, isPaying }) =>
        receipt ?? (isPaying ? 'being paid' : until ? `until ${whenText(until, timeZone)}` : ''),
    },
    {
      title: 'Since',
      className: 'figures skip-small',
      sorts: ['since', '-since'],
      cell: ({ since }) => <When at={since} timeZone={timeZone} isInColumn />,
    },
  ]
}
