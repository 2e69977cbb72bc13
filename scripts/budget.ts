/** What each page costs a visitor, in bytes on the wire, held against `budget.json`. `--write` takes today's figures as the new budget. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import type { ConsoleAssets } from '#contract/console-pages.ts'
import type { SiteContent } from '#contract/events/site.ts'
import { pages, type PageAssets, type PagePath } from '#contract/pages.ts'
import type { RenderPage } from '#server/kernel/site.ts'

/** `first` is what must arrive before anything can be seen; `script` is all that runs. `own` is what a screen of the console adds to its frame. */
export type Cost = { first: number; script: number; own?: number }

const file = 'budget.json'
const mayGrow = 1.05

/** The first bytes that a server may send before the visitor's first reply, which on a bad network takes long. */
export const firstWindow = 14_600

export async function costs(content: SiteContent, dist = 'dist'): Promise<Record<string, Cost>> {
  const { assets, renderPage } = await readBuild(dist)
  const all: Record<string, Cost> = {}
  for (const path of Object.keys(pages) as PagePath[]) {
    const page = pages[path]
    if ('development' in page) continue
    const html = await renderPage({ path }, content, assets)
    const scripts = page.kind === 'content' ? [] : [assets.script, ...(assets.preloads[path] ?? [])]
    const script = scripts.reduce(
      (sum, name) => sum + readFileSync(join(dist, 'web', `${name}.br`)).length,
      assets.boot.length,
    )
    all[path] = { first: brotliCompressSync(html).length, script }
  }
  return all
}

async function readBuild(dist: string): Promise<{ assets: PageAssets; renderPage: RenderPage }> {
  const assets = JSON.parse(readFileSync(join(dist, 'assets.json'), 'utf8')) as PageAssets
  const { renderPage } = (await import(pathToFileURL(join(dist, 'render/render.js')).href)) as {
    renderPage: RenderPage
  }
  return { assets, renderPage }
}

/** What each screen of the console costs somebody who opens it first. */
export async function consoleCosts(content: SiteContent, dist = 'dist'): Promise<Record<string, Cost>> {
  const { assets, renderPage } = await readBuild(dist)
  const { script, style, boot, frame, screens } = assets.console as ConsoleAssets
  const weigh = (names: Iterable<string>) =>
    Array.from(names).reduce((sum, name) => sum + readFileSync(join(dist, 'web', `${name}.br`)).length, 0)
  const first = brotliCompressSync(await renderPage({ path: 'console' }, content, assets)).length + weigh([style])
  return Object.fromEntries(
    Object.entries(screens).map(([path, files]) => {
      const own = weigh(files.filter((file) => !frame.includes(file)))
      return [path, { first, script: boot.length + weigh([script, ...files]), own }]
    }),
  )
}

/** Every page that costs over five per cent more than it may. */
export function overBudget(now: Record<string, Cost>, budget: Record<string, Cost>): string[] {
  return Object.entries(now).flatMap(([path, cost]) => {
    const allowed = budget[path]
    if (!allowed) return [`${path} has no budget: run node scripts/budget.ts --write`]
    return (['first', 'script'] as const)
      .filter((part) => cost[part] > allowed[part] * mayGrow)
      .map((part) => `${path}: ${part} ${cost[part]} bytes, budget ${allowed[part]}`)
  })
}

export function readBudget(): Record<string, Cost> {
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Cost>
}

if (import.meta.main) {
  const { content } = await import('#web/testing/content.ts')
  const now = { ...(await costs(content)), ...(await consoleCosts(content)) }
  if (process.argv.includes('--write')) writeFileSync(file, `${JSON.stringify(now, null, 2)}\n`)
  for (const [path, { first, script }] of Object.entries(now))
    console.log(`${path.padEnd(22)} first ${first}  script ${script}`)
}
