/** What a printer gets of a screen. */
import { writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect } from './testing.ts'

type Printed = { pages?: number; isIssued?: boolean }

/** On A4 there is nothing to press, no bar and no rail. With `pages`, it fits on so many; what the college issues has its letterhead and a place for the stamp. With SHOTS, a folder, the file to look at. */
export async function onPaper(page: Page, name: string, { pages, isIssued }: Printed = {}): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Console' })).toBeHidden()
  // By the head of a column a list is sorted; on paper that is its title.
  await expect(page.locator('.button:visible, button:not(th button):visible')).toHaveCount(0)
  await expect(page.getByRole('searchbox')).toHaveCount(0)
  if (isIssued) {
    await expect(page.locator('.letterhead')).toContainText('Indus Medical College, University Road, Hyderabad')
    await expect(page.locator('.letterhead img')).toBeVisible()
    await expect(page.getByText('Stamp', { exact: true })).toBeVisible()
  }
  const file = await page.pdf({ preferCSSPageSize: true })
  if (process.env.SHOTS) writeFileSync(`${process.env.SHOTS}/${name}.pdf`, file)
  const printed = file.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length
  if (pages !== undefined) expect({ name, printed }).toEqual({ name, printed: pages })
  await page.emulateMedia({ media: 'screen' })
}

type Printout = { text: string; /** From the bottom of the page. */ y: number }[]

/** Every text that a printer gets, page by page, with its height on the page. */
export async function textsOnPaper(page: Page): Promise<Printout[]> {
  await page.emulateMedia({ media: 'print' })
  const file = await page.pdf({ preferCSSPageSize: true })
  await page.emulateMedia({ media: 'screen' })
  const printed = await getDocument({ data: new Uint8Array(file), verbosity: 0 }).promise
  return Promise.all(
    Array.from({ length: printed.numPages }, async (_, at) => {
      const { items } = await (await printed.getPage(at + 1)).getTextContent()
      return items.flatMap((item) => ('str' in item ? [{ text: item.str.trim(), y: item.transform[5] as number }] : []))
    }),
  )
}
