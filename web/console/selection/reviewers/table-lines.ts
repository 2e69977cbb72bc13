/** Lines and cells of a pasted or exported table: commas, semicolons or tabs, quotes as spreadsheets write them. */

export type TableLine = { line: number; text: string }

const longestQuoted = 500

/** A line end inside quotes belongs to its cell. Where an address stands between two quotes, the first was never closed. */
function endOfLine(text: string, from: number): number {
  for (let begin = from; ;) {
    const end = text.indexOf('\n', begin)
    if (end < 0) return text.length
    let opened = -1
    for (let at = begin; at < end; at += 1) if (text[at] === '"') opened = opened < 0 ? at : -1
    if (opened < 0 || text.slice(opened, end).includes('@')) return end
    const closing = text.slice(end, end + longestQuoted).search(/["@]/)
    if (closing < 0 || text[end + closing] !== '"') return end
    begin = end + closing + 1
  }
}

/** At most so many of them; `isCut` says that there are more. */
export function linesOfTable(table: string, most: number): { lines: TableLine[]; isCut: boolean } {
  const text = table.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  const lines: TableLine[] = []
  let line = 1
  for (let at = 0; at < text.length;) {
    if (lines.length === most) return { lines, isCut: text.slice(at).trim() !== '' }
    const end = endOfLine(text, at)
    const found = text.slice(at, end)
    if (found.trim() !== '') lines.push({ line, text: found.trim() })
    line += found.split('\n').length
    at = end + 1
  }
  return { lines, isCut: false }
}

/** `separators` are single characters. A quote opens at the beginning of a cell; two inside quotes are one. */
export function cellsOf(text: string, separators: string): string[] {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  let wasQuote = false
  for (const char of text) {
    if (char === '"' && isQuoted) {
      isQuoted = false
      wasQuote = true
      continue
    }
    if (char === '"' && wasQuote) {
      isQuoted = true
      cell += char
    } else if (char === '"' && cell.trim() === '') {
      isQuoted = true
      cell = ''
    } else if (!isQuoted && separators.includes(char)) {
      cells.push(cell.trim())
      cell = ''
    } else cell += char
    wasQuote = false
  }
  return [...cells, cell.trim()]
}

/** A tab wherever there is one: no name and no discipline has it. Else the first of the others. */
export function separatorOf(text: string): string {
  if (text.includes('\t')) return '\t'
  return /[;,]/.exec(text.replaceAll(/"[^"]*"/g, ''))?.[0] ?? ','
}
