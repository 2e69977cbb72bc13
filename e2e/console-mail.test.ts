/** An organiser writes to people, by keyboard alone: chosen, previewed, tested, checked, the count typed, and stopped half-way. */
import { press, select, type } from './keys.ts'
import { look, walks } from './looks.ts'
import { inDatabase } from './people.ts'
import { signInAsStaff, stepUp, zainab } from './staff.ts'
import { expect, openPortal, type Portal, test } from './testing.ts'

// A portal of its own: everybody else's keeps its people. Slowly, so that there is a half-way.
let own: { portal: Portal; stop: () => Promise<void> }
test.beforeEach(async () => {
  own = await openPortal({ LETTERS_PER_MINUTE: '300' })
})
test.afterEach(() => own.stop())

async function manyPeople(portal: Portal, count: number): Promise<void> {
  await inDatabase(
    portal,
    `with made as (
      insert into account (email, email_key, full_name, verified_at, created_at, password_changed_at)
      select 'reader' || n || '@example.org', 'reader' || n || '@example.org', 'Reader ' || n, now(), now(), now() from generate_series(1, $1::int) as n
      returning id)
    insert into applicant (account_id, event_id, created_at) select made.id, event.id, now() from made, event where is_current`,
    [count],
  )
}

for (const { sight, settings, annotation } of walks('at a desk'))
  test(
    `a letter to a segment: previewed, tested, counted, typed, planned, and stopped half-way: ${sight}`,
    { annotation },
    async ({ browser }) => {
      const { portal } = own
      await manyPeople(portal, 120)
      const page = await browser.newPage({ ...settings, baseURL: portal.url })
      await page.goto('/console/mail')
      await signInAsStaff(page, zainab)
      await expect(page.getByRole('heading', { level: 1, name: 'Write a letter' })).toBeVisible()
      await expect(page.getByText('Nobody yet')).toBeVisible()

      await test.step('chosen and written', async () => {
        await select(page.getByRole('combobox', { name: 'Add whom it is for' }), 'Everybody of the event')
        await expect(page.getByText(/^1\d\d people$/)).toBeVisible()
        await type(page.getByRole('textbox', { name: 'Subject' }), 'See you at {event}')
        await type(page.getByRole('textbox', { name: 'Letter' }), 'Dear {nmae},\n\n<b>doors</b> open at **eight**.')
        await expect(page.getByText('We do not know “nmae”.')).toBeVisible()
        await look(page, 'an unknown fact')
        await type(page.getByRole('textbox', { name: 'Letter' }), 'Dear {name},\n\n<b>doors</b> open at **eight**.')
        await expect(page.getByRole('article').getByText('<b>doors</b> open at')).toBeVisible()
        await expect(page.getByRole('article').locator('strong')).toHaveText('eight')
        await press(page.getByRole('button', { name: 'Next person' }))
        await expect(page.getByText(/^2 of 1\d\d$/)).toBeVisible()
      })

      await test.step('what is typed outlives the page', async () => {
        await page.reload()
        await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('See you at {event}')
      })

      await test.step('a test to oneself', async () => {
        await press(page.getByRole('button', { name: 'Send a test to me' }))
        await expect(page.getByText(`Sent to ${zainab.email}.`)).toBeVisible()
        await look(page, 'write')
      })

      await test.step('checked, and the count typed', async () => {
        await press(page.getByRole('button', { name: 'Check and send' }))
        await expect(page.getByRole('heading', { name: 'Check' })).toBeVisible()
        const send = page.getByRole('button', { name: /^Send to 1\d\d$/ })
        await expect(send).toBeDisabled()
        await look(page, 'check')
        const count = /\d+/.exec((await send.textContent()) ?? '')?.[0] ?? ''
        await type(page.getByLabel(`Type ${count} to send it`), count)
        await press(send)
        await stepUp(page, zainab.password)
        await expect(page.getByText(/^Goes out .* to 1\d\d people\.$/)).toBeVisible()
        await look(page, 'planned')
      })

      await test.step('it goes out, and is stopped half-way', async () => {
        // Five minutes pass.
        await inDatabase(portal, `update mailing set send_at = now()`)
        await inDatabase(portal, `select graphile_worker.add_job('send-mailings')`)
        await expect(page.getByText(/^\d+ of 1\d\d sent$/)).toBeVisible({ timeout: 15_000 })
        await press(page.getByRole('button', { name: 'Stop', exact: true }))
        await press(page.getByRole('button', { name: /^Stop: \d+ people get no letter$/ }))
        await expect(page.getByText(/^Stopped .* had it, \d+ people got none\.$/)).toBeVisible()
        await press(page.getByRole('link', { name: 'Outbox' }))
        const letter = page.getByRole('button', { name: /^See you at/ }).first()
        await press(letter)
        await press(page.getByRole('dialog').getByRole('button', { name: 'Close' }))
        await expect(letter).toBeFocused()
        await look(page, 'outbox')
        const counted = (await inDatabase(
          portal,
          `select count(*)::int as letters, count(distinct account_id)::int as people, (select posted from mailing) as posted from mail where mailing_id is not null`,
        )) as { letters: number; people: number; posted: number }[]
        const { letters, people, posted } = counted[0] as (typeof counted)[number]
        expect([people, posted]).toEqual([letters, letters])
        expect(letters).toBeLessThan(120)
        await press(page.getByRole('link', { name: 'Letters to many' }))
        await expect(page.getByText('Stopped', { exact: true })).toBeVisible()
        await look(page, 'letters to many')
      })
      await page.close()
    },
  )
