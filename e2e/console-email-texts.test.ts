/** An organiser rewords the booking email by keyboard: refused without its link, previewed, tried, saved, and taken back to the default. */
import { press, type } from './keys.ts'
import { look, walks } from './looks.ts'
import { inDatabase } from './people.ts'
import { signInAsStaff, zainab } from './staff.ts'
import { expect, openPortal, type Portal, test } from './testing.ts'

// A portal of its own: everybody else's keeps its texts.
let own: { portal: Portal; stop: () => Promise<void> }
test.beforeEach(async () => {
  own = await openPortal()
})
test.afterEach(() => own.stop())

for (const { sight, settings, annotation } of walks('at a desk'))
  test(`the booking email is reworded and taken back to the default: ${sight}`, { annotation }, async ({ browser }) => {
    const { portal } = own
    const page = await browser.newPage({ ...settings, baseURL: portal.url })
    await page.goto('/console/mail/texts')
    await signInAsStaff(page, zainab)
    await expect(page.getByRole('heading', { level: 1, name: 'Email texts' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Booking confirmed' })).toBeVisible()
    await look(page, 'the list of texts')
    await press(page.getByRole('link', { name: 'Booking confirmed' }))
    await expect(page.getByRole('heading', { level: 1, name: 'Booking confirmed' })).toBeVisible()
    const preview = page.getByRole('article')
    await expect(preview.getByText('Total: RS 5,000')).toBeVisible()
    const text = page.getByRole('textbox', { name: 'Text' })
    const first = await text.inputValue()

    await test.step('without its link it is not saved', async () => {
      await type(text, first.replace('{link}', '{lnik}'))
      await press(page.getByRole('button', { name: 'Save text' }))
      await expect(page.getByText('This email has no fact {lnik}. Insert one from the list.')).toBeVisible()
      await look(page, 'an unknown fact')
    })

    await test.step('reworded, previewed, tried and saved', async () => {
      await type(page.getByRole('textbox', { name: 'Subject' }), 'Welcome: receipt {receipt number}')
      await type(text, `Your seats at {event} are booked.\n\n${first}`)
      await expect(preview.getByRole('heading', { name: 'Welcome: receipt 2027-00041' })).toBeVisible()
      await expect(preview.getByText('Dear Sana Abro,')).toBeVisible()
      await press(page.getByRole('button', { name: 'Send a test to me' }))
      await expect(page.getByText(`Sent to ${zainab.email}.`)).toBeVisible()
      await press(page.getByRole('button', { name: 'Save text' }))
      await expect(page.getByText('Text of this event')).toBeVisible()
      await look(page, 'a text of their own')
      expect(await inDatabase(portal, 'select kind, subject, version from letter_text')).toEqual([
        { kind: 'order_paid', subject: 'Welcome: receipt {receipt number}', version: 1 },
      ])
      expect(
        await inDatabase(portal, "select subject from mail where subject = 'Test: Welcome: receipt 2027-00041'"),
      ).toHaveLength(1)
    })

    await test.step('back to default', async () => {
      await press(page.getByRole('button', { name: 'Back to default' }))
      await press(page.getByRole('button', { name: 'Delete our own text' }))
      await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue(
        'Your workshops are booked (receipt {receipt number})',
      )
      await expect(text).toHaveValue(first)
      expect(await inDatabase(portal, 'select kind from letter_text')).toEqual([])
    })
    await page.close()
  })
