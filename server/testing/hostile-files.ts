/** Files that are not what they say, and files that could harm whoever opens them. */
import sharp from 'sharp'
import type { FileExtension } from '#contract/abstract-rules.ts'
import { aPdf } from './abstracts.ts'
import { aDoc, aDocx, anRtf, aZip, utf16 } from './documents.ts'
import { photo } from './pictures.ts'

export type HostileFile = [name: string, extension: FileExtension, bytes: () => Buffer | Promise<Buffer>]

const white = () => sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
const png = () => white().png().toBuffer()
const cfb = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])

export const wrongKinds: HostileFile[] = [
  ['nothing', 'pdf', () => Buffer.alloc(0)],
  ['nothing called text', 'txt', () => Buffer.alloc(0)],
  ['a program called PDF', 'pdf', () => Buffer.from('MZ\x90\0\x03')],
  ['a page called PDF', 'pdf', () => Buffer.from('<html><script>alert(1)</script>')],
  ['a PDF after five bytes of nothing', 'pdf', () => Buffer.concat([Buffer.from('hello'), aPdf()])],
  ['a drawing with script called PNG', 'png', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a JPEG called PNG', 'png', () => photo()],
  ['a PNG called JPEG', 'jpg', png],
  [
    'a WebP called PNG',
    'png',
    () =>
      sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
        .webp()
        .toBuffer(),
  ],
  ['a GIF with script called JPEG', 'jpg', () => Buffer.from('GIF89a/*alert(1)*/=1;')],
  [
    'the first bytes of a PNG and then a page',
    'png',
    () => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from('<script>')]),
  ],
  ['PostScript called text', 'txt', () => Buffer.from('%!PS-Adobe-3.0 EPSF-3.0')],
  ['a page called text', 'txt', () => Buffer.from('\n  <!DOCTYPE html><script>alert(1)</script>')],
  ['a page in UTF-16 called text', 'txt', () => utf16(' <html>')],
  ['a drawing called text', 'txt', () => Buffer.from('\ufeff<svg onload=alert(1)>')],
  ['a program called text', 'txt', () => Buffer.from('MZ\x90\0\x03\0')],
  ['text with NUL', 'txt', () => Buffer.from('words\0words')],
  ['half a character of UTF-16', 'txt', () => Buffer.concat([utf16('words'), Buffer.from([0, 0xdc, 0, 0xdc])])],
  ['a zip called Word', 'docx', () => aZip([{ name: 'hello.txt', bytes: Buffer.from('x') }])],
  ['a PDF called Word', 'docx', () => aPdf()],
  [
    'a spreadsheet called Word',
    'docx',
    () => aDocx([], { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml' }),
  ],
  [
    'a Word file with a name that leads out',
    'docx',
    () => aDocx([{ name: '../../etc/passwd', bytes: Buffer.from('x') }]),
  ],
  ['half a Word file', 'docx', () => aDocx().subarray(0, 200)],
  ['a spreadsheet called older Word', 'doc', () => aDoc(['Workbook'])],
  ['the first bytes of an older Word file', 'doc', () => Buffer.concat([cfb, Buffer.alloc(600, 0xff)])],
  ['a newer Word file called older', 'doc', () => aDocx()],
  ['a page called rich text', 'rtf', () => Buffer.from('<html>')],
]

export const harmful: HostileFile[] = [
  ['a Word file with macros', 'docx', () => aDocx([{ name: 'word/vbaProject.bin', bytes: Buffer.from('x') }])],
  [
    'a Word file that says it has macros',
    'docx',
    () => aDocx([], { type: 'application/vnd.ms-word.document.macroEnabled.main+xml' }),
  ],
  ['an older Word file with macros', 'doc', () => aDoc(['WordDocument', 'Macros', 'VBA', 'dir', '_VBA_PROJECT'])],
  [
    'a Word file that unpacks to 300 MB',
    'docx',
    () => aDocx(Array.from({ length: 6 }, (_, n) => ({ name: `word/${n}.xml`, bytes: Buffer.alloc(50_000_000) }))),
  ],
  [
    'a Word file of one letter, 60 million times',
    'docx',
    () => aDocx([{ name: 'word/a.xml', bytes: Buffer.alloc(60_000_000) }]),
  ],
  [
    'a Word file that hides 60 MB behind 10 bytes',
    'docx',
    () => aDocx([{ name: 'word/a.xml', bytes: Buffer.alloc(60_000_000), claimedSize: 10 }]),
  ],
  [
    'a Word file of 3000 parts',
    'docx',
    () => aDocx(Array.from({ length: 3000 }, (_, n) => ({ name: `word/${n}`, bytes: Buffer.from('x') }))),
  ],
  [
    'a Word file with a link to another file',
    'docx',
    () => aDocx([{ name: 'word/link', bytes: Buffer.from('/etc/passwd'), mode: 0o120777 }]),
  ],
  ['a PDF with script', 'pdf', () => aPdf('/OpenAction << /S /JavaScript /JS (app.alert(1)) >>')],
  ['a PDF that starts a program', 'pdf', () => aPdf(`${'x'.repeat(1024 * 1024 - 20)}/Launch`)],
  ['rich text that runs when it is opened', 'rtf', () => anRtf('{\\object\\objupdate}')],
  ['a picture of 900 million points', 'png', hugePng],
]

/** Only the header: it claims 30,000 by 30,000. */
function hugePng(): Buffer {
  const header = Buffer.from(
    '89504e470d0a1a0a0000000d49484452000075300000753008020000005e3d3f110000000c4944415478',
    'hex',
  )
  return Buffer.concat([header, Buffer.from('da63f8cfc0000003010100c9fe92ef0000000049454e44ae426082', 'hex')])
}
