import { useDispatch } from 'react-redux'
import { rupees } from '#contract/money.ts'
import { clockAt, weekdayAndDay } from '#web/platform/calendar.ts'
import { priceText } from '#web/platform/money.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { clashesOf } from './api.ts'
import { useTotal } from './CartBar.tsx'
import type { Offer } from './CartDrawer.tsx'
import { removeFromCart, type CartItem } from './slice.ts'
import { useCheckOut, type CheckOutEnds } from './useCheckOut.ts'
import { useDrawer } from './useDrawer.ts'

type ContentsProps = { offers: Offer[]; timeZone: string; ends: CheckOutEnds }

export default function CartContents({ offers, timeZone, ends }: ContentsProps) {
  const { items, busy, checkOut } = useCheckOut(ends)
  const total = useTotal(offers)
  const clashing = offers
    .map(({ id, topic }) => ({ id, topic, clashes: clashesOf(id, offers, items) }))
    .filter(({ id, clashes }) => clashes.length > 0 && items.some(({ WorkshopID }) => WorkshopID === id))
  useDrawer()
  return (
    <>
      {items.length === 0 ? (
        <p className="soft">Nothing here yet. Add a workshop from the schedule.</p>
      ) : (
        <ul className="rows rows-tight">
          {items.map((item) => (
            <CartLine
              key={item.WorkshopID}
              item={item}
              offer={offers.find(({ id }) => id === item.WorkshopID)}
              clashes={clashing.find(({ id }) => id === item.WorkshopID)?.clashes ?? []}
              timeZone={timeZone}
            />
          ))}
        </ul>
      )}
      {/* Read out when a workshop is added: the line it stands in is not where the reader is. */}
      <p className="visually-hidden" aria-live="polite">
        {clashing.map(({ topic, clashes }) => `${topic} overlaps with ${clashes.join(', ')}.`).join(' ')}
      </p>
      <p className="total">
        Total <span className="price">{total}</span>
      </p>
      <button
        className="button button-accent button-block"
        type="button"
        aria-busy={busy === 'card' || undefined}
        onClick={() => void checkOut(total, 'card')}
      >
        Check out
      </button>
      <p className="small soft">Checking out holds your seats while you pay.</p>
      {total !== rupees(0) && (
        <>
          <button
            className="button button-quiet button-block"
            type="button"
            aria-busy={busy === 'desk' || undefined}
            onClick={() => void checkOut(total, 'desk')}
          >
            Pay at the desk
          </button>
          <p className="small soft">In cash or by bank draft. You get a payment code to tell the registration desk.</p>
        </>
      )}
    </>
  )
}

type LineProps = { item: CartItem; offer: Offer | undefined; clashes: string[]; timeZone: string }

function CartLine({ item, offer, clashes, timeZone }: LineProps) {
  const dispatch = useDispatch()
  const topic = offer?.topic ?? item.Topic ?? 'Workshop'
  const remove = () => {
    dispatch(removeFromCart(item.WorkshopID))
    // The button that had the focus is gone.
    document.getElementById('cart-title')?.focus()
  }
  return (
    <li>
      <span>
        <strong>{topic}</strong>
        <br />
        <small>{offer ? whenOf(offer, timeZone) : 'No longer offered'}</small>
        {clashes.length > 0 && (
          <small className="clash" data-tone="wait">
            Overlaps with {clashes.join(', ')}
          </small>
        )}
      </span>
      {offer && <span className="price">{priceText(offer.price)}</span>}
      <button
        className="button button-quiet-danger icon-button"
        type="button"
        aria-label={`Remove ${topic}`}
        onClick={remove}
      >
        <Icon name="bin" />
      </button>
    </li>
  )
}

function whenOf({ startsAt, isFull }: Offer, timeZone: string): string {
  if (isFull) return 'No seats left'
  const { day, time } = clockAt(startsAt, timeZone)
  return `${weekdayAndDay(day)}, ${time}`
}
