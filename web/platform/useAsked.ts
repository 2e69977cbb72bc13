import { useEffect, useEffectEvent } from 'react'

/** Asks once it is drawn, and again when `ask` is another function. What comes for an earlier question, or when nobody looks any more, is dropped. */
export function useAsked<Found>(ask: (() => Promise<Found>) | undefined, take: (found: Found) => void): void {
  const taken = useEffectEvent(take)
  useEffect(() => {
    let isGone = false
    void ask?.().then((found) => {
      if (!isGone) taken(found)
    })
    return () => {
      isGone = true
    }
  }, [ask])
}
