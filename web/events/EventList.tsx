import { eventTitle } from '#contract/events/naming.ts'
import type { PublishedEvent } from '#contract/events/site.ts'
import { fullDayRange } from '#web/platform/calendar.ts'

/** Published events as cards that lead to their own pages. */
export function EventList({ events }: { events: readonly PublishedEvent[] }) {
  return (
    <div className="grid gap-l min-14">
      {events.map(({ id, name, startsOn, endsOn, address, theme, venue, flyer }) => (
        <article className="flyer-card" key={id}>
          <img src={flyer} alt="" width="600" height="800" loading="lazy" />
          <div className="stack gap-s">
            <h3 className="heading-small">
              <a href={address}>{eventTitle({ name, startsOn })}</a>
            </h3>
            <p className="small soft">
              {theme}
              <br />
              {fullDayRange(startsOn, endsOn)}
              {venue && `, ${venue}`}
            </p>
          </div>
        </article>
      ))}
    </div>
  )
}
