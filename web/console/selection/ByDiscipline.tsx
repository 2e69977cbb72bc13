import { grouped } from '#contract/money.ts'
import type { Overview } from './words.ts'

type Field = Overview['fields'][number]

const length = 200
const openIn = ({ places, submitted, begun }: Field): number => Math.max(0, places - submitted - begun)

/** Each discipline a bar; the same in a table. */
export function ByDiscipline({ fields }: { fields: readonly Field[] }) {
  return (
    <section className="card stack gap-s" aria-labelledby="h-fields">
      <div className="card-header">
        <h2 id="h-fields">By discipline</h2>
        <p className="legend">
          <span data-key="paid">Submitted</span>
          <span data-key="held">Begun</span>
          <span>Open</span>
        </p>
      </div>
      <ul className="seat-rows">
        {fields.map((field) => (
          <li key={field.specialityId}>
            <bdi dir="auto">{field.name}</bdi>
            <span className="small figures soft">{`${grouped(field.submitted)} of ${grouped(field.places)}`}</span>
            <FieldBar field={field} />
          </li>
        ))}
      </ul>
      <details className="accordion">
        <summary>As a table</summary>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- whoever has only a keyboard scrolls it */}
        <section className="scroll-x" tabIndex={0} aria-label="Reviews by discipline, as a table">
          <table className="matrix">
            <thead>
              <tr>
                <th scope="col">Discipline</th>
                <th scope="col">Submitted</th>
                <th scope="col">Begun</th>
                <th scope="col">Open</th>
                <th scope="col">Short of reviewers</th>
              </tr>
            </thead>
            <tbody>
              {fields.map((field) => (
                <tr key={field.specialityId}>
                  <th scope="row">{field.name}</th>
                  <td>{grouped(field.submitted)}</td>
                  <td>{grouped(field.begun)}</td>
                  <td>{grouped(openIn(field))}</td>
                  <td>{grouped(field.short)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </section>
  )
}

function FieldBar({ field }: { field: Field }) {
  const { name, places, submitted, begun } = field
  const share = (count: number) => (places === 0 ? 0 : (count / places) * length)
  return (
    <svg
      className="bar"
      viewBox={`0 0 ${length} 12`}
      preserveAspectRatio="none"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, from figures
      role="img"
      aria-label={`${name}: ${submitted} submitted, ${begun} begun, ${openIn(field)} open of ${places}`}
    >
      <rect className="free" width={length} height="12" />
      <rect className="paid" width={share(submitted)} height="12" />
      <rect className="held" x={share(submitted)} width={share(begun)} height="12" />
      <rect className="edge" width={length} height="12" />
    </svg>
  )
}
