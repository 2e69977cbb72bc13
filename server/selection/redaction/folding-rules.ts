/** Text as it is compared when somebody looks for a name in it: small letters without marks, and what looks alike is alike. Linear in its length. */

/** A word of a text, folded, and where it stands in what was written. */
export type Word = { word: string; from: number; to: number }

/**
 * A letter and what it is compared as: those that no decomposition takes apart, Cyrillic and Greek ones that are drawn as Latin ones, and those
 * that Urdu and Arabic write in several ways.
 */
const taken = new Map(
  `ßss æae œoe øo łl đd ðd þth ıi ħh ŋn
  аa еe оo рp сc уy хx кk мm тt нh вb іi јj ѕs ԁd һh ԛq ԝw ӏl
  αa οo ρp νv τt κk ιi υu χx εe ɑa ɡg ᴀa ɪi ʏy
  يی ىی كک هہ ۃہ ةہ ھہ ںن ےی`
    .split(/\s+/)
    .map((pair) => [pair.charAt(0), pair.slice(1)] as const),
)
const unread = /[\p{M}\p{DI}\u0640]/u
const reads = /[\p{L}\p{N}]/u
const isDigit = /\p{Nd}/u
/** Small letters above the line: they number an institution, and are no part of the name before them. */
const raised = /[\u00aa\u00ba\u02b0-\u02b8\u02e0-\u02e4\u1d2c-\u1d6a\u1d78\u1d9b-\u1dbf\u2071\u207f\u2090-\u209c]/u

/** What one letter is compared as; '' for what nobody sees, undefined for what ends a word. */
function folded(letter: string): string | undefined {
  if (letter >= 'a' && letter <= 'z') return letter
  if (raised.test(letter)) return undefined
  if (/^[A-Z0-9]$/.test(letter)) return letter.toLowerCase()
  if (unread.test(letter)) return ''
  const plain = Array.from(letter.normalize('NFKD').toLowerCase()).filter((each) => !unread.test(each))
  const read = plain.map((each) => taken.get(each) ?? (isDigit.test(each) ? digitOf(each) : each))
  return read.every((each) => reads.test(each)) ? read.join('') : undefined
}

/** The ten digits of a script stand in a row, and the first of them is no digit's neighbour. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) as number
  for (let value = 0; value < 10; value += 1)
    if (!isDigit.test(String.fromCodePoint(code - value - 1))) return String(value)
  return digit
}

const apostrophes = new Set("'’ʼ`´")
const hyphens = new Set('-‐‑')

const beginsWithDigit = /^\d/

/** A word is letters or digits, never both: in `Shaikh1,2` the digits are of the hospital. */
export function wordsIn(text: string): Word[] {
  const found: Word[] = []
  let open: Word | undefined
  let isNumber = false
  const close = () => {
    if (open && open.word !== '') found.push(open)
    open = undefined
  }
  for (let at = 0; at < text.length;) {
    const letter = String.fromCodePoint(text.codePointAt(at) as number)
    const next = at + letter.length
    if (open && apostrophes.has(letter) && !isPossessive(text, next)) at = next
    else if (open && hyphens.has(letter) && text[next] === '\n') at = next + 1
    else {
      const read = folded(letter)
      if (read === undefined || (open && read !== '' && isNumber !== beginsWithDigit.test(read))) close()
      if (read !== undefined && (read !== '' || open)) {
        if (!open) isNumber = beginsWithDigit.test(read)
        open ??= { word: '', from: at, to: at }
        open.word += read
        open.to = next
      }
      at = next
    }
  }
  close()
  return found
}

/** Of "Shaikh's" the name is "Shaikh". */
const isPossessive = (text: string, at: number): boolean => /^s(?![\p{L}\p{N}])/iu.test(text.slice(at, at + 3))

export const foldedWords = (text: string): string[] => wordsIn(text).map(({ word }) => word)
