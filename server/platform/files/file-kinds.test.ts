import { createCipheriv } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { effortOf } from '#server/platform/costly-work/effort.ts'
import { aPdf } from '#server/testing/abstracts.ts'
import { aDoc, aDocx, aField, anRtf, packedPdf, relations, utf16 } from '#server/testing/documents.ts'
import { photo } from '#server/testing/pictures.ts'
import { aFolder } from '#server/testing/process.ts'
import { type FileExtension, judgeFile } from './file-kinds.ts'
import type { Judgement } from './opened-file.ts'

async function judge(bytes: Buffer, extension: FileExtension): Promise<Judgement> {
  const path = join(aFolder(), 'arrived')
  writeFileSync(path, bytes)
  return judgeFile({ path, extension }, effortOf('slow'))
}

const png = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()

test.each<[string, FileExtension, () => Buffer | Promise<Buffer>]>([
  ['a PDF', 'pdf', () => aPdf()],
  ['a photo', 'jpg', () => photo()],
  ['a photo by its longer name', 'jpeg', () => photo()],
  ['a drawing', 'png', png],
  ['a Word file', 'docx', () => aDocx()],
  [
    'a Word file with a picture of 30 MB',
    'docx',
    () => aDocx([{ name: 'word/media/a.png', bytes: noise(30_000_000) }]),
  ],
  ['an older Word file', 'doc', () => aDoc()],
  ['an older Word file with a spreadsheet in it', 'doc', () => aDoc(['WordDocument', 'ObjectPool', 'Workbook'])],
  ['an older Word file about macros', 'doc', () => Buffer.concat([aDoc(), Buffer.from('_VBA_PROJECT', 'utf16le')])],
  [
    'a Word file with links, and a picture of the web',
    'docx',
    () =>
      aDocx([
        relations(
          ['hyperlink', 'https://who.int/'],
          ['hyperlink', 'file://share/a'],
          ['image', 'https://who.int/a.png'],
        ),
      ]),
  ],
  [
    'a Word file made with a template of its own machine',
    'docx',
    () => aDocx([relations(['attachedTemplate', 'file:///C:\\Users\\sana\\Thesis.dotx'])]),
  ],
  [
    'a Word file with a chart',
    'docx',
    () =>
      aDocx([relations(['package', 'embeddings/a.xlsx', true]), { name: 'word/embeddings/a.xlsx', bytes: aDocx() }]),
  ],
  [
    'a Word file that names kinds it has none of',
    'docx',
    () => aDocx([], { kinds: '<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/>' }),
  ],
  [
    'a Word file with page numbers and a table of contents',
    'docx',
    () => aDocx([], { body: aField('TOC \\o "1-3"') + aField(' PAGE ') }),
  ],
  [
    'a Word file about DDE',
    'docx',
    () => aDocx([], { body: '<w:document><w:t>DDEAUTO, and the instrText around it</w:t></w:document>' }),
  ],
  ['an older Word file about DDE', 'doc', () => Buffer.concat([aDoc(), Buffer.from('DDEAUTO and DDE')])],
  ['a PDF with packed objects', 'pdf', () => packedPdf('8 0 << /Type /Font /BaseFont /Helvetica >>')],
  [
    'a PDF whose objects are encrypted',
    'pdf',
    () => Buffer.from(packedPdf('8 0 <<>>').toString('latin1').replace('x\x9c', 'zz'), 'latin1'),
  ],
  ['a PDF with an odd name', 'pdf', () => aPdf('/Sana#20Memon /F#231 /A#')],
  [
    'rich text made with a template of its own machine',
    'rtf',
    () => anRtf('{\\*\\template C:\\\\Users\\\\sana\\\\Thesis.dotx}'),
  ],
  ['rich text with page numbers', 'rtf', () => anRtf('{\\field{\\*\\fldinst { PAGE }}{\\fldrslt 1}}')],
  ['rich text', 'rtf', () => anRtf()],
  ['plain text', 'txt', () => Buffer.from('Zeile für Zeile\r\n\tاردو\f')],
  ['text of the last century', 'txt', () => Buffer.from('na\xefve caf\xe9 \x96 dash', 'latin1')],
  ['text in UTF-16', 'txt', () => utf16('<p> is less than, and ü')],
  ['text about HTML', 'txt', () => Buffer.from('The tag <script> is harmful.')],
])('%s is what it says', async (_, extension, bytes) => {
  expect(await judge(await bytes(), extension)).toBe('good')
})

/** Words that look like markup are never expanded: nobody here reads the XML. */
test('a Word file of a billion laughs is kept as it came, in no time', async () => {
  const laughs = '<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><w:document>&b;</w:document>'
  expect(await judge(aDocx([], { body: laughs }), 'docx')).toBe('good')
})

/** Nothing that could be packed, and the same each time. */
function noise(length: number): Buffer {
  return createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(Buffer.alloc(length))
}
