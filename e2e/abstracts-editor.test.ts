/** The text of an abstract: its editor, what is pasted into it, and what must never run. */
import type { Page, Route } from '@playwright/test'
import { addAbstract, anAuthor, attach, fillForm, next, section, untilEditor } from './author.ts'
import { closeAlert, expect, test } from './testing.ts'

const paste = (page: Page, name: string, html: string) =>
  section(page, name).evaluate((box, text) => {
    box.focus()
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', text)
    clipboardData.setData('text/plain', 'plain')
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)

const htmlIn = (page: Page, name: string) =>
  section(page, name).evaluate((box) => box.innerHTML.replaceAll(/<br class="ProseMirror-trailingBreak">/g, ''))

const fromWord = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15">
<style><!-- p.MsoNormal {margin:0cm; font-size:12.0pt;} --></style><xml><w:WordDocument></w:WordDocument></xml></head><body lang=EN-GB>
<!--StartFragment--><h1 style='font-family:"Calibri Light"'>Sensitivity</h1>
<p class=MsoNormal style='margin-bottom:8.0pt'><span style='font-family:"Times New Roman",serif'>CO<sub>2</sub> rose by 10<sup>3</sup>,
<b>twice</b> <i>in vitro</i><span style='font-size:24.0pt'> loudly</span>.<o:p></o:p></span></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><!--[if !supportLists]--><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><!--[endif]-->Age</p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><!--[if !supportLists]--><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><!--[endif]-->Sex</p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><!--[if !supportLists]--><span style='mso-list:Ignore'>1.<span>&nbsp;&nbsp; </span></span><!--[endif]-->First</p>
<table><tr><td>a</td><td>b</td></tr></table><script>window.hacked = 1</script><img src=x onerror="window.hacked = 2">
<a href="javascript:window.hacked=3">link</a><!--EndFragment--></body></html>`

test('what comes from Word is clean, keeps what we allow, and runs nothing', async ({ page, portal }) => {
  await anAuthor(page, portal)
  await addAbstract(page)
  await untilEditor(page)
  await paste(page, 'Results', fromWord)
  expect(await htmlIn(page, 'Results')).toBe(
    '<p>Sensitivity</p>' +
      '<p>CO<sub>2</sub> rose by 10<sup>3</sup>, <strong>twice</strong> <em>in vitro</em><span class="size-huge"> loudly</span>.</p>' +
      '<ul><li><p>Age</p></li><li><p>Sex</p></li></ul><ol><li><p>First</p></li></ol>' +
      '<p>a</p><p>b</p><p>link</p>',
  )
  expect(await page.evaluate(() => (window as { hacked?: number }).hacked)).toBeUndefined()
  await paste(
    page,
    'Conclusion',
    `<b style="font-weight:normal" id="docs-internal-guid-1"><p dir="ltr"><span style="font-size:11pt;font-family:Arial;font-weight:700">Bold</span><span style="font-style:italic"> italic</span> <span style="vertical-align:super;font-size:0.6em">sup</span> <span style="text-decoration:underline;font-family:'Courier New'">mono</span></p></b>`,
  )
  expect(await htmlIn(page, 'Conclusion')).toBe(
    '<p><strong>Bold</strong><em> italic</em> <sup>sup</sup> <u><span class="font-mono">mono</span></u></p>',
  )
  await fillForm(page, 'Pasted')
  await attach(page)
  await next(page)
  const shown = page.getByRole('region', { name: 'Results' }).locator('.rich')
  await expect(shown.locator('sub')).toHaveText('2')
  await expect(shown.locator('ul > li')).toHaveText(['Age', 'Sex'])
  await expect(shown.locator('.size-huge')).toHaveText(' loudly')
  await page.getByRole('button', { name: 'Back to edit' }).click()
  await untilEditor(page)
  expect(await htmlIn(page, 'Results')).toContain('CO<sub>2</sub> rose by 10<sup>3</sup>, <strong>twice</strong>')
})

test('the toolbar works with the keyboard alone: one stop, arrows inside', async ({ page, portal }) => {
  await anAuthor(page, portal)
  await addAbstract(page)
  await untilEditor(page)
  const bar = page.getByRole('toolbar', { name: 'Format Background' })
  const bold = bar.getByRole('button', { name: 'Bold' })
  await bold.focus()
  await page.keyboard.press('ArrowRight')
  await expect(bar.getByRole('button', { name: 'Italic' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(bar.getByLabel('Font family')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(bold).toBeFocused()
  await page.keyboard.press('Space')
  await expect(bold).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Tab')
  await expect(section(page, 'Background')).toBeFocused()
  await page.keyboard.type('strong')
  await page.keyboard.press('Shift+Tab')
  await expect(bold).toBeFocused()
  await page.keyboard.press('Space')
  await bar.getByLabel('Font size').selectOption('Large')
  await expect(section(page, 'Background')).toBeFocused()
  await page.keyboard.type(' large')
  expect(await htmlIn(page, 'Background')).toBe('<p><strong>strong</strong><span class="size-large"> large</span></p>')
  await page.keyboard.press('ControlOrMeta+a')
  await bar.getByLabel('Font family').selectOption('Serif')
  await bar.getByRole('button', { name: 'Underline' }).click()
  expect(await htmlIn(page, 'Background')).toMatch(/^<p>(?=.*font-serif)(?=.*<u>).*<\/p>$/)
  await page.keyboard.press('ControlOrMeta+z')
  expect(await htmlIn(page, 'Background')).not.toContain('<u>')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('toolbar', { name: 'Format Material and Method' }).getByLabel('Bold')).toBeFocused()
})

test('a section that is too long is called by its name, and nothing is sent or lost', async ({ page, portal }) => {
  await anAuthor(page, portal)
  await addAbstract(page)
  await fillForm(page, 'Far too long')
  await paste(page, 'Conclusion', `<p>${'word '.repeat(4000)}</p>`)
  await attach(page)
  await page.route('**/api/AbstractSave', (route) => route.abort())
  await next(page)
  const sentence = 'Conclusion is too long: it may have 20,000 characters, formatting included. Please shorten it.'
  await closeAlert(page, sentence)
  await expect(page.getByText(sentence)).toBeVisible()
  await expect(section(page, 'Conclusion')).toContainText('word word')
  await section(page, 'Conclusion').fill('Short')
  await page.unroute('**/api/AbstractSave')
  await next(page)
  await expect(page.getByRole('heading', { name: 'Check it once more' })).toBeVisible()
})

test('more than 250 words are warned about and not refused', async ({ page, portal }) => {
  await anAuthor(page, portal)
  await addAbstract(page)
  await fillForm(page, 'Rather long')
  await paste(page, 'Results', `<p>${'word '.repeat(245)}</p>`)
  await expect(page.getByText('250 of 250 words').first()).toBeVisible()
  await expect(page.getByText('0 left')).toBeVisible()
  await section(page, 'Conclusion').click()
  await page.keyboard.type('more')
  await expect(page.getByText('1 too many')).toBeVisible()
  await expect(page.getByText('This is over 250 words.')).toBeVisible()
  await attach(page)
  await next(page)
  await expect(page.getByRole('heading', { name: 'Check it once more' })).toBeVisible()
  await expect(page.getByText('251 of 250')).toBeVisible()
})

test('stored HTML runs no script, wherever it is shown', async ({ page, portal }) => {
  await anAuthor(page, portal)
  await addAbstract(page)
  await fillForm(page, 'Harmless')
  await attach(page)
  await next(page)
  await expect(page.getByRole('heading', { name: 'Check it once more' })).toBeVisible()
  const evil = `<p onclick="window.hacked=1">Seen</p><script>window.hacked=2</script><img src=x onerror="window.hacked=3"><svg onload="window.hacked=4"><iframe srcdoc="<script>parent.hacked=5</script>"></iframe><a href="javascript:window.hacked=6">x</a><p style="position:fixed;inset:0">&lt;b&gt;&#60;script&#62;</p><span class="size-huge dialog">big</span>`
  // As if somebody had got past the server.
  const poison = async (route: Route) => {
    const reply = await route.fetch()
    const { Table } = (await reply.json()) as { Table: Record<string, unknown>[] }
    const poisoned = {
      Title: evil,
      TitlePlain: evil,
      BackGround: evil,
      Material: evil,
      Results: evil,
      Discussion: evil,
    }
    await route.fulfill({ response: reply, json: { Table: Table.map((row) => ({ ...row, ...poisoned })) } })
  }
  await page.route('**/api/GetAbstracts?*', poison)
  await page.reload()
  const expectHarmless = async () => {
    await expect(page.getByRole('main')).toContainText('Seen')
    expect(
      await page.evaluate(() => ({
        hacked: (window as { hacked?: number }).hacked,
        strange: document.querySelectorAll(
          'main :is(script, img, iframe, a[href^=javascript], [onclick], [onload], .rich [style])',
        ).length,
        foreign: document.querySelectorAll('.rich .dialog').length,
      })),
    ).toEqual({ hacked: undefined, strange: 0, foreign: 0 })
  }
  await expectHarmless()
  await page.getByRole('button', { name: /^Edit/ }).click()
  await untilEditor(page)
  await expect(section(page, 'Background')).toContainText('<b><script>')
  await expectHarmless()
  await attach(page)
  await page.route('**/api/AbstractUpdate', (route) => route.fulfill({ json: { Table: [{ Status: 'Success' }] } }))
  await next(page)
  await expect(page.getByRole('heading', { name: 'Check it once more' })).toBeVisible()
  await page.getByRole('region', { name: 'Background' }).getByText('Seen').click()
  await expectHarmless()
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Finish later' }).click()
  await expect(page.getByRole('region', { name: 'My abstracts' })).toContainText('Seen')
  await expectHarmless()
})
