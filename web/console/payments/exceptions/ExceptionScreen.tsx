import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from 'react-router'
import { moneysText, moneyText } from '#contract/money.ts'
import { type Me, timeZoneOf, useMe } from '#web/console/accounts/me.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { useTitle } from '#web/console/layout/site.tsx'
import { OrderLink, PersonLink } from '#web/console/layout/things.tsx'
import { useEventOfThing } from '#web/console/layout/useEventOfThing.ts'
import { ask } from '#web/console/queries.ts'
import { AskedOne } from '#web/console/ui/AskedOne.tsx'
import { When } from '#web/console/ui/When.tsx'
import { AskBank } from './AskBank.tsx'
import { type Exception, kindSentences, kindTitles, orderStates } from './exception-words.ts'
import { Resolve } from './Resolve.tsx'
import { StateChip } from './StateChip.tsx'
import { Story } from './Story.tsx'

const listAddress = '/console/finance/exceptions'

/** One payment that needs a person: what happened, in order, and the ways out. */
export default function ExceptionScreen() {
  const { id } = useParams()
  const me = useMe()
  const asked = useQuery(ask('ExceptionShow', { id: Number(id) }))
  const { data } = asked
  useEventOfThing(data?.event?.eventId)
  useTitle(data ? kindTitles[data.kind] : 'A payment that needs a person')
  const { state } = useLocation() as { state: { list?: string } | null }
  return (
    <div className="console-page">
      <div className="console-head">
        <nav className="crumb" aria-label="Where you are">
          <Link to={state?.list ?? listAddress}>Payments that need a person</Link>
        </nav>
        <h1>{data ? kindTitles[data.kind] : 'A payment'}</h1>
        {data && <StateChip exception={data} />}
      </div>
      <AskedOne asked={asked} missing="There is no such payment" list={listAddress} />
      {data && <Detail me={me} exception={data} />}
    </div>
  )
}

function Detail({ me, exception }: { me: Me; exception: Exception }) {
  const timeZone = timeZoneOf(me, exception.event?.eventId)
  return (
    <div className="split">
      <div className="stack gap-l">
        <section className="card stack" aria-labelledby="h-facts">
          <h2 id="h-facts">The payment</h2>
          <p>{kindSentences[exception.kind]}</p>
          <Facts exception={exception} timeZone={timeZone} />
          <AskBank me={me} exception={exception} />
        </section>
        <Story exception={exception} timeZone={timeZone} />
      </div>
      <Resolve me={me} exception={exception} timeZone={timeZone} />
    </div>
  )
}

function Facts({ exception, timeZone }: { exception: Exception; timeZone: string }) {
  const { person, order, paymentCode, asked, captured, givenBack, event, gateway, reference, finding } = exception
  return (
    <dl className="facts stack gap-s">
      <div>
        <dt>Found</dt>
        <dd>{finding}</dd>
      </div>
      <div>
        <dt>Person</dt>
        <dd>
          {person ? (
            <>
              <PersonLink {...person} />, <a href={`mailto:${person.email}`}>{person.email}</a>
            </>
          ) : (
            'not known'
          )}
        </dd>
      </div>
      <div>
        <dt>Asked for</dt>
        <dd className="figures">{asked ? moneyText(asked) : 'nothing'}</dd>
      </div>
      <div>
        <dt>Taken by the bank</dt>
        <dd className="figures">{captured ? moneyText(captured) : 'nothing'}</dd>
      </div>
      <div>
        <dt>Given back</dt>
        <dd className="figures">{moneysText(givenBack) || 'nothing'}</dd>
      </div>
      {order && (
        <div>
          <dt>Order</dt>
          <dd>
            <OrderLink code={paymentCode ?? ''} />, {orderStates[order.state].toLowerCase()}, {moneyText(order.total)}
          </dd>
        </div>
      )}
      {order?.workshops.map(({ topic, startsAt, seatsLeft }) => (
        <div key={topic}>
          <dt>Workshop</dt>
          <dd>
            {topic}, <When at={startsAt} timeZone={timeZone} />,{' '}
            {seatsLeft === 0 ? 'no seat left' : seatsLeft === 1 ? '1 seat left' : `${seatsLeft} seats left`}
          </dd>
        </div>
      ))}
      <div>
        <dt>Event</dt>
        <dd>{event?.name ?? 'none'}</dd>
      </div>
      <div>
        <dt>At the bank</dt>
        <dd>
          {gateway} <code>{reference}</code>
        </dd>
      </div>
    </dl>
  )
}
