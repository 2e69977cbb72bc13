import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** An order or payment belongs to an event of its own. The address names that one, also where it came without or with another. */
export function useEventOfThing(eventId: number | null | undefined): void {
  const { search, hash, state } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (eventId === null || eventId === undefined) return
    const address = new URLSearchParams(search)
    if (address.get('eventId') === String(eventId)) return
    address.set('eventId', String(eventId))
    void navigate({ search: `?${address}`, hash }, { replace: true, state, preventScrollReset: true })
  }, [eventId, search, hash, state, navigate])
}
