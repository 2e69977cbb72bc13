import type { Prose } from '#contract/events/site.ts'

/** Sections of a page of prose. `By road: take the M-9` shows its first words strong. */
export function ProseText({ prose }: { prose: Prose }) {
  return (
    <article className="prose">
      {prose.sections.map(({ heading, paragraphs, points }) => (
        <section className="stack" key={heading}>
          <h2>{heading}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {points.length > 0 && (
            <ul>
              {points.map((point) => (
                <Point key={point} point={point} />
              ))}
            </ul>
          )}
        </section>
      ))}
    </article>
  )
}

function Point({ point }: { point: string }) {
  const [, label, rest] = /^([^:.]{1,32}:)( .+)$/.exec(point) ?? []
  if (!label) return <li>{point}</li>
  return (
    <li>
      <strong>{label}</strong>
      {rest}
    </li>
  )
}
