import { useQuery } from '@tanstack/react-query'
import { moneyText } from '#contract/money.ts'
import { type Me, mayIn, timeZoneOf, useMe } from '#web/console/accounts/me.ts'
import type { Reply } from '#web/console/call.ts'
import { useEventId } from '#web/console/events/useEvent.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { useTitle } from '#web/console/layout/site.tsx'
import { OrderLink, PersonLink } from '#web/console/layout/things.tsx'
import { payoutNames, seatsWords, wayNames } from '#web/console/payments/money-words.ts'
import { FinanceTabs } from '#web/console/payments/Tabs.tsx'
import { ask } from '#web/console/queries.ts'
import { AskFailed } from '#web/console/ui/AskFailed.tsx'
import { whenText } from '#web/console/ui/When.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { GiveBack } from './GiveBack.tsx'
import { AskAgain, SecondPerson } from './Waiting.tsx'

type Waiting = Reply<'RefundsList'>

/** What goes back: what waits for somebody, and a new refund or payout. */
export default function RefundsScreen() {
  useTitle('Refunds')
  const me = useMe()
  const eventId = useEventId(me)
  const { data, error, refetch } = useQuery({
    ...ask('RefundsList', { eventId: eventId ?? 0 }),
    enabled: eventId !== undefined,
  })
  return (
    <div className="console-page">
      <div className="console-head">
        <h1>Refunds</h1>
      </div>
      <FinanceTabs current="/console/finance/refunds" />
      {error && <AskFailed error={error} again={refetch} />}
      {eventId !== undefined && (
        <div className="split finance-aside">
          <div className="stack gap-l">
            {data && <Waits me={me} eventId={eventId} waiting={data} />}
            {data && data.queue.length > 0 && <Queue eventId={eventId} waiting={data} />}
          </div>
          {mayIn(me, 'refunds.give', eventId) ? <GiveBack eventId={eventId} /> : <span />}
        </div>
      )}
    </div>
  )
}

type PartProps = { me: Me; eventId: number; waiting: Waiting }

function Waits({ me, eventId, waiting: { proposals, payouts, unanswered } }: PartProps) {
  const timeZone = timeZoneOf(me, eventId)
  const may = mayIn(me, 'refunds.give', eventId)
  const isEmpty = proposals.length + payouts.length + unanswered.length === 0
  return (
    <section className="card" aria-labelledby="h-waits">
      <div className="card-header">
        <h2 id="h-waits">Waits for somebody</h2>
      </div>
      {isEmpty && <p className="soft">Nothing waits.</p>}
      <ul className="rows">
        {proposals.map((each) => (
          <li key={`proposal ${each.id}`}>
            <span>
              <strong>Refund of {moneyText(each.money)}</strong>
              <br />
              <span className="small" dir="auto">
                <PersonLink {...each.person} />, <OrderLink code={each.paymentCode} />, {seatsWords(each.seats)}
              </span>
              <br />
              <small dir="auto">
                {each.proposedBy}, {whenText(each.proposedAt, timeZone)}: {each.reason}
              </small>
            </span>
            {may && (
              <SecondPerson
                eventId={eventId}
                waiting={each}
                yes="RefundApprove"
                no="RefundReject"
                consequence={`Give back ${moneyText(each.money)}${each.exceptionId ? '' : ` and free ${seatsWords(each.seats)}`}`}
              />
            )}
          </li>
        ))}
        {payouts.map((each) => (
          <li key={`payout ${each.id}`}>
            <span>
              <strong>
                Payout of {moneyText(each.money)}, {wayNames[each.way].toLowerCase()} {each.number}
              </strong>
              <br />
              <span className="small" dir="auto">
                <PersonLink {...each.person} />, <OrderLink code={each.paymentCode} />,{' '}
                {[each.topic, payoutNames[each.kind]].filter(Boolean).join(', ')}
              </span>
              <br />
              <small dir="auto">
                {each.recordedBy}, {whenText(each.recordedAt, timeZone)}: {each.reason}
              </small>
            </span>
            {may && (
              <SecondPerson
                eventId={eventId}
                waiting={each}
                yes="PayoutConfirm"
                no="PayoutReject"
                consequence={`Pay out ${moneyText(each.money)}${each.seats > 0 ? ` and free ${seatsWords(each.seats)}` : ''}`}
              />
            )}
          </li>
        ))}
        <Unanswered me={me} eventId={eventId} rows={unanswered} />
      </ul>
    </section>
  )
}

/** The bank was asked, and nobody knows what it did. */
function Unanswered({ me, eventId, rows }: { me: Me; eventId: number; rows: Waiting['unanswered'] }) {
  const timeZone = timeZoneOf(me, eventId)
  const may = mayIn(me, 'refunds.give', eventId)
  return (
    <>
      {rows.map((each) => (
        <li key={`refund ${each.id}`}>
          <span>
            <strong>The bank did not say: {moneyText(each.money)}</strong>
            <br />
            <span className="small" dir="auto">
              <PersonLink {...each.person} />, <OrderLink code={each.paymentCode} />
            </span>
            <br />
            <small>
              {each.askedBy}, {whenText(each.askedAt, timeZone)}. It is not sent twice.
            </small>
          </span>
          {may && <AskAgain eventId={eventId} attemptId={each.attemptId} name={each.person.name} />}
        </li>
      ))}
    </>
  )
}

/** Paid seats in workshops that are not held. */
function Queue({ eventId, waiting: { queue, queued } }: { eventId: number; waiting: Waiting }) {
  return (
    <section className="card" aria-labelledby="h-queue">
      <div className="card-header">
        <h2 id="h-queue">Seats in cancelled workshops</h2>
        <span className="small soft">{queued} to settle</span>
      </div>
      {queued > queue.length && (
        <Notice>
          <p>{`These are the first ${queue.length}.`}</p>
        </Notice>
      )}
      <ul className="rows">
        {queue.map((each) => (
          <li key={`${each.paymentCode} ${each.workshopId}`}>
            <span>
              <strong>
                <PersonLink {...each.person} />
              </strong>
              <br />
              <span className="small" dir="auto">
                {each.topic}, {moneyText(each.money)}, <OrderLink code={each.paymentCode} />
              </span>
            </span>
            <Link
              className="button button-secondary"
              to={`?eventId=${eventId}&code=${each.paymentCode}&workshop=${each.workshopId}`}
            >
              Give it back
              <span className="visually-hidden">
                : {each.person.name}, {each.topic}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
