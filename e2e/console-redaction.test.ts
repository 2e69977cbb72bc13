/** A chair empties the redaction queue by keyboard: a name hidden, a text written by hand, and nothing left that reviewers wait for. */
import type { Page } from '@playwright/test'
import { expectNoBarrier } from './looks.ts'
import { inDatabase } from './people.ts'
import { signInAsStaff } from './staff.ts'
import { expect, openPortal, type Portal, test } from './testing.ts'

// A portal of its own: what is with reviewers can no longer be edited by the authors of other journeys.
let own: { portal: Portal; stop: () => Promise<void> }
test.beforeAll(async () => {
  own = await openPortal()
})
test.afterAll(() => own.stop())

type Given = { id: number; name: string }

/** Two abstracts with an author whose name stands in the text, with reviewers since a moment ago. */
async function givenOut(portal: Portal): Promise<Given[]> {
  const rows = (await inDatabase(
    portal,
    `select abstract.id, background_plain as words from abstract join event on event.id = event_id
     join abstract_version written on written.abstract_id = abstract.id and written.number = current_version
     where state = 'submitted' and event_state = 'published' and background_plain ~ '[A-Za-z]{5,} [A-Za-z]{5,}'
     order by abstract.id limit 2`,
  )) as { id: number; words: string }[]
  const given = rows.map(({ id, words }) => ({ id, name: /[A-Za-z]{5,} [A-Za-z]{5,}/.exec(words)?.[0] ?? '' }))
  for (const { id, name } of given) {
    await inDatabase(portal, 'delete from abstract_author where abstract_id = $1', [id])
    await inDatabase(
      portal,
      'insert into abstract_author (abstract_id, position, name, presents) values ($1, 1, $2, true)',
      [id, name],
    )
    await inDatabase(portal, `update abstract set status = 'Under review', level = 1 where id = $1`, [id])
  }
  await inDatabase(portal, `select graphile_worker.add_job('prepare-blind')`)
  await expect
    .poll(() => inDatabase(portal, `select count(*)::int as waiting from redaction where state = 'waiting'`), {
      timeout: 30_000,
    })
    .toEqual([{ waiting: 2 }])
  return given
}

/** Presses Tab until this has the focus: nobody needs a mouse. */
async function tabTo(page: Page, role: 'button' | 'textbox', name: string): Promise<void> {
  const wanted = page.getByRole(role, { name }).first()
  await expect(wanted).toBeVisible()
  for (let pressed = 0; pressed < 80; pressed += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${name}`)
}

test('a queue of two is emptied by keyboard alone: one hidden, one written by hand', async ({ browser }) => {
  const { portal } = own
  const [first, second] = await givenOut(portal)
  const page = await browser.newPage({ baseURL: portal.url })
  await page.setViewportSize({ width: 1360, height: 900 })
  await page.goto('/console/redaction')
  await signInAsStaff(page, { email: 'zainab.qureshi@example.org', password: 'demo-organiser' })

  await expect(page.getByText('2 wait, 0 are ready.')).toBeVisible()
  const original = page.getByRole('region', { name: 'What the author wrote' })
  const blind = page.getByRole('region', { name: 'What reviewers will read' })
  await expect(original.locator('mark').first()).toHaveText(first?.name ?? '')
  await expect(blind.locator('.hidden-word').first()).toHaveText('name removed')
  await expect(blind).not.toContainText(first?.name ?? '')
  await page.keyboard.press('l')
  await expect(blind).toContainText(first?.name ?? '')
  await page.keyboard.press('h')
  await expect(blind).not.toContainText(first?.name ?? '')
  await expectNoBarrier(page, 'redaction')
  if (process.env.SHOTS)
    for (const [width, colorScheme] of [
      [360, 'light'],
      [820, 'light'],
      [1360, 'light'],
      [1360, 'dark'],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await page.screenshot({ path: `${process.env.SHOTS}/redaction ${width} ${colorScheme}.png`, fullPage: true })
    }
  await page.setViewportSize({ width: 1360, height: 900 })
  await page.keyboard.press('r')

  await expect(page.getByText('1 waits, 1 is ready.')).toBeVisible()
  await expect(original).toContainText(second?.name ?? '')
  await tabTo(page, 'button', 'Write it by hand')
  await page.keyboard.press('Enter')
  await tabTo(page, 'textbox', 'Background')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(`Nurses charted the score, as ${second?.name ?? ''} asked.`)
  await tabTo(page, 'button', 'Keep what I wrote')
  await page.keyboard.press('Enter')
  // What is typed is looked through as well.
  await expect(blind).toContainText('Nurses charted the score, as name removed asked.')
  await tabTo(page, 'button', 'Release and next')
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'Nothing waits' })).toBeVisible()
  await expectNoBarrier(page, 'redaction, nothing waits')
  const read = await inDatabase(portal, `select background, state from redaction where abstract_id = $1`, [second?.id])
  expect(read).toEqual([{ background: '<p>Nurses charted the score, as [name removed] asked.</p>', state: 'ready' }])
  await page.close()
})
