import type { ReactNode } from 'react'
import { durationText } from '#web/platform/calendar.ts'
import { priceText } from '#web/platform/money.ts'
import { countOf } from '#web/platform/words.ts'
import { Meter } from '#web/ui/Meter.tsx'
import type { CardState, Workshop } from './api.ts'

type CardProps = { workshop: Workshop; time: string; state: CardState; children: ReactNode }

/** `time` is the clock at the venue; the children are what can be done. */
export function WorkshopCard({ workshop, time, state, children }: CardProps) {
  const { topic, startsAt, durationMinutes, facilitators, venue, price } = workshop
  const isMine = state === 'paid' || state === 'pending'
  return (
    <div className="workshop-slot">
      <article className="workshop-card" data-state={state}>
        <p>
          <time dateTime={startsAt}>{time}</time>
          <span className="small soft">{durationText(durationMinutes)}</span>
        </p>
        <div className="stack gap-s">
          <h3>{topic}</h3>
          <dl className="facts small">
            <div>
              <dt>Facilitators</dt>
              <dd>{facilitators}</dd>
            </div>
            <div>
              <dt>Venue</dt>
              <dd>{venue}</dd>
            </div>
          </dl>
          {(!isMine || workshop.live?.IsCancelled) && <Seats {...workshop} />}
        </div>
        <div className="act">
          <p className="price">{priceText(price)}</p>
          {children}
        </div>
      </article>
    </div>
  )
}

const fewLeft = 0.25

function Seats({ seats, live, seatUnavailable }: Workshop) {
  const left = seatUnavailable ? 0 : live?.SeatsLeft
  const taken = left === undefined ? 0 : seats - left
  const tone = left === 0 ? 'bad' : left !== undefined && left <= seats * fewLeft ? 'wait' : undefined
  return (
    <div className="cluster gap-s small">
      <Meter label="Seats taken" value={taken} of={seats} tone={tone} />
      <span className="soft">{seatsText(seats, left, live)}</span>
    </div>
  )
}

function seatsText(seats: number, left: number | undefined, live: Workshop['live']): string {
  if (live?.IsCancelled) return 'Cancelled'
  if (live?.HasBegun) return 'Already begun'
  if (live?.IsStopped) return 'Booking is closed'
  if (left === undefined) return countOf(seats, 'seat')
  return left === 0 ? `All ${countOf(seats, 'seat')} taken` : `${left} of ${countOf(seats, 'seat')} left`
}
