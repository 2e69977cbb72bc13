import { cartId } from '#web/layout/signedIn.ts'
import { rupees } from '#web/platform/money.ts'
import { useStore } from '#web/platform/store.ts'
import { countOf } from '#web/platform/words.ts'
import type { Offer } from './CartDrawer.tsx'

/** On narrow screens, the way to the cart stays in reach. */
export default function CartBar({ offers }: { offers: Offer[] }) {
  const items = useStore(({ cart }) => cart)
  const total = useTotal(offers)
  if (items.length === 0) return null
  return (
    <div className="bottom-bar deep signed-in">
      <div className="page-width">
        <span>
          {countOf(items.length, 'workshop')} <strong className="price">{total}</strong>
        </span>
        <button className="button button-accent" type="button" popoverTarget={cartId}>
          View cart
        </button>
      </div>
    </div>
  )
}

/** `RS 7,500` */
export function useTotal(offers: Offer[]): string {
  const items = useStore(({ cart }) => cart)
  const priceOf = (wanted: number) => offers.find(({ id }) => id === wanted)?.price ?? 0
  return rupees(items.reduce((sum, { WorkshopID }) => sum + priceOf(WorkshopID), 0))
}
