import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { amountInWords } from '#contract/amount-in-words.ts'
import { homeCurrency, moneyText, rupees } from '#contract/money.ts'
import type { Reply } from '#web/console/call.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { useSite, useTitle } from '#web/console/layout/site.tsx'
import { useEventOfThing } from '#web/console/layout/useEventOfThing.ts'
import { differenceWords, movementNames, paperTime, wayNames } from '#web/console/payments/money-words.ts'
import { ask } from '#web/console/queries.ts'
import { AskedOne } from '#web/console/ui/AskedOne.tsx'
import { fullDay } from '#web/platform/calendar.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Letterhead, Signatures } from '#web/ui/Letterhead.tsx'

/** A closing with all that it took, for the screen and for A4. */
export default function ClosingScreen() {
  const id = Number(useParams().id)
  const asked = useQuery(ask('ClosingShow', { id }))
  const { data } = asked
  useEventOfThing(data?.eventId)
  useTitle(data ? `Closing ${data.closing.number}` : 'A closing')
  return (
    <div className="console-page">
      <div className="cluster not-printed">
        <Link className="button button-quiet" to="/console/finance/closings">
          <Icon name="back" /> Closings
        </Link>
        <button className="button button-primary" type="button" disabled={!data} onClick={() => print()}>
          <Icon name="print" /> Print
        </button>
      </div>
      <AskedOne asked={asked} missing="There is no such closing" list="/console/finance/closings" />
      {data && <Paper shown={data} />}
    </div>
  )
}

function Paper({ shown: { closing, eventName, timeZone, entries } }: { shown: Reply<'ClosingShow'> }) {
  const { issuer } = useSite()
  const { number, day, sums, cashBooks, cashCounted, difference, why, alone, closedBy, closedAt } = closing
  return (
    <article className="sheet paper">
      <Letterhead {...issuer} />
      <header>
        <h1>Closing {number}</h1>
        <p dir="auto">{[eventName, fullDay(day), `${closedBy}, ${paperTime(closedAt, timeZone)}`].join(' · ')}</p>
      </header>
      <table>
        <caption className="visually-hidden">Sums by way</caption>
        <thead>
          <tr>
            <th scope="col">Way</th>
            <th className="number" scope="col">
              Received
            </th>
            <th className="number" scope="col">
              Given back
            </th>
          </tr>
        </thead>
        <tbody>
          {sums
            .filter(({ payments, refunds }) => payments + refunds > 0)
            .map(({ way, currency, received, payments, givenBack, refunds }) => (
              <tr key={`${way} ${currency}`}>
                <th scope="row">{wayNames[way]}</th>
                <td className="number">{`${moneyText({ amount: received, currency })} (${payments})`}</td>
                <td className="number">{`${moneyText({ amount: givenBack, currency })} (${refunds})`}</td>
              </tr>
            ))}
        </tbody>
      </table>
      <p>
        Cash by the books {rupees(cashBooks)}, counted {rupees(cashCounted)} (
        {amountInWords({ amount: cashCounted, currency: homeCurrency })}).{' '}
        {difference !== 0 && (
          <strong dir="auto">
            {differenceWords(difference, rupees)}: {why}
          </strong>
        )}
      </p>
      {alone > 0 && <p>{`${alone} of the movements were recorded and confirmed by one person.`}</p>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard */}
      <section className="scroll-x" tabIndex={0} aria-label="Movements">
        <table>
          <caption className="visually-hidden">Movements</caption>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Movement</th>
              <th scope="col">Person</th>
              <th scope="col">Reference</th>
              <th className="number" scope="col">
                Amount
              </th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <tr key={entry.id}>
                <td className="whole">{paperTime(entry.recordedAt, timeZone)}</td>
                <td>{`${movementNames[entry.kind]}, ${wayNames[entry.way].toLowerCase()}${entry.alone ? ', one person' : ''}`}</td>
                <td dir="auto">{entry.name}</td>
                <td>{entry.reference}</td>
                <td className="number">{`${entry.kind === 'capture' ? '' : '−'}${moneyText(entry.money)}`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Signatures of={['Signed', 'Seen']} />
    </article>
  )
}
