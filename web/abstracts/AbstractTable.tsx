/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- drawn as cards on a narrow screen, a table is one no more unless it is told so */
import type { ReactNode } from 'react'
import { AbstractStatus } from './AbstractStatus.tsx'
import { shownOf } from './api.ts'
import type { Abstract } from './slice.ts'

type AbstractTableProps = {
  rows: Abstract[]
  /** What the third column is called on a wide screen; on a card it is the Sub-Type. */
  third: 'Sub-Theme' | 'Sub-Type'
  actions?: (row: Abstract) => ReactNode
}

/** Title, theme, sub-theme and status: a table, and cards under 768 px. */
export function AbstractTable({ rows, third, actions }: AbstractTableProps) {
  return (
    <table className="data-table" role="table">
      <thead role="rowgroup">
        <tr role="row">
          {['Title', 'Theme', third, 'Status'].map((name) => (
            <th key={name} role="columnheader" scope="col">
              {name}
            </th>
          ))}
          {actions && (
            <th role="columnheader" scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => {
          const { title, theme, subTheme, status } = shownOf(row)
          return (
            <tr key={row.pk} role="row">
              <th role="rowheader" scope="row" data-label="Title">
                <span dir="auto">{title}</span>
              </th>
              <td role="cell" data-label="Theme">
                {theme}
              </td>
              <td role="cell" data-label="Sub-Type">
                {subTheme}
              </td>
              <td role="cell" data-label="Status">
                <AbstractStatus status={status} />
              </td>
              {actions && (
                <td className="actions" role="cell">
                  {actions(row)}
                </td>
              )}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
