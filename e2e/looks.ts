/** Looks at a page as people with other eyes, screens and settings do. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { JSHandle, Page } from '@playwright/test'
import type axe from 'axe-core'
import { expect, test } from './testing.ts'

type Sight = { width: number; colorScheme: 'light' | 'dark' }

const widths = [360, 820, 1360]
const schemes = ['light', 'dark'] as const
const all: Sight[] = widths.flatMap((width) => schemes.map((colorScheme) => ({ width, colorScheme })))
const phone: Sight = { width: 360, colorScheme: 'light' }
const desk: Sight = { width: 1360, colorScheme: 'dark' }
/** A phone in light and a desk in the dark; every width and theme under `npm run test:long`. */
const sights = process.env.TEST_LONG ? all : [phone, desk]

/** The smaller of the two that axe brings: a browser reads it in half the time. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const walked = { type: 'walked in each sight' }

/** A journey is walked as those do who go it: reviewers on a phone in light, chairs at a desk in the dark. Under `npm run test:long`, in every sight. */
export const walks = (usual: 'on a phone' | 'at a desk') =>
  (process.env.TEST_LONG ? all : [usual === 'on a phone' ? phone : desk]).map(({ width, colorScheme }) => ({
    sight: `${width} px, ${colorScheme}`,
    settings: { viewport: { width, height: 800 }, colorScheme },
    annotation: walked,
  }))

/** No finding of axe and nothing that scrolls sideways. Afterwards the page is as wide and as light as it was. */
export async function expectNoBarrier(page: Page, name: string): Promise<void> {
  const before = await sightOf(page)
  // What is walked in every sight is looked at in every sight already.
  const isWalkedInAll = process.env.TEST_LONG && test.info().annotations.some(({ type }) => type === walked.type)
  for (const { width, colorScheme } of isWalkedInAll ? [before] : sights) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 800 })
    expect({ name, width, colorScheme, found: await findings(page, colorScheme) }).toEqual({
      name,
      width,
      colorScheme,
      found: [],
    })
    expect({ name, width, tooWide: await tooWide(page) }).toEqual({ name, width, tooWide: [] })
  }
  await page.setViewportSize({ width: 320, height: 700 })
  expect({ name, width: 320, tooWide: await tooWide(page) }).toEqual({ name, width: 320, tooWide: [] })
  await bringBack(page, before)
}

/** What another width hid has the focus again. */
async function bringBack(page: Page, { colorScheme, focused, ...size }: Before): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize(size)
  await focused.evaluate((element) => {
    if (document.activeElement === document.body) (element as HTMLElement | null)?.focus({ preventScroll: true })
  })
  await focused.dispose()
}

type Before = Sight & { height: number; focused: JSHandle<Element | null> }

async function sightOf(page: Page): Promise<Before> {
  const focused = await page.evaluateHandle(() => document.activeElement)
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  return { width: 1360, height: 800, ...page.viewportSize(), colorScheme: isDark ? 'dark' : 'light', focused }
}

/**
 * What axe finds in the page itself. The only frame is the map, which is another site's; nothing plays.
 * The dark changes colours and nothing else, so that only contrast is asked about again.
 */
export async function findings(page: Page, colorScheme: 'light' | 'dark' = 'light'): Promise<string[]> {
  // Once for each document: to read the program takes longer than to run it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return page.evaluate(
    async (rules) => {
      const { axe: eyes } = window as unknown as { axe: typeof axe }
      const options = { iframes: false, preload: false, resultTypes: ['violations' as const] }
      const { violations } = await eyes.run({ ...options, ...(rules && { runOnly: rules }) })
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`))
    },
    colorScheme === 'dark' && ['color-contrast'],
  )
}

/** The desk of the staff. */
export const wide = { width: 1360, height: 800 }

/** Looks at a screen of a journey as everybody does. With SHOTS, a folder, pictures to lay beside the designs. */
export async function look(page: Page, name: string): Promise<void> {
  await expectNoBarrier(page, name)
  if (!process.env.SHOTS) return
  const before = await sightOf(page)
  for (const { width, colorScheme } of all) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: before.height })
    await page.screenshot({ path: `${process.env.SHOTS}/${name} ${width} ${colorScheme}.png`, fullPage: true })
  }
  await bringBack(page, before)
}

/** What reaches out of the screen at its end, where the page scrolls sideways. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return []
    const out = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > innerWidth + 1,
    )
    return [
      `${document.documentElement.scrollWidth - innerWidth} px`,
      ...out.map((element) => `${element.localName} ${element.className}: ${element.textContent.slice(0, 40)}`),
    ].slice(0, 12)
  })
