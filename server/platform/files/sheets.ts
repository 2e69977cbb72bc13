import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import yazl from 'yazl'
/** Tables as files that a spreadsheet opens: CSV and XLSX, row by row, without a cell that could be a formula. */
import { day } from '#contract/durations.ts'

/** A Date is shown by the clocks of the sheet's time zone. */
export type Cell = string | number | Date | null
export type Column = { title: string; as: 'long' | 'time' | 'money' | 'number' }
export type Sheet = {
  name: string
  timeZone: string
  /** A title alone is a column of text. Below columns of money a workbook has their sums, one for each value of the column `Currency`. */
  columns: readonly (string | Column)[]
  /** Some at a time. Whoever throws here ends the file. */
  rows: AsyncIterable<readonly (readonly Cell[])[]>
}
export type SheetFormat = 'csv' | 'xlsx'

/** As many as a sheet of Excel has. */
export const mostRowsOfSheet = 1_048_576

export const sheetTypes: Record<SheetFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Writes the whole file at `path`, never more of it in memory than a few rows, and tells what it wrote. What fails leaves no file. */
export async function writeSheet(
  path: string,
  format: SheetFormat,
  sheet: Sheet,
): Promise<{ path: string; size: number; sha256: Buffer }> {
  const hash = createHash('sha256')
  let size = 0
  const measured = new Transform({
    transform(bytes: Buffer, _encoding, done) {
      hash.update(bytes)
      size += bytes.length
      done(null, bytes)
    },
  })
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  try {
    // An archive begins to read at once: what fails before somebody listens would end the server.
    const bytes = format === 'csv' ? Readable.from(csvOf(sheet)) : xlsxOf(sheet)
    await pipeline(bytes, measured, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  return { path, size, sha256: hash.digest() }
}

/** What a spreadsheet would calculate when somebody opens the file, in any script. Blanks before it do not always help. */
const formula = /^[\t\r\n]|^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/

/** An apostrophe before it: spreadsheets take the rest as text. */
export function harmless(text: string): string {
  return formula.test(text) ? `'${text}` : text
}

const titleOf = (column: string | Column): string => (typeof column === 'string' ? column : column.title)
const kindOf = (column: string | Column) => (typeof column === 'string' ? 'text' : column.as)

// CSV: RFC 4180, with a mark that makes Excel read it as UTF-8.

async function* csvOf({ columns, rows, timeZone }: Sheet): AsyncGenerator<Buffer> {
  const clock = clockIn(timeZone)
  yield Buffer.from(`\uFEFF${csvLine(columns.map(titleOf), clock)}`)
  for await (const some of rows) yield Buffer.from(some.map((row) => csvLine(row, clock)).join(''))
}

function csvLine(cells: readonly Cell[], clock: Clock): string {
  return `${cells.map((cell) => csvCell(cell, clock)).join(',')}\r\n`
}

/**
 * Excel separates by `;` where a comma divides decimals, and elsewhere by what the user chose. It then ignores quotes inside a line, so the
 * text behind a separator or a line end becomes a cell, and a formula there would be calculated.
 */
const formulaInside = /([;\t\r\n])(?=[\s"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g
const harmlessAnywhere = (text: string): string => harmless(text).replaceAll(formulaInside, "$1'")

function csvCell(cell: Cell, clock: Clock): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = typeof cell === 'string' ? harmlessAnywhere(cell) : clock(cell)
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** 2026-11-17 14:05 */
type Clock = (time: Date) => string

/** Once for a sheet: a formatter for each cell took a gigabyte and most of a minute for fifty thousand rows. */
function clockIn(timeZone: string): Clock {
  const formatter = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return (time) => formatter.format(time)
}

// XLSX: a zip of a few small parts and one large one, which is made while it is packed.

function xlsxOf(sheet: Sheet): Readable {
  const zip = new yazl.ZipFile()
  const archive = zip.outputStream as Readable
  for (const [name, xml] of Object.entries(fixedParts(sheet.name))) zip.addBuffer(Buffer.from(declaration + xml), name)
  const rows = Readable.from(sheetXml(sheet))
  // The library does not say on its stream that what it reads has failed.
  rows.once('error', (error) => archive.destroy(error))
  archive.once('close', () => rows.destroy())
  zip.addReadStream(rows, 'xl/worksheets/sheet1.xml')
  zip.once('error', (error: Error) => archive.destroy(error))
  zip.end()
  return archive
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const documents = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const kinds = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

function fixedParts(name: string): Record<string, string> {
  return {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${kinds}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${kinds}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${kinds}.styles+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${documents}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${documents}"><sheets><sheet name="${xmlText(name.slice(0, 31))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${documents}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${documents}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': styles,
  }
}

/** The formats of cells, by their number in `styles`. `asText` stays text when somebody edits it: Excel's own apostrophe. */
const style = { plain: 0, time: 1, head: 2, asText: 3, money: 4, sum: 5 } as const

const styles = `<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/><numFmt numFmtId="165" formatCode="#,##0.00;[Red]\\-#,##0.00"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE7ECEF"/></patternFill></fill></fills><borders count="2"><border/><border><left/><right/><top style="thin"/><bottom/></border></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="6"><xf xfId="0"/><xf numFmtId="164" xfId="0" applyNumberFormat="1"/><xf fontId="1" fillId="2" xfId="0" applyFont="1" applyFill="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf><xf xfId="0" quotePrefix="1"/><xf numFmtId="165" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="1" borderId="1" xfId="0" applyNumberFormat="1" applyFont="1" applyBorder="1"/></cellXfs></styleSheet>`

const widths = { text: 22, long: 44, time: 18, money: 16, number: 10 }

/** The head stays in sight, and has a filter; every column is wide enough for what it usually holds. */
async function* sheetXml({ columns, rows, timeZone }: Sheet): AsyncGenerator<Buffer> {
  const clock = clockIn(timeZone)
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  const cols = columns.map((column, at) => {
    const width = Math.max(widths[kindOf(column)], Math.min(titleOf(column).length + 3, 24))
    return `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`
  })
  const head = columns.map((column) => textCell(titleOf(column), style.head)).join('')
  const sums = sumsOf(columns)
  let count = 1
  yield Buffer.from(
    `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${cols.join('')}</cols><sheetData><row>${head}</row>`,
  )
  for await (const some of rows) {
    count += some.length
    yield Buffer.from(some.map((row) => rowXml(row, columns, clock)).join('') || ' ')
    for (const row of some) sums.add(row)
  }
  const filter = `<autoFilter ref="A1:${letterOf(columns.length - 1)}${count}"/>`
  yield Buffer.from(`${sums.rows()}</sheetData>${filter}</worksheet>`)
}

function rowXml(row: readonly Cell[], columns: Sheet['columns'], clock: Clock): string {
  return `<row>${row.map((cell, at) => xlsxCell(cell, kindOf(columns[at] ?? ''), clock)).join('')}</row>`
}

/** A blank row, then a row for each currency: what a clerk would add up next. */
function sumsOf(columns: Sheet['columns']): { add: (row: readonly Cell[]) => void; rows: () => string } {
  const money = columns.flatMap((column, at) => (kindOf(column) === 'money' ? [at] : []))
  const currencyAt = columns.findIndex((column) => titleOf(column) === 'Currency')
  const sums = new Map<Cell, number[]>()
  const sumRow = ([currency, hundredths]: [Cell, number[]]) =>
    `<row>${columns
      .map((_, at) => {
        const amount = hundredths[money.indexOf(at)]
        if (amount !== undefined) return `<c s="${style.sum}"><v>${amount / 100}</v></c>`
        if (at === 0) return textCell('Total', style.sum)
        return at === currencyAt && typeof currency === 'string' ? textCell(currency, style.sum) : '<c/>'
      })
      .join('')}</row>`
  return {
    add(row) {
      if (money.length === 0) return
      const currency = row[currencyAt] ?? null
      const sum = sums.get(currency) ?? money.map(() => 0)
      sums.set(currency, sum)
      for (const [index, at] of money.entries()) {
        const cell = row[at]
        // In hundredths, so that thousands of them make no fraction of a paisa.
        if (typeof cell === 'number') sum[index] = (sum[index] ?? 0) + Math.round(cell * 100)
      }
    },
    rows: () => (sums.size === 0 ? '' : `<row/>${[...sums].map(sumRow).join('')}`),
  }
}

/** `A`, `Z`, `AA` */
function letterOf(column: number): string {
  const last = String.fromCodePoint(65 + (column % 26))
  return column < 26 ? last : letterOf(Math.floor(column / 26) - 1) + last
}

function xlsxCell(cell: Cell, kind: Column['as'] | 'text', clock: Clock): string {
  if (cell === null) return '<c/>'
  if (typeof cell === 'number')
    return kind === 'money' ? `<c s="${style.money}"><v>${cell}</v></c>` : `<c><v>${cell}</v></c>`
  if (typeof cell === 'string') return textCell(cell, formula.test(cell) ? style.asText : style.plain)
  return `<c s="${style.time}"><v>${serialOf(cell, clock)}</v></c>`
}

function textCell(text: string, as: number): string {
  return `<c t="inlineStr"${as ? ` s="${as}"` : ''}><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`
}

const mostInCell = 32_767

/** XML takes neither most control characters nor halves of a character; a cell takes so many and no more. */
function xmlText(text: string): string {
  return (
    text
      .slice(0, mostInCell)
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex -- these are what is taken out
      .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '\uFFFD')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll('\r', '&#13;')
  )
}

/** The day that Excel calls 0. */
const firstDay = Date.UTC(1899, 11, 30)

/** A time as spreadsheets count it: days, by the clocks of the zone. Rounded, 22:01 would be shown as 22:00: they cut what is below a minute. */
function serialOf(time: Date, clock: Clock): number {
  const onTheClock = new Date(`${clock(time).replace(' ', 'T')}:00Z`).getTime()
  return (onTheClock - firstDay) / day
}
