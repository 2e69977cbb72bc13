/** U26: the console fits the screens of an office: a laptop shows the whole rail, a phone no endless page, and an address breaks before its @ alone. */
import type { Page } from '@playwright/test'
import type { World } from '#server/kernel/world.ts'
import { aGuest } from '#server/testing/guests.ts'
import { inDatabase, inWorld } from './people.ts'
import { signInAsStaff, zainab } from './staff.ts'
import { expect, openPortal, type Portal, test } from './testing.ts'

let own: { portal: Portal; stop: () => Promise<void> }
test.beforeEach(async () => {
  own = await openPortal()
})
test.afterEach(() => own.stop())

const longEmail = 'muhammad.abdullah.chaudhry@paediatrics.college.example'

async function manyPeople(portal: Portal): Promise<void> {
  const [{ id: eventId }] = (await inDatabase(portal, 'select id from event where is_current')) as [{ id: number }]
  await inWorld(portal, async (world) => {
    for (let each = 0; each < 60; each += 1) await aGuest(world as World, eventId, { name: `Guest ${each}` })
    await aGuest(world as World, eventId, { name: 'Muhammad Abdullah Chaudhry', email: longEmail })
  })
}

/** Where a text begins a new line, each with the letter before and after it. */
const linesBrokenIn = (page: Page, text: string) =>
  page.evaluate((text) => {
    const box = [...document.querySelectorAll('.email')].find(({ textContent }) => textContent === text)
    const letters = [...(box?.childNodes ?? [])].flatMap((node) =>
      (node.textContent ?? '').split('').map((letter, at) => {
        const range = document.createRange()
        range.setStart(node, at)
        range.setEnd(node, at + 1)
        return { letter, top: Math.round(range.getBoundingClientRect().top) }
      }),
    )
    if (letters.length !== text.length) throw new Error(`${text} is not on the screen`)
    return letters.flatMap(({ letter, top }, at) =>
      at > 0 && Math.abs(top - (letters[at - 1]?.top ?? top)) > 4 ? [`${letters[at - 1]?.letter}|${letter}`] : [],
    )
  }, text)

test('a laptop shows the whole rail, a phone twenty cards and no filters, and no address breaks inside a word', async ({
  browser,
}) => {
  const { portal } = own
  await manyPeople(portal)
  const page = await browser.newPage({ baseURL: portal.url, viewport: { width: 1366, height: 768 } })
  await page.goto('/console/people')
  await signInAsStaff(page, zainab)
  const row = page.getByRole('row', { name: /Muhammad Abdullah/ })
  const rail = page.getByRole('navigation', { name: 'Console' })

  await test.step('the rail, on the whole screen and below the bars of a browser', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible()
    for (const height of [768, 640]) {
      await page.setViewportSize({ width: 1366, height })
      const hidden = await rail.getByRole('link').evaluateAll((links) =>
        links.flatMap((link) => {
          const { top, bottom } = link.getBoundingClientRect()
          return top >= 0 && bottom <= innerHeight ? [] : [link.textContent]
        }),
      )
      expect({ height, hidden }).toEqual({ height, hidden: [] })
    }
    expect(await rail.getByRole('link').count()).toBeGreaterThanOrEqual(15)
  })

  await test.step('an address breaks before its @ alone', async () => {
    await page.goto('/console/people?search=Abdullah')
    for (const width of [1366, 820, 360]) {
      await page.setViewportSize({ width, height: 768 })
      await expect(row).toBeVisible()
      const broken = await linesBrokenIn(page, longEmail)
      expect({ width, broken: broken.filter((each) => !each.endsWith('|@')) }).toEqual({ width, broken: [] })
    }
  })

  await test.step('a phone has twenty cards on a page, with folded filters', async () => {
    await page.goto('/console/people')
    await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible()
    await expect(page.locator('tbody tr')).toHaveCount(20)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(8000)
    const filters = page.locator('.filters select')
    expect(await filters.count()).toBeGreaterThan(0)
    for (const each of await filters.all()) await expect(each).toBeHidden()
    await page.getByRole('button', { name: 'Filters' }).click()
    for (const each of await filters.all()) await expect(each).toBeVisible()
  })

  await test.step('the days of an event stand side by side', async () => {
    await page.setViewportSize({ width: 1366, height: 768 })
    await page.goto('/console/event')
    const days = page.locator('.date-grid input[type=date]')
    await expect(days).toHaveCount(7)
    const tops = await days.evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().top)))
    expect(new Set(tops).size).toBeLessThanOrEqual(4)
  })
  await page.close()
})
