import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type Me, mayIn, useMe } from '#web/console/accounts/me.ts'
import { useEventId } from '#web/console/events/useEvent.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { useTitle } from '#web/console/layout/site.tsx'
import { ask } from '#web/console/queries.ts'
import { Conflicts } from '#web/console/selection/conflicts/Conflicts.tsx'
import { StaffConflicts } from '#web/console/selection/conflicts/StaffConflicts.tsx'
import { noFigures, type Reviewer, reviewerStates } from '#web/console/selection/words.ts'
import type { Column } from '#web/console/ui/DataTable.tsx'
import { EmailText } from '#web/console/ui/EmailText.tsx'
import { Filters, ListFilter, ListSearch } from '#web/console/ui/ListPage.tsx'
import { ListRows } from '#web/console/ui/ListRows.tsx'
import { NoEvent } from '#web/console/ui/NoEvent.tsx'
import { useList } from '#web/console/ui/useList.ts'
import { clockAt, dayAndMonth } from '#web/platform/calendar.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Meter } from '#web/ui/Meter.tsx'
import { ReviewerActs } from './ReviewerActs.tsx'

// Loaded when somebody wants to invite: the list is opened far more often.
const Invite = lazy(() => import('./Invite.tsx'))

const orders: Record<string, string> = { email: 'by address', '-invitedAt': 'invited last first' }
const states = [
  ['', 'Everybody'],
  ['active', 'Who review'],
  ['invited', 'Invited, no answer yet'],
  ['declined', 'Said no'],
  ['removed', 'Removed'],
] as const

/** Who reviews for an event, and what stands between them and an abstract. */
export default function ReviewersScreen() {
  useTitle('Reviewers')
  const me = useMe()
  const eventId = useEventId(me)
  if (eventId !== undefined) return <OfEvent key={eventId} me={me} eventId={eventId} />
  return <NoEvent title="Reviewers" words="People review for an event." />
}

function OfEvent({ me, eventId }: { me: Me; eventId: number }) {
  const [address] = useSearchParams()
  const mayManage = mayIn(me, 'review.manage', eventId)
  const part = mayManage && address.get('part') === 'conflicts' ? 'conflicts' : 'reviewers'
  const [isInviting, setInviting] = useState(false)
  const { data } = useQuery(ask('EventShow', { eventId }))
  return (
    <div className="console-page">
      <div className="console-head">
        <h1>Reviewers</h1>
        {mayManage && (
          <span className="push">
            <button className="button button-primary" type="button" onClick={() => setInviting(true)}>
              <Icon name="mail" /> Invite reviewers
            </button>
          </span>
        )}
      </div>
      {isInviting && data && (
        <Suspense fallback={null}>
          <Invite eventId={eventId} disciplines={data.event.disciplines} onClose={() => setInviting(false)} />
        </Suspense>
      )}
      {mayManage && (
        <nav className="tabs" aria-label="Parts">
          <Link to={`?eventId=${eventId}`} aria-current={part === 'reviewers' ? 'page' : undefined}>
            Reviewers
          </Link>
          <Link to={`?eventId=${eventId}&part=conflicts`} aria-current={part === 'conflicts' ? 'page' : undefined}>
            Conflicts
          </Link>
        </nav>
      )}
      {part === 'reviewers' && <Reviewers eventId={eventId} mayManage={mayManage} />}
      {part === 'conflicts' && <Conflicts eventId={eventId} />}
      {part === 'conflicts' && <StaffConflicts eventId={eventId} />}
    </div>
  )
}

