import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useStore } from '#web/platform/store.ts'
import { isSignedIn } from './slice.ts'

/** Screens behind sign-in: a visitor is taken to the login page, and brought back afterwards. */
export function Guard({ waiting, children }: { waiting?: ReactNode; children: ReactNode }) {
  const signedIn = useStore(isSignedIn)
  const isRestored = useStore(({ visit }) => visit.isRestored)
  const { pathname, search } = useLocation()
  if (signedIn) return children
  // Somebody who reloads is not a visitor: their session is still being read.
  if (!isRestored) return waiting
  return <Navigate to="/login" replace state={{ wanted: pathname + search }} />
}
