/** A second event is announced beside the current one: somebody finds it, signs up for it and books there, and the current one knows nothing of that. */
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { addEvent } from '#server/events/add-event.ts'
import { EventFile } from '#server/events/event-file.ts'
import { expectNoBarrier } from './looks.ts'
import { inWorld } from './people.ts'
import { addToCart, atTheBank, cartOf, infection } from './shop.ts'
import { closeAlert, expect, hydrated, login, type Portal, signUp, someEmail, test, visit } from './testing.ts'

const spring = '/e/spring-conference'
const walk = `Spring: ${infection}`

/** Beside the current event, in one step: no other journey ever finds another one as the current event. */
async function announceBeside(portal: Portal): Promise<void> {
  const file = new URL('../content/demo-event.json', import.meta.url)
  const event = EventFile.parse(JSON.parse(readFileSync(file, 'utf8')))
  const named = { name: 'Spring Conference', theme: 'Fevers of the Delta', programmes: [] }
  await inWorld(portal, async ({ db, now }) =>
    db.transaction().execute(async (db) => {
      const current = await db.selectFrom('event').select('id').where('isCurrent', '=', true).executeTakeFirstOrThrow()
      const id = await addEvent({ db, now } as Parameters<typeof addEvent>[0], { ...event, ...named })
      await db.updateTable('event').set({ isCurrent: false }).where('id', '=', id).execute()
      await db.updateTable('event').set({ isCurrent: true }).where('id', '=', current.id).execute()
      await sql`update workshop set topic = 'Spring: ' || topic where event_id = ${id}`.execute(db)
    }),
  )
}

test('somebody finds the second event, signs up for it, books and pays there, and the current one stays as it was', async ({
  page,
  portal,
  complaints,
}) => {
  // Announced by hand in the database: the pages hear of it within a second.
  complaints.expect(/status of 404/)
  await announceBeside(portal)
  await test.step('the home page leads to it, and it leads back', async () => {
    await page.setViewportSize({ width: 1360, height: 800 })
    const others = page.getByRole('main').getByRole('link', { name: /^Spring Conference/ })
    await expect(async () => {
      await page.goto('/')
      await expect(others).toBeVisible({ timeout: 500 })
    }).toPass()
    await others.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Fevers of the Delta' })).toBeVisible()
    await page
      .getByRole('navigation', { name: 'Events' })
      .getByRole('link', { name: /^Annual Medical/ })
      .click()
    await expect(page).toHaveURL(`${portal.url}/`)
    await page.getByRole('button', { name: 'Events' }).click()
    await page
      .locator('#nav-events')
      .getByRole('link', { name: /^Spring Conference/ })
      .click()
    await expect(page).toHaveURL(`${portal.url}${spring}/`)
  })
  await test.step('its home page leads to its own pages', async () => {
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${portal.url}${spring}/`)
    await expectNoBarrier(page, 'home of the second event')
    await page.setViewportSize({ width: 1360, height: 800 })
    await page.getByRole('main').getByRole('link', { name: 'Register for Events' }).click()
    await expect(page).toHaveURL(`${portal.url}${spring}/events`)
    await expect(page.getByRole('heading', { name: walk })).toBeVisible()
  })

  const person = { name: 'Sana Memon', email: someEmail('sana'), password: 'three blue boats' }
  await test.step('the letter and every screen of signing up stay in it', async () => {
    await signUp(page, person, `${spring}/signup`)
    expect(await portal.mail()).toContain(`${portal.url}${spring}/verify-email#`)
    await page.getByLabel('Verification PIN').fill(await portal.pinOf(person.email))
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL(`${portal.url}${spring}/login`)
    await login(page, person)
    await expect(page).toHaveURL(`${portal.url}${spring}/profilereg`)
  })

  await test.step('the cart of one event is not that of the other', async () => {
    await visit(page, `${spring}/events`)
    await addToCart(page, walk)
    await expect(page.getByRole('link', { name: 'Cart 1 items' })).toBeVisible()
    await visit(page, '/events')
    await expect(page.getByRole('link', { name: 'Cart 0 items' })).toBeVisible()
    await expect(cartOf(page)).toContainText('Nothing here yet')
  })

  await test.step('the bank leads back to the second event, whose profile alone has the seat', async () => {
    await page.goto(`${spring}/events`)
    await hydrated(page)
    await cartOf(page).getByRole('button', { name: 'Check out' }).click()
    await atTheBank(page, /^Pay RS/)
    await closeAlert(page, 'Your payment was received. Your seats are booked.')
    await expect(page).toHaveURL(`${portal.url}${spring}/profile`)
    const mine = page.getByRole('region', { name: 'My workshops' })
    await expect(mine).toContainText(walk)
    await page.goto('/profile')
    // Whoever has no profile at this event is led to its form first.
    await page.getByRole('link', { name: 'Finish later' }).click()
    await expect(page).toHaveURL(`${portal.url}/profile`)
    await expect(mine).toContainText('No workshops yet')
    const others = page.getByRole('region', { name: 'Other events' })
    await others.locator('summary').first().click()
    await others.getByRole('link', { name: 'Open Spring Conference' }).click()
    // There they were led to the form before, and said later.
    await expect(mine).toContainText(walk)
    await expect(page).toHaveURL(`${portal.url}${spring}/profile`)
  })
})
