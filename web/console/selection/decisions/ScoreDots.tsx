const [left, step, middle] = [8, 31, 12]
/** From two points on it is wide. */
const wide = 2
const rise = 4

const across = (score: number): number => left + (score - 1) * step

/** One disc for each score on the scale from 1 to 5, a ring for the mean, and a line for how far they lie apart. */
export function ScoreDots({ scores }: { scores: readonly number[] }) {
  const [lowest, highest] = [Math.min(...scores), Math.max(...scores)]
  const mean = scores.reduce((sum, each) => sum + each, 0) / scores.length
  const spread = highest - lowest
  const same = new Map<number, number>()
  const discs = scores.map((score) => {
    const at = Math.round(across(score))
    const many = same.get(at) ?? 0
    same.set(at, many + 1)
    return { x: at, y: middle - Math.min(many, 2) * rise, key: `${at} ${many}` }
  })
  return (
    <svg
      className="dots"
      viewBox="0 0 140 24"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, from figures
      role="img"
      aria-label={`Scores ${scores.join(', ')}; mean ${mean.toFixed(1)}, spread ${spread.toFixed(1)}`}
      data-wide={spread >= wide ? '' : undefined}
    >
      <path className="axis" d="M8 12H132M8 8v8M39 9v6M70 9v6M101 9v6M132 8v8" />
      <path className="range" d={`M${across(lowest)} ${middle}H${across(highest)}`} />
      {discs.map(({ x, y, key }) => (
        <circle key={key} className="disc" cx={x} cy={y} r="4.5" />
      ))}
      <circle className="mean" cx={across(mean)} cy={middle} r="7" />
    </svg>
  )
}
