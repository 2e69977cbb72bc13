/** The HTML document round a page. No style attribute, no inline handler: the policy allows one style and one script, by their hash. */
import { contentFor } from '#contract/events/page-content.ts'
import type { CurrentEvent, SiteContent } from '#contract/events/site.ts'
import { pageDescriptions } from '#contract/page-descriptions.ts'
import { type PageAssets, type PageKind, type PageName, type PagePath, pages, styleFor } from '#contract/pages.ts'
import { documentTitle } from './App.tsx'
import { earlyClass } from './platform/early.ts'

/** Pages that have no address of their own. */
export const strayPages = {
  'not-found': { title: 'Page not found', description: 'There is no page at this address.' },
  error: { title: 'Something went wrong', description: 'The page could not be shown.' },
} as const

/** The shell of the console has a document of its own. */
export type DrawnName = Exclude<PageName, 'console'>

type Drawn = { name: DrawnName; html: string; content: SiteContent; assets: PageAssets }

export function documentOf(page: Drawn): string {
  const { name, html, assets } = page
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">${about(page)}<style>${styleFor(assets, kindOf(name))}</style><script>${assets.boot}</script>${scripts(page)}</head><body><div id="app"${kindOf(name) === 'interactive' ? ` class="${earlyClass}"` : ''}>${html}</div>${dataOf(page)}</body></html>`
}

export const isStray = (name: DrawnName): name is keyof typeof strayPages => name in strayPages

function about({ name, content }: Drawn): string {
  const { site, publicUrl } = content
  const { title, description } = isStray(name)
    ? strayPages[name]
    : { ...pages[name], description: pageDescriptions[name] }
  const address = isStray(name) ? '' : addressOf(name, content)
  const isPrivate = isStray(name) || pages[name].kind === 'app'
  const fullTitle = documentTitle(title, site.product)
  return [
    `<title>${escapeText(fullTitle)}</title>`,
    meta('name', 'description', description),
    isPrivate ? meta('name', 'robots', 'noindex') : '',
    address && `<link rel="canonical" href="${escapeText(address)}">`,
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', site.product),
    meta('property', 'og:title', fullTitle),
    meta('property', 'og:description', description),
    address && meta('property', 'og:url', address),
    meta('property', 'og:image', publicUrl.replace(/\/$/, '') + site.socialCard),
    meta('name', 'twitter:card', 'summary_large_image'),
    `<meta name="theme-color" content="#fff" media="(prefers-color-scheme:light)">`,
    `<meta name="theme-color" content="#142023" media="(prefers-color-scheme:dark)">`,
    `<link rel="icon" href="${escapeText(site.departmentLogo)}">`,
  ].join('')
}

/** Where a page is found first: of the current event at its plain address. */
const addressOf = (path: PagePath, { publicUrl, base = '', isOther }: SiteContent): string =>
  publicUrl.replace(/\/$/, '') + (isOther ? base : '') + path

const meta = (kind: 'name' | 'property', key: string, value: string): string =>
  `<meta ${kind}="${key}" content="${escapeText(value)}">`

/** Low priority: the words are there already, and a script must not hold up the pictures. */
function scripts({ name, assets }: Drawn): string {
  if (!hasScript(name)) return ''
  const preloads = assets.preloads[name] ?? []
  return [
    `<script type="module" async fetchpriority="low" src="${assets.script}"></script>`,
    ...preloads.map((href) => `<link rel="modulepreload" fetchpriority="low" href="${href}">`),
  ].join('')
}

/** Pages without an address are only read. */
const kindOf = (name: DrawnName): PageKind => (isStray(name) ? 'content' : pages[name].kind)

const hasScript = (name: DrawnName): name is PagePath => kindOf(name) !== 'content'

function dataOf({ name, content }: Drawn): string {
  if (name === '/' && content.event) {
    return `<script type="application/ld+json">${escapeJson(searchEngineEvent(content.event, content))}</script>`
  }
  if (!hasScript(name)) return ''
  const { event, isOther } = content
  const namespace = isOther && event ? ` data-namespace="${event.id}"` : ''
  return `<script type="application/json" id="content"${namespace}>${escapeJson(contentFor(name, content))}</script>`
}

function searchEngineEvent(event: CurrentEvent, content: SiteContent) {
  const { site, publicUrl } = content
  const base = publicUrl.replace(/\/$/, '')
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: `${event.name}: ${event.theme}`,
    description: event.lead,
    startDate: event.startsOn,
    endDate: event.endsOn,
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: { '@type': 'Place', name: event.venue, address: site.address },
    image: base + event.flyer,
    organizer: { '@type': 'Organization', name: site.college, url: `${base}/` },
    url: addressOf('/', content),
  }
}

export const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A name such as `</script>` in the data must not end the element that carries it. */
const escapeJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
