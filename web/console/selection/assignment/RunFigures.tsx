import { grouped } from '#contract/money.ts'
import { counted } from '#web/console/events/words.ts'
import { type Run, runStates, type Shown } from '#web/console/selection/words.ts'
import { scaleFor } from '#web/console/ui/series.ts'
import { When } from '#web/console/ui/When.tsx'

type Figures = NonNullable<Shown['figures']>
type Loads = NonNullable<Figures['loads']>

export function RunFigures({ shown, run }: { shown: Shown; run: Run }) {
  const { abstracts, wanted, filled, kept, first, second, other, loads } = shown.figures as Figures
  const { wished, granted, against } = shown.figures as Figures
  const inField = filled === 0 ? 0 : ((first + second) / filled) * 100
  return (
    <dl className="stat-strip of-five">
      <div>
        <dt>Places filled</dt>
        <dd>{`${grouped(filled)} of ${grouped(wanted)}`}</dd>
        <dd>{`${counted(abstracts, 'abstract')}, ${run.settings.each} each`}</dd>
      </div>
      <div>
        <dt>Kept as they were</dt>
        <dd>{grouped(kept)}</dd>
        <dd>reviews that have begun stay</dd>
      </div>
      <div>
        <dt>In the reviewer’s field</dt>
        <dd>{`${inField.toFixed(1)}%`}</dd>
        <dd>{`${grouped(first)} first, ${grouped(second)} second, ${grouped(other)} none`}</dd>
        {wished + against > 0 && (
          <dd>{`${grouped(granted)} of ${grouped(wished)} wishes granted, ${grouped(against)} against one`}</dd>
        )}
      </div>
      <div>
        <dt>Load</dt>
        <dd>{loads ? rangeOf(loads) : '–'}</dd>
        <dd>
          {loads
            ? `at most ${run.settings.most}; half have ${medianOf(loads)} or more`
            : 'not shown: you have a conflict'}
        </dd>
      </div>
      <div>
        <dt>Short of reviewers</dt>
        <dd>{grouped(shown.short.length)}</dd>
        <dd>
          {shown.short.length > 0
            ? 'each with its reason'
            : run.state === 'applied'
              ? 'as it was proposed'
              : 'every abstract has enough'}
        </dd>
      </div>
    </dl>
  )
}

function rangeOf(loads: Loads): string {
  const [least, most] = [loads[0]?.load ?? 0, loads.at(-1)?.load ?? 0]
  return least === most ? grouped(most) : `${least} to ${most}`
}

/** Half of the reviewers have so many, or more. */
function medianOf(loads: Loads): number {
  const all = loads.reduce((sum, { reviewers }) => sum + reviewers, 0)
  let before = 0
  return loads.find(({ reviewers }) => (before += reviewers) * 2 > all)?.load ?? 0
}

const [width, height] = [350, 120]

/** How many each would read, drawn; the same in a table. */
export function Loads({ loads }: { loads: Loads }) {
  const highest = Math.max(...loads.map(({ reviewers }) => reviewers))
  const scale = scaleFor(highest)
  const top = scale[0] as number
  const slot = width / loads.length
  const bars = loads.map(({ reviewers }, at) => {
    const tall = (reviewers / top) * height
    return `M${at * slot + slot * 0.16} ${height - tall}h${slot * 0.68}v${tall}h${-slot * 0.68}z`
  })
  return (
    <section className="card stack gap-s" aria-labelledby="h-loads">
      <h2 className="heading-small" id="h-loads">
        How many each would read
      </h2>
      <figure
        className="chart chart-low"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, from figures
        role="img"
        aria-label={`Reviewers by load: ${loads.map(({ load, reviewers }) => `${reviewers} with ${load}`).join(', ')}`}
      >
        <div className="y figures" aria-hidden="true">
          {scale.map((each) => (
            <span key={each}>{grouped(each)}</span>
          ))}
        </div>
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          <path d={scale.map((_, at) => `M0 ${(at / 3) * height}H${width}`).join('')} />
          <path className="bar-in" d={bars.join('')} />
        </svg>
        <div className="x x-around" aria-hidden="true">
          {loads.map(({ load }) => (
            <span key={load}>{load}</span>
          ))}
        </div>
      </figure>
      <details className="accordion">
        <summary>As a table</summary>
        <table className="matrix">
          <thead>
            <tr>
              <th scope="col">Abstracts</th>
              <th scope="col">Reviewers</th>
            </tr>
          </thead>
          <tbody>
            {loads.map(({ load, reviewers }) => (
              <tr key={load}>
                <th scope="row">{load}</th>
                <td>{grouped(reviewers)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}

export function Earlier({ earlier, timeZone }: { earlier: Shown['earlier']; timeZone: string }) {
  if (earlier.length === 0) return null
  return (
    <section className="card" aria-labelledby="h-earlier">
      <div className="card-header">
        <h2 className="heading-small" id="h-earlier">
          Earlier
        </h2>
      </div>
      <ol className="timeline">
        {earlier.map(({ runId, ordinal, state, by, at }) => (
          <li key={runId} data-tone={state === 'applied' ? 'good' : state === 'failed' ? 'bad' : undefined}>
            <span>
              {`Proposal ${ordinal} of `}
              <bdi>{by}</bdi>
              {` ${runStates[state]}`}
            </span>
            <When at={at} timeZone={timeZone} />
          </li>
        ))}
      </ol>
    </section>
  )
}
