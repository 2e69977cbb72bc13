import { createContext, useContext, useEffect, type ReactNode } from 'react'

type Site = { product: string; logo: string }

const SiteContext = createContext<Site>({ product: '', logo: '' })

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
