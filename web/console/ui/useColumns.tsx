import { type ReactNode, useState } from 'react'
import { keepColumns, wantedColumns } from '#web/console/platform/columns.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { Column } from './DataTable.tsx'
import { Menu } from './Menu.tsx'

type Columns<Row> = readonly [Column<Row>, ...Column<Row>[]]

/** What the style sheet leaves out where there is little room. */
const skipping = /\bskip-(?:mid|small)\b/g
const isNarrow = (): boolean => matchMedia('(width < 75rem)').matches
const isLeftOut = ({ className = '' }: { className?: string }): boolean =>
  className.match(skipping) !== null && isNarrow()

/**
 * The columns that somebody wants to see, and the menu to choose them. The first names the row and stays. Until somebody chooses, a
 * narrow screen leaves out what it has no room for; what was chosen is shown on any, and `chosen` has its titles.
 */
export function useColumns<Row>(
  list: string,
  [first, ...others]: Columns<Row>,
): { columns: Columns<Row>; chosen: readonly string[] | undefined; menu: ReactNode } {
  const [wanted, setWanted] = useState(() => wantedColumns(list))
  const columns: Columns<Row> = [
    first,
    ...(wanted === undefined
      ? others
      : others
          .filter(({ title }) => wanted.includes(title))
          .map((column) => ({ ...column, className: column.className?.replaceAll(skipping, '').trim() ?? '' }))),
  ]
  const shown = () => wanted ?? others.filter((column) => !isLeftOut(column)).map(({ title }) => title)
  const toggle = (title: string) => {
    const now = shown()
    const next = now.includes(title) ? now.filter((each) => each !== title) : [...now, title]
    setWanted(next)
    keepColumns(list, next)
  }
  const menu = (
    <Menu
      className="button button-secondary"
      label="Columns"
      entries={others.map(({ title }) => ({ id: title, label: title }))}
      chosen={shown}
      onChoose={toggle}
    >
      <Icon name="columns" /> Columns
    </Menu>
  )
  // Of those that there are: a kept title may be of a column that was called so once.
  return { columns, chosen: wanted && columns.slice(1).map(({ title }) => title), menu }
}
