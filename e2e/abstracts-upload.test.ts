/** Files of abstracts, over connections that fail. */
import type { Page, Request } from '@playwright/test'
import { addAbstract, anAuthor, attach, fillForm, next, paper } from './author.ts'
import { expect, test, testLong } from './testing.ts'

const megabyte = 1024 * 1024
const dialogOf = (page: Page) => page.getByRole('alertdialog', { name: 'Saving your abstract' })

async function atNext(page: Page, title: string, file: ReturnType<typeof paper>): Promise<void> {
  await addAbstract(page)
  await fillForm(page, title)
  await attach(page, file)
}

/** Where a piece begins. Only of a request that is held does the browser tell what is in it. */
const offsetOf = (request: Request): number =>
  Number(/name="Offset"\r\n\r\n(\d+)/.exec(request.postDataBuffer()?.toString('latin1') ?? '')?.[1])

test('a large file shows its progress, stops without a connection, and goes on by itself where it was', async ({
  page,
  portal,
  context,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_NETWORK/)
  await anAuthor(page, portal)
  await atNext(page, 'Twelve megabytes', paper(12 * megabyte))
  const offsets: number[] = []
  await page.route('**/api/UploadPiece', async (route) => {
    offsets.push(offsetOf(route.request()))
    // The second piece is cut off.
    if (offsets.length === 2) {
      await context.setOffline(true)
      await route.abort('internetdisconnected')
    } else await route.continue()
  })
  await next(page)
  const dialog = dialogOf(page)
  await expect(dialog.getByRole('meter', { name: 'Upload' })).toBeVisible()
  await expect(dialog).toContainText('The connection is lost. It goes on by itself when it is back.')
  await page.waitForTimeout(1500)
  expect(offsets).toHaveLength(2)
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Check it once more' })).toBeVisible()
  await expect(page.getByText('lung.txt, 12.0 MB')).toBeVisible()
  const piece = 5 * megabyte
  expect(offsets).toEqual([0, piece, piece, 2 * piece])
})

// web/platform/uploads/pieces.test.ts shows it piece by piece.
testLong(
  'an upload that is cancelled leaves the form as it was, and the next try sends only what is missing (needs npm run test:long)',
  async ({ page, portal, complaints }) => {
    complaints.expect(/ERR_FAILED|ERR_ABORTED/)
    await anAuthor(page, portal)
    await atNext(page, 'Stopped half way', paper(11 * megabyte))
    const offsets: number[] = []
    await page.route('**/api/UploadPiece', async (route) => {
      offsets.push(offsetOf(route.request()))
      // The second is never answered, until somebody cancels.
      if (offsets.length !== 2) await route.continue()
    })
    await next(page)
    await expect(dialogOf(page)).toContainText(/Uploading, 4\d% of 11\.0 MB/)
    await expect.poll(() => offsets.length).toBe(2)
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(dialogOf(page)).toBeHidden()
    await expect(page.getByLabel('Abstract Title')).toHaveValue('Stopped half way')
    await expect(page.getByText('lung.txt')).toBeVisible()

    await next(page)
    await expect(page.getByRole('heading', { name: 'Check it once more' })).toBeVisible()
    expect(offsets.map((offset) => offset / megabyte)).toEqual([0, 5, 5, 10])
  },
)

test('a small file sent while the connection is gone waits for it, and is saved once', async ({
  page,
  portal,
  context,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/)
  await anAuthor(page, portal)
  await atNext(page, 'From the lift', paper())
  await context.setOffline(true)
  await next(page)
  await expect(dialogOf(page)).toContainText('The connection is lost.')
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Check it once more' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to your abstracts' }).click()
  await expect(page.getByRole('row')).toHaveCount(2)
})

test('a file that is too large or of another kind is refused when it is chosen, and none is chosen then', async ({
  page,
  portal,
}) => {
  await anAuthor(page, portal)
  await addAbstract(page)
  const file = page.getByLabel('Attach File')
  await expect(file).toBeAttached()
  const chooseOf = (name: string, size: number) =>
    page.evaluate(
      ([fileName, bytes]) => {
        const input = document.querySelector<HTMLInputElement>('input[type=file]')
        const files = new DataTransfer()
        files.items.add(new File([new Uint8Array(bytes)], fileName))
        if (!input) return
        input.files = files.files
        input.dispatchEvent(new Event('change', { bubbles: true }))
      },
      [name, size] as const,
    )
  await chooseOf('whole.PDF', 52_428_800)
  await expect(page.getByText('whole.PDF')).toBeVisible()
  await chooseOf('whole.pdf', 52_428_801)
  await expect(file).toHaveAccessibleDescription(/File size exceeds 50MB$/)
  await expect(page.getByText('whole.PDF')).toBeHidden()
  await chooseOf('page.svg', 10)
  await expect(file).toHaveAccessibleDescription(/Invalid file type$/)
  await attach(page)
  await page.getByRole('button', { name: 'Remove file' }).click()
  await expect(page.getByText('lung.txt')).toBeHidden()
  await expect(file).toBeFocused()
})

test('what the server finds wrong with a file is said at the file', async ({ page, portal }) => {
  await anAuthor(page, portal)
  await atNext(page, 'Not a picture', { ...paper(), name: 'picture.png' })
  await next(page)
  await page.getByRole('alertdialog', { name: 'Error: Abstract save/update failed' }).getByRole('button').click()
  await expect(page.getByLabel('Attach File')).toHaveAccessibleDescription(/Invalid file type$/)
  await expect(page.getByLabel('Attach File')).toBeFocused()
})
