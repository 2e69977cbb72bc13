/** Files that are made to break whoever copies them, or that broke on their way. Each has to end as a clean copy or as `cannot`. */
import { aDocx, aZip, relations, utf16 } from './documents.ts'
import { harmful, type HostileFile, wrongKinds } from './hostile-files.ts'
import { hiddenWord, manyPages, oddPdfs, onePage, xmp } from './hostile-pdfs.ts'
import { aPage, pdfOf, streamOf } from './pdf.ts'

/** Cheap to make and to judge: for every run. */
export const quickCopies: HostileFile[] = [
  [
    'an encrypted PDF',
    'pdf',
    () =>
      pdfOf(aPage('words'), {
        trailer: '/Root 1 0 R /Encrypt << /Filter /Standard /V 2 /R 3 /P -4 /O (o) /U (u) >> /ID [<00> <00>]',
      }),
  ],
  ['half a PDF', 'pdf', () => pdfOf(aPage('words')).subarray(0, 150)],
  ['a PDF without pages', 'pdf', () => pdfOf({ 1: '<< /Type /Catalog >>' })],
  ['a PDF of nothing but its first words', 'pdf', () => Buffer.from('%PDF-1.7\n')],
  [
    'a PDF whose pages lie in themselves',
    'pdf',
    () => pdfOf({ ...aPage('words'), 2: '<< /Type /Pages /Kids [2 0 R 3 0 R 2 0 R] /Count 3 >>' }),
  ],
  ['a PDF of 5,000 pages', 'pdf', () => manyPages(5000)],
  [
    'a PDF whose form draws itself',
    'pdf',
    () =>
      onePage({
        page: '/Resources << /XObject << /Fm 6 0 R >> >>',
        objects: {
          4: streamOf('', '/Fm Do'),
          6: streamOf(
            '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /Fm 6 0 R >> >>',
            '/Fm Do',
          ),
        },
      }),
  ],
  [
    'a PDF with XMP in a font',
    'pdf',
    () => onePage({ objects: { 5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Metadata 6 0 R >>', 6: xmp } }),
  ],
  [
    'a PDF that was changed twice',
    'pdf',
    () => pdfOf(aPage('third'), { before: pdfOf(aPage(hiddenWord), { before: pdfOf(aPage(hiddenWord)) }) }),
  ],
  [
    'a PDF that deleted a page',
    'pdf',
    () =>
      pdfOf(
        {
          2: '<< /Type /Pages /Kids [9 0 R] /Count 1 >>',
          9: '<< /Type /Page /Parent 2 0 R /Contents 8 0 R >>',
          8: streamOf('', '0 0 m'),
        },
        { before: pdfOf(aPage(hiddenWord)) },
      ),
  ],
  [
    'a PDF with a file in it',
    'pdf',
    () =>
      onePage({
        catalog: '/AF [6 0 R]',
        objects: { 6: '<< /Type /Filespec /EF << /F 7 0 R >> >>', 7: streamOf('/Type /EmbeddedFile', hiddenWord) },
      }),
  ],
  ['a Word file that was cut', 'docx', () => aDocx().subarray(0, 200)],
  [
    'a Word file of one letter, 20 million times',
    'docx',
    () => aDocx([], { body: `<w:document>${'x'.repeat(20_000_000)}</w:document>` }),
  ],
  ['a Word file with a drawing of Windows', 'docx', () => withPicture('image/x-emf', 'emf', Buffer.from(hiddenWord))],
  [
    'a picture that breaks off',
    'png',
    () => Buffer.from('89504e470d0a1a0a0000000d4948445200000008000000080802000000', 'hex'),
  ],
]

function withPicture(type: string, ending: string, bytes: Buffer): Buffer {
  return aDocx([relations(['image', `media/a.${ending}`, true]), { name: `word/media/a.${ending}`, bytes }], {
    kinds: `<Default Extension="${ending}" ContentType="${type}"/>`,
  })
}

const oddWords: HostileFile[] = [
  [
    'a Word file that names itself a thousand times',
    'docx',
    () =>
      aDocx([
        relations(...Array.from({ length: 1000 }, (): [string, string, boolean] => ['header', 'document.xml', true])),
      ]),
  ],
  [
    'a Word file of elements in elements',
    'docx',
    () => aDocx([], { body: `<w:document>${'<w:p>'.repeat(200_000)}</w:document>` }),
  ],
  [
    'a Word file with a laugh a billion times',
    'docx',
    () =>
      aDocx([], {
        body: `<!DOCTYPE a [<!ENTITY a "${hiddenWord}"><!ENTITY b "&a;&a;&a;">]><w:document><w:t>&b;</w:t></w:document>`,
      }),
  ],
  [
    'a Word file in wide letters',
    'docx',
    () =>
      aDocx(
        [
          { name: 'word/header1.xml', bytes: utf16('<w:hdr><w:t>x</w:t></w:hdr>') },
          relations(['header', 'header1.xml', true]),
        ],
        {
          kinds:
            '<Override PartName="/word/header1.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.header+xml"/>',
        },
      ),
  ],
  [
    'a Word file with 100,000 attributes',
    'docx',
    () => aDocx([], { body: `<w:document ${Array.from({ length: 100_000 }, (_, at) => `a${at}="x"`).join(' ')}/>` }),
  ],
  ['a Word file with a broken photo', 'docx', () => withPicture('image/png', 'png', Buffer.from(hiddenWord))],
  [
    'a Word file whose text is missing',
    'docx',
    () => aZip([{ name: '[Content_Types].xml', bytes: Buffer.from('<Types/>') }]),
  ],
  [
    'a Word file of 130 MB',
    'docx',
    () => aDocx(Array.from({ length: 13 }, (_, at) => ({ name: `word/media/${at}`, bytes: Buffer.alloc(10_000_000) }))),
  ],
  [
    'a Word file with an author in an unknown part',
    'docx',
    () =>
      aDocx([{ name: 'word/who.xml', bytes: Buffer.from(hiddenWord) }, relations(['who', 'who.xml', true])], {
        kinds: '<Default Extension="xml" ContentType="application/xml"/>',
      }),
  ],
]

/** Those, and what is refused when it arrives: more than sixty. */
export const allCopies: HostileFile[] = [...quickCopies, ...oddPdfs, ...oddWords, ...wrongKinds, ...harmful]
