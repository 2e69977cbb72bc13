import { grouped } from '#contract/money.ts'
import { counted } from '#web/console/events/words.ts'
import type { Overview } from '#web/console/selection/words.ts'
import { AsTable } from '#web/console/ui/AsTable.tsx'
import { type Step, stepsOf } from '#web/console/ui/series.ts'
import { clockAt, dayAndMonth, daysBetween } from '#web/platform/calendar.ts'

const [width, height] = [600, 200]
const round = (value: number): number => Math.round(value * 10) / 10

/** How reviews come in, against an even pace to the last day; the table under the chart has the same, day by day. */
export function Pace({ overview: { byDay, call, figures } }: { overview: Overview }) {
  const { today, dueOn, timeZone } = call
  const began = call.beganAt ? clockAt(call.beganAt, timeZone).day : today
  const from = [byDay[0]?.day ?? began, began].toSorted()[0] as string
  const to = [dueOn ?? today, today].toSorted().at(-1) as string
  const came = byDay.map(({ day, submitted }) => ({ day, people: submitted }))
  const steps = stepsOf(came, { from, to: today })
  const whole = Math.max(1, daysBetween(from, to))
  return (
    <section className="card stack gap-s" aria-labelledby="h-pace">
      <div className="card-header">
        <h2 id="h-pace">Submitted over time</h2>
        <p className="legend">
          <span data-key="paid">Submitted</span>
          {dueOn && <span data-key="even">Even pace to the last day</span>}
        </p>
      </div>
      <PaceChart steps={steps} ends={{ from, to, dueOn, today }} whole={whole} places={Math.max(1, figures.places)} />
      <AsTable
        label="Reviews by day"
        head={['Day', 'Submitted', 'In all']}
        rows={steps.map(({ day, added, total }) => ({
          id: day,
          cells: [dayAndMonth(day), grouped(added), grouped(total)],
        }))}
      />
    </section>
  )
}

type ChartProps = {
  steps: readonly Step[]
  ends: { from: string; to: string; dueOn: string | null; today: string }
  whole: number
  places: number
}

function PaceChart({ steps, ends: { from, to, dueOn, today }, whole, places }: ChartProps) {
  const across = (day: string) => round((daysBetween(from, day) / whole) * width)
  const points = steps.map(({ day, total }) => `${across(day)} ${round(height - (total / places) * height)}`)
  const line = `M0 ${height}L${points.join('L')}`
  const now = across(today)
  const scale = [places, Math.round((places * 2) / 3), Math.round(places / 3), 0]
  return (
    <figure
      className="chart"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, from figures
      role="img"
      aria-label={inWords(steps, { dueOn, today, from, places })}
    >
      <div className="y figures" aria-hidden="true">
        {scale.map((each, at) => (
          <span key={[3, 2, 1, 0][at]}>{grouped(each)}</span>
        ))}
      </div>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        <path d={[0, 1, 2, 3].map((at) => `M0 ${round((at / 3) * height)}H${width}`).join('')} />
        {dueOn && <path className="want" d={`M0 ${height}L${across(dueOn)} 0`} />}
        <path className="area" d={`${line}L${now} ${height}z`} />
        <path className="line" d={line} />
        {today < to && <path className="today" d={`M${now} 0V${height}`} />}
      </svg>
      <div className="x" aria-hidden="true">
        <span>{dayAndMonth(from)}</span>
        <span>{dueOn === to ? `due ${dayAndMonth(to)}` : dayAndMonth(to)}</span>
      </div>
    </figure>
  )
}

type Told = { dueOn: string | null; today: string; from: string; places: number }

function inWords(steps: readonly Step[], { dueOn, today, from, places }: Told): string {
  const total = steps.at(-1)?.total ?? 0
  const are = `${grouped(total)} of ${grouped(places)} reviews are in on ${dayAndMonth(today)}.`
  if (!dueOn || dueOn <= from) return are
  if (today > dueOn) return `${are} They were due on ${dayAndMonth(dueOn)}.`
  const even = Math.round((places * daysBetween(from, today)) / daysBetween(from, dueOn))
  return `${are} An even pace would be ${grouped(even)}. ${counted(daysBetween(today, dueOn), 'day is', 'days are')} left.`
}
