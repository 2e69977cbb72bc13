import { createContext, useContext, useEffect, type ReactNode } from 'react'
import type { Issuer } from '#web/ui/Letterhead.tsx'

type Site = { product: string; logo: string; issuer: Issuer }

const SiteContext = createContext<Site>({ product: '', logo: '', issuer: { college: '', address: '', logo: '' } })

export function SiteProvider({ children, ...site }: Site & { children: ReactNode }) {
  return <SiteContext value={site}>{children}</SiteContext>
}

export const useSite = (): Site => useContext(SiteContext)

/** What the tab is called. */
export function useTitle(title: string): void {
  const { product } = useSite()
  useEffect(() => {
    document.title = [title, 'Console', product].filter(Boolean).join(' · ')
  }, [title, product])
}
