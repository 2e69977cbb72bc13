import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useHydrated } from '#web/platform/useArrival.ts'

const token = /^#([\w-]{43})$/

/**
 * What stands behind the # of the letter's link; nothing before the script knows it, '' when it is missing.
 * It leaves the address at once, and stays with this entry of the history: whoever reloads in the middle needs it again.
 */
export function useInvitationLink(): string | undefined {
  const { hash, pathname, state } = useLocation()
  const navigate = useNavigate()
  const isHydrated = useHydrated()
  const [kept, setKept] = useState('')
  const [, fresh = ''] = (isHydrated && token.exec(hash)) || []
  const found = fresh || (isHydrated && (state as { link?: string } | null)?.link) || kept
  // The link to the content of the page has a # too, and an entry of its own.
  if (found !== kept) setKept(found)

  useEffect(() => {
    if (fresh) void navigate(pathname, { replace: true, state: { link: fresh } })
  }, [fresh, pathname, navigate])

  return isHydrated ? found : undefined
}
