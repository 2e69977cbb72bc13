import { createContext, use, type ReactNode } from 'react'
import type { Prose, SiteContent, proseNames } from '#contract/events/site.ts'

/** What the browser gets: pages of prose are HTML only, so their words are not sent a second time. */
export type PageContent = Omit<SiteContent, 'prose'> & { prose?: SiteContent['prose'] }

const Content = createContext<PageContent | null>(null)

export function ContentProvider({ content, children }: { content: PageContent; children: ReactNode }) {
  return <Content value={content}>{children}</Content>
}

export function useContent(): PageContent {
  const content = use(Content)
  if (!content) throw new Error('useContent needs a ContentProvider above it.')
  return content
}

/** What clocks show where the event is held, or at the college while none is announced. */
export function useTimeZone(): string {
  const { event, site } = useContent()
  return event?.timeZone ?? site.timeZone
}

export function useProse(name: (typeof proseNames)[number]): Prose {
  const { prose } = useContent()
  if (!prose) throw new Error(`The prose "${name}" is drawn by the server only.`)
  return prose[name]
}
