import { lazy, Suspense, useEffect, useReducer } from 'react'
import { isSignedIn } from '#web/accounts/slice.ts'
import type { Order } from '#web/booking/useOrders.ts'
import { useStore } from '#web/platform/store.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { CardState, Workshop } from './api.ts'

const OwnSeat = lazy(() => import('#web/booking/OwnSeat.tsx'))

export type CardActions = {
  add: (workshop: Workshop) => void
  showReceipt: (paymentCode: string) => void
  refresh: () => Promise<unknown>
}

type ActionProps = {
  workshop: Workshop
  state: CardState
  order: Order | undefined
  isBusy: boolean
  actions: CardActions
}

/** What can be done with a workshop: always exactly one thing. */
export function CardAction({ workshop, state, order, isBusy, actions }: ActionProps) {
  const { isWanted, want } = useKeptClick(state, () => actions.add(workshop))
  const topic = <span className="visually-hidden">: {workshop.topic}</span>
  switch (state) {
    case 'paid':
    case 'pending':
      return (
        <Suspense>
          <OwnSeat
            isPaid={state === 'paid'}
            isCancelled={workshop.live?.IsCancelled === true}
            paymentCode={workshop.live?.PaymentCode ?? ''}
            topic={workshop.topic}
            order={order}
            showReceipt={actions.showReceipt}
            refresh={actions.refresh}
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
        <button className="button button-secondary" type="button" onClick={() => actions.add(workshop)}>
          <Icon name="check" /> In your cart{topic}
        </button>
      )
    default:
      return (
        <button
          className="button button-primary"
          type="button"
          aria-busy={isBusy || isWanted || undefined}
          onClick={() => want(true)}
        >
          Add to cart{topic}
        </button>
      )
  }
}

/** Until the server has said how things stand nothing is promised, and the button looks the same; a click is kept until then. */
function useKeptClick(state: CardState, add: () => void) {
  const [isWanted, want] = useReducer((_before: boolean, wanted: boolean) => wanted, false)
  // A stranger is asked to sign in, however things stand.
  const isStranger = useStore((store) => store.visit.isRestored && !isSignedIn(store))
  const isKnown = state !== 'unknown' || isStranger

  useEffect(() => {
    if (!isWanted || !isKnown) return
    want(false)
    // Things may stand otherwise than when it was clicked; then the card shows how.
    if (state === 'available' || isStranger) add()
  }, [isWanted, isKnown, isStranger, state, add])

  return { isWanted, want }
}
