import { useRef } from 'react'
import { useShortcuts } from './Shortcuts.tsx'

/** J and K go from row to row, X selects the one where you are; Enter opens it, because the focus is on its link. */
export function useRowKeys(choose: ((id: number, isChosen: boolean) => void) | undefined) {
  const table = useRef<HTMLTableElement>(null)

  const rows = () => [...(table.current?.querySelectorAll<HTMLTableRowElement>('tbody tr[data-id]') ?? [])]
  const move = (by: number) => (event: KeyboardEvent) => {
    const all = rows()
    const now = all.findIndex((row) => row.contains(document.activeElement))
    const next = all[now < 0 ? 0 : Math.min(Math.max(now + by, 0), all.length - 1)]
    if (!next) return
    event.preventDefault()
    next.querySelector<HTMLElement>('th a')?.focus()
    next.scrollIntoView?.({ block: 'nearest' })
  }
  const select = (event: KeyboardEvent) => {
    const row = rows().find((each) => each.contains(document.activeElement))
    const box = row?.querySelector<HTMLInputElement>('[type=checkbox]')
    if (!row || !box) return
    event.preventDefault()
    choose?.(Number(row.dataset.id), !box.checked)
  }
  useShortcuts({ j: move(1), k: move(-1), x: select })
  return table
}
