/** Eyes that find nothing would be content with every page. */
import { expectNoBarrier } from './looks.ts'
import { expect, test } from './testing.ts'

const barriers = [
  { barrier: 'a picture without words', html: '<img src="data:,">', found: /image-alt/ },
  {
    barrier: 'letters that are too pale in the dark',
    html: '<style>@media (prefers-color-scheme: dark) { p { color: #333; background: #000 } }</style><p>Pale</p>',
    found: /"dark"[^}]*color-contrast/s,
  },
  {
    barrier: 'letters that are too pale on a desk',
    html: '<style>@media (min-width: 1200px) { p { color: #ccc; background: #fff } }</style><p>Pale</p>',
    found: /color-contrast[^}]*1360/s,
  },
  { barrier: 'a line that is wider than a phone', html: '<p style="width: 330px">Wide</p>', found: /"tooWide": [^0]/ },
]

for (const { barrier, html, found } of barriers)
  test(`${barrier} is found`, async ({ page }) => {
    await page.setContent(`<html lang="en"><title>Page</title><main><h1>Page</h1>${html}</main>`)

    await expect(expectNoBarrier(page, 'planted')).rejects.toThrow(found)
  })
