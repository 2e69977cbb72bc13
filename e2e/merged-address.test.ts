/** Two accounts were merged, and the person goes on with the address that they know. */
import { aDraft, rowOf } from './author.ts'
import { anApplicant, inDatabase } from './people.ts'
import { addToCart, atTheBank, cardOf, checkOut, echo, openSchedule, osce } from './shop.ts'
import { closeAlert, expect, hydrated, login, provePerson, test, visit } from './testing.ts'

test('the old address does everything after a merge: workshops, payment, abstracts, a forgotten password', async ({
  page,
  portal,
}) => {
  const kept = await anApplicant(portal, 'Sana Memon')
  const gone = await anApplicant(portal, 'Sana Old')
  await inDatabase(
    portal,
    `with merged as (update account set password_hash = null where email = $2 returning email_key)
     insert into account_alias (email_key, account_id) select email_key, (select id from account where email = $1) from merged`,
    [kept.email, gone.email],
  )
  await test.step('signs in and pays for a workshop', async () => {
    await visit(page, '/login')
    await login(page, { email: gone.email, password: kept.password })
    await expect(page).toHaveURL(/\/profile/)
    await openSchedule(page)
    await checkOut(page, osce)
    await atTheBank(page, /^Pay/)
    await closeAlert(page, /./)
    await openSchedule(page)
    await expect(cardOf(page, osce).getByText('Purchased').first()).toBeVisible()
    await addToCart(page, echo)
  })
  await test.step('saves an abstract and finds it again', async () => {
    await page.goto('/abstractsubmission')
    await aDraft(page, 'Plasma leakage in the first hour')
    await page.goto('/abstractsubmission')
    await expect(rowOf(page, 'Plasma leakage in the first hour')).toBeVisible()
  })
  await test.step('sets a new password by way of the old address', async () => {
    await page.getByRole('navigation').getByRole('button', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL(/\/login$/)
    await hydrated(page)
    await visit(page, '/forgotpass')
    await page.getByLabel('Email').fill(gone.email)
    await provePerson(page)
    await page.getByRole('button', { name: 'Send PIN' }).click()
    await expect(page.getByRole('heading', { name: 'Enter the PIN' })).toBeFocused()
    await page.getByLabel('PIN', { exact: true }).fill(await portal.pinOf(kept.email))
    await provePerson(page)
    await page.getByRole('button', { name: 'Verify PIN' }).click()
    await page.getByLabel('New password', { exact: true }).fill('seven green boats')
    await page.getByLabel('New password once more').fill('seven green boats')
    await page.getByRole('button', { name: 'Update password' }).click()
    await closeAlert(page, /./)
    await hydrated(page)
    await login(page, { email: gone.email, password: 'seven green boats' })
    await expect(page).toHaveURL(/\/profile/)
  })
})
