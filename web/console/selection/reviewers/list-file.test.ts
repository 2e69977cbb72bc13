/** Files as Excel, LibreOffice and a stranger make them. */
import { DecompressionStream } from 'node:stream/web'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import yazl from 'yazl'
import { textOfFile } from './list-file.ts'

// Browsers have it; the window of these tests does not.
beforeAll(() => void vi.stubGlobal('DecompressionStream', DecompressionStream))
afterAll(() => void vi.unstubAllGlobals())

function zipped(parts: Record<string, string | Buffer>): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new yazl.ZipFile()
  for (const [name, part] of Object.entries(parts)) zip.addBuffer(Buffer.from(part as string), name)
  zip.end()
  return new Promise((done, failed) => {
    const chunks: Buffer[] = []
    zip.outputStream.on('data', (chunk: Buffer) => chunks.push(chunk))
    zip.outputStream.on('error', failed)
    zip.outputStream.on('end', () => done(new Uint8Array(Buffer.concat(chunks))))
  })
}

const asFile = (bytes: Uint8Array<ArrayBuffer> | string) => new Blob([bytes])
const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`
const readSheet = async (rows: string, more: Record<string, string> = {}) =>
  textOfFile(asFile(await zipped({ 'xl/worksheets/sheet1.xml': sheet(rows), ...more })))

test('a workbook is read by its first sheet: shared and inline texts, empty cells and rows, entities, numbers', async () => {
  const workbook = {
    'xl/workbook.xml':
      '<x:workbook xmlns:x="m" xmlns:r="r"><x:sheets><x:sheet name="List" sheetId="7" r:id="rId3"/><x:sheet name="Other" sheetId="1" r:id="rId1"/></x:sheets></x:workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Target="/xl/worksheets/sheet9.xml" Id="rId3"/></Relationships>',
    'xl/sharedStrings.xml':
      '<sst><si><t>Email</t></si><si><r><t xml:space="preserve">Hira </t></r><r><t>Channa</t></r><rPh sb="0" eb="1"><t>reading</t></rPh></si><si><t>"Doc" &amp; &#65;&#x42;\nx</t></si></sst>',
    'xl/worksheets/sheet1.xml': sheet('<row r="1"><c t="inlineStr"><is><t>wrong sheet</t></is></c></row>'),
    'xl/worksheets/sheet9.xml':
      '<x:worksheet xmlns:x="m"><x:sheetData><x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c><x:c r="C1" t="inlineStr"><x:is><x:t>Name</x:t></x:is></x:c></x:row><x:row r="3"><x:c r="A3" t="str"><x:f>A1&amp;"x"</x:f><x:v>hira@example.org</x:v></x:c><x:c r="B3"/><x:c r="C3" t="s"><x:v>1</x:v></x:c><x:c r="D3"><x:v>12</x:v></x:c><x:c r="E3" t="s"><x:v>2</x:v></x:c></x:row></x:sheetData></x:worksheet>',
  }
  expect(await textOfFile(asFile(await zipped(workbook)))).toBe(
    'Email\t\tName\n\nhira@example.org\t\tHira Channa\t12\t"""Doc"" & AB x"',
  )
})

test('a workbook with too many rows, or that unpacks to gigabytes, is refused with a sentence', async () => {
  const row = (at: number) => `<row r="${at}"><c t="inlineStr"><is><t>r${at}@example.org</t></is></c></row>`
  const rows = (count: number) => Array.from({ length: count }, (_, at) => row(at + 1)).join('')
  expect((await readSheet(rows(2001))).split('\n')).toHaveLength(2001)
  await expect(readSheet(rows(2002))).rejects.toThrow('This sheet has more than 2000 rows.')
  await expect(readSheet('<row r="99999999"><c r="A1"><v>1</v></c></row>')).rejects.toThrow('more than 2000 rows')
  await expect(readSheet(rows(100_000))).rejects.toThrow('more than 2000 rows')
  // Twelve megabytes in twelve kilobytes: unpacked no further than the limit.
  const bomb = await zipped({ 'xl/worksheets/sheet1.xml': 'x'.repeat(12_000_000) })
  expect(bomb.length).toBeLessThan(100_000)
  await expect(textOfFile(asFile(bomb))).rejects.toThrow('This workbook is too large.')
})

test('no entity of a workbook is expanded, and unclosed tags cost no time', async () => {
  const bomb =
    '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><row r="1"><c t="inlineStr"><is><t>&b;</t></is></c></row>'
  expect(await readSheet(bomb)).toBe('&b;')
  const begun = performance.now()
  await readSheet('<row r="1"><c '.repeat(100_000))
  await readSheet('<c r="A1" t='.repeat(100_000))
  expect(performance.now() - begun).toBeLessThan(20_000)
})

test('what is no list is refused with a way out: an old or a broken workbook, another file, a large one', async () => {
  const refused = (bytes: Uint8Array<ArrayBuffer> | string) =>
    textOfFile(asFile(bytes)).then(String, (error: Error) => error.message)
  expect(await refused(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1, 2]))).toContain('older or a protected Excel file')
  expect(await refused('PK\u0003\u0004 and nothing else')).toContain('cannot be read')
  const good = await zipped({ 'xl/worksheets/sheet1.xml': sheet('<row r="1"/>') })
  for (const cut of [10, 40, good.length - 30]) expect(await refused(good.slice(0, cut))).toContain('cannot be read')
  expect(await refused(await zipped({ 'word/document.xml': '<x/>' }))).toContain('cannot be read')
  expect(await refused('text\0with a zero')).toBe('Choose a CSV or Excel file.')
  expect(await refused('x'.repeat(1_000_001))).toBe('Choose a file of at most 1 MB.')
  // Any byte of a good one changed: read or refused, never anything else.
  for (let at = 0; at < good.length; at += 1) {
    const changed = good.slice()
    changed[at] = (changed[at] ?? 0) ^ 0xff
    expect(typeof (await refused(changed))).toBe('string')
  }
})

test.each([
  ['UTF-8 with a mark', new Uint8Array(Buffer.from('\uFEFFZoë'))],
  ['Unicode text of Excel', new Uint8Array(Buffer.from('\uFEFFZoë', 'utf16le'))],
  ['an older Windows', new Uint8Array([0x5a, 0x6f, 0xeb])],
])('CSV is read as %s', async (_name, bytes) => {
  expect((await textOfFile(asFile(bytes))).replace('\uFEFF', '')).toBe('Zoë')
})
