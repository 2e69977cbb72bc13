import { useEffect, useState, type ReactNode } from 'react'
import { useStore as useReduxStore } from 'react-redux'
import { orderTexts, payAtDeskText, responseCodes } from '#contract/booking/texts.ts'
import { usePay } from '#web/payments/usePay.ts'
import type { State, Store } from '#web/platform/store.ts'
import { useCountdown } from '#web/platform/useCountdown.ts'
import { showAlert } from '#web/platform/visit.ts'
import { useBankWord } from './useBankWord.ts'
import type { Order } from './useOrders.ts'

export type PayNowProps = {
  paymentCode: string
  topic: string
  /** Missing while it is being asked for. */
  order: Order | undefined
  refresh: () => Promise<unknown>
  /** What else can be pressed. Before the words that come later: a button that moves under a finger is not pressed. */
  children?: ReactNode
}

/** For an order that waits for payment: the button, and how long its seats are held. */
export function PayNow({ paymentCode, topic, order, refresh, children }: PayNowProps) {
  const [isBusy, setBusy] = useState(false)
  const pay = usePay()
  const store = useReduxStore<State>()
  // Whoever began to pay reads what the bank says of it, not what we suppose.
  const said = useBankWord(order?.IsConfirming ? paymentCode : undefined, refresh)
  // Who is asked not to pay again must not be beckoned to.
  const isDeciding = said?.ResponseCode === responseCodes.confirming

  const payNow = async () => {
    if (isBusy) return
    setBusy(true)
    await pay(paymentCode)
    setBusy(false)
    await refresh()
  }
  const endHold = () => {
    tellHoldEnded(store)
    void refresh()
  }
  return (
    <>
      <button
        className={`button ${isDeciding ? 'button-secondary' : 'button-accent'}`}
        type="button"
        aria-busy={isBusy || undefined}
        onClick={() => void payNow()}
      >
        Pay Now<span className="visually-hidden">: {topic}</span>
      </button>
      {children}
      {!order?.IsConfirming && <span className="small soft">{payAtDeskText(paymentCode)}</span>}
      {order?.IsConfirming && (
        <output className="small soft">{said?.ResponseDescription ?? 'A payment is open. Your seat is kept.'}</output>
      )}
      {order?.heldUntil !== undefined && <Hold until={order.heldUntil} onEnd={endHold} />}
    </>
  )
}

/** One sentence for all the workshops of the order. */
export function tellHoldEnded(store: Pick<Store, 'getState' | 'dispatch'>): void {
  if (!store.getState().visit.alerts.includes(orderTexts.holdEnded)) store.dispatch(showAlert(orderTexts.holdEnded))
}

const secondsTo = (moment: number): number => Math.max(0, Math.ceil((moment - performance.now()) / 1000))

/** `until` as `performance.now()` tells time. */
function Hold({ until, onEnd }: { until: number; onEnd: () => void }) {
  const [atFirst] = useState(() => secondsTo(until))
  const [left, start] = useCountdown(atFirst)
  useEffect(() => start(secondsTo(until)), [until, start])
  const isOver = left === 0
  useEffect(() => {
    if (isOver) onEnd()
    // Told once, when it ends.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isOver])
  return (
    <span className="small soft figures" role="timer">
      {isOver ? 'The hold has ended' : `Held for ${clockOf(left)}`}
    </span>
  )
}

/** `39:05`, `1:02:09` */
export function clockOf(seconds: number): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}
