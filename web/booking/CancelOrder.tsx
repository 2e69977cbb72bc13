import { useState } from 'react'
import { useDispatch } from 'react-redux'
import * as calls from '#contract/calls/booking.ts'
import { isUnadmitted } from '#web/platform/call.ts'
import { useCall } from '#web/platform/useCall.ts'
import { showAlert } from '#web/platform/visit.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { readCancel } from './api.ts'
import { topicsOf, type Order } from './useOrders.ts'

type CancelProps = { order: Order; refresh: () => Promise<unknown> }

/** Gives up an order that waits for payment, after a second question: somebody else may take the seats at once. */
export function CancelOrder({ order, refresh }: CancelProps) {
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const call = useCall()
  const dispatch = useDispatch()
  const topics = topicsOf(order)

  const cancel = async () => {
    if (isBusy) return
    setBusy(true)
    const answer = await call(calls.CancelOrder, { PaymentCode: order.PaymentCode })
    setBusy(false)
    setAsking(false)
    // The session is over: the person is on the way to the login page.
    if (isUnadmitted(answer)) return
    dispatch(showAlert(readCancel(answer)))
    await refresh()
  }
  return (
    <>
      <button className="button button-quiet-danger" type="button" onClick={() => setAsking(true)}>
        Cancel order<span className="visually-hidden">: {topics}</span>
      </button>
      {isAsking && (
        <Dialog open onClose={() => setAsking(false)} title="Cancel this order?">
          <p>You give up your seat in {topics}. Others can book it at once.</p>
          {order.IsConfirming && <p>The payment that you began is called off as well.</p>}
          <form className="cluster" method="dialog">
            <button
              className="button button-danger"
              type="button"
              aria-busy={isBusy || undefined}
              onClick={() => void cancel()}
            >
              Cancel the order
            </button>
            <button className="button button-secondary">Keep it</button>
          </form>
        </Dialog>
      )}
    </>
  )
}
