/** Headers as the text that is sent. Nearly all are the same on every answer of a route: they are checked once, not by Node for each. */
import type { OutgoingHttpHeaders } from 'node:http'
import { http } from './node-http.ts'

/** Said again and again with few values, beside those of every answer. All others, personal or different each time, are Node's to write. */
const repeated = ['content-type', 'content-encoding', 'etag', 'vary']
const mostKept = 200

export function headerLines(common: Record<string, string>) {
  const commonLines = Object.entries(common).map(([name, value]) => ({ name, line: lineOf(name, value) }))
  const all = commonLines.map(({ line }) => line).join('')
  const lineFor = keptLines([...repeated, ...Object.keys(common)])

  /** The common lines without those that an answer says itself. */
  const commonBut = (isSaid: (name: string) => boolean): string =>
    commonLines.reduce((lines, { name, line }) => (isSaid(name) ? lines : lines + line), '')

  /** Lines for all that Node need not see, and the rest. */
  const split = (given: OutgoingHttpHeaders): { lines: string; others: OutgoingHttpHeaders } => {
    const others: OutgoingHttpHeaders = {}
    let lines = ''
    let isPlain = true
    for (const name in given) {
      const line = lineFor(name, given[name])
      if (line === undefined) others[name] = given[name]
      else lines += line
      if (name in common) isPlain = false
    }
    return { lines: lines + (isPlain ? all : commonBut((name) => name in given)), others }
  }

  return { split, commonBut }
}

/** The line of a header, kept for the next time; undefined for what is left to Node. */
function keptLines(names: string[]): (name: string, value: unknown) => string | undefined {
  const known = new Map(names.map((name) => [name, new Map<string, string>()]))
  return (name, value) => {
    const lines = known.get(name)
    if (!lines || typeof value !== 'string') return undefined
    const line = lines.get(value)
    if (line !== undefined) return line
    // Values that never come again must not fill the memory.
    if (lines.size >= mostKept) lines.clear()
    const checked = lineOf(name, value)
    lines.set(value, checked)
    return checked
  }
}

function lineOf(name: string, value: string): string {
  http.validateHeaderName(name)
  http.validateHeaderValue(name, value)
  return `${name}: ${value}\r\n`
}
