import { useState } from 'react'
import { Provider } from 'react-redux'
import { minute } from '#contract/durations.ts'
import CartContents from '#web/booking/CartContents.tsx'
import { OrderLine } from '#web/booking/MyWorkshops.tsx'
import { Paper } from '#web/booking/ReceiptDialog.tsx'
import { addToCart } from '#web/booking/slice.ts'
import type { Order } from '#web/booking/useOrders.ts'
import type { CardState, Workshop } from '#web/events/api.ts'
import { CardAction } from '#web/events/CardAction.tsx'
import { WorkshopCard } from '#web/events/WorkshopCard.tsx'
import { makeStore } from '#web/store.ts'
import { Specimen } from './Specimen.tsx'

const startsAt = '2027-01-11T04:00:00.000Z'

function workshop(id: number, topic: string, change: Partial<Workshop> = {}): Workshop {
  const rest = { durationMinutes: 180, facilitators: 'Dr Sana Memon', venue: 'Skills Laboratory', seats: 20 }
  return { id, topic, startsAt, price: 350_000, ...rest, live: live(14), ...change }
}

const live = (SeatsLeft: number) => ({ SeatsLeft, HasBegun: false, PaidStatus: '', PaymentCode: '' }) as const
const { live: _later, ...notKnown } = workshop(3, 'Seats are not known yet')
const airway = workshop(1, 'Airway Management')
const free = workshop(2, 'Good Clinical Practice', { price: 0, live: live(3) })

const cards: [CardState, Workshop, ...('busy' | 'paying')[]][] = [
  ['unknown', notKnown],
  ['available', airway],
  ['available', workshop(4, 'A seat is being looked for'), 'busy'],
  ['available', free],
  ['cart', workshop(5, 'Focused Echo in Shock')],
  ['full', workshop(6, 'Basic Laparoscopic Skills', { live: live(0) })],
  ['pending', workshop(7, 'Infection Control Walk-Round')],
  ['pending', workshop(8, 'Reading the Chest Film'), 'paying'],
  ['paid', workshop(9, 'Writing the Structured Abstract')],
]

function orderOf({ id, topic, price, venue }: Workshop, change: Partial<Order> = {}): Order {
  const Price = price / 100
  return {
    EventID: 1,
    PaymentCode: `CODE${id}`,
    PaidStatus: 'added',
    Total: Price,
    Workshops: [{ WorkshopID: id, Topic: topic, theDate: startsAt, Price, Venue: venue, duration: 180 }],
    IsConfirming: false,
    TimeZone: 'Asia/Karachi',
    heldUntil: undefined,
    ...change,
  }
}

const nothing = async () => {}
const actions = { add: () => {}, showReceipt: () => {}, refresh: nothing }

export function WorkshopCards() {
  const [heldUntil] = useState(() => performance.now() + 39 * minute)
  return (
    <Specimen title="Workshop cards">
      {cards.map(([state, each, mark]) => (
        <WorkshopCard key={each.id} workshop={each} time="09:00" state={state}>
          <CardAction
            workshop={each}
            state={state}
            isBusy={mark === 'busy'}
            order={orderOf(each, mark === 'paying' ? { IsConfirming: true } : { heldUntil })}
            actions={actions}
          />
        </WorkshopCard>
      ))}
    </Specimen>
  )
}

export function Carts() {
  const [stores] = useState(() => {
    const filled = makeStore()
    for (const { id, topic } of [airway, free, workshop(99, 'Gone')])
      filled.dispatch(addToCart({ WorkshopID: id, Topic: topic }))
    return [makeStore(), filled]
  })
  const offers = [
    { ...airway, isFull: false, isMine: false },
    { ...free, isFull: true, isMine: false },
  ]
  return (
    <Specimen title="Cart">
      {stores.map((store, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- There are two, and they stay where they are.
        <Provider key={at} store={store}>
          <CartContents offers={offers} timeZone="Asia/Karachi" ends={{ onFull: () => {}, onDone: () => {} }} />
        </Provider>
      ))}
    </Specimen>
  )
}

export function Orders() {
  const [heldUntil] = useState(() => performance.now() + 39 * minute)
  const orders = [
    orderOf(airway, { heldUntil }),
    orderOf(workshop(11, 'Stroke: the First Hour'), { IsConfirming: true }),
    orderOf(workshop(12, 'Suturing and Knots'), { PaidStatus: 'review' }),
    orderOf(free, { PaidStatus: 'PAID' }),
    orderOf(workshop(13, 'Safe Sedation'), {
      PaidStatus: 'refunded',
      ReceiptNumber: 'R1-000043',
      RefundNote: 'Refunded RS 3,500 on 5 January 2027; your seats were given back.',
    }),
  ]
  return (
    <Specimen title="Orders">
      <ul className="rows">
        {orders.map((order) => (
          <OrderLine key={order.PaymentCode} order={order} refresh={nothing} showReceipt={() => {}} />
        ))}
      </ul>
    </Specimen>
  )
}

export function Receipt() {
  const { Workshops } = orderOf(airway)
  return (
    <Specimen title="Receipt">
      <Paper
        receipt={{
          ReceiptNumber: 'R1-000042',
          IssuedAt: startsAt,
          PaymentCode: 'K7Q2M9XYZ2345',
          Event: 'Annual Medical Conference',
          Name: 'Dr Mehak Soomro',
          UserID: 'mehak.soomro@example.org',
          Workshops,
          Total: 3500,
          Currency: 'PKR',
          TransactionID: '412345678901',
          IsCancelled: false,
          TimeZone: 'Asia/Karachi',
        }}
      />
    </Specimen>
  )
}
