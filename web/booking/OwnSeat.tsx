import { atDeskText } from '#contract/booking/texts.ts'
import { useTimeZone } from '#web/layout/content.tsx'
import { clockAt, weekdayAndDay } from '#web/platform/calendar.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { CancelOrder } from './CancelOrder.tsx'
import { PayNow, type PayNowProps } from './PayNow.tsx'
import type { Order } from './useOrders.ts'

type OwnSeatProps = PayNowProps & {
  isPaid: boolean
  /** Nothing of it takes place. */
  isCancelled: boolean
  showReceipt: (paymentCode: string) => void
}

/** What a person can do about seats of their own: pay for them or give them up, or see the receipt. */
export default function OwnSeat({ isPaid, isCancelled, showReceipt, ...pay }: OwnSeatProps) {
  if (pay.order?.AtDesk) return <AtDesk {...pay.order.AtDesk} timeZone={pay.order.TimeZone} />
  if (!isPaid)
    return (
      <>
        <StatusChip status="pending-payment" />
        <PayNow {...pay}>{pay.order && <CancelOrder order={pay.order} refresh={pay.refresh} />}</PayNow>
      </>
    )
  return (
    <>
      <StatusChip status={isCancelled ? 'cancelled' : 'paid'} />
      <ReceiptButton paymentCode={pay.paymentCode} topic={pay.topic} showReceipt={showReceipt} />
    </>
  )
}

type AtDeskProps = NonNullable<Order['AtDesk']> & { timeZone: string }

/** Cash or a draft was handed in: there is nothing to pay, and nothing to cancel. */
function AtDesk({ Way, Voucher, HeldUntil, timeZone }: AtDeskProps) {
  const zone = useTimeZone()
  const { day, time } = clockAt(HeldUntil, timeZone || zone)
  return (
    <>
      <StatusChip status="being-confirmed" />
      <span className="small soft">
        {atDeskText({ way: Way, voucher: Voucher, heldUntil: `${weekdayAndDay(day)}, ${time}` })}
      </span>
    </>
  )
}

type ReceiptProps = Pick<OwnSeatProps, 'paymentCode' | 'topic' | 'showReceipt'>

export function ReceiptButton({ paymentCode, topic, showReceipt }: ReceiptProps) {
  return (
    <button className="button button-secondary" type="button" onClick={() => showReceipt(paymentCode)}>
      Receipt<span className="visually-hidden">: {topic}</span>
    </button>
  )
}
