import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useHydrated } from '#web/platform/useArrival.ts'

type MailLink = { email: string; pin: string }

/** What the link in the mail carries behind its #. It is taken out of the address at once: a PIN must not stay in the history. */
export function useMailLink(): MailLink | undefined {
  const { hash, pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const isHydrated = useHydrated()
  const [link, setLink] = useState<MailLink>()
  const parts = new URLSearchParams(isHydrated ? hash.slice(1) : '')
  const email = parts.get('email')
  const pin = parts.get('pin') ?? ''
  if (email && (email !== link?.email || pin !== link.pin)) setLink({ email, pin })

  useEffect(() => {
    if (email) void navigate(pathname + search, { replace: true, state: state as unknown })
  }, [email, pathname, search, state, navigate])

  return link
}
