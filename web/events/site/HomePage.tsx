import { useProse, useWholeContent } from '#web/layout/content.tsx'
import { countInWords } from '#web/platform/words.ts'
import { EmptyPage } from '#web/ui/EmptyState.tsx'
import { ProseText } from '#web/ui/ProseText.tsx'
import { Hero } from './Hero.tsx'
import { KeyDates } from './KeyDates.tsx'
import { WaysToTakePart } from './WaysToTakePart.tsx'

export default function HomePage() {
  const { event, today, specialities, site } = useWholeContent()
  if (!event) return <BetweenEvents />
  return (
    <>
      <Hero event={event} today={today} place={site.place} />
      <section className="section">
        <div className="page-width stack gap-xl">
          <KeyDates event={event} today={today} />
          <OwnWords />
          <WaysToTakePart />
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

function BetweenEvents() {
  const { site } = useWholeContent()
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
