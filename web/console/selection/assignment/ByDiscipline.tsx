import { grouped } from '#contract/money.ts'
import type { Overview } from '#web/console/selection/words.ts'
import { AsTable } from '#web/console/ui/AsTable.tsx'
import { Bar } from '#web/console/ui/Bar.tsx'

type Field = Overview['fields'][number]

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
            <Bar
              words={`${field.name}: ${field.submitted} submitted, ${field.begun} begun, ${openIn(field)} open of ${field.places}`}
              of={field.places}
              solid={field.submitted}
              hatched={field.begun}
            />
          </li>
        ))}
      </ul>
      <AsTable
        label="Reviews by discipline"
        head={['Discipline', 'Submitted', 'Begun', 'Open', 'Short of reviewers']}
        rows={fields.map((field) => ({
          id: field.specialityId,
          cells: [field.name, ...[field.submitted, field.begun, openIn(field), field.short].map(grouped)],
        }))}
      />
    </section>
  )
}
