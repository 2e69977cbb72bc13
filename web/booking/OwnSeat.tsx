import { StatusChip } from '#web/ui/StatusChip.tsx'
import { CancelOrder } from './CancelOrder.tsx'
import { PayNow, type PayNowProps } from './PayNow.tsx'

type OwnSeatProps = PayNowProps & {
  isPaid: boolean
  /** Nothing of it takes place. */
  isCancelled: boolean
  showReceipt: (paymentCode: string) => void
}

/** What a person can do about seats of their own: pay for them or give them up, or see the receipt. */
export default function OwnSeat({ isPaid, isCancelled, showReceipt, ...pay }: OwnSeatProps) {
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

type ReceiptProps = Pick<OwnSeatProps, 'paymentCode' | 'topic' | 'showReceipt'>

export function ReceiptButton({ paymentCode, topic, showReceipt }: ReceiptProps) {
  return (
    <button className="button button-secondary" type="button" onClick={() => showReceipt(paymentCode)}>
      Receipt<span className="visually-hidden">: {topic}</span>
    </button>
  )
}
