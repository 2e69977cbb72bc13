import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { amountInWords } from '#contract/amount-in-words.ts'
import { moneyText, rupees } from '#contract/money.ts'
import { useMe } from '#web/console/accounts/me.ts'
import { draftPhotoAddress, type Reply } from '#web/console/call.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { useSite, useTitle } from '#web/console/layout/site.tsx'
import { OrderLink, PersonLink } from '#web/console/layout/things.tsx'
import { useEventOfThing } from '#web/console/layout/useEventOfThing.ts'
import { paperTime, stateNames, stateTones, wayNames } from '#web/console/payments/money-words.ts'
import { Decide } from '#web/console/payments/refunds/Decide.tsx'
import { ask } from '#web/console/queries.ts'
import { AskedOne } from '#web/console/ui/AskedOne.tsx'
import { whenText } from '#web/console/ui/When.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Letterhead, Signatures } from '#web/ui/Letterhead.tsx'

/** One voucher: for the second person on the screen, for the person on paper. */
export default function VoucherScreen() {
  const id = Number(useParams().id)
  const me = useMe()
  const asked = useQuery(ask('OfflineShow', { id }))
  const { data } = asked
  const eventId = data?.eventId
  useEventOfThing(eventId)
  useTitle(data ? `Voucher ${data.offline.voucher}` : 'A voucher')
  return (
    <div className="console-page">
      <div className="cluster not-printed">
        <Link className="button button-quiet" to="/console/finance/offline">
          <Icon name="back" /> Drafts and cash
        </Link>
        <button className="button button-secondary" type="button" disabled={!data} onClick={() => print()}>
          <Icon name="print" /> Print the voucher
        </button>
      </div>
      <AskedOne asked={asked} missing="There is no such voucher" list="/console/finance/offline" />
      {data && eventId !== undefined && (
        <div className="split finance-aside">
          <Paper shown={data} />
          <section className="card stack not-printed" aria-labelledby="h-second">
            <h2 id="h-second">{stateNames[data.offline.state]}</h2>
            {data.offline.hasPhoto && (
              <img
                className="draft-photo"
                src={draftPhotoAddress({ id })}
                alt={`The draft ${data.offline.number} of ${data.offline.bank}`}
              />
            )}
            <Decide me={me} eventId={eventId} offline={data.offline} primary />
            {data.offline.state !== 'recorded' && (
              <p className="small soft">
                {[data.offline.decidedBy, data.offline.decidedAt && whenText(data.offline.decidedAt, data.timeZone)]
                  .filter(Boolean)
                  .join(', ')}
              </p>
            )}
          </section>
        </div>
      )}
    </div>
  )
}

function Paper({ shown }: { shown: Reply<'OfflineShow'> }) {
  const { offline, eventName, timeZone, lines, total, receipt } = shown
  const { issuer } = useSite()
  const { voucher, way, bank, number, money, person, paymentCode, recordedBy, recordedAt, state } = offline
  return (
    <article className="sheet voucher">
      <Letterhead {...issuer} />
      <header>
        <h1>Voucher {voucher}</h1>
        <p dir="auto">{eventName}</p>
        <p>
          <span className="status-chip" data-status={stateTones[state]}>
            {stateNames[state]}
          </span>
          {offline.alone && ' Recorded and confirmed by one person'}
        </p>
      </header>
      <dl>
        <Line title="Received from">
          <PersonLink {...person} />
        </Line>
        <Line title="Amount">
          <strong className="figures">{moneyText(money)}</strong>
          <br />
          <span>{amountInWords(money)}</span>
        </Line>
        <Line title="By">{[wayNames[way], bank, number].filter(Boolean).join(' ')}</Line>
        <Line title="For order">
          <OrderLink code={paymentCode} />
        </Line>
        {lines.map(({ topic, price }) => (
          <Line key={topic} title={topic}>
            {rupees(price)}
          </Line>
        ))}
        <Line title="Total of the order">{moneyText(total)}</Line>
        <Line title="Recorded">{`${recordedBy}, ${paperTime(recordedAt, timeZone)}`}</Line>
        {state === 'confirmed' && offline.decidedAt && (
          <Line title="Confirmed">{`${offline.decidedBy}, ${paperTime(offline.decidedAt, timeZone)}`}</Line>
        )}
        {receipt && <Line title="Receipt">{receipt}</Line>}
        {offline.reason && <Line title="Not right because">{offline.reason}</Line>}
      </dl>
      <Signatures of={['Received by', 'Handed in by']} />
      <p className="small">This voucher is no receipt. The receipt is emailed when the payment is confirmed.</p>
    </article>
  )
}

function Line({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  )
}
