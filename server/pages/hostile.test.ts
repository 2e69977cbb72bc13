/** What somebody could put into pages and pictures to harm whoever looks at them. */
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pageNames, sitePage } from '#contract/pages/page-names.ts'
import type { RenderPage } from '#server/kernel/site.ts'
import { ask } from '#server/testing/app.ts'
import { often } from '#server/testing/counts.ts'
import { dangersIn as dangersOf, hostileWords } from '#server/testing/hostile-words.ts'
import { askingWith, portalWithPages } from '#server/testing/pages.ts'
import { photo, plain } from '#server/testing/pictures.ts'
import { aStaffPerson, staffToken } from '#server/testing/staff.ts'

/** As the build made it: the site's own way to draw. */
const { renderPage } = (await import(join(import.meta.dirname, '../../dist/render/render.js'))) as {
  renderPage: RenderPage
}
const assets = { styles: { app: '', content: 'body{color:blue}' }, boot: 'let booted', script: '', preloads: {} }

/** Several at once in every text; each for itself in the long run. */
const attacks = [
  hostileWords.slice(0, 4).join(' '),
  hostileWords.slice(4).join(' '),
  ...hostileWords.slice(0, often(0, hostileWords.length)),
]

/** The same shape with an attack in place of every text. */
function poisoned(value: unknown, attack: string, name = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => poisoned(each, attack, name))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, poisoned(each, attack, key)]))
  if (typeof value !== 'string' || /logo|card|sketch$/i.test(name) || name === 'timeZone') return value
  if (/email|securityContact/i.test(name)) return `"${attack.replaceAll(/[^\w<>=()]/g, '')}"@x.example`
  return name === 'points' ? `Why? ${attack}` : attack
}

const dangersIn = (html: string) => dangersOf(html, [assets.boot])

test('CON-050: whatever is typed into any field of any page, nothing of it runs in the preview or on the site', async () => {
  const { owner, app } = await portalWithPages({ render: renderPage, assets })
  expect(dangersIn('<img src=x onerror=alert(1)><script>alert(1)</script>').length).toBe(2)
  for (const page of pageNames)
    for (const attack of attacks) {
      const { draft, published } = (await owner('PageShow', { page })).body
      const body = poisoned((draft ?? published).body, attack)
      const saved = await owner('PageDraftSave', { page, version: draft?.version ?? 0, body })
      expect([page, attack, saved.status]).toEqual([page, attack, 200])
      const preview = await owner('PagePreview', { page })
      expect([page, attack, preview.status, dangersIn(preview.body as string)]).toEqual([page, attack, 200, []])
      // Publishing refuses addresses that are none; what it takes must be as harmless.
      const { status } = await owner('PagePublish', { page, version: saved.body.version, when: 'now' })
      if (status !== 200) continue
      const { body: html } = await app.inject({ url: sitePage(page).address, headers: { host: 'localhost' } })
      expect([page, attack, dangersIn(html)]).toEqual([page, attack, []])
    }
})

test('a preview runs nothing, is framed by the console only, and asks nobody else', async () => {
  const { app, world } = await portalWithPages({ render: renderPage, assets })
  const token = await staffToken(world, await aStaffPerson(world, 'organiser'))
  const { headers, body } = await app.inject({
    url: '/staff/PagePreview?page=travel',
    headers: { host: 'localhost', cookie: `${app.staffCookie}=${token}` },
  })
  expect(headers['content-security-policy']).toMatch(
    /^sandbox allow-same-origin; default-src 'none'; style-src 'sha256-[^ ]+'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'$/,
  )
  expect(body).toContain('<script></script>')
})

test('a picture of another site, or a program in its place, is no picture', async () => {
  const { owner } = await portalWithPages()
  const { body } = (await owner('PageShow', { page: 'college' })).body.published
  for (const address of [
    'https://evil.example/x.png',
    '//evil.example/x.png',
    'javascript:alert(1)',
    'data:image/svg+xml,x',
  ])
    expect([
      address,
      (await owner('PageDraftSave', { page: 'college', version: 0, body: { ...body, collegeLogo: address } })).status,
    ]).toEqual([address, 422])
})

