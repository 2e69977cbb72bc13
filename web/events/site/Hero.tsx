import { eventTitle, venueIn } from '#contract/events/naming.ts'
import type { CurrentEvent } from '#contract/events/site.ts'
import { PageLink } from '#web/layout/PageLink.tsx'
import { dayAndMonth, daysBetween, fullDayRange } from '#web/platform/calendar.ts'
import { Icon } from '#web/ui/Icon.tsx'

type HeroProps = { event: CurrentEvent; today: string; place: string }

export function Hero({ event, today, place }: HeroProps) {
  const when = fullDayRange(event.startsOn, event.endsOn)
  const [town = ''] = place.split(',')
  return (
    <section className="hero deep">
      <div className="page-width">
        <div className="stack gap-l">
          <p className="eyebrow">{eventTitle(event)}</p>
          <h1>{event.theme}</h1>
          <p className="lead">{event.lead}</p>
          <div className="cluster gap-l">
            <span className="cluster gap-s">
              <Icon name="calendar" /> {when}
            </span>
            <span className="cluster gap-s">
              <Icon name="pin" /> {venueIn(event.venue, town)}
            </span>
          </div>
          <div className="cluster">
            <PageLink className="button button-accent" to="/events">
              Register for Events
            </PageLink>
            {!event.noAbstracts && today <= event.abstractsCloseOn && (
              <PageLink className="button button-secondary" to="/abstractsubmission">
                Submit an abstract
              </PageLink>
            )}
          </div>
          <Countdown event={event} today={today} />
        </div>
        <Flyer src={event.flyer} text={`${event.theme}, ${when}, ${event.venue}`} />
      </div>
    </section>
  )
}

/** Days only, and written by the server: the page stays true for the whole day it was drawn. */
function Countdown({ event, today }: Omit<HeroProps, 'place'>) {
  const ahead = [
    ...(event.noAbstracts ? [] : [{ what: 'abstract submission closes', on: event.abstractsCloseOn }]),
    { what: 'registration closes', on: event.registrationClosesOn },
    { what: 'the conference opens', on: event.startsOn },
  ].find(({ on }) => today <= on)
  if (!ahead) return null

  const days = daysBetween(today, ahead.on)
  if (days === 0) return <p className="lead">Today {ahead.what}.</p>
  return (
    <div className="stack gap-s">
      <p className="small soft">
        Until {ahead.what}, {dayAndMonth(ahead.on)}
      </p>
      <p className="countdown">
        <span>
          <b>{days}</b>
          {days === 1 ? 'day' : 'days'}
        </span>
      </p>
    </div>
  )
}

/** On a narrow window a tap opens the flyer large; on a wide one it is large already. */
function Flyer({ src, text }: { src: string; text: string }) {
  return (
    <>
      <div className="flyer-wide">
        <img src={src} alt={`Flyer: ${text}`} width="600" height="800" fetchPriority="high" />
      </div>
      <button className="flyer-button" type="button" data-opens="flyer" aria-haspopup="dialog">
        <img src={src} alt={`Open the flyer: ${text}`} width="600" height="800" fetchPriority="high" />
      </button>
      <dialog className="dialog" id="flyer" aria-label="Flyer" {...{ closedby: 'any' }}>
        <img src={src} alt={text} width="600" height="800" loading="lazy" />
        <form method="dialog">
          <button className="button button-primary button-block">Close</button>
        </form>
      </dialog>
    </>
  )
}
