import { grouped, paisaInRupee, rupees } from '#contract/money.ts'
import type { Reply } from '#web/console/call.ts'
import { AsTable } from '#web/console/ui/AsTable.tsx'
import { dayAndMonth } from '#web/platform/calendar.ts'

type Days = Reply<'FinanceToday'>['days']

const height = 100
const step = 20

/** The last fourteen days, drawn, and the same as a table. */
export function MoneyChart({ days }: { days: Days }) {
  const top = niceTop(Math.max(...days.flatMap(({ received, givenBack }) => [received, givenBack])))
  const tall = (paisa: number) => (paisa / top) * height
  const sum = (of: (day: Days[number]) => number) => rupees(days.reduce((all, day) => all + of(day), 0))
  const words = `Received in the last ${days.length} days: ${sum(({ received }) => received)} in all. Given back: ${sum(({ givenBack }) => givenBack)}.`
  return (
    <section className="card" aria-labelledby="h-days">
      <div className="card-header">
        <h2 id="h-days">The last 14 days</h2>
      </div>
      <div className="stack">
        <p className="legend">
          <span data-key="in">Received</span>
          <span data-key="back">Given back</span>
        </p>
        <div className="money-chart">
          <div className="y figures" aria-hidden="true">
            <span>{grouped(top / paisaInRupee)}</span>
            <span>0</span>
          </div>
          <svg
            viewBox={`0 0 ${days.length * step} ${height}`}
            preserveAspectRatio="none"
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, from figures
            role="img"
            aria-label={words}
          >
            <path className="ground" d={`M0 ${height}H${days.length * step}`} />
            {days.map(({ day, received, givenBack }, at) => (
              <g key={day}>
                <rect
                  className="bar-in"
                  x={at * step + 3}
                  y={height - tall(received)}
                  width="8"
                  height={tall(received)}
                />
                <rect
                  className="bar-out"
                  x={at * step + 12}
                  y={height - tall(givenBack)}
                  width="5"
                  height={tall(givenBack)}
                />
              </g>
            ))}
          </svg>
          <div className="x" aria-hidden="true">
            <span>{dayAndMonth(days[0]?.day ?? '')}</span>
            <span>Today</span>
          </div>
        </div>
        <AsTable
          label="The last 14 days"
          head={['Day', 'Received', 'Given back']}
          rows={days.toReversed().map(({ day, received, givenBack }) => ({
            id: day,
            cells: [dayAndMonth(day), rupees(received), rupees(givenBack)],
          }))}
        />
      </div>
    </section>
  )
}

/** A round number not far above the largest. */
function niceTop(paisa: number): number {
  const least = Math.max(paisa, 100 * paisaInRupee)
  const power = 10 ** Math.floor(Math.log10(least))
  return ([1, 1.5, 2, 3, 4, 5, 6, 8].find((each) => each * power >= least) ?? 10) * power
}
