import type { PublishedEvent } from '#contract/events/site.ts'
import { EventList } from '#web/events/EventList.tsx'
import { useProse, useWholeContent } from '#web/layout/content.tsx'
import { countInWords } from '#web/platform/words.ts'
import { EmptyPage } from '#web/ui/EmptyState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { ProseText } from '#web/ui/ProseText.tsx'
import { Hero } from './Hero.tsx'
import { KeyDates } from './KeyDates.tsx'
import { WaysToTakePart } from './WaysToTakePart.tsx'

export default function HomePage() {
  const { event, events, today, specialities, site } = useWholeContent()
  const others = events.filter(({ id }) => id !== event?.id)
  if (!event) return <BetweenEvents />
  return (
    <>
      <Hero event={event} today={today} place={site.place} />
      <section className="section">
        <div className="page-width stack gap-xl">
          <KeyDates event={event} today={today} />
          <OwnWords />
          <WaysToTakePart event={event} />
          {others.length > 0 && <OtherEvents events={others} />}
          {specialities.length > 0 && (
            <div className="stack">
              <h2>{countInWords(specialities.length, 'discipline')}</h2>
              <ul className="grid ruled min-16">
                {specialities.map((speciality) => (
                  <li key={speciality}>{speciality}</li>
                ))}
              </ul>
            </div>
          )}
        </div>
      </section>
    </>
  )
}

/** What the organisers want to say beside what every event has. */
function OwnWords() {
  const prose = useProse('home')
  if (!prose.lead && prose.sections.length === 0) return null
  return (
    <div className="stack">
      {prose.lead && <p className="lead">{prose.lead}</p>}
      <ProseText prose={prose} />
    </div>
  )
}

function OtherEvents({ events }: { events: readonly PublishedEvent[] }) {
  return (
    <div className="stack">
      <h2>Other events</h2>
      <EventList events={events} />
    </div>
  )
}

function BetweenEvents() {
  const { site, events } = useWholeContent()
  if (events.length > 0) return <OnlyOthers events={events} />
  return (
    <EmptyPage title="The next event is being planned">
      <p className="lead">
        Dates and theme appear here as soon as {site.college} has settled them. Short courses run all year.
      </p>
      <div className="cluster centre">
        <a className="button button-primary" href="/program">
          Current Events
        </a>
        <a className="button button-secondary" href="/past-programs">
          Past Events
        </a>
      </div>
    </EmptyPage>
  )
}

/** Events are published, and none of them has the home page. */
function OnlyOthers({ events }: { events: readonly PublishedEvent[] }) {
  const { site } = useWholeContent()
  return (
    <>
      <PageHeader eyebrow={site.department} title={site.college} lead="Choose an event to see its programme." />
      <section className="section">
        <div className="page-width stack">
          <h2>Events</h2>
          <EventList events={events} />
        </div>
      </section>
    </>
  )
}
