import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { drawnBy, pages } from '#contract/pages.ts'

/** What the page before told this one. */
export type Arrival = {
  /** Where the person was going when asked to sign in. */
  wanted?: string
  email?: string
  /** A PIN was sent a moment ago. */
  sent?: boolean
}

const never = () => () => {}

/** True from the moment that React has taken over the server's HTML; the first drawing must look like the server's. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/** The browser keeps it through a reload, the server knows nothing of it. */
export function useArrival(): Arrival {
  const { state } = useLocation()
  const isHydrated = useHydrated()
  if (!isHydrated || state === null) return {}
  const { wanted = '', ...told } = state as Arrival
  return isOwnScreen(wanted) ? { ...told, wanted } : told
}

/** Nobody is sent to another site, nor to a page that only the server can draw. */
function isOwnScreen(address: string): boolean {
  const page = drawnBy(address.replace(/[?#].*/, ''))
  return page !== undefined && pages[page].kind !== 'content'
}
