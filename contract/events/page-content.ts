/** Which part of the content a page carries for its script. Without zod: the browser has this too. */
import type { PagePath } from '#contract/pages.ts'
import type { SiteContent } from './site.ts'

/** What banner, footer and the pages of a person say of the college. */
type Words = 'product' | 'college' | 'place' | 'address' | 'department' | 'collegeLogo' | 'departmentLogo' | 'timeZone'

/** What every page with a script has. */
export type CommonContent = { site: Pick<SiteContent['site'], Words> } & Pick<
  SiteContent,
  'paymentPartner' | 'today' | 'event' | 'base' | 'isOther'
> & {
    /** What the menu and the footer say of each published event; left out where there is only one. */
    events?: EventLink[]
  }

type EventLink = Pick<SiteContent['events'][number], 'id' | 'name' | 'startsOn' | 'address'>

/** A single event needs no list of events: every page leads to it already. */
export const eventLinks = (events: readonly EventLink[]): EventLink[] =>
  events.length < 2 ? [] : events.map(({ id, name, startsOn, address }) => ({ id, name, startsOn, address }))

/** What a page shows beside that, as the server drew it. */
const ownPart = { '/events': 'workshops', '/past-programs': 'programmes' } as const satisfies Partial<
  Record<PagePath, keyof SiteContent>
>
type OwnParts = typeof ownPart
type OwnPart = OwnParts[keyof OwnParts]

/** `PageContent<'/events'>` has the workshops; of any page it is not certain which of them there are. */
export type PageContent<Path extends PagePath = PagePath> = CommonContent &
  (PagePath extends Path
    ? Partial<Pick<SiteContent, OwnPart>>
    : Pick<SiteContent, Path extends keyof OwnParts ? OwnParts[Path] : never>)

export function contentFor<Path extends PagePath>(path: Path, content: SiteContent): PageContent<Path>
export function contentFor(path: PagePath, content: SiteContent): PageContent {
  const { paymentPartner, today, event, base, isOther } = content
  const events = eventLinks(content.events)
  const { product, college, place, address, department, collegeLogo, departmentLogo, timeZone } = content.site
  const site = { product, college, place, address, department, collegeLogo, departmentLogo, timeZone }
  const part: OwnPart | undefined = path in ownPart ? ownPart[path as keyof OwnParts] : undefined
  return {
    site,
    paymentPartner,
    today,
    event,
    ...(events.length > 0 && { events }),
    ...(base && { base }),
    ...(isOther && { isOther }),
    ...(part && { [part]: content[part] }),
  }
}
