import { Prose, proseNames, Site, type SiteContent } from '#contract/events/site.ts'
import type { Bodies } from '#contract/pages/bodies.ts'
/** Words and versions of pages, computed: which page holds which part, and what keeps a draft from visitors. */
import { publicBodies } from '#contract/pages/bodies.ts'
import { partsOfSite } from '#contract/pages/bodies.ts'
import { type PageOfSite, pageNames, sitePage } from '#contract/pages/page-names.ts'

export type Words = Pick<SiteContent, 'site' | 'prose'>
export type Problem = { path: string; message: string }

/** Every field that keeps it from being published. */
export function problemsOf(page: PageOfSite, body: unknown): Problem[] {
  const { error } = publicBodies[page].safeParse(body)
  return (error?.issues ?? []).map(({ path, message }) => ({ path: ['body', ...path].join('.'), message }))
}

/** The files of an installation, as the pages that they hold. */
export function bodiesOf(read: (name: string) => unknown): Bodies {
  const site = Site.parse(read('site'))
  const prose = Object.fromEntries(proseNames.map((name) => [name, Prose.parse(read(name))])) as Words['prose']
  const partOf = (page: keyof typeof partsOfSite) => partsOfSite[page].parse(site)
  return {
    ...prose,
    travel: { ...prose.travel, ...partOf('travel') },
    contact: partOf('contact'),
    college: partOf('college'),
  } as Bodies
}

/** What all pages together say, as the site is drawn from it. A draft may lack something: it is drawn as it is. */
export function wordsOf(bodies: Bodies): Words {
  const { lead, sections, ...travel } = bodies.travel
  const site = { paymentPartnerName: 'our payment partner', ...bodies.college, ...bodies.contact, ...travel }
  const { home, abstract, faq, privacy, terms } = bodies
  return { site: site as Words['site'], prose: { home, abstract, faq, privacy, terms, travel: { lead, sections } } }
}

/** The same, as the files that a first start would read. */
export function filesOf(bodies: Bodies): Record<string, unknown> {
  const { site, prose } = wordsOf(bodies)
  return { site, ...prose }
}

/** Pages that an event can have of its own. */
export const pagesOfEvents = pageNames.filter((page) => sitePage(page).ofEvents)
