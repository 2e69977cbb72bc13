import { grouped } from '#contract/money.ts'
import { dayAndMonth } from '#web/platform/calendar.ts'
import { scaleFor, type Step } from './series.ts'

const [width, height] = [600, 200]

/** How something grew, day by day. Whoever cannot see it is told the same in words, and the table under it has the figures. */
export function LineChart({ steps, words }: { steps: readonly Step[]; words: string }) {
  const [first, last] = [steps[0] as Step, steps.at(-1) as Step]
  const scale = scaleFor(last.total)
  const highest = scale[0] as number
  const points = steps.map(({ total }, at) => {
    const across = steps.length === 1 ? width : (at / (steps.length - 1)) * width
    return `${round(across)} ${round(height - (total / highest) * height)}`
  })
  const line = `M${points.length === 1 ? `0 ${points[0]?.split(' ')[1] ?? height} ` : ''}${points.join('L')}`
  return (
    <figure
      className="chart"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, from figures
      role="img"
      aria-label={words}
    >
      <div className="y figures" aria-hidden="true">
        {scale.map((each) => (
          <span key={each}>{grouped(each)}</span>
        ))}
      </div>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        <path d={scale.map((_, at) => `M0 ${round((at / 3) * height)}H${width}`).join('')} />
        <path className="area" d={`${line}L${width} ${height}L0 ${height}z`} />
        <path className="line" d={line} />
      </svg>
      <div className="x" aria-hidden="true">
        <span>{dayAndMonth(first.day)}</span>
        <span>{dayAndMonth(last.day)}</span>
      </div>
    </figure>
  )
}

const round = (value: number): number => Math.round(value * 10) / 10
