/** The first sheet of an Excel workbook as lines with tabs. Reads what it needs and stops at its limits: a small file can unpack to gigabytes. */

export class WorkbookProblem extends Error {}

const limits = { parts: 5000, bytesOfPart: 8_000_000, rows: 2001, columns: 50 }
const tooLarge = 'This workbook is too large. Keep the list of reviewers alone in it, or save it as CSV.'
const unreadable = 'This workbook cannot be read. Save it as CSV and choose it again.'

type Part = { method: number; packed: number; at: number }

const names = new TextDecoder()

/** By name, from the directory at the end of the archive. */
function partsOf(bytes: Uint8Array): Map<string, Part> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let end = bytes.length - 22
  while (end >= 0 && end > bytes.length - 65_558 && view.getUint32(end, true) !== 0x06_05_4b_50) end -= 1
  if (end < 0 || view.getUint32(end, true) !== 0x06_05_4b_50) throw new WorkbookProblem(unreadable)
  const count = view.getUint16(end + 10, true)
  if (count > limits.parts) throw new WorkbookProblem(tooLarge)
  const parts = new Map<string, Part>()
  let at = view.getUint32(end + 16, true)
  for (let each = 0; each < count; each += 1) {
    const isEncrypted = (view.getUint16(at + 8, true) & 1) === 1
    if (view.getUint32(at, true) !== 0x02_01_4b_50 || isEncrypted) throw new WorkbookProblem(unreadable)
    const [nameLength, more, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [
      number,
      number,
      number,
    ]
    const name = names.decode(bytes.subarray(at + 46, at + 46 + nameLength))
    const local = view.getUint32(at + 42, true)
    const dataAt = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    parts.set(name, { method: view.getUint16(at + 10, true), packed: view.getUint32(at + 20, true), at: dataAt })
    at += 46 + nameLength + more + comment
  }
  return parts
}

async function xmlOf(bytes: Uint8Array, part: Part | undefined): Promise<string> {
  if (!part) return ''
  const packed = bytes.slice(part.at, part.at + part.packed)
  if (part.method === 0) return names.decode(packed)
  if (part.method !== 8) throw new WorkbookProblem(unreadable)
  const unpacked = (new Response(packed).body as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(
    new DecompressionStream('deflate-raw'),
  )
  const reader = unpacked.getReader()
  const decoder = new TextDecoder()
  let xml = ''
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return xml + decoder.decode()
    size += value.length
    if (size > limits.bytesOfPart) {
      await reader.cancel()
      throw new WorkbookProblem(tooLarge)
    }
    xml += decoder.decode(value, { stream: true })
  }
}

/** Tags with any prefix. No entity is expanded but the five of XML and characters by number, so none can grow. */
const tag = /<(\/?)(?:\w+:)?(row|c|v|t|si|is|rPh)\b([^<>]{0,2000}?)(\/?)>|([^<]+)/g
const attribute = (attributes: string, name: string): string =>
  new RegExp(`\\s(?:\\w+:)?${name}\\s*=\\s*["']([^"']*)["']`).exec(attributes)?.[1] ?? ''
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function plain(text: string): string {
  return text.replaceAll(/&(#\d{1,7}|#x[\da-f]{1,6}|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name] ?? whole
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0 && code < 0x11_00_00 ? String.fromCodePoint(code) : ''
  })
}

/** Without the readings beside Japanese words. */
function sharedTexts(xml: string): string[] {
  const texts: string[] = []
  let isText = false
  let reading = 0
  for (const [, close, name, , empty, text] of xml.matchAll(tag)) {
    if (name === 'si' && !close) texts.push('')
    else if (name === 'rPh' && !empty) reading += close ? -1 : 1
    else if (name === 't') isText = !close && !empty
    else if (text !== undefined && isText && reading === 0) texts[texts.length - 1] += plain(text)
  }
  return texts
}

const columnOf = (reference: string): number =>
  Array.from(/^[A-Z]{1,3}/.exec(reference)?.[0] ?? '').reduce(
    (sum, letter) => sum * 26 + letter.charCodeAt(0) - 64,
    0,
  ) - 1

/** Row by row; rows that were left out are empty, so that the number of a line is the number of its row. */
function rowsOf(xml: string, shared: readonly string[]): string[][] {
  const rows: string[][] = []
  let column = -1
  let type = ''
  let isValue = false
  for (const [, close, name, attributes = '', empty, text] of xml.matchAll(tag)) {
    if (name === 'row' && !close) {
      const number = Number(attribute(attributes, 'r')) || rows.length + 1
      if (number > limits.rows) throw new WorkbookProblem(tooManyRows)
      while (rows.length < number) rows.push([])
      column = -1
    } else if (name === 'c' && !close) {
      const at = columnOf(attribute(attributes, 'r'))
      column = at < 0 ? column + 1 : at
      type = attribute(attributes, 't')
    } else if (name === 'v' || name === 't') isValue = !close && !empty
    else if (text !== undefined && isValue && column < limits.columns) {
      const row = rows.at(-1) ?? []
      row[column] = (row[column] ?? '') + (type === 's' ? (shared[Number(text)] ?? '') : plain(text))
    }
  }
  return rows
}
const tooManyRows = `This sheet has more than ${limits.rows - 1} rows. Keep the list of reviewers alone in it.`

/** A tab or a line end inside a cell would be read as the next one. */
const cellText = (cell = ''): string => {
  const text = cell.replaceAll(/[\t\r\n]+/g, ' ').trim()
  return text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text
}

function firstSheet(workbook: string, relations: string): string {
  const [, sheet = ''] = /<(?:\w+:)?sheet\s([^<>]{0,2000}?)\/?>/.exec(workbook) ?? []
  const id = attribute(` ${sheet}`, 'id')
  for (const [, found = ''] of relations.matchAll(/<(?:\w+:)?Relationship\s([^<>]{0,2000}?)\/?>/g))
    if (id !== '' && attribute(` ${found}`, 'Id') === id)
      return attribute(` ${found}`, 'Target').replace(/^\/?(xl\/)?/, 'xl/')
  return 'xl/worksheets/sheet1.xml'
}

export async function linesOfWorkbook(bytes: Uint8Array): Promise<string> {
  try {
    const parts = partsOf(bytes)
    const xml = (name: string) => xmlOf(bytes, parts.get(name))
    const name = firstSheet(await xml('xl/workbook.xml'), await xml('xl/_rels/workbook.xml.rels'))
    const sheet = parts.get(name)
    if (!sheet) throw new WorkbookProblem(unreadable)
    const rows = rowsOf(await xmlOf(bytes, sheet), sharedTexts(await xml('xl/sharedStrings.xml')))
    return rows.map((row) => Array.from(row, cellText).join('\t')).join('\n')
  } catch (error) {
    // Not an archive, or cut off.
    throw error instanceof WorkbookProblem ? error : new WorkbookProblem(unreadable)
  }
}
