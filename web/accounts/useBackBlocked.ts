import { useEffect } from 'react'

/** Keeps the browser's back button from leaving, as the specification asks: a PIN that was spent cannot be typed again. */
export function useBackBlocked(): void {
  useEffect(() => {
    const stay = () => history.pushState(history.state, '')
    stay()
    addEventListener('popstate', stay)
    return () => removeEventListener('popstate', stay)
  }, [])
}
