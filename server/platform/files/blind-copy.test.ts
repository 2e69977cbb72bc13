/** Files with a name in every place where programs write one: the copy has none of them, says another tool than made it. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { effortOf } from '#server/platform/costly-work/effort.ts'
import { aDoc, anRtf, utf16 } from '#server/testing/documents.ts'
import { aPage, line, pdfOf, streamOf } from '#server/testing/pdf.ts'
import { plantedDocx } from '#server/testing/planted-docx.ts'
import { plantedPdf } from '#server/testing/planted-pdf.ts'
import { planted } from '#server/testing/planted-pictures.ts'
import { stillIn } from '#server/testing/planted.ts'
import { aFolder } from '#server/testing/process.ts'
import { aWordFile, specialFiles } from '#server/testing/special-files.ts'
import { type BlindCopy, blindCopy } from './blind-copy.ts'
import type { FileExtension } from './file-kinds.ts'

type Copied = { made: BlindCopy; bytes: Buffer; text: string }

async function copyOf(bytes: Buffer, extension: FileExtension): Promise<Copied> {
  const [path, into] = [join(aFolder(), 'original'), join(aFolder(), 'copy')]
  writeFileSync(path, bytes)
  const made = await blindCopy({ path, extension, into }, effortOf('slow'))
  const isCopy = made.result === 'copy'
  return { made, bytes: isCopy ? readFileSync(into) : Buffer.alloc(0), text: isCopy ? made.text : '' }
}

/** A word of its own for each place, so that a failure says where. */
function words() {
  const all = new Map<string, string>()
  return {
    all,
    at: (place: string) => {
      const word =
        all.get(place) ?? `Zubaida${String.fromCharCode(65 + Math.floor(all.size / 26), 65 + (all.size % 26))}`
      all.set(place, word)
      return word
    },
    places: (found: readonly string[]) => [...all].filter(([, word]) => found.includes(word)).map(([place]) => place),
  }
}

test.each<[FileExtension, number, (at: (place: string) => string) => Promise<Buffer>, string]>([
  ['pdf', 173, plantedPdf, 'A study of sepsis'],
  ['docx', 132, plantedDocx, 'A study of sepsis'],
  ['jpg', 16, planted.jpeg, ''],
  ['png', 15, planted.png, ''],
])('of a name in a %s, in %i places, nothing is left', async (extension, many, make, says) => {
  const { all, at, places } = words()
  const original = await make(at)
  expect(places(await stillIn(original, [...all.values()]))).toEqual([...all.keys()])
  expect(all.size).toBe(many)

  const { made, bytes, text } = await copyOf(original, extension)
  expect(made.result).toBe('copy')
  expect(places(await stillIn(bytes, [...all.values()]))).toEqual([])
  expect(await stillIn(bytes, ['Zubaida', 'pdf-lib', 'Cantoo'])).toEqual([])
  expect(text).toContain(says)
  expect(text).not.toContain('Zubaida')
})

test('a Word file keeps its text, its changes accepted, its header, its figures and its picture', async () => {
  const { bytes, text } = await copyOf(await plantedDocx(words().at), 'docx')
  for (const kept of ['A study of sepsis', 'A link', 'In a control', 'A header', '42']) expect(text).toContain(kept)
  expect(await stillIn(bytes, ['defaultTabStop', 'headerReference', 'word/media/image'])).toHaveLength(3)
  expect(await stillIn(bytes, ['rsid', 'paraId', 'w:ins', 'TargetMode', 'embeddings', 'docProps', '2026'])).toEqual([])
})

test('there are twelve special files', () => {
  expect(specialFiles).toHaveLength(12)
})

test.each(specialFiles)('%s is never taken for read', async (_, extension, make) => {
  const { made, bytes, text } = await copyOf(await make(), extension)
  expect(made).toMatchObject({ result: 'copy', isRead: false })
  // Words that are read aloud, or stand in front of a line, are not in the copy either.
  expect([text.includes('Zubaida'), await stillIn(bytes, ['Zubaida'])]).toEqual([false, []])
})

test.each<[string, FileExtension, () => Buffer]>([
  ['PDF', 'pdf', () => pdfOf(aPage('A study of sepsis'))],
  [
    'PDF with a frame and a table',
    'pdf',
    () =>
      pdfOf(aPage('', { objects: { 4: streamOf('', `${line('A study')} 40 690 200 30 re S 40 650 m 240 650 l S`) } })),
  ],
  ['Word file', 'docx', () => aWordFile('', { numbering: '' })],
])('a %s of nothing but words is read', async (_, extension, make) => {
  expect((await copyOf(make(), extension)).made).toMatchObject({ result: 'copy', isRead: true })
})

test('a photo is turned upright and keeps its size', async () => {
  const { bytes, made } = await copyOf(await planted.jpeg(words().at), 'jpg')
  const { width, height, orientation, exif, xmp, iptc } = await sharp(bytes).metadata()
  expect([width, height, orientation, exif, xmp, iptc]).toEqual([30, 60, undefined, undefined, undefined, undefined])
  // No machine read it: somebody has to look.
  expect(made).toMatchObject({ type: 'image/jpeg', isRead: false, pages: 1, text: '' })
})

test('the words on a page stay words in the copy, and those that no eye sees are gone', async () => {
  const content = `/Span << /ActualText (Dr Hidden One) >> BDC ${line('By Sana Khan')} EMC\n% drawn by Somebody Three\n`
  const { made, bytes, text } = await copyOf(pdfOf(aPage('', { objects: { 4: streamOf('', content) } })), 'pdf')
  expect(made).toMatchObject({ type: 'application/pdf', isRead: true, pages: 1, text: 'By Sana Khan' })
  // Read by the copy of the copy: the words lie where they are drawn.
  expect((await copyOf(bytes, 'pdf')).text.trim()).toBe(text)
})

test('a page that is a picture is told as not read', async () => {
  const page = '/Resources << /XObject << /Im 6 0 R >> >>'
  const picture = streamOf(
    '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray',
    'x',
  )
  const { made } = await copyOf(
    pdfOf(aPage('', { page, objects: { 4: streamOf('', 'q /Im Do Q'), 6: picture } })),
    'pdf',
  )
  expect(made).toMatchObject({ result: 'copy', isRead: false })
})

test.each([
  ['UTF-8', Buffer.from('\ufeffMüller and خان')],
  ['UTF-16', utf16('Müller and خان')],
])('a text in %s is read, and copied without its mark', async (_, original) => {
  const { bytes, text } = await copyOf(original, 'txt')
  expect([bytes.toString(), text]).toEqual(['Müller and خان', 'Müller and خان'])
})

test('a text of old is read as what it is', async () => {
  expect((await copyOf(Buffer.from('M\xfcller', 'latin1'), 'txt')).bytes.toString()).toBe('Müller')
})

test.each<[FileExtension, Buffer]>([
  ['doc', aDoc()],
  ['rtf', anRtf()],
])('of %s no copy is made', async (extension, bytes) => {
  expect((await copyOf(bytes, extension)).made).toEqual({ result: 'none', why: `No copy is made of ${extension}.` })
})
