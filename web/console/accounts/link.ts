/** The secret of a link that a letter or a command gave. */
import { useEffect, useState } from 'react'

/** Taken out of the address at once: whoever looks over a shoulder or into the history must not find it. */
export function useLink(): string {
  const [link] = useState(() => location.hash.slice(1))
  useEffect(() => {
    if (location.hash) history.replaceState(history.state, '', location.pathname)
  }, [])
  return link
}
