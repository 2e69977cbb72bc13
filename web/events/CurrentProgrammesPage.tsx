import { useWholeContent } from '#web/layout/content.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { FlyerCard } from './FlyerCard.tsx'

export default function CurrentProgrammesPage() {
  const { programmes, today, site } = useWholeContent()
  const current = programmes
    .filter(({ endDate }) => endDate >= today)
    .toSorted((one, other) => one.endDate.localeCompare(other.endDate))
  return (
    <>
      <PageHeader
        eyebrow={site.department}
        title="Current Events"
        lead="Short courses open for registration. Choose a flyer to see its workshops and seats."
      />
      <section className="section">
        <div className="page-width">
          {current.length === 0 ? (
            <EmptyState title="No programme is running just now">
              <p className="soft">New ones are announced here. Until then, see what we have run before.</p>
              <a className="button button-secondary" href="/past-programs">
                Past Events
              </a>
            </EmptyState>
          ) : (
            <div className="grid gap-l min-14">
              {current.map((programme) => (
                <FlyerCard key={programme.id} programme={programme} ending="Until" href="/events" />
              ))}
            </div>
          )}
        </div>
      </section>
    </>
  )
}
