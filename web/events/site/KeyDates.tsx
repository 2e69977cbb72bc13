import type { CurrentEvent } from '#contract/events/site.ts'
import { dayBefore, dayRange } from '#web/platform/calendar.ts'

type KeyDate = { from: string; to: string; what: string }

/** Past dates are marked done; the first that is still ahead is the next one. */
export function KeyDates({ event, today }: { event: CurrentEvent; today: string }) {
  const dates = keyDatesOf(event)
  const next = dates.find(({ to }) => today <= to)
  return (
    <div className="stack">
      <h2>Key dates</h2>
      <ol className="key-dates">
        {dates.map((date) => (
          <li key={date.what} data-done={date.to < today ? '' : undefined} data-next={date === next ? '' : undefined}>
            <time dateTime={date.from}>{dayRange(date.from, date.to)}</time> {date.what}
            {date.to < today && <span className="visually-hidden"> (past)</span>}
          </li>
        ))}
      </ol>
    </div>
  )
}

function keyDatesOf(event: CurrentEvent): KeyDate[] {
  const on = (day: string, what: string): KeyDate => ({ from: day, to: day, what })
  const dates = [
    ...(event.noAbstracts
      ? [on(event.opensOn, 'Registration opens')]
      : [
          on(event.opensOn, 'Registration and abstracts open'),
          on(event.abstractsCloseOn, 'Abstract submission closes'),
          on(event.decisionsOn, 'Authors hear the decision'),
        ]),
    on(event.registrationClosesOn, 'Registration closes'),
    {
      from: event.workshopsFrom,
      to: workshopsEnd(event),
      what: `Workshops, then the conference on ${conference(event)}`,
    },
  ]
  return dates.toSorted((one, other) => one.from.localeCompare(other.from))
}

const workshopsEnd = ({ workshopsFrom, startsOn }: CurrentEvent): string =>
  workshopsFrom < startsOn ? dayBefore(startsOn) : workshopsFrom

const conference = ({ startsOn, endsOn }: CurrentEvent): string => dayRange(startsOn, endsOn)
