/** The event belongs into every address of the console: a link must never lead into another one without a word. */
import { readFileSync } from 'node:fs'
import { matchPath } from 'react-router'
import { consolePages } from '#contract/console-pages.ts'
import { addEvent } from '#server/events/add-event.ts'
import { EventFile } from '#server/events/event-file.ts'
import { inDatabase, inWorld } from './people.ts'
import { signInAsStaff, zainab } from './staff.ts'
import { expect, openPortal, type Portal, test } from './testing.ts'

// The living demonstration has an order, a payment, an abstract and a person to walk to.
let own: { portal: Portal; stop: () => Promise<void> }
test.beforeAll(async () => {
  own = await openPortal({ DEMONSTRATION: 'living' })
})
test.afterAll(() => own.stop())

/** A new event becomes the current one: whatever loses the event of the demonstration ends there. */
async function anotherBecomesCurrent(portal: Portal): Promise<{ shown: number; current: number }> {
  const file = EventFile.parse(JSON.parse(readFileSync(new URL('../content/demo-event.json', import.meta.url), 'utf8')))
  const [{ id: shown }] = (await inDatabase(portal, 'select id from event where is_current')) as [{ id: number }]
  const current = await inWorld(portal, async ({ db, now }) =>
    db
      .transaction()
      .execute(async (db) =>
        addEvent({ db, now } as Parameters<typeof addEvent>[0], { ...file, name: 'Spring Conference', programmes: [] }),
      ),
  )
  return { shown, current }
}

const patternOf = (pathname: string): string | undefined =>
  Object.keys(consolePages).find((path) => matchPath(path, pathname))

test('no link of the console leads into another event than the one on the screen', async ({ page }) => {
  const { portal } = own
  const { shown, current } = await anotherBecomesCurrent(portal)
  await page.goto(`${portal.url}/console/signin`)
  await signInAsStaff(page, zainab)
  await expect(page).toHaveURL(`${portal.url}/console?eventId=${current}`)

  // Of one that is paid there is a receipt.
  const [paid] = (await inDatabase(
    portal,
    "select payment_code as code from orders join receipt on receipt.order_id = orders.id where state = 'paid' order by id limit 1",
  )) as [{ code: string }]
  const waiting = [`/console?eventId=${shown}`, `/console/orders/${paid.code}?eventId=${shown}`]
  const walked = new Set<string>()
  const strayed: string[] = []
  for (let address = waiting.shift(); address; address = waiting.shift()) {
    await page.goto(`${portal.url}${address}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('main :is([aria-busy=true], .skeleton)')).toHaveCount(0)
    const here = new URL(page.url())
    if (here.searchParams.get('eventId') !== String(shown)) strayed.push(`${address} ended at ${page.url()}`)
    const links = await page.evaluate(() =>
      [...document.querySelectorAll('a')].map(({ href, textContent }) => [href, textContent] as const),
    )
    for (const [href, words] of links) {
      const { origin, pathname, search, searchParams } = new URL(href)
      if (origin !== portal.url || !pathname.startsWith('/console')) continue
      const eventId = searchParams.get('eventId')
      // What belongs to no event says so.
      if (eventId === 'any') continue
      // The list of all events names each.
      if (here.pathname === '/console/events' && pathname === '/console/event') continue
      if (eventId !== String(shown)) strayed.push(`${here.pathname}: ${words} leads to ${pathname}${search}`)
      const kind = `${patternOf(pathname)} ${searchParams.get('part') ?? ''}`
      if (walked.has(kind)) continue
      walked.add(kind)
      waiting.push(pathname + search)
    }
  }
  expect(strayed).toEqual([])
  const reached = new Set([...walked].map((kind) => kind.split(' ')[0]))
  const missed = Object.entries(consolePages).flatMap(([path, each]) =>
    'alone' in each || reached.has(path) ? [] : [path],
  )
  // The demonstration has none of these.
  expect(missed).toEqual(['/console/finance/closings/:id', '/console/finance/offline/:id'])
})

test('the event stays when the address is typed without it, and when all events were looked at in between', async ({
  page,
}) => {
  const { portal } = own
  const [{ id: shown }] = (await inDatabase(portal, 'select min(id) as id from event')) as [{ id: number }]
  const [{ code }] = (await inDatabase(
    portal,
    `select payment_code as code from orders join applicant on applicant.id = applicant_id where applicant.event_id = ${shown} limit 1`,
  )) as [{ code: string }]
  await page.goto(`${portal.url}/console/signin`)
  await signInAsStaff(page, zainab)
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()

  await page.goto(`${portal.url}/console/orders/${code}`)
  await expect(page).toHaveURL(`${portal.url}/console/orders/${code}?eventId=${shown}`)
  await page.getByRole('link', { name: 'Audit', exact: false }).click()
  await page.getByRole('button', { name: /^Event: / }).click()
  await page.getByRole('menuitemradio', { name: 'All your events' }).click()
  await expect(page).toHaveURL(`${portal.url}/console/audit`)
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'People' }).click()
  await expect(page).toHaveURL(`${portal.url}/console/people?eventId=${shown}`)
  await page.goto(`${portal.url}/console/workshops`)
  await expect(page).toHaveURL(`${portal.url}/console/workshops?eventId=${shown}`)
})
