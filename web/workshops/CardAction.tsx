import { lazy, Suspense } from 'react'
import type { Order } from '#web/orders/useOrders.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { CardState, Workshop } from './api.ts'

const OwnSeat = lazy(() => import('#web/orders/OwnSeat.tsx'))

export type CardDeeds = {
  add: (workshop: Workshop) => void
  showReceipt: (paymentCode: string) => void
  refresh: () => Promise<void>
}

type ActionProps = {
  workshop: Workshop
  state: CardState
  order: Order | undefined
  isBusy: boolean
  deeds: CardDeeds
}

/** What can be done with a workshop: always exactly one thing. */
export function CardAction({ workshop, state, order, isBusy, deeds }: ActionProps) {
  const topic = <span className="visually-hidden">: {workshop.topic}</span>
  switch (state) {
    case 'paid':
    case 'pending':
      return (
        <Suspense>
          <OwnSeat
            isPaid={state === 'paid'}
            paymentCode={workshop.live?.PaymentCode ?? ''}
            topic={workshop.topic}
            order={order}
            showReceipt={deeds.showReceipt}
            refresh={deeds.refresh}
          />
        </Suspense>
      )
    case 'full':
      return (
        <button className="button" type="button" disabled>
          No Seats Available{topic}
        </button>
      )
    case 'cart':
      return (
        <button className="button button-secondary" type="button" onClick={() => deeds.add(workshop)}>
          <Icon name="check" /> In your cart{topic}
        </button>
      )
    default:
      return (
        <button
          className="button button-primary"
          type="button"
          // Until the server has said how things stand, nothing is promised; it looks the same, so that nothing flickers.
          aria-disabled={state === 'unknown' || undefined}
          aria-busy={isBusy || undefined}
          onClick={() => state === 'unknown' || deeds.add(workshop)}
        >
          Add to cart{topic}
        </button>
      )
  }
}
