import { useState } from 'react'
import type { Selection } from './DataTable.tsx'

/** The rows of a page that were chosen. What has left the page is chosen no more. */
export function useChosen<Row extends { id: number }>(rows: readonly Row[]) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const chosen = rows.filter(({ id }) => ids.has(id))
  const selection: Selection = {
    chosen: new Set(chosen.map(({ id }) => id)),
    choose: (changed, isChosen) =>
      setIds((now) => new Set([...[...now].filter((id) => !changed.includes(id)), ...(isChosen ? changed : [])])),
  }
  return { selection, chosen, clear: () => setIds(new Set()) }
}
