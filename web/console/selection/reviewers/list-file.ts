/** The text of a list that somebody chose: CSV in any of the ways Excel writes it, or a workbook. */

export class FileProblem extends Error {}

const mostBytes = 1_000_000
const starts = (bytes: Uint8Array, ...head: number[]) => head.every((byte, at) => bytes[at] === byte)

export async function textOfFile(file: Blob): Promise<string> {
  if (file.size > mostBytes) throw new FileProblem('Choose a file of at most 1 MB.')
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (starts(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    throw new FileProblem('This is an older or a protected Excel file. Save it as .xlsx without a password, or as CSV.')
  if (starts(bytes, 0x50, 0x4b)) {
    const { linesOfWorkbook, WorkbookProblem } = await import('./xlsx-lines.ts')
    return linesOfWorkbook(bytes).catch((error: unknown) => {
      throw error instanceof WorkbookProblem ? new FileProblem(error.message) : error
    })
  }
  const text = decoded(bytes)
  if (text.includes('\0')) throw new FileProblem('Choose a CSV or Excel file.')
  return text
}

/** UTF-8; "Unicode text" of Excel; and what older versions write on Windows. */
function decoded(bytes: Uint8Array): string {
  if (starts(bytes, 0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
