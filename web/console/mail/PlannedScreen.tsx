import { useMe } from '#web/console/accounts/me.ts'
import { timeZoneOf } from '#web/console/accounts/me.ts'
import type { Reply } from '#web/console/call.ts'
import { useEventId } from '#web/console/events/useEvent.ts'
import { useTitle } from '#web/console/layout/site.tsx'
import type { Column } from '#web/console/ui/DataTable.tsx'
import { ListFilter, ListSearch } from '#web/console/ui/ListPage.tsx'
import { ListRows } from '#web/console/ui/ListRows.tsx'
import { NoEvent } from '#web/console/ui/NoEvent.tsx'
import { useList } from '#web/console/ui/useList.ts'
import { When } from '#web/console/ui/When.tsx'
import { Progress } from './Going.tsx'
import { MailTabs } from './MailTabs.tsx'
import { people, stateWords } from './words.ts'

type Row = Reply<'MailingsList'>['rows'][number]

const states = [
  ['', 'All'],
  ['drafts', 'Drafts'],
  ['planned', 'Planned and going out'],
  ['over', 'Sent and stopped'],
] as const

/** Every letter to many of an event: drafts, planned, going out, and over. */
export default function PlannedScreen() {
  useTitle('Letters to many')
  const eventId = useEventId(useMe())
  if (eventId !== undefined) return <Mailings key={eventId} eventId={eventId} />
  return <NoEvent title="Letters to many" words="Letters belong to an event." />
}

function Mailings({ eventId }: { eventId: number }) {
  const timeZone = timeZoneOf(useMe(), eventId)
  const list = useList('MailingsList', {
    filters: ['eventId', 'state'],
    usual: { eventId: String(eventId), sort: '-changedAt' },
  })
  const going = list.rows.filter(({ state }) => state === 'planned' || state === 'sending')
  return (
    <div className="console-page">
      <div className="console-head">
        <h1>Letters to many</h1>
      </div>
      <MailTabs at="/console/mail/planned" eventId={eventId} />
      {going.map((mailing) => (
        <section key={mailing.id} className="card stack" aria-label={mailing.subject}>
          <h2 className="heading-small" dir="auto">
            {mailing.subject}
          </h2>
          <Progress mailing={mailing} eventId={eventId} />
        </section>
      ))}
      <section className="card table-card" aria-label="Letters to many" aria-busy={list.isStale || undefined}>
        <div className="filters">
          <ListSearch list={list} label="Subject" />
          <ListFilter list={list} name="state" label="State" options={states} />
        </div>
        <ListRows
          list={list}
          caption="Letters to many"
          columns={columnsIn(timeZone)}
          nameOf={({ subject }) => subject || 'No subject yet'}
          hrefOf={({ id }) => `/console/mail?eventId=${eventId}&mailing=${id}`}
          usualSort="-changedAt"
          orders={{ '-changedAt': 'the newest first', changedAt: 'the oldest first' }}
          empty={{ title: 'No letter yet', words: 'What you write and save is here, and so is what is on its way.' }}
        />
      </section>
    </div>
  )
}

function columnsIn(timeZone: string): readonly [Column<Row>, ...Column<Row>[]] {
  return [
    { title: 'Subject', cell: ({ subject }) => <span dir="auto">{subject || 'No subject yet'}</span> },
    {
      title: 'State',
      cell: ({ state }) => {
        const [words, status] = stateWords[state]
        return (
          <span className="status-chip" data-status={status}>
            {words}
          </span>
        )
      },
    },
    {
      title: 'To',
      className: 'figures',
      cell: ({ state, posted, recipients }) =>
        state === 'draft'
          ? ''
          : state === 'sending' || state === 'stopped'
            ? `${posted} of ${recipients}`
            : people(recipients),
    },
    { title: 'Written by', className: 'skip-mid', cell: ({ madeBy }) => madeBy },
    {
      title: 'Changed',
      className: 'figures',
      sorts: ['-changedAt', 'changedAt'],
      cell: ({ changedAt }) => <When at={changedAt} timeZone={timeZone} isInColumn />,
    },
  ]
}
