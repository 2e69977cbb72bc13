import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { cartId } from '#web/layout/signedIn.ts'
import { Icon } from '#web/ui/Icon.tsx'

/** What the cart needs to know of a workshop; the price is the server's of today. */
export type Offer = {
  id: number
  topic: string
  startsAt: string
  durationMinutes: number
  price: number
  isFull: boolean
  /** Bought, or ordered and waiting for payment. */
  isMine: boolean
}

/** Beside the schedule on wide screens, a drawer on narrow ones. Whoever is not signed in is asked to. */
export function CartDrawer({ children }: { children: ReactNode }) {
  return (
    <aside className="cart-drawer" id={cartId} popover="auto" aria-labelledby="cart-title">
      <div className="card-header">
        <h2 id="cart-title" tabIndex={-1}>
          Your cart
        </h2>
        <button
          className="button button-quiet icon-button close"
          type="button"
          popoverTarget={cartId}
          popoverTargetAction="hide"
          aria-label="Close cart"
        >
          <Icon name="close" />
        </button>
      </div>
      <SignInFirst />
      <div className="signed-in">{children}</div>
    </aside>
  )
}

function SignInFirst() {
  const navigate = useNavigate()
  return (
    <div className="signed-out">
      <p className="soft">Sign in to add workshops, see the total and pay by card.</p>
      <button
        className="button button-primary button-block"
        type="button"
        onClick={() => void navigate('/login', { state: { wanted: '/events' } })}
      >
        Sign in to book
      </button>
    </div>
  )
}
