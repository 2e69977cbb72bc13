import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useParams } from 'react-router'
import { rupees } from '#contract/money.ts'
import { initials, type Me, mayIn, useMe } from '#web/console/accounts/me.ts'
import { call } from '#web/console/call.ts'
import { useEventId } from '#web/console/events/useEvent.ts'
import { counted } from '#web/console/events/words.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { useTitle } from '#web/console/layout/site.tsx'
import { letterTo } from '#web/console/mail/address.ts'
import { ask } from '#web/console/queries.ts'
import { AskedOne } from '#web/console/ui/AskedOne.tsx'
import { When } from '#web/console/ui/When.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { AccountCard } from './AccountCard.tsx'
import { Deadlines } from './Deadlines.tsx'
import { Notes } from './Notes.tsx'
import { ProfileCard } from './ProfileCard.tsx'
import { Timeline } from './Timeline.tsx'
import { mergeAddress, type Person } from './words.ts'

/** One person at one event: what happened, and what can be put right. */
export default function PersonScreen() {
  const me = useMe()
  const eventId = useEventId(me)
  const accountId = Number(useParams().id)
  const asked = useQuery({
    ...ask('PersonShow', { eventId: eventId ?? 0, accountId }),
    enabled: eventId !== undefined,
  })
  const person = asked.data?.person
  const { state } = useLocation() as { state: { list?: string } | null }
  useTitle(person?.name ?? 'A person')
  return (
    <div className="console-page">
      <div className="console-head">
        <nav className="crumb" aria-label="Where you are">
          <Link to={state?.list ?? '/console/people'}>People</Link>
        </nav>
        {person && (
          <span className="avatar" data-size="l" aria-hidden="true">
            {initials(person.name)}
          </span>
        )}
        <div>
          <h1 dir="auto">{person?.name ?? 'A person'}</h1>
          {person && <span className="soft">{person.email}</span>}
        </div>
        {person && mayIn(me, 'mail.write', person.eventId) && (
          <span className="push">
            <Link className="button button-secondary" to={letterTo(person.eventId, { ids: [person.applicantId] })}>
              <Icon name="mail" /> Write
            </Link>
          </span>
        )}
      </div>
      <AskedOne asked={asked} missing="Nobody like this is at this event" list="/console/people" />
      {person && <Shown me={me} person={person} />}
    </div>
  )
}

function Shown({ me, person }: { me: Me; person: Person }) {
  const { eventId } = person
  const client = useQueryClient()
  /** What came back is shown at once; the rest is read again. */
  const show = (now: Person) => {
    client.setQueryData(ask('PersonShow', { eventId, accountId: now.accountId }).queryKey, { person: now })
    for (const name of ['PersonTimeline', 'PeopleList']) void client.invalidateQueries({ queryKey: [name] })
  }
  const again = () => {
    for (const name of ['PersonShow', 'PersonTimeline', 'PeopleList'])
      void client.invalidateQueries({ queryKey: [name] })
  }
  const mayEdit = mayIn(me, 'people.edit', eventId)
  return (
    <>
      {person.alike?.map((other) => (
        <Alike key={other.accountId} person={person} other={other} again={again} />
      ))}
      <Figures me={me} person={person} />
      <div className="split wide-aside">
        <Timeline person={person} />
        <div className="stack gap-l">
          <ProfileCard
            person={person}
            mayEdit={mayEdit}
            mayContact={mayIn(me, 'people.contact', eventId)}
            show={show}
          />
          {person.extensions && <Deadlines person={person} extensions={person.extensions} again={again} />}
          {mayEdit && <AccountCard person={person} mayChange={mayIn(me, 'people.identity', eventId)} again={again} />}
          {person.notes && <Notes person={person} notes={person.notes} show={show} />}
        </div>
      </div>
    </>
  )
}

type AlikeProps = { person: Person; other: NonNullable<Person['alike']>[number]; again: () => void }

function Alike({ person, other, again }: AlikeProps) {
  const { accountId, eventId } = person
  const say = async () => {
    await call('NotSamePerson', { one: accountId, other: other.accountId })
    again()
  }
  const why = other.why.join(', ')
  return (
    <Notice>
      <p>
        <strong>
          This may be the same person as <span dir="auto">{other.name}</span>.
        </strong>{' '}
        {`${why.charAt(0).toUpperCase()}${why.slice(1)}; ${other.email}`}
      </p>
      <div className="cluster gap-s">
        <Link
          className="button button-secondary"
          to={mergeAddress({ kept: accountId, gone: other.accountId, eventId })}
        >
          Compare and merge
        </Link>
        <button className="button button-quiet" type="button" onClick={() => void say()}>
          They are two people
        </button>
      </div>
    </Notice>
  )
}

function Figures({ me, person }: { me: Me; person: Person }) {
  const { email, eventId, seatsPaid, seatsHeld, paid, abstracts, letters, lastSeenAt, device, timeZone } = person
  return (
    <dl className="stat-strip">
      <div>
        <dt>Seats</dt>
        <dd>
          {mayIn(me, 'orders.read', eventId) ? (
            <Link to={`/console/orders?search=${encodeURIComponent(email)}`}>{seatsPaid + seatsHeld}</Link>
          ) : (
            seatsPaid + seatsHeld
          )}
        </dd>
        <dd>{paid === null ? `${seatsHeld} held` : `${rupees(paid)} paid`}</dd>
      </div>
      <div>
        <dt>Abstracts</dt>
        <dd>{abstracts}</dd>
        <dd>{abstracts === 0 ? 'none begun' : 'drafts and submitted'}</dd>
      </div>
      {letters && (
        <div>
          <dt>Letters</dt>
          <dd>
            {mayIn(me, 'mail.outbox', eventId) ? (
              <Link to={`/console/mail/outbox?search=${encodeURIComponent(email)}`}>{letters.all}</Link>
            ) : (
              letters.all
            )}
          </dd>
          <dd>{letters.failed === 0 ? 'none failed' : counted(letters.failed, 'failed', 'failed')}</dd>
        </div>
      )}
      {letters && (
        <div>
          <dt>Last seen</dt>
          <dd>{lastSeenAt ? <When at={lastSeenAt} timeZone={timeZone} /> : 'Not signed in'}</dd>
          <dd>{device || 'no session'}</dd>
        </div>
      )}
    </dl>
  )
}
