import { useQuery } from '@tanstack/react-query'
import { homeCurrency, moneyText, rupees } from '#contract/money.ts'
import { type Me, mayIn, useMe } from '#web/console/accounts/me.ts'
import type { Reply } from '#web/console/call.ts'
import { useEventId } from '#web/console/events/useEvent.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { useTitle } from '#web/console/layout/site.tsx'
import { kindSentences, kindTitles } from '#web/console/payments/exceptions/exception-words.ts'
import { wayNames } from '#web/console/payments/money-words.ts'
import { Decide, OfflineFacts } from '#web/console/payments/refunds/Decide.tsx'
import { Rule } from '#web/console/payments/refunds/Rule.tsx'
import { FinanceTabs } from '#web/console/payments/Tabs.tsx'
import { ask } from '#web/console/queries.ts'
import { AskFailed } from '#web/console/ui/AskFailed.tsx'
import { weekdayAndDay } from '#web/platform/calendar.ts'
import { MoneyChart } from './Chart.tsx'
import { CloseDay } from './CloseDay.tsx'

type Today = Reply<'FinanceToday'>

/** What came and went today, what needs somebody, and the closing. */
export default function TodayScreen() {
  useTitle('Finance')
  const me = useMe()
  const eventId = useEventId(me)
  const { data, error, refetch } = useQuery({
    ...ask('FinanceToday', { eventId: eventId ?? 0 }),
    enabled: eventId !== undefined,
  })
  return (
    <div className="console-page">
      <div className="console-head">
        <h1>Finance</h1>
        {data && <span className="soft">{weekdayAndDay(data.day)}</span>}
      </div>
      <FinanceTabs current="/console/finance" waiting={data?.waiting} />
      {error && <AskFailed error={error} again={refetch} />}
      {data ? <Figures today={data} /> : !error && <div className="skeleton" aria-busy="true" />}
      {eventId !== undefined && (
        <div className="split finance-aside">
          <div className="stack gap-l">
            <NeedsPerson eventId={eventId} />
            {data && <MoneyChart days={data.days} />}
          </div>
          <div className="stack gap-l">
            <SecondPerson me={me} eventId={eventId} />
            {mayIn(me, 'closing.write', eventId) && <CloseDay eventId={eventId} />}
            <Rule me={me} />
          </div>
        </div>
      )}
    </div>
  )
}

const counted = (many: number, one: string, several: string) => (many === 1 ? `1 ${one}` : `${many} ${several}`)

function Figures({ today: { sums, net, waiting } }: { today: Today }) {
  const home = sums.filter(({ currency }) => currency === homeCurrency)
  const others = sums.filter(({ currency }) => currency !== homeCurrency)
  const of = (way: string) => home.find((each) => each.way === way)
  const back = home.filter(({ way }) => way !== 'matched').reduce((all, { givenBack }) => all + givenBack, 0)
  const backs = home.filter(({ way }) => way !== 'matched').reduce((all, { refunds }) => all + refunds, 0)
  return (
    <>
      <dl className="stat-strip of-five">
        <div>
          <dt>Card</dt>
          <dd>{rupees(of('card')?.received ?? 0)}</dd>
          <dd>{counted(of('card')?.payments ?? 0, 'payment', 'payments')}</dd>
        </div>
        <div>
          <dt>Cash at the desk</dt>
          <dd>{rupees(of('cash')?.received ?? 0)}</dd>
          <dd>{counted(of('cash')?.payments ?? 0, 'voucher', 'vouchers')}</dd>
        </div>
        <div>
          <dt>Bank drafts</dt>
          <dd>{rupees(of('draft')?.received ?? 0)}</dd>
          <dd>
            {waiting.offline > 0
              ? `${waiting.offline} to be checked`
              : counted(of('draft')?.payments ?? 0, 'voucher', 'vouchers')}
          </dd>
        </div>
        <div>
          <dt>Given back</dt>
          <dd>{rupees(back)}</dd>
          <dd>{counted(backs, 'time', 'times')}</dd>
        </div>
        <div>
          <dt>Net today</dt>
          <dd>{net < 0 ? `−${rupees(-net)}` : rupees(net)}</dd>
          <dd>by the ledger</dd>
        </div>
      </dl>
      {others.length > 0 && (
        <p className="small">
          {`Beside the rupees: ${others
            .map(({ way, currency, received, givenBack }) =>
              [
                wayNames[way],
                `${moneyText({ amount: received, currency })} received,`,
                `${moneyText({ amount: givenBack, currency })} given back`,
              ].join(' '),
            )
            .join('; ')}.`}
        </p>
      )}
    </>
  )
}

function NeedsPerson({ eventId }: { eventId: number }) {
  const { data } = useQuery(ask('ExceptionsList', { state: 'open', eventId, limit: 3 }))
  return (
    <section className="card" aria-labelledby="h-ex">
      <div className="card-header">
        <h2 id="h-ex">Payments that need a person</h2>
        <span className="small soft">oldest first</span>
      </div>
      {data?.rows.length === 0 && <p className="soft">None. What no rule can place waits here.</p>}
      <ul className="rows">
        {data?.rows.map(({ id, kind, person, money, paymentCode, reference }) => (
          <li key={id}>
            <span>
              <strong>{kindTitles[kind]}</strong>
              <br />
              <span className="small">
                {[person?.name, money && moneyText(money), paymentCode ?? `reference ${reference}`]
                  .filter(Boolean)
                  .join(', ')}
              </span>
              <br />
              <small>{kindSentences[kind]}</small>
            </span>
            <Link className="button button-secondary" to={`/console/finance/exceptions/${id}`}>
              Settle it
              <span className="visually-hidden">
                : {kindTitles[kind]}, {person?.name ?? reference}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function SecondPerson({ me, eventId }: { me: Me; eventId: number }) {
  const { data } = useQuery(ask('OfflineList', { eventId, state: 'recorded', sort: 'recordedAt', limit: 1 }))
  const [first] = data?.rows ?? []
  const timeZone = me.events.find((each) => each.eventId === eventId)?.timeZone ?? 'UTC'
  return (
    <section className="card stack" aria-labelledby="h-second">
      <div>
        <h2 id="h-second">Waits for a second person</h2>
        <p className="small soft">Whoever records a payment cannot confirm it.</p>
      </div>
      {data && !first && <p className="soft">Nothing waits.</p>}
      {first && (
        <>
          <OfflineFacts offline={first} timeZone={timeZone} eventId={eventId} />
          <Decide me={me} eventId={eventId} offline={first} />
        </>
      )}
      {(data?.total ?? 0) > 1 && (
        <p>
          <Link to={`/console/finance/offline?eventId=${eventId}`}>{`All ${data?.total} that wait`}</Link>
        </p>
      )}
    </section>
  )
}
