type AsTableProps = {
  /** What a screen reader calls it. */
  label: string
  head: readonly string[]
  /** Each begins with what it is about. */
  rows: readonly { id: string | number; cells: readonly (string | number)[] }[]
}

/** What a chart shows, in figures. */
export function AsTable({ label, head, rows }: AsTableProps) {
  return (
    <details className="accordion">
      <summary>As a table</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- whoever has only a keyboard scrolls it */}
      <section className="scroll-x" tabIndex={0} aria-label={`${label}, as a table`}>
        <table className="matrix">
          <thead>
            <tr>
              {head.map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, cells: [name, ...figures] }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                {figures.map((figure, at) => (
                  <td key={head[at + 1]}>{figure}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
