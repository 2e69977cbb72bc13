import type { CurrentEvent, PublicWorkshop } from '#contract/site.ts'
import { clockAt, fullDayRange, weekdayAndDay } from '#web/platform/calendar.ts'
import { useContent } from '#web/platform/content.tsx'
import { countOf } from '#web/platform/words.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { WorkshopCard } from './WorkshopCard.tsx'

export default function WorkshopsPage() {
  const { event, workshops } = useContent()
  const days = event ? daysOf(workshops, event) : []
  return (
    <>
      <PageHeader
        eyebrow={eyebrowOf(event, days)}
        title="Workshop schedule"
        lead="Each workshop has its own fee and a fixed number of seats. A seat is yours once payment is complete."
      />
      <div className="section">
        {days.length === 0 ? (
          <div className="page-width">
            <NoSchedule />
          </div>
        ) : (
          <div className="page-width split aside-23">
            <div className="stack gap-l">
              <Notice tone="wait">Booking opens here soon.</Notice>
              {days.map((day) => (
                <DayOfWorkshops key={day.day} {...day} />
              ))}
            </div>
            <BookingSoon />
          </div>
        )}
      </div>
    </>
  )
}

type Sitting = { workshop: PublicWorkshop; time: string }
type ScheduleDay = { day: string; sittings: Sitting[] }

/** The schedule by day and hour, as clocks at the venue show them. */
function daysOf(workshops: PublicWorkshop[], { timeZone }: CurrentEvent): ScheduleDay[] {
  const byDay = new Map<string, Sitting[]>()
  for (const workshop of workshops.toSorted((one, other) => one.startsAt.localeCompare(other.startsAt))) {
    const { day, time } = clockAt(workshop.startsAt, timeZone)
    byDay.set(day, [...(byDay.get(day) ?? []), { workshop, time }])
  }
  return Array.from(byDay, ([day, sittings]) => ({ day, sittings }))
}

function eyebrowOf(event: CurrentEvent | null, days: ScheduleDay[]): string | undefined {
  const [first] = days
  const last = days.at(-1)
  return event && first && last ? `${event.theme}, ${fullDayRange(first.day, last.day)}` : event?.theme
}

function DayOfWorkshops({ day, sittings }: ScheduleDay) {
  return (
    <section className="stack">
      <h2 className="day-heading">
        <time dateTime={day}>{weekdayAndDay(day)}</time> <small>{countOf(sittings.length, 'workshop')}</small>
      </h2>
      {sittings.map(({ workshop, time }) => (
        <WorkshopCard key={workshop.id} workshop={workshop} time={time} />
      ))}
    </section>
  )
}

function BookingSoon() {
  const { site } = useContent()
  const desk = site.contacts[0]
  return (
    <aside className="card stack stick" aria-labelledby="booking">
      <h2 id="booking">Your cart</h2>
      <p className="soft">When booking opens, you add workshops, see the total and pay by card here.</p>
      {desk && (
        <p className="small soft">
          Questions until then: <a href={`mailto:${desk.email}`}>{desk.email}</a>
        </p>
      )}
    </aside>
  )
}

function NoSchedule() {
  return (
    <EmptyState title="The schedule is not out yet">
      <p className="soft">Workshops appear here with their day, fee and seats as soon as they are fixed.</p>
      <a className="button button-secondary" href="/program">
        Current Events
      </a>
    </EmptyState>
  )
}
