/** Looks at a page as people with other eyes, screens and settings do. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { expect } from './testing.ts'

const widths = [360, 820, 1360]
const schemes = ['light', 'dark'] as const
const all = widths.flatMap((width) => schemes.map((colorScheme) => ({ width, colorScheme })))
/** A phone in light and a desk in the dark; every width and theme under `npm run test:long`. */
const usual = [
  { width: 360, colorScheme: 'light' },
  { width: 1360, colorScheme: 'dark' },
] as const
const sights = process.env.TEST_LONG ? all : usual

/** The smaller of the two that axe brings: a browser reads it in half the time. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** No finding of axe and nothing that scrolls sideways. */
export async function expectNoBarrier(page: Page, name: string): Promise<void> {
  for (const { width, colorScheme } of sights) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 800 })
    expect({ name, width, colorScheme, found: await findings(page, colorScheme) }).toEqual({
      name,
      width,
      colorScheme,
      found: [],
    })
    expect({ name, width, tooWide: await excess(page) }).toEqual({ name, width, tooWide: 0 })
  }
  await page.setViewportSize({ width: 320, height: 700 })
  expect({ name, width: 320, tooWide: await excess(page) }).toEqual({ name, width: 320, tooWide: 0 })
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

/** Looks at a screen of the console as everybody does, and is back at the desk. With SHOTS, a folder, pictures to lay beside the designs. */
export async function look(page: Page, name: string): Promise<void> {
  await expectNoBarrier(page, name)
  for (const { width, colorScheme } of process.env.SHOTS ? all : []) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    await page.screenshot({ path: `${process.env.SHOTS}/${name} ${width} ${colorScheme}.png`, fullPage: true })
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(wide)
}

/** Presses Tab until this has the focus: nobody needs a mouse. */
export async function tabTo(
  page: Page,
  role: 'button' | 'link' | 'textbox' | 'combobox' | 'checkbox' | 'radio',
  name: RegExp | string,
): Promise<void> {
  const wanted = page.getByRole(role, { name }).first()
  await expect(wanted).toBeVisible()
  // Looked for once, and again only when a page has drawn it anew: to find it by its name takes longer than to press a key.
  let found = await wanted.elementHandle()
  for (let pressed = 0; pressed < 250; pressed += 1) {
    const at = await found?.evaluate((each) => ({ here: each === document.activeElement, gone: !each.isConnected }))
    if (at?.here) return
    if (at?.gone) found = await wanted.elementHandle()
    else await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${String(name)}`)
}

const excess = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth))
