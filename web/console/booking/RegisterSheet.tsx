import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { mostRowsAtOnce } from '#contract/list-size.ts'
import { grouped, moneyText, rupees } from '#contract/money.ts'
import { useMe } from '#web/console/accounts/me.ts'
import { type Ask, call, type Reply } from '#web/console/call.ts'
import { useEventId } from '#web/console/events/useEvent.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { useTitle } from '#web/console/layout/site.tsx'
import { AskFailed } from '#web/console/ui/AskFailed.tsx'
import { clockAt, fullDay } from '#web/platform/calendar.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { type ReceiptRow, wayNames } from './words.tsx'

type Filter = Omit<Ask<'ReceiptsRegister'>, 'cursor' | 'limit' | 'sort'>
type Register = Omit<Reply<'ReceiptsRegister'>, 'rows'> & { rows: ReceiptRow[] }
const filters = ['search', 'state', 'paidBy', 'from', 'to']

/** Every page, from the first number on: a register with a part of them would be believed. Receipts are only added, so that no page changes. */
async function wholeRegister(filter: Filter): Promise<Register> {
  const rows: ReceiptRow[] = []
  for (let cursor: string | undefined; ;) {
    const page = await call('ReceiptsRegister', {
      ...filter,
      sort: 'number',
      limit: mostRowsAtOnce,
      ...(cursor && { cursor }),
    })
    rows.push(...page.rows)
    if (!page.next) return { ...page, rows }
    cursor = page.next
  }
}

/** The register on paper, as it was filtered. */
export default function RegisterSheet() {
  useTitle('Register of receipts')
  const eventId = useEventId(useMe())
  const [address] = useSearchParams()
  const named = filters.flatMap((name) => (address.get(name) ? [[name, address.get(name)]] : []))
  const filter = { eventId: eventId ?? 0, ...Object.fromEntries(named) } as Filter
  const { data, error, refetch } = useQuery({
    queryKey: ['ReceiptsRegister', 'sheet', filter],
    queryFn: () => wholeRegister(filter),
    enabled: eventId !== undefined,
    staleTime: 0,
  })
  return (
    <div className="console-page">
      <div className="cluster not-printed">
        <Link className="button button-quiet" to={`/console/finance/receipts?${address}`}>
          <Icon name="back" /> Back to the receipts
        </Link>
        <button className="button button-primary" type="button" disabled={!data} onClick={() => print()}>
          <Icon name="print" /> Print
        </button>
      </div>
      {error && <AskFailed error={error} again={refetch} />}
      {data ? (
        <Sheet register={data} isNarrowed={named.length > 0} />
      ) : (
        !error && <Spinner>Loading the register</Spinner>
      )}
    </div>
  )
}

function Sheet({ register, isNarrowed }: { register: Register; isNarrowed: boolean }) {
  const { rows, timeZone, eventName } = register
  const valid = rows.filter(({ isCancelled }) => !isCancelled)
  const sum = valid.reduce((all, { total }) => all + total.amount, 0)
  return (
    <article className="sheet paper">
      <header>
        <h1>Register of receipts</h1>
        <p>{[eventName, isNarrowed && 'a part of them, as filtered', timeZone].filter(Boolean).join(' · ')}</p>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard */}
      <section className="scroll-x" tabIndex={0} aria-label="Receipts">
        <table>
          <caption className="visually-hidden">Receipts by number</caption>
          <thead>
            <tr>
              <th scope="col">Receipt</th>
              <th scope="col">Issued</th>
              <th scope="col">Person</th>
              <th scope="col">Payment code</th>
              <th scope="col">Paid by</th>
              <th className="number" scope="col">
                Amount
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, receipt, issuedAt, person, paymentCode, paidBy, total, isCancelled }) => (
              <tr key={id}>
                <th className="whole" scope="row">
                  {receipt}
                  {isCancelled && <small> cancelled</small>}
                </th>
                <td className="whole">{fullDay(clockAt(issuedAt, timeZone).day)}</td>
                <td dir="auto">{person.name}</td>
                <td>{paymentCode}</td>
                <td>{paidBy && wayNames[paidBy]}</td>
                <td className="number">{isCancelled ? <s>{moneyText(total)}</s> : moneyText(total)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p>
        {`${grouped(rows.length)} receipts, ${grouped(rows.length - valid.length)} of them cancelled. `}
        <strong>{`Not cancelled: ${rupees(sum)}.`}</strong>
      </p>
    </article>
  )
}
