import { useState, useSyncExternalStore } from 'react'

const never = () => () => {}
const askedInAddress = () => new URLSearchParams(location.search).get('q') ?? ''

/** What is typed into the search. A search sent before the script arrived comes back as `?q=`. */
export function useSearch(): [string, (query: string) => void] {
  const [typed, setTyped] = useState<string>()
  const asked = useSyncExternalStore(never, askedInAddress, () => '')
  return [typed ?? asked, setTyped]
}