async function anUploader() {
  const { app, world } = await portalWithPages()
  const token = await staffToken(world, await aStaffPerson(world, 'organiser'))
  const upload = async (bytes: Buffer, alt = 'The gate of the college') => {
    const form = new FormData()
    form.set('alt', alt)
    form.set('picture', new Blob([new Uint8Array(bytes)]), 'flyer.png')
    const sent = new Response(form)
    const answer = await app.inject({
      method: 'POST',
      url: '/staff/AssetUpload',
      headers: {
        host: 'localhost',
        'sec-fetch-site': 'same-origin',
        cookie: `${app.staffCookie}=${token}`,
        'content-type': sent.headers.get('content-type') as string,
      },
      payload: Buffer.from(await sent.arrayBuffer()),
    })
    return { status: answer.statusCode, body: answer.json<any>() } // oxlint-disable-line typescript/no-explicit-any -- compared below
  }
  return { app, world, upload, asking: askingWith(app, token) }
}

test('a picture is drawn anew, described, and served so that it can be nothing but a picture', async () => {
  const { app, world, upload, asking } = await anUploader()
  const sent = await upload(await photo())
  expect([sent.status, sent.body.width, sent.body.height, sent.body.alt]).toEqual([
    200,
    300,
    400,
    'The gate of the college',
  ])
  // The same once more is the same.
  expect((await upload(await photo())).body.id).toBe(sent.body.id)
  const got = await ask(app, { url: sent.body.address as string })
  expect([got.statusCode, got.headers['content-type'], got.headers['x-content-type-options']]).toEqual([
    200,
    'image/jpeg',
    'nosniff',
  ])
  expect(got.headers['content-security-policy']).toContain('sandbox')
  expect(got.rawPayload.length).toBe(sent.body.bytes)
  const clear = await upload(
    await plain({ width: 9, height: 9, channels: 4 }, { r: 1, g: 2, b: 3, alpha: 0.5 }).png().toBuffer(),
  )
  expect(clear.body.address).toMatch(/\.png$/)
  for (const odd of ['/pictures/1', '/pictures/1-0.jpg', '/pictures/..%2f..%2fsecret', `${sent.body.address}x`])
    expect([odd, (await app.inject({ url: odd, headers: { host: 'localhost' } })).statusCode]).toEqual([odd, 404])

  const described = await asking('AssetDescribe', { id: sent.body.id, version: 1, alt: 'Gate 2' })
  expect(described.body).toMatchObject({ alt: 'Gate 2', version: 2 })
  expect((await asking('AssetDescribe', { id: sent.body.id, version: 1, alt: 'Gate 3' })).status).toBe(409)
  expect((await asking('AssetsList')).body.rows.map(({ alt }: { alt: string }) => alt)).toEqual([
    'The gate of the college',
    'Gate 2',
  ])
  const ends = await world.db.selectFrom('actEnd').select('outcome').execute()
  expect(ends.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done'])
})

test('CON-053: a drawing with script, a file that is two things, and 100 megapixels are refused or come out harmless', async () => {
  const { app, upload } = await anUploader()
  const script = Buffer.from('<script>alert(1)</script>')
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
  const huge = await sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const refused: [string, Buffer][] = [
    ['SVG', svg],
    ['SVG with a mark before it', Buffer.concat([Buffer.from('\ufeff'), svg])],
    ['a page', script],
    ['GIF with script', Buffer.from('GIF89a/*<svg/onload=alert(1)>*/=1;')],
    ['the head of a PNG and a page', Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), script])],
    ['100 megapixels', huge],
    ['nothing', Buffer.alloc(0)],
  ]
  for (const [name, bytes] of refused) {
    const { status, body } = await upload(bytes)
    expect([name, status, body.fields?.[0].path]).toEqual([name, 422, 'picture'])
  }
  expect((await upload(await photo(), ' ')).body.fields[0].path).toBe('alt')
  expect((await upload(Buffer.alloc(11 * 1024 * 1024))).status).toBe(413)
  // A picture with a page behind its end is taken, and nothing of the page is left.
  const both = await upload(Buffer.concat([await photo(), script]))
  expect(both.status).toBe(200)
  const { rawPayload } = await app.inject({ url: both.body.address as string, headers: { host: 'localhost' } })
  expect(rawPayload.includes('script')).toBe(false)
})
