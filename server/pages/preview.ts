/** Pages that are drawn for somebody in particular: a draft for whoever writes it, and earlier versions of what people agreed to. */
import { dayIn } from '#contract/days.ts'
import type { SiteContent } from '#contract/events/site.ts'
import { styleFor } from '#contract/pages.ts'
import type { LegalPage } from '#contract/pages/page-names.ts'
import { sitePage } from '#contract/pages/page-names.ts'
import type { SiteSource } from '#server/kernel/site.ts'
import type { World } from '#server/kernel/world.ts'
import { stillPolicy } from '#server/platform/http/headers.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { refuseNumber, showPageBody, type Which } from './versions.ts'
import { wordsFor } from './words.ts'

export type Drawn = { html: string; policy: string }
type Drawing = Pick<SiteSource, 'assets' | 'render' | 'content'>

/** As the site would show it, without a single script. */
export async function previewOf(
  world: World,
  { assets, render, content: site }: Drawing,
  { number, ...which }: Which & { number?: number | undefined },
): Promise<Drawn> {
  const body = await showPageBody(world, which, number)
  if (!body) return refuseNumber()
  const content = await site.with(which.eventId, (eventId) => wordsFor(world, eventId, { [which.page]: body }))
  const style = withoutFallback(styleFor(assets, 'content'))
  const still = { ...assets, boot: '', styles: { ...assets.styles, content: style } }
  const html = await render({ path: sitePage(which.page).address }, content, still)
  return { html, policy: stillPolicy(style) }
}

/** Visitors have scripts: the menu that is always open where there are none is not what they will see. */
const withoutFallback = (style: string): string => style.replaceAll(/\(scripting: ?none\)/g, '(width<0)')

/** The list of all that was ever public, or one of them, as visitors see it. */
export async function earlierOf(
  world: World,
  now: SiteContent,
  { page, number }: { page: LegalPage; number: number | undefined },
): Promise<SiteContent> {
  const rows = await world.db
    .selectFrom('pageVersion')
    .select(['number', 'body', 'publishedAt', 'replacedAt'])
    .where('page', '=', page)
    .where('eventId', 'is', null)
    .where('state', '<>', 'draft')
    .orderBy('number', 'desc')
    .execute()
  const shown = rows.find((row) => row.number === number)
  if (number !== undefined && !shown) return refuse('not_found')
  const day = (at: Date) => dayIn(now.site.timeZone, at)
  const versions = rows.map(({ number, publishedAt, replacedAt }) => ({
    number,
    from: day(publishedAt as Date),
    until: replacedAt && day(replacedAt),
  }))
  const prose = shown ? { ...now.prose, [page]: shown.body as SiteContent['prose']['privacy'] } : now.prose
  return { ...now, prose, earlier: { shown: number ?? null, versions } }
}
