/** Two that are one work are merged and put back; a waiting list is ordered by keyboard, its next is offered, and decisions are taken along. */
import { readFileSync } from 'node:fs'
import { pick, press, tick, type } from './keys.ts'
import { look, walks } from './looks.ts'
import { inDatabase } from './people.ts'
import { someReviewed } from './reviewed.ts'
import { signInAsStaff, stepUp, zainab } from './staff.ts'
import { expect, openPortal, type Portal, test } from './testing.ts'

// A portal of its own: everybody else's keeps its abstracts.
let own: { portal: Portal; stop: () => Promise<void> }
test.beforeEach(async () => {
  own = await openPortal()
})
test.afterEach(() => own.stop())

const titles = [
  'Retinal screening by technicians',
  'Screening of the retina by technicians',
  'Night-shift nurses',
  'Airway drills',
]

for (const { sight, settings, annotation } of walks('at a desk'))
  test(
    `a pair is merged and put back; the waiting list moves by keyboard; decisions become a file: ${sight}`,
    { annotation },
    async ({ browser }) => {
      const { portal } = own
      await someReviewed(
        portal,
        titles.map((title) => ({ title, type: 'Poster', totals: [4, 4, 3.5] })),
      )
      await inDatabase(
        portal,
        `insert into likeness (a, b, share, is_same_owner, at) select min(id), min(id) + 1, 92, false, now() from abstract where level = 1`,
      )
      const page = await browser.newPage({ ...settings, baseURL: portal.url })
      await page.goto('/console/abstracts?part=alike')
      await signInAsStaff(page, zainab)

      await test.step('side by side, and merged with a reason; the button says what follows', async () => {
        await expect(page.getByRole('heading', { name: /Nearly word for word, 92%/ })).toBeVisible()
        await press(page.getByRole('button', { name: 'Read them side by side' }))
        await expect(page.getByText('We counted.')).toHaveCount(2)
        await look(page, 'alike')
        await press(page.getByRole('button', { name: 'Merge into A-0001…' }))
        await type(page.getByRole('dialog').getByLabel('Reason'), 'One study of two residents.')
        await look(page, 'merging')
        await press(page.getByRole('button', { name: 'Merge A-0002 into A-0001' }))
        await expect(page.getByRole('heading', { name: 'No two look alike' })).toBeVisible()
      })

      await test.step('put back by a reset', async () => {
        await page.goto('/console/abstracts/2')
        await expect(page.getByText('Merged into A-0001')).toBeVisible()
        await press(page.getByRole('button', { name: 'Put back under review…' }))
        await type(page.getByRole('dialog').getByLabel('Reason'), 'Two studies after all.')
        await press(page.getByRole('button', { name: 'Reset A-0002 and write 1 letter' }))
        await stepUp(page, zainab.password)
        await expect(page.getByText('Under review again')).toBeVisible()
        await look(page, 'put back')
      })

      await test.step('a waiting list in another order, without a mouse', async () => {
        await page.goto('/console/decisions?sort=number')
        await tick(page.getByRole('checkbox', { name: 'Select A-0003' }))
        await tick(page.getByRole('checkbox', { name: 'Select A-0004' }))
        await press(page.getByRole('button', { name: 'Waiting list', exact: true }))
        const waiting = page.getByRole('region', { name: 'Waiting list' }).getByRole('listitem')
        await expect(waiting).toHaveText([/Night-shift/, /Airway/])
        await press(page.getByRole('button', { name: 'Move A-0004 up' }))
        await expect(waiting).toHaveText([/Airway/, /Night-shift/])
        await expect(page.getByRole('button', { name: 'Move A-0004 down' })).toBeFocused()
        await expect(page.getByText('A-0004 is number 1 of 2')).toBeAttached()
        await look(page, 'waiting')
        await press(page.getByRole('button', { name: 'Offer A-0004 a place' }))
        await pick(page.getByRole('menuitem', { name: /As poster/ }))
        await expect(waiting).toHaveText([/Night-shift/])
      })

      await test.step('taken along as a file', async () => {
        await press(page.getByRole('button', { name: 'Export 4' }))
        await pick(page.getByRole('menuitem', { name: /CSV/ }))
        const download = page.waitForEvent('download')
        await press(page.getByRole('link', { name: 'Download' }))
        const text = readFileSync(await (await download).path(), 'utf8')
        expect(text).toMatch(/A-0004,Airway drills,.*accepted,Poster,yes/)
      })
    },
  )
