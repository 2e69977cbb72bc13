import { useWholeContent } from '#web/layout/content.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { EventList } from './EventList.tsx'
import { FlyerCard } from './FlyerCard.tsx'

export default function CurrentProgrammesPage() {
  const { programmes, events: published, today, site } = useWholeContent()
  const events = published.filter(({ endsOn }) => endsOn >= today)
  const current = programmes
    .filter(({ endDate }) => endDate >= today)
    .toSorted((one, other) => one.endDate.localeCompare(other.endDate))
  return (
    <>
      <PageHeader
        eyebrow={site.department}
        title="Current Events"
        lead="Conferences and short courses open for registration. Choose a flyer to see its workshops and seats."
      />
      <section className="section">
        <div className="page-width stack gap-xl">
          {events.length > 0 && (
            <div className="stack">
              <h2>Conferences</h2>
              <EventList events={events} />
            </div>
          )}
          {current.length === 0 && events.length === 0 && (
            <EmptyState title="No events at the moment">
              <p className="soft">New events are announced here. Until then, see our past events.</p>
              <a className="button button-secondary" href="/past-programs">
                Past Events
              </a>
            </EmptyState>
          )}
          {current.length > 0 && (
            <div className="stack">
              <h2>Short courses</h2>
              <div className="grid gap-l min-14">
                {current.map((programme) => (
                  <FlyerCard key={programme.id} programme={programme} ending="Until" href="/events" heading="h3" />
                ))}
              </div>
            </div>
          )}
        </div>
      </section>
    </>
  )
}
