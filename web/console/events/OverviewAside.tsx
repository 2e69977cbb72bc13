import { Sentence } from '#web/console/audit/ActLine.tsx'
import { actorText, toneOf } from '#web/console/audit/words.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { When } from '#web/console/ui/When.tsx'
import { dayAndMonth, daysBetween } from '#web/platform/calendar.ts'
import { datesOf, type Overview, wordsFor } from './overview-words.ts'
import { counted } from './words.ts'

type OverviewProps = { overview: Overview }

/** What waits for this person, each with its list. */
export function NeedsYou({ overview: { event, needs } }: OverviewProps) {
  return (
    <section className="card" aria-labelledby="h-needs">
      <div className="card-header">
        <h2 id="h-needs">Needs you</h2>
        {needs.length > 1 && <span className="soft small">oldest first</span>}
      </div>
      {needs.length === 0 && <p className="soft">Nothing waits for you.</p>}
      <ul className="rows rows-tight">
        {needs.map((need) => {
          const { title, detail, to, action } = wordsFor(need, event)
          return (
            <li key={need.kind}>
              <span>
                <strong>{title}</strong>
                {detail && (
                  <>
                    <br />
                    <small>{detail}</small>
                  </>
                )}
              </span>
              {to && (
                <Link className="button button-secondary" to={to}>
                  {action}
                  <span className="visually-hidden">: {title}</span>
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

export function Dates({ overview: { event, figures }, mayChange }: OverviewProps & { mayChange: boolean }) {
  const { today, eventId, abstractsCloseOn } = event
  return (
    <section className="card" aria-labelledby="h-dates">
      <div className="card-header">
        <h2 id="h-dates">Dates</h2>
        {mayChange && (
          <Link className="button button-quiet" to={`/console/event?eventId=${eventId}`}>
            Change
          </Link>
        )}
      </div>
      <ol className="date-line">
        {datesOf(event).map(({ name, day, isPast, isNext }) => (
          <li key={name} data-done={isPast ? '' : undefined} data-next={isNext ? '' : undefined}>
            <span aria-hidden="true">{isPast ? '✓' : isNext ? '●' : '○'}</span>
            <span>
              {name}
              {isPast && <span className="visually-hidden">, past</span>}
              {isNext && (
                <>
                  <br />
                  <small>
                    {day === today ? 'today' : `in ${counted(daysBetween(today, day), 'day')}`}
                    {day === abstractsCloseOn &&
                      figures.drafts > 0 &&
                      `, ${counted(figures.drafts, 'draft')} not submitted`}
                  </small>
                </>
              )}
            </span>
            <time dateTime={day}>{dayAndMonth(day)}</time>
          </li>
        ))}
      </ol>
    </section>
  )
}

export function Latest({ overview: { event, latest } }: OverviewProps) {
  return (
    <section className="card" aria-labelledby="h-latest">
      <div className="card-header">
        <h2 id="h-latest">Latest</h2>
        <Link className="button button-quiet" to={`/console/audit?eventId=${event.eventId}`}>
          Audit trail
        </Link>
      </div>
      {latest.length === 0 && <p className="soft">Nothing that you may read was done here yet.</p>}
      <ol className="timeline">
        {latest.map((act) => (
          <li key={act.id} data-tone={toneOf(act)}>
            <span>
              <bdi>{actorText(act.actor)}</bdi> <Sentence act={act} />
            </span>
            <Link className="small" to={`/console/audit/${act.id}`}>
              <When at={act.at} timeZone={event.timeZone} />
              <span className="visually-hidden">, act {act.id} in full</span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}
