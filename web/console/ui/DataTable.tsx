import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role, jsx-a11y/control-has-associated-label -- drawn as cards on a narrow screen, a table is one no more unless it is told so */
import { Link } from '#web/console/layout/Link.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { useRowKeys } from './useRowKeys.ts'

export type Column<Row> = {
  title: string
  cell: (row: Row) => ReactNode
  /** The orders that a press on its head goes through. */
  sorts?: readonly string[]
  className?: string
}

export type Selection = { chosen: ReadonlySet<number>; choose: (ids: number[], isChosen: boolean) => void }

export type DataTableProps<Row> = {
  caption: string
  /** The first names the row, and leads to it where there is more to see. */
  columns: readonly [Column<Row>, ...Column<Row>[]]
  /** Stands before the name, as a rank does. */
  before?: Column<Row>
  rows: readonly Row[]
  /** What a row is called where only its name is heard. */
  nameOf: (row: Row) => string
  hrefOf?: ((row: Row) => string) | undefined
  /** Left out where no column can be sorted. */
  sort?: string
  /** The order after the last of a column. */
  usualSort?: string
  onSort?: (sort: string) => void
  selection?: Selection | undefined
  /** Grey rows stand where the first ones will be. */
  isLoading?: boolean
}

const grayRows = [1, 2, 3, 4, 5, 6]

/** Rows of a list: a table where there is room, cards on a phone. Roles are written out because the cards change `display`. */
export function DataTable<Row extends { id: number }>(props: DataTableProps<Row>) {
  const { caption, before, columns, rows, selection, isLoading = false } = props
  const table = useRowKeys(selection && ((id, isChosen) => selection.choose([id], isChosen)))
  return (
    <table className="data-table dense" role="table" ref={table} aria-busy={isLoading || undefined}>
      <caption className="visually-hidden">{caption}</caption>
      <Head {...props} />
      <tbody role="rowgroup">
        {isLoading
          ? grayRows.map((each) => (
              <GrayRow
                key={each}
                columns={before ? [before, ...columns] : columns}
                isSelectable={selection !== undefined}
              />
            ))
          : rows.map((row) => <BodyRow key={row.id} row={row} {...props} />)}
      </tbody>
    </table>
  )
}

function Head<Row extends { id: number }>({
  before,
  columns,
  rows,
  sort = '',
  usualSort = '',
  onSort,
  selection,
}: DataTableProps<Row>) {
  const ids = rows.map(({ id }) => id)
  return (
    <thead role="rowgroup">
      <tr role="row">
        {selection && (
          <th role="columnheader" scope="col">
            <label className="check">
              <input
                type="checkbox"
                checked={ids.length > 0 && ids.every((id) => selection.chosen.has(id))}
                onChange={({ target }) => selection.choose(ids, target.checked)}
              />
              <span className="select-all">Select all on this page</span>
            </label>
          </th>
        )}
        {[...(before ? [before] : []), ...columns].map(({ title, sorts, className }) => (
          <th
            key={title}
            role="columnheader"
            scope="col"
            className={className}
            aria-sort={sorts?.includes(sort) ? (sort.startsWith('-') ? 'descending' : 'ascending') : undefined}
          >
            {sorts ? (
              <button
                className="sort-button"
                type="button"
                onClick={() => onSort?.(following(sorts, sort) ?? usualSort)}
              >
                {title} <Icon name="down" />
              </button>
            ) : (
              title
            )}
          </th>
        ))}
      </tr>
    </thead>
  )
}

const following = (sorts: readonly string[], sort: string): string | undefined => sorts[sorts.indexOf(sort) + 1]

function BodyRow<Row extends { id: number }>({
  row,
  before,
  columns,
  nameOf,
  hrefOf,
  selection,
}: DataTableProps<Row> & { row: Row }) {
  const [first, ...rest] = columns
  const { pathname, search } = useLocation()
  return (
    <tr role="row" data-id={row.id}>
      {selection && (
        <td role="cell">
          <label className="check">
            <input
              type="checkbox"
              checked={selection.chosen.has(row.id)}
              onChange={({ target }) => selection.choose([row.id], target.checked)}
            />
            <span className="visually-hidden">Select {nameOf(row)}</span>
          </label>
        </td>
      )}
      {before && (
        <td role="cell" data-label={before.title} className={before.className}>
          {before.cell(row)}
        </td>
      )}
      <th role="rowheader" scope="row" data-label={first.title} className={first.className}>
        {hrefOf ? (
          <Link to={hrefOf(row)} state={{ list: pathname + search }}>
            {first.cell(row)}
          </Link>
        ) : (
          first.cell(row)
        )}
      </th>
      {rest.map(({ title, cell, className }) => (
        <td key={title} role="cell" data-label={title} className={className}>
          {cell(row)}
        </td>
      ))}
    </tr>
  )
}

type GrayRowProps = { columns: readonly { title: string; className?: string }[]; isSelectable: boolean }

function GrayRow({ columns, isSelectable }: GrayRowProps) {
  return (
    <tr role="row">
      {isSelectable && <td role="cell" />}
      {columns.map(({ title, className }) => (
        <td key={title} role="cell" className={className}>
          <div className="skeleton" />
        </td>
      ))}
    </tr>
  )
}
