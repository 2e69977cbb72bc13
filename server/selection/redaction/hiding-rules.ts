/** Hiding words in a text with marks: what a person reads is searched, and what is found is taken out of the HTML behind it. */
import { type FindingKind, insteadOf } from '#contract/selection/findings.ts'
import { wordEnd } from './reading-rules.ts'

/** What is read, and for each letter of it where it stands in the HTML. */
export type Readable = { text: string; from: number[]; to: number[] }

const written: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
}
const block = /^<\/?(?:p|ul|ol|li|br)\b/
/** A number above the line ends the name before it. */
const raised = /^<\/?su[bp]\b/

/** Of HTML that `cleanText` made, which has few tags and fewer entities. A name that is half bold is one word here. */
export function readableOf(html: string): Readable {
  const read: Readable = { text: '', from: [], to: [] }
  const add = (letters: string, from: number, to: number) => {
    read.text += letters
    for (let each = 0; each < letters.length; each += 1) {
      read.from.push(from)
      read.to.push(to)
    }
  }
  for (let at = 0; at < html.length;) {
    const end = html[at] === '<' ? html.indexOf('>', at) + 1 : html[at] === '&' ? html.indexOf(';', at) + 1 : 0
    const part = html.slice(at, end)
    if (html[at] === '<' && end > 0) {
      if (block.test(part)) add('\n', at, at)
      if (raised.test(part)) add(wordEnd, at, at)
      at = end
    } else if (part in written) {
      add(written[part] as string, at, end)
      at = end
    } else {
      add(html[at] as string, at, at + 1)
      at += 1
    }
  }
  return read
}

type Stretch = { kind: FindingKind; from: number; to: number }

/** The marks around and inside stay, so that the HTML is whole. */
export function hide(html: string, stretches: readonly Stretch[]): string {
  const { from, to } = readableOf(html)
  let hidden = html
  for (const stretch of stretches.toSorted((a, b) => b.from - a.from)) {
    for (let at = stretch.to - 1; at >= stretch.from; at -= 1) {
      const letter = at === stretch.from ? insteadOf(stretch.kind) : ''
      const [start = 0, end = 0] = [from[at], to[at]]
      if (start < end || letter) hidden = hidden.slice(0, start) + letter + hidden.slice(end)
    }
  }
  return hidden
}

type Run = { text: string; finding: number | null }

/** As lines, with the places that were found as runs of their own. */
export function linesOf(html: string, stretches: readonly (Stretch & { finding: number })[]): Run[][] {
  const { text } = readableOf(html)
  const lines: Run[][] = []
  let line: Run[] = []
  const add = (words: string, finding: number | null) => {
    const [first = '', ...rest] = words.replaceAll(wordEnd, '').split('\n')
    if (first) line.push({ text: first, finding })
    for (const each of rest) {
      if (line.length > 0) lines.push(line)
      line = each ? [{ text: each, finding }] : []
    }
  }
  let at = 0
  for (const { from, to, finding } of stretches.toSorted((a, b) => a.from - b.from)) {
    add(text.slice(at, from), null)
    add(text.slice(from, to), finding)
    at = to
  }
  add(text.slice(at), null)
  return line.length > 0 ? [...lines, line] : lines
}
