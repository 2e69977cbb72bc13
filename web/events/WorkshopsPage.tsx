import { lazy, Suspense, useState } from 'react'
import type { CurrentEvent } from '#contract/events/site.ts'
import { CartDrawer } from '#web/booking/CartDrawer.tsx'
import { useContent } from '#web/layout/content.tsx'
import { fullDayRange, weekdayAndDay } from '#web/platform/calendar.ts'
import { useStore } from '#web/platform/store.ts'
import { countOf } from '#web/platform/words.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { SkeletonLines } from '#web/ui/Spinner.tsx'
import { daysOf, stateOf, type ScheduleDay, type Workshop } from './api.ts'
import { CardAction, type CardActions } from './CardAction.tsx'
import { useAdding } from './useAdding.ts'
import { useSchedule, type Schedule } from './useSchedule.ts'
import { WorkshopCard } from './WorkshopCard.tsx'

const CartBar = lazy(() => import('#web/booking/CartBar.tsx'))
const CartContents = lazy(() => import('#web/booking/CartContents.tsx'))
const ReceiptDialog = lazy(() => import('#web/booking/ReceiptDialog.tsx'))

export default function WorkshopsPage() {
  const { event } = useContent()
  const schedule = useSchedule()
  const days = event ? daysOf(schedule.workshops, event) : []
  return (
    <>
      <PageHeader
        eyebrow={eyebrowOf(event, days)}
        title="Workshop schedule"
        lead="Each workshop has its own fee and a fixed number of seats. A seat is yours once payment is complete."
      />
      {event && days.length > 0 ? (
        <Booking event={event} days={days} schedule={schedule} />
      ) : (
        <div className="section">
          <div className="page-width">
            {schedule.isUnknown ? <Waiting isOffline={schedule.isOffline} /> : <NoSchedule />}
          </div>
        </div>
      )}
    </>
  )
}

function eyebrowOf(event: CurrentEvent | null, days: ScheduleDay[]): string | undefined {
  const [first] = days
  const last = days.at(-1)
  return event && first && last ? `${event.theme}, ${fullDayRange(first.day, last.day)}` : event?.theme
}

type BookingProps = { event: CurrentEvent; days: ScheduleDay[]; schedule: Schedule }

function Booking({ event, days, schedule }: BookingProps) {
  const { workshops, isOffline, refresh, markFull } = schedule
  const [receipt, setReceipt] = useState<string>()
  const { checking, added, add } = useAdding(markFull)
  const cart = useStore((state) => state.cart)
  const isRestored = useStore(({ visit }) => visit.isRestored)
  const offers = workshops.map((workshop) => {
    const state = stateOf(workshop, cart)
    return { ...workshop, isFull: state === 'full', isMine: state === 'paid' || state === 'pending' }
  })
  const actions = { add: (workshop: Workshop) => void add(workshop), showReceipt: setReceipt, refresh }
  const ends = { onFull: markFull, onDone: () => void refresh() }
  return (
    <>
      <div className="section">
        <div className="page-width split aside-23">
          <div className="stack gap-l">
            {isOffline && (
              <Notice tone="wait" live>
                We could not read how many seats are left. We keep trying.
              </Notice>
            )}
            {days.map((day) => (
              <DayOfWorkshops key={day.day} {...day} schedule={schedule} checking={checking} actions={actions} />
            ))}
            <p className="visually-hidden" aria-live="polite">
              {added && `${added} is in your cart. ${countOf(cart.length, 'workshop')} in all.`}
            </p>
          </div>
          <CartDrawer>
            {/* Drawn by the browser alone: the server knows no cart. */}
            {isRestored && (
              <Suspense fallback={<p className="soft">Loading</p>}>
                <CartContents offers={offers} timeZone={event.timeZone} ends={ends} />
              </Suspense>
            )}
          </CartDrawer>
        </div>
        {receipt && (
          <Suspense>
            <ReceiptDialog paymentCode={receipt} onClose={() => setReceipt(undefined)} />
          </Suspense>
        )}
      </div>
      {isRestored && (
        <Suspense>
          <CartBar offers={offers} />
        </Suspense>
      )}
    </>
  )
}

type DayProps = ScheduleDay & { schedule: Schedule; checking: number[]; actions: CardActions }

function DayOfWorkshops({ day, sittings, schedule, checking, actions }: DayProps) {
  const cart = useStore((state) => state.cart)
  return (
    <section className="stack">
      <h2 className="day-heading">
        <time dateTime={day}>{weekdayAndDay(day)}</time> <small>{countOf(sittings.length, 'workshop')}</small>
      </h2>
      {sittings.map(({ workshop, time }) => {
        const known = stateOf(workshop, cart)
        const state = schedule.isOffline && known === 'unknown' ? 'available' : known
        const order = schedule.orders.find(({ PaymentCode }) => PaymentCode === workshop.live?.PaymentCode)
        return (
          <WorkshopCard key={workshop.id} workshop={workshop} time={time} state={state}>
            <CardAction {...{ workshop, state, order, actions }} isBusy={checking.includes(workshop.id)} />
          </WorkshopCard>
        )
      })}
    </section>
  )
}

function Waiting({ isOffline }: { isOffline: boolean }) {
  if (!isOffline) return <SkeletonLines />
  return (
    <Notice tone="wait" live>
      We could not read the workshops. We keep trying.
    </Notice>
  )
}

function NoSchedule() {
  return (
    <EmptyState title="The schedule is not out yet">
      <p className="soft">Workshops appear here with their day, fee and seats as soon as they are fixed.</p>
      <a className="button button-secondary" href="/program">
        Current Events
      </a>
    </EmptyState>
  )
}