function Reviewers({ eventId, mayManage }: { eventId: number; mayManage: boolean }) {
  const list = useList('ReviewerList', {
    filters: ['eventId', 'state', 'specialityId'],
    usual: { eventId: String(eventId), sort: 'email' },
  })
  const { data } = useQuery(ask('EventShow', { eventId }))
  const disciplines = data?.event.disciplines ?? []
  const timeZone = data?.event.timeZone ?? 'UTC'
  return (
    <section className="card table-card" aria-label="Reviewers" aria-busy={list.isStale || undefined}>
      <Filters list={list}>
        <ListSearch list={list} label="Name, address, institution or department" />
        <ListFilter list={list} name="state" label="State" options={states} />
        <ListFilter
          list={list}
          name="specialityId"
          label="Field"
          options={[
            ['', 'Every field'],
            ...disciplines.map(({ id, description }) => [String(id), description] as const),
          ]}
        />
      </Filters>
      {list.rows.some(({ assigned }) => assigned === null) && <p className="soft small pad">{noFigures}</p>}
      <ListRows
        list={list}
        caption="Reviewers"
        columns={columnsFor({ eventId, mayManage, timeZone, disciplines })}
        nameOf={({ name, email }) => name || email}
        usualSort="email"
        orders={orders}
        empty={{
          title: 'No reviewers yet',
          words:
            'Invite people by pasting a list or choosing a CSV or Excel file. They say how many abstracts they can read, and in which disciplines.',
        }}
      />
    </section>
  )
}

type ForColumns = {
  eventId: number
  mayManage: boolean
  timeZone: string
  disciplines: readonly { id: number; description: string; isRetired: boolean }[]
}

function columnsFor({
  eventId,
  mayManage,
  timeZone,
  disciplines,
}: ForColumns): readonly [Column<Reviewer>, ...Column<Reviewer>[]] {
  return [
    {
      title: 'Reviewer',
      sorts: ['email'],
      cell: ({ name, email, institution, department }) => (
        <span className="person-cell">
          <span>
            {name ? <span dir="auto">{name}</span> : <EmailText email={email} />}
            {name && (
              <small>
                <EmailText email={email} />
              </small>
            )}
            {(department || institution) && (
              <small dir="auto">{[department, institution].filter(Boolean).join(', ')}</small>
            )}
          </span>
        </span>
      ),
    },
    {
      title: 'State',
      cell: ({ state }) => (
        <span className="status-chip" data-status={reviewerStates[state].status}>
          {reviewerStates[state].words}
        </span>
      ),
    },
    { title: 'Reads', cell: (row) => <Load reviewer={row} /> },
    {
      title: 'Fields',
      className: 'skip-mid',
      cell: ({ fields }) =>
        fields.length === 0 ? (
          <span className="soft">not said</span>
        ) : (
          <span>
            {fields.map(({ specialityId, name, strength }) => (
              <span key={specialityId} className="field-line" dir="auto">
                {strength === 'first' ? <strong>{name}</strong> : name}
                <span className="visually-hidden">, {strength}</span>
              </span>
            ))}
          </span>
        ),
    },
    {
      title: 'Invited',
      className: 'figures skip-mid skip-small',
      sorts: ['-invitedAt'],
      cell: ({ invitedAt }) => dayAndMonth(clockAt(invitedAt, timeZone).day),
    },
    ...(mayManage
      ? [
          {
            title: 'Act',
            className: 'row-acts',
            cell: (row: Reviewer) => <ReviewerActs eventId={eventId} reviewer={row} disciplines={disciplines} />,
          },
        ]
      : []),
  ]
}

/** `5 of 12, 3 done`; `at most 12` for somebody to whom no figure of a reviewer is shown. */
function Load({ reviewer: { state, assigned, quota, submitted, declined, name, email } }: { reviewer: Reviewer }) {
  if (state !== 'active') return <span className="soft">–</span>
  if (assigned === null || submitted === null || declined === null)
    return <span className="small figures">{`at most ${quota}`}</span>
  return (
    <span className="seats-cell">
      <span className="small figures">
        {`${assigned} of ${quota}`}
        {submitted > 0 && `, ${submitted} done`}
        {declined > 0 && `, ${declined} declined`}
      </span>
      <Meter
        label={`${name || email} reads`}
        value={assigned}
        of={quota}
        tone={assigned > quota ? 'wait' : undefined}
      />
    </span>
  )
}
