import { createContext, use, type ReactNode } from 'react'
import { eventLinks, type PageContent } from '#contract/events/page-content.ts'
import type { Prose, SiteContent, proseNames } from '#contract/events/site.ts'

const Content = createContext<PageContent | SiteContent | null>(null)

export function ContentProvider({ content, children }: { content: PageContent | SiteContent; children: ReactNode }) {
  return <Content value={content}>{children}</Content>
}

/** What the page came with. A page that was moved to from another one has what that one came with. */
export function useContent(): PageContent {
  const content = use(Content)
  if (!content) throw new Error('useContent needs a ContentProvider above it.')
  return content
}

/** For pages that are HTML only: their words are not sent a second time. */
export function useWholeContent(): SiteContent {
  const content = useContent()
  if (!('prose' in content)) throw new Error('The whole content is known to the server only.')
  return content as SiteContent
}

/** The event that a call must name: the one that the page is about, where the plain address would mean another. */
export function useEventNamed(): { EventID?: number } {
  const { event, isOther } = useContent()
  return event && isOther ? { EventID: event.id } : {}
}

/** The published events, for menus; none where there is only one. */
export function useEventLinks() {
  const { events = [] } = useContent()
  return eventLinks(events)
}

/** What clocks show where the event is held, or at the college while none is announced. */
export function useTimeZone(): string {
  const { event, site } = useContent()
  return event?.timeZone ?? site.timeZone
}

export const useProse = (name: (typeof proseNames)[number]): Prose => useWholeContent().prose[name]
