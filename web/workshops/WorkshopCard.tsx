import type { PublicWorkshop } from '#contract/site.ts'
import { durationText } from '#web/platform/calendar.ts'
import { rupees } from '#web/platform/money.ts'
import { countOf } from '#web/platform/words.ts'

/** `time` is the clock at the venue. */
export function WorkshopCard({ workshop, time }: { workshop: PublicWorkshop; time: string }) {
  const { topic, startsAt, durationMinutes, facilitators, venue, price, seats } = workshop
  return (
    <div className="workshop-slot">
      <article className="workshop-card" data-state="available">
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
        </div>
        <div className="act">
          <p className="price">{rupees(price)}</p>
          <p className="small soft">{countOf(seats, 'seat')}</p>
        </div>
      </article>
    </div>
  )
}
