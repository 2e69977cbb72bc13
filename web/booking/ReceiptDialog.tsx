import { amountInWords } from '#contract/amount-in-words.ts'
import type { Receipt } from '#contract/booking/orders.ts'
import { orderTexts } from '#contract/booking/texts.ts'
import * as calls from '#contract/calls/booking.ts'
import { paisaInRupee } from '#contract/money.ts'
import { useContent, useTimeZone } from '#web/layout/content.tsx'
import { clockAt, fullDay } from '#web/platform/calendar.ts'
import { rowOf, type AnswerTo } from '#web/platform/call.ts'
import { priceText, rupees } from '#web/platform/money.ts'
import { useQuery } from '#web/platform/query/useQuery.ts'
import { useCall } from '#web/platform/useCall.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Letterhead, Signatures } from '#web/ui/Letterhead.tsx'

export type Row = Extract<AnswerTo<typeof Receipt>, { kind: 'reply' }>['reply']['Table'][number]

/** The receipt of a paid order, on the screen and, through the browser, on paper. */
export default function ReceiptDialog({ paymentCode, onClose }: { paymentCode: string; onClose: () => void }) {
  const receipt = useReceipt(paymentCode)
  return (
    <Dialog open onClose={onClose} title="Receipt">
      {receipt ? <Paper receipt={receipt} /> : <Waiting isGone={receipt === null} />}
      <form className="cluster no-print" method="dialog">
        {receipt && (
          <button className="button button-primary" type="button" onClick={() => print()}>
            <Icon name="print" /> Print
          </button>
        )}
        <button className="button button-secondary">Close</button>
      </form>
    </Dialog>
  )
}

function useReceipt(paymentCode: string): Row | null | undefined {
  const call = useCall()
  const { data, hasFailed } = useQuery({
    queryKey: ['Receipt', paymentCode],
    queryFn: async () => rowOf(await call(calls.Receipt, { PaymentCode: paymentCode })),
  })
  return hasFailed ? null : data
}

function Waiting({ isGone }: { isGone: boolean }) {
  return (
    <p className="soft" aria-live="polite">
      {isGone ? 'The receipt could not be read. Please try again in a moment.' : 'Loading'}
    </p>
  )
}

/** The receipt itself. */
export function Paper({ receipt }: { receipt: Row }) {
  const { site } = useContent()
  const here = useTimeZone()
  const zone = receipt.TimeZone || here
  const total = Math.round(receipt.Total * paisaInRupee)
  const facts: [string, string | undefined][] = [
    ['Receipt', receipt.ReceiptNumber],
    ['Issued', fullDay(clockAt(receipt.IssuedAt, zone).day)],
    ['For', [receipt.Name, receipt.UserID].filter(Boolean).join(', ')],
    ['Event', receipt.Event],
    ['Payment code', receipt.PaymentCode],
    ['Transaction', receipt.TransactionID],
  ]
  return (
    <div className="receipt stack">
      <Letterhead college={site.college} address={site.address} logo={site.collegeLogo} />
      {receipt.RefundNote && <p>{receipt.RefundNote}</p>}
      {receipt.MoveNote && <p>{receipt.MoveNote}</p>}
      {receipt.IsCancelled && !receipt.RefundNote && <p>This order was cancelled.</p>}
      <dl className="facts small">
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <ul className="rows rows-tight">
        {receipt.Workshops.map(({ WorkshopID, Topic, theDate, Venue, Price, IsCancelled }) => {
          const { day, time } = clockAt(theDate, zone)
          return (
            <li key={WorkshopID}>
              <span>
                {Topic}
                <br />
                <small>{IsCancelled ? orderTexts.workshopCancelled : `${fullDay(day)}, ${time}, ${Venue}`}</small>
              </span>
              <span className="price">{priceText(Math.round(Price * paisaInRupee))}</span>
            </li>
          )
        })}
        <li>
          <strong>Total</strong>
          <strong className="price">{rupees(total)}</strong>
        </li>
      </ul>
      <p className="small">{amountInWords({ amount: total, currency: receipt.Currency })}</p>
      <Signatures of={['For the accounts office']} />
    </div>
  )
}
