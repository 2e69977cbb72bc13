/** Abstracts when calls fail, the last date passes, or a clock is wrong. */
import { aDraft, addAbstract, anAuthor, attach, fillForm, next, rowOf, untilEditor } from './author.ts'
import { inDatabase } from './people.ts'
import { closeAlert, expect, type Portal, test } from './testing.ts'

test('a failed save is told, one without an answer is silent and done once, and the button comes back', async ({
  page,
  portal,
  complaints,
}) => {
  complaints.expect(/AbstractSave failed|SubmitAbstract failed|RemoveAbstract failed|ERR_FAILED|500|503/)
  await anAuthor(page, portal)
  await addAbstract(page)
  await fillForm(page, 'Saved at last')
  await attach(page)
  await page.route('**/api/AbstractSave', (route) =>
    route.fulfill({ json: { Table: [{ Status: 'This abstract can no longer be changed.' }] } }),
  )
  await next(page)
  await closeAlert(page, 'Error: Abstract save/update failed')
  await page.unroute('**/api/AbstractSave')

  const busy = 'The service is busy for a moment. Please try again shortly.'
  await page.route('**/api/AbstractSave', (route) =>
    route.fulfill({ status: 503, json: { Table: [{ Status: busy }] } }),
  )
  await next(page)
  await closeAlert(page, 'Error: Abstract save/update failed')
  await expect(page.getByText(busy)).toBeVisible()
  await page.unroute('**/api/AbstractSave')

  // The server has it, but the answer is lost, twice.
  let asked = 0
  await page.route('**/api/AbstractSave', async (route) => {
    asked += 1
    await route.fetch()
    await route.abort()
  })
  await next(page)
  await expect.poll(() => asked).toBe(2)
  await expect(page.getByRole('button', { name: 'Next' })).not.toHaveAttribute('aria-busy')
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await page.unroute('**/api/AbstractSave')
  await page.getByLabel('Abstract Title').fill('Saved at last, once')
  await next(page)
  await expect(page.getByRole('heading', { name: 'Check it once more' })).toBeVisible()

  const failing = async (name: string) => {
    await page.route(`**/api/${name}`, (route) => route.fulfill({ status: 500, json: { Table: [] } }))
  }
  await failing('SubmitAbstract')
  await failing('RemoveAbstract')
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Submit', exact: true })).not.toHaveAttribute('aria-busy')
  await expect(page.getByRole('heading', { name: 'Check it once more' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to your abstracts' }).click()
  await expect(page.getByRole('row')).toHaveCount(2)
  const row = rowOf(page, 'Saved at last, once')
  await row.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(row.getByRole('button', { name: 'Remove' })).not.toHaveAttribute('aria-busy')
  await expect(row).toBeVisible()
  await expect(page.getByRole('alertdialog')).toBeHidden()
})

test('calls that fail are noted and nothing is shown: an empty list, and a form without options', async ({
  page,
  portal,
  complaints,
}) => {
  complaints.expect(/(GetAbstracts|LastDates|SpecialityList) failed|500/)
  await anAuthor(page, portal)
  await aDraft(page, 'Not to be seen')
  const asked: string[] = []
  for (const name of ['GetAbstracts?*', 'LastDates?*', 'SpecialityList']) {
    await page.route(`**/api/${name}`, async (route) => {
      asked.push(name.replace('?*', ''))
      await route.fulfill({ status: 500, json: { Table: [] } })
    })
  }
  await page.reload()
  await expect(page.getByRole('heading', { name: 'No abstracts yet' })).toBeVisible()
  await addAbstract(page)
  await expect(page.getByRole('heading', { name: 'Write your abstract' })).toBeVisible()
  await untilEditor(page)
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect(page.getByRole('alert')).toBeHidden()
  // Each of them once more, because they may be.
  await expect
    .poll(() => asked.toSorted())
    .toEqual(['GetAbstracts', 'GetAbstracts', 'LastDates', 'LastDates', 'SpecialityList', 'SpecialityList'])
})

/** Moves the last date for abstracts while something is tried, and puts it back. */
async function withLastDate(portal: Portal, day: string, tryIt: () => Promise<void>): Promise<void> {
  const [before] = (await inDatabase(
    portal,
    'select opens_on::text as opens, abstracts_close_on::text as closes from event where is_current',
  )) as { opens: string; closes: string }[]
  const move = (opens = '', closes = '') =>
    inDatabase(portal, 'update event set opens_on = $1, abstracts_close_on = $2 where is_current', [opens, closes])
  try {
    await move(day, day)
    await tryIt()
  } finally {
    await move(before?.opens, before?.closes)
  }
}

test('after the last date nothing is added or submitted, and what was being written is kept as a draft', async ({
  page,
  portal,
}) => {
  await anAuthor(page, portal)
  await aDraft(page, 'In time')
  await page.getByRole('button', { name: 'Back to your abstracts' }).click()
  await addAbstract(page)
  await fillForm(page, 'A day late')
  await attach(page)
  await withLastDate(portal, '2020-01-31', async () => {
    await next(page)
    await expect(page.getByText('What you wrote is kept as a draft.')).toBeVisible()
    await expect(page.getByText('Abstract submission date has passed.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Submit', exact: true })).toBeDisabled()
    await page.getByRole('button', { name: 'Back to your abstracts' }).click()
    await rowOf(page, 'In time').getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('heading', { name: 'Abstract submission date has passed.' })).toBeVisible()
    await page.getByRole('button', { name: 'Return to your abstracts' }).click()
    await page.reload()
    await expect(page.getByRole('row')).toHaveCount(3)
    await addAbstract(page)
    await expect(page.getByRole('heading', { name: 'Abstract submission date has passed.' })).toBeVisible()
  })
})

// Behind is for the long run: either shows whose clock it is.
for (const [what, days] of [['ahead', 1] as const, ...(process.env.TEST_LONG ? [['behind', -1] as const] : [])])
  test(`the server's clock decides, with the browser's a day ${what}`, async ({ page, portal }) => {
    await anAuthor(page, portal)
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Karachi', dateStyle: 'short' })
    const at = (offset: number) => new Date(Date.now() + offset * 86_400_000)
    await page.clock.setFixedTime(at(days))
    const last = today.format(at(days < 0 ? -1 : 0))
    await page.route('**/api/LastDates?*', async (route) => {
      const reply = await route.fetch()
      await route.fulfill({ response: reply, json: { Table: [{ theDate: last }] } })
    })
    const told = page.waitForResponse('**/api/LastDates?*')
    await page.reload()
    await (await told).finished()
    await expect(page.getByRole('button', { name: 'Add Abstract' })).toBeVisible()
    await addAbstract(page)
    const heading = days < 0 ? 'Abstract submission date has passed.' : 'Write your abstract'
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  })
