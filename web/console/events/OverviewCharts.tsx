import { useSearchParams } from 'react-router'
import { grouped } from '#contract/money.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { AsTable } from '#web/console/ui/AsTable.tsx'
import { LineChart } from '#web/console/ui/LineChart.tsx'
import { dayAfter, type Step, stepsOf, weeksOf } from '#web/console/ui/series.ts'
import { dayAndMonth } from '#web/platform/calendar.ts'
import type { Overview } from './overview-words.ts'
import { SeatBar, seatsText } from './SeatBar.tsx'
import { counted } from './words.ts'
import { StateChip } from './workshop-words.tsx'

const days = 30

type RegistrationsProps = { came: Overview['registrations']; event: Overview['event'] }

/** How they grew since registration opened, or in the last thirty days; the table under the chart has the same, week by week. */
export function Registrations({ came, event: { opensOn, today, endsOn } }: RegistrationsProps) {
  const [address] = useSearchParams()
  const isShort = address.get('range') === String(days)
  const to = today < endsOn ? today : endsOn
  const opened = [came[0]?.day ?? opensOn, opensOn, to].toSorted()[0] as string
  const steps = stepsOf(came, { from: isShort ? dayAfter(to, 1 - days) : opened, to })
  const rangeAddress = (range: string) => {
    const next = new URLSearchParams(address)
    if (range) next.set('range', range)
    else next.delete('range')
    return `?${next}`
  }
  return (
    <section className="card stack" aria-labelledby="h-reg">
      <div className="card-header">
        <h2 id="h-reg">Registrations over time</h2>
        <nav className="tabs" aria-label="Range">
          <Link to={rangeAddress('')} aria-current={isShort ? undefined : 'true'} preventScrollReset>
            Since opening
          </Link>
          <Link to={rangeAddress(String(days))} aria-current={isShort ? 'true' : undefined} preventScrollReset>
            {days} days
          </Link>
        </nav>
      </div>
      <LineChart steps={steps} words={inWords(steps)} />
      <AsTable
        label="Registrations by week"
        head={['Week from', 'New', 'Total']}
        rows={weeksOf(steps).map(({ day, added, total }) => ({
          id: day,
          cells: [dayAndMonth(day), grouped(added), grouped(total)],
        }))}
      />
    </section>
  )
}

function inWords(steps: readonly Step[]): string {
  const [first, last] = [steps[0] as Step, steps.at(-1) as Step]
  const most = steps.reduce((best, step) => (step.added > best.added ? step : best))
  const grew = `Registrations grew from ${grouped(first.total)} on ${dayAndMonth(first.day)} to ${grouped(last.total)} on ${dayAndMonth(last.day)}.`
  return most.added > 0 ? `${grew} The most in a day were ${most.added}, on ${dayAndMonth(most.day)}.` : grew
}

/** The fullest first, each a bar; the same in a table. */
export function Seats({ overview: { event, workshops, figures } }: { overview: Overview }) {
  const { eventId } = event
  return (
    <section className="card stack" aria-labelledby="h-seats">
      <div className="card-header">
        <h2 id="h-seats">Seats by workshop</h2>
        <Link className="button button-quiet" to={`/console/workshops?eventId=${eventId}`}>
          {figures.workshops > workshops.length ? `All ${figures.workshops}` : counted(figures.workshops, 'workshop')}
        </Link>
      </div>
      <p className="legend">
        <span data-key="paid">Paid</span>
        <span data-key="held">Held</span>
        <span>Free</span>
      </p>
      <ul className="seat-rows">
        {workshops.map((workshop) => (
          <li key={workshop.id}>
            <Link to={`/console/workshops/${workshop.id}?eventId=${eventId}`}>
              <bdi dir="auto">{workshop.topic}</bdi>
            </Link>
            <span className="small figures soft">
              {seatsText(workshop)} {workshop.state !== 'selling' && <StateChip state={workshop.state} />}
            </span>
            <SeatBar {...workshop} />
          </li>
        ))}
      </ul>
      <AsTable
        label="Seats by workshop"
        head={['Workshop', 'Paid', 'Held', 'Free', 'Seats']}
        rows={workshops.map(({ id, topic, paid, held, free, seats }) => ({
          id,
          cells: [topic, paid, held, free, seats],
        }))}
      />
    </section>
  )
}
