/** Files and texts that were made to do harm: each gets the right message, and nothing stays of what was refused. */
import { mkdirSync, readdirSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { World } from '#server/kernel/world.ts'
import { filesIn } from '#server/platform/files/files.ts'
import { aPdf, download, inPieces, list, portalWithAuthors, saved, send } from '#server/testing/abstracts.ts'
import { harmful, type HostileFile, wrongKinds } from '#server/testing/hostile-files.ts'
import { photo, plain } from '#server/testing/pictures.ts'
import { aFolder } from '#server/testing/process.ts'
import { sendProfile } from '#server/testing/profiles.ts'

const wrongType = 'Invalid file type'
const unsafe = 'This file could harm its readers (macros, a virus or a bomb). Please save it anew and try again.'

async function portal() {
  const files = filesIn(aFolder())
  mkdirSync(files.incoming, { recursive: true })
  return portalWithAuthors({ files })
}

/** Whatever the store holds, finished or not. */
async function traces({ files, db }: World): Promise<string[]> {
  const kept = [...readdirSync(files.incoming)]
  for (const kind of ['abstracts', 'pieces']) for await (const { key } of files.list(kind)) kept.push(key)
  const versions = await db.selectFrom('abstractVersion').select('fileName').execute()
  return [...kept, ...versions.map(({ fileName }) => fileName)]
}

const hostile = [
  ...wrongKinds.map((file) => ({ file, text: wrongType })),
  ...harmful.map((file) => ({ file, text: unsafe })),
]

test('there are forty hostile files and texts', () => {
  expect(hostile.length + names.length + refusedNames.length + texts.length).toBeGreaterThanOrEqual(40)
})

test.each(hostile.map(({ file: [name, extension, bytes], text }) => ({ name, extension, bytes, text })))(
  '$name is answered with "$text" and leaves no trace',
  async ({ extension, bytes, text }) => {
    const { world, app, ayesha } = await portal()
    const file = { bytes: await bytes(), name: `paper.${extension.toUpperCase()}` }

    expect((await send(app, { token: ayesha.token, file })).row).toEqual({ Status: text })
    expect(await traces(world)).toEqual([])
    expect(await list(app, ayesha.token)).toEqual([])
  },
)

// Once it is put together, a file that came in pieces goes the same way as any other.
test.each([
  { what: 'of the wrong kind', file: wrongKinds[0] as HostileFile, text: wrongType },
  { what: 'that could do harm', file: harmful[0] as HostileFile, text: unsafe },
])('a file $what that comes in pieces leaves no trace either', async ({ file: [, extension, bytes], text }) => {
  const { world, app, ayesha } = await portal()
  const file = { bytes: await bytes(), name: `paper.${extension}` }
  const UploadID = await inPieces(app, ayesha.token, { ...file, piece: Math.ceil(file.bytes.length / 3) })

  expect((await send(app, { token: ayesha.token, words: { UploadID }, file: null })).row).toEqual({ Status: text })
  expect(await traces(world)).toEqual([])
})

const names = [
  ['../../etc/passwd.pdf', 'passwd.pdf'],
  ['..\\..\\windows\\boot.PDF', 'boot.pdf'],
  ['%2e%2e%2fsecret.pdf', '%2e%2e%2fsecret.pdf'],
  ['gnp.\u202efdp.exe.pdf', 'gnp.fdp.exe.pdf'],
  ['con.pdf', 'con.pdf'],
  ['خلاصہ 🩺.pdf', 'خلاصہ 🩺.pdf'],
  ['.pdf', 'abstract.pdf'],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(96)}.pdf`],
  [`${'🩺'.repeat(150)}.pdf`, `${'🩺'.repeat(96)}.pdf`],
  ['<img src=x onerror=alert(1)>.pdf', '<img src=x onerror=alert(1)>.pdf'],
] as const

test.each(names)('a file called %j is kept as %j, under a key of its own', async (sent, kept) => {
  const { world, app, ayesha } = await portal()
  const pk = await saved(app, { token: ayesha.token, file: { bytes: aPdf(), name: sent } })

  expect((await list(app, ayesha.token))[0]).toMatchObject({ FileName: kept })
  const { fileKey } = await world.db.selectFrom('abstractVersion').select('fileKey').executeTakeFirstOrThrow()
  expect(fileKey).toMatch(/^abstracts\/[0-9a-f]{2}\/[0-9a-f]{30}$/)
  const file = await download(app, ayesha.token, pk)
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename="[\w.-]+"; filename\*=UTF-8''\S+$/)
})

const refusedNames = [
  'paper.exe',
  'paper.pdf.exe',
  'paper',
  'pdf',
  'paper.pdf.',
  'paper.svg',
  'paper.docm',
  'paper.html',
  'paper.p\u0000df',
]

test.each(refusedNames)('a file called %j is not taken', async (name) => {
  const { world, app, ayesha } = await portal()

  expect((await send(app, { token: ayesha.token, file: { bytes: aPdf(), name } })).row).toEqual({ Status: wrongType })
  expect(await traces(world)).toEqual([])
})

test('one byte too many is refused as too large, and the last byte that fits is taken', async () => {
  const { world, app, ayesha } = await portal()
  const bytes = Buffer.concat([aPdf(), Buffer.alloc(52_428_801, 'x')])
  const file = (size: number) => ({ bytes: bytes.subarray(0, size), name: 'large.pdf' })

  expect((await send(app, { token: ayesha.token, file: file(52_428_801) })).row).toEqual({
    Status: 'File size exceeds 50MB',
  })
  expect(await traces(world)).toEqual([])
  expect((await send(app, { token: ayesha.token, file: file(52_428_800) })).row.Status).toBe('Success')
})

const texts = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)><script>alert(1)</script></svg>',
  '<a href="javascript:alert(1)">x</a>',
  '<math><mi//xlink:href="data:x,<script>alert(1)</script>">',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '</script><script>alert(1)</script>',
  '<p style="background:url(javascript:alert(1))" onmouseover=alert(1)>x</p>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<form><button formaction=javascript:alert(1)>x',
  '<style>@import "//evil"</style>',
  '\u202e<b>x\u2028y</b>',
]
const allowed = /<\/?(p|strong|em|u|sub|sup|ul|ol|li|br|span)( class="[a-z-]+")?>/g

test.each(texts)('the text %j is kept without what it was made for', async (text) => {
  const { world, app, ayesha } = await portal()
  const words = { Title: `Title ${text}`, BackGround: text, Material: text, Results: text, Discussion: text }
  await saved(app, { token: ayesha.token, words })

  const [row] = await list(app, ayesha.token)
  for (const field of ['Title', 'BackGround', 'Material', 'Results', 'Discussion'])
    expect(String(row?.[field]).replace(allowed, '')).not.toMatch(/[<>\u202e]|on\w+=/)
  const letterless = await world.db.selectFrom('abstractVersion').select('titlePlain').executeTakeFirstOrThrow()
  expect(letterless.titlePlain.startsWith('Title')).toBe(true)
})

test.each(['Title', 'BackGround', 'SaveKey'])('NUL and half a character in %s are refused', async (field) => {
  const { world, app, ayesha } = await portal()

  expect((await send(app, { token: ayesha.token, words: { [field]: 'a\u0000b' } })).http).toBe(400)
  expect(await traces(world)).toEqual([])
})

test('a text of 20,000 characters fits in any alphabet, and one more is refused', async () => {
  const { app, ayesha } = await portal()

  expect((await send(app, { token: ayesha.token, words: { BackGround: 'ا'.repeat(20_000) } })).row.Status).toBe(
    'Success',
  )
  expect((await send(app, { token: ayesha.token, words: { BackGround: 'a'.repeat(20_001) } })).http).toBe(400)
})

test('after somebody sent a portrait, photos and drawings are still taken as files of abstracts', async () => {
  const { app, ayesha, bilal } = await portalWithAuthors()
  expect(await sendProfile(app, { token: ayesha.token, picture: await photo() })).toMatchObject({ status: 'Success' })

  const drawing = await plain({ width: 300, height: 400 }).png().toBuffer()
  for (const file of [
    { bytes: await photo(), name: 'scan.jpg' },
    { bytes: drawing, name: 'figure.png' },
  ])
    expect((await send(app, { token: bilal.token, file })).row).toMatchObject({ Status: 'Success' })
})

test('a photo keeps what its camera wrote, goes out as a download only, and says nothing on any page', async () => {
  const { app, ayesha } = await portal()
  const bytes = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#fff' } })
    .withExif({ IFD0: { Artist: '<script>alert(1)</script>' } })
    .jpeg()
    .toBuffer()
  const pk = await saved(app, { token: ayesha.token, file: { bytes, name: 'figure.jpg' } })

  expect(JSON.stringify(await list(app, ayesha.token))).not.toContain('alert')
  const file = await download(app, ayesha.token, pk)
  expect([file.headers['content-type'], file.rawPayload.equals(bytes)]).toEqual(['image/jpeg', true])
  expect(file.headers['content-disposition']).toMatch(/^attachment/)
})
