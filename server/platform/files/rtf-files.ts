/** Rich text (rtf): known by how it begins, and by words that make a reader's program do something. They can be hidden, so that this is not a virus scanner. */
import { isElsewhere } from './elsewhere.ts'
import { type Judgement, type OpenedFile, readAt, readThrough } from './opened-file.ts'

const first = '{\\rtf'
/** Objects of other programs, and fields that start one. */
const harmful = ['\\objupdate', '\\objautlink', '\\objlink', '\\objocx', '\\objhtml', '\\objdata', 'DDEAUTO'].map(
  (word) => Buffer.from(word, 'latin1'),
)
const template = Buffer.from('\\template', 'latin1')
const instruction = Buffer.from('\\fldinst', 'latin1')
/** What is read of a path or of an instruction. */
const again = 4096
/** No text has so many fields. */
const mostGroups = 20_000

export async function judgeRtf(opened: OpenedFile): Promise<Judgement> {
  if ((await readAt(opened.file, 0, first.length)).toString('latin1') !== first) return 'wrong kind'
  let groups = 0
  for await (const bytes of readThrough(opened, again)) {
    if (harmful.some((word) => bytes.includes(word))) return 'unsafe'
    for (const group of groupsOf(bytes, template)) {
      if (isElsewhere(plainOf(group)) || (groups += 1) > mostGroups) return 'unsafe'
    }
    for (const group of groupsOf(bytes, instruction)) {
      if (startsAProgram(group) || (groups += 1) > mostGroups) return 'unsafe'
    }
  }
  return 'good'
}

/** What stands between such a word and the end of its group. */
function* groupsOf(bytes: Buffer, word: Buffer): Generator<string> {
  for (let at = bytes.indexOf(word); at >= 0; at = bytes.indexOf(word, at + 1)) {
    const text = bytes.toString('latin1', at + word.length, at + again)
    // The beginning of a longer word.
    if (!/^[a-z]/.test(text)) yield text.slice(0, endOfGroup(text))
  }
}

function endOfGroup(text: string): number {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]
    if (letter === '\\') at += 1
    else if (letter === '{') depth += 1
    else if (letter === '}' && (depth -= 1) < 0) return at
  }
  return text.length
}

/** Its name may also be the result of another field. */
function startsAProgram(group: string): boolean {
  const inner = group.indexOf('\\fldinst')
  const madeByAnother = inner >= 0 && plainOf(group.slice(0, inner)).trim() === ''
  return madeByAnother || /^[\s"]*DDE/i.test(plainOf(group))
}

const written = /\\'([0-9a-f]{2})|\\u(-?\d{1,5}) ?\??|\\([\\{}])|\\[a-z]{1,32}-?\d{0,10} ?|\\.|[{}\r\n]/gi

/** The letters that a reader sees, however they are written. */
function plainOf(group: string): string {
  return group.replace(written, (_, ...[hex, code, letter]: (string | undefined)[]) => {
    if (hex) return String.fromCharCode(Number.parseInt(hex, 16))
    if (code) return String.fromCharCode(Number(code) & 0xffff)
    return letter ?? ''
  })
}
