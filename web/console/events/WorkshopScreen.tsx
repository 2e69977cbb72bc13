import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { grouped, rupees } from '#contract/money.ts'
import { type Me, mayIn, useMe } from '#web/console/accounts/me.ts'
import { type Reply } from '#web/console/call.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { useTitle } from '#web/console/layout/site.tsx'
import { useEventOfThing } from '#web/console/layout/useEventOfThing.ts'
import { ask } from '#web/console/queries.ts'
import { AskedOne } from '#web/console/ui/AskedOne.tsx'
import { whenText } from '#web/console/ui/When.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Roster } from './Roster.tsx'
import { Hatch, SeatBar } from './SeatBar.tsx'
import { useEventId } from './useEvent.ts'
import { counted } from './words.ts'
import { StateChip, timeOf, type Workshop } from './workshop-words.tsx'
import { WorkshopActs } from './WorkshopActs.tsx'
import { EditWorkshop, NewWorkshop } from './WorkshopForm.tsx'

/** One workshop: its seats and price, who has a seat, and what can be done with it. */
export default function WorkshopScreen() {
  const { id } = useParams()
  return id === 'new' ? <Adding /> : <OneWorkshop key={id} workshopId={Number(id)} />
}

function Adding() {
  useTitle('Add a workshop')
  const me = useMe()
  const eventId = useEventId(me)
  const navigate = useNavigate()
  return (
    <div className="console-page">
      <div className="console-head">
        <Crumb />
        <h1>Add a workshop</h1>
      </div>
      {eventId !== undefined && (
        <NewWorkshop
          me={me}
          eventId={eventId}
          onAdded={({ workshopId }) => void navigate(`/console/workshops/${workshopId}?eventId=${eventId}`)}
        />
      )}
    </div>
  )
}

function Crumb() {
  const { state } = useLocation() as { state: { list?: string } | null }
  return (
    <nav className="crumb" aria-label="Where you are">
      <Link to={state?.list ?? '/console/workshops'}>Workshops</Link>
    </nav>
  )
}

function OneWorkshop({ workshopId }: { workshopId: number }) {
  const me = useMe()
  const asked = useQuery(ask('WorkshopShow', { workshopId }))
  const workshop = asked.data?.workshop
  useEventOfThing(workshop?.eventId)
  useTitle(workshop?.topic ?? 'A workshop')
  return (
    <div className="console-page">
      <Hatch />
      <div className="console-head">
        <Crumb />
        <h1 dir="auto">{workshop?.topic ?? 'A workshop'}</h1>
        {workshop && <StateChip state={workshop.state} />}
        {workshop && mayIn(me, 'people.read', workshop.eventId) && (
          <span className="push">
            <Link className="button button-secondary" to={`/console/workshops/${workshopId}/sheet`}>
              <Icon name="print" /> Sign-in sheet
            </Link>
          </span>
        )}
      </div>
      <AskedOne asked={asked} missing="There is no such workshop" list="/console/workshops" />
      {workshop && <Shown me={me} workshop={workshop} />}
    </div>
  )
}

function Shown({ me, workshop }: { me: Me; workshop: Workshop }) {
  const { eventId, venue, facilitators, state } = workshop
  const client = useQueryClient()
  const [kept, setKept] = useState<Reply<'WorkshopSave'>['keepOldPrice']>(null)
  const [told, setTold] = useState(0)
  const mayEdit = mayIn(me, 'event.edit', eventId)
  const show = (now: Workshop, written = 0) => {
    setTold(written)
    client.setQueryData(ask('WorkshopShow', { workshopId: now.workshopId }).queryKey, { workshop: now })
    for (const name of ['WorkshopsOfEvent', 'RosterList']) void client.invalidateQueries({ queryKey: [name] })
  }
  return (
    <>
      <p className="soft">{[timeOf(workshop), venue, facilitators].filter(Boolean).join(' · ')}</p>
      {state === 'cancelled' && <Cancelled workshop={workshop} />}
      {told > 0 && (
        <Notice tone="good" live>
          {`${counted(told, 'person was', 'people were')} notified by email.`}
        </Notice>
      )}
      {kept && <OldPrice kept={kept} timeZone={workshop.timeZone} />}
      <Figures workshop={workshop} />
      <div className="split workshop-aside">
        {mayIn(me, 'people.read', eventId) ? <Roster me={me} workshop={workshop} /> : <span />}
        {mayEdit && (
          <div className="stack gap-l">
            {state !== 'cancelled' && (
              <EditWorkshop
                // Another version begins anew; what was typed is kept on the device and brought together with it.
                key={workshop.version}
                me={me}
                workshop={workshop}
                onSaved={({ workshop: now, keepOldPrice, told: written }) => {
                  show(now, written)
                  setKept(keepOldPrice)
                }}
              />
            )}
            <WorkshopActs workshop={workshop} onChanged={show} />
          </div>
        )}
      </div>
    </>
  )
}

function Cancelled({ workshop: { paid } }: { workshop: Workshop }) {
  return (
    <Notice tone="wait">
      <p>
        <strong>This workshop is cancelled.</strong>{' '}
        {paid === 0
          ? 'No one has paid for it.'
          : `${paid === 1 ? '1 person has' : `${grouped(paid)} people have`} paid and ${paid === 1 ? 'waits' : 'wait'} for a refund or another seat: see the roster.`}
      </p>
    </Notice>
  )
}

type OldPriceProps = { kept: NonNullable<Reply<'WorkshopSave'>['keepOldPrice']>; timeZone: string }

function OldPrice({ kept: { orders, paying, until }, timeZone }: OldPriceProps) {
  const who = orders === 1 ? '1 order keeps' : `${grouped(orders)} orders keep`
  return (
    <Notice tone="good" live>
      <p>
        <strong>The new price is saved.</strong>{' '}
        {orders === 0
          ? 'Nobody has an open order at another price.'
          : `${who} the price that it was made at${until ? `, until ${whenText(until, timeZone)}` : ''}${paying > 0 ? ', and longer while a payment is under way' : ''}.`}
      </p>
    </Notice>
  )
}

function Figures({ workshop }: { workshop: Workshop }) {
  const { seats, paid, held, free, received, holds, state, timeZone } = workshop
  return (
    <dl className="stat-strip">
      <div>
        <dt>Taken</dt>
        <dd>{`${grouped(paid + held)} of ${grouped(seats)}`}</dd>
        <dd>
          <SeatBar {...workshop} />
        </dd>
      </div>
      <div>
        <dt>Paid</dt>
        <dd>{grouped(paid)}</dd>
        {received !== null && <dd>{rupees(received)}</dd>}
      </div>
      <div>
        <dt>Held</dt>
        <dd>{grouped(held)}</dd>
        <dd>{holds.next ? `until ${whenText(holds.next, timeZone)}` : held > 0 ? 'being paid' : 'none'}</dd>
      </div>
      <div>
        <dt>Free</dt>
        <dd>{grouped(free)}</dd>
        <dd>{state === 'selling' ? 'seen by everyone now' : 'not offered now'}</dd>
      </div>
    </dl>
  )
}
