/** A text as it is searched: its words, how each is written, and what stands between them. */
import { type Word, wordsIn } from './folding-rules.ts'

/** Stands where a text has marks above or below the line: it ends a word and is drawn nowhere. */
export const wordEnd = '\ue000'

export type Token = Word & {
  /** Begins with a capital, or is of a script that has none. */
  isCapital: boolean
  isAllCapitals: boolean
  /** Whether it begins a sentence or a line. */
  isFirst: boolean
  line: number
}
export type Reading = { text: string; words: Token[]; titleLines: Set<number> }

const endOfSentence = /[.!?:;\n•]/
const isNumber = /^\d/

export function reading(text: string): Reading {
  let line = 0
  let before = 0
  const words = wordsIn(text).map((word): Token => {
    const gap = text.slice(before, word.from)
    for (const letter of gap) if (letter === '\n') line += 1
    const written = text.slice(word.from, word.to)
    const first = written[0] ?? ''
    const isFirst = before === 0 || endOfSentence.test(gap)
    before = word.to
    return {
      ...word,
      isCapital: first !== first.toLowerCase() || first.toUpperCase() === first.toLowerCase(),
      isAllCapitals: written.length > 1 && written === written.toUpperCase() && written !== written.toLowerCase(),
      isFirst,
      line,
    }
  })
  return { text, words, titleLines: titleLines(words) }
}

const shortestTitle = 4
const mostSmall = 0.35

/** Lines In Which Nearly Every Longer Word Has A Capital: there a capital tells nothing. */
function titleLines(words: readonly Token[]): Set<number> {
  const lines = new Map<number, { all: number; small: number }>()
  for (const { line, word, isCapital } of words) {
    if (word.length < 4 || isNumber.test(word)) continue
    const counted = lines.get(line) ?? { all: 0, small: 0 }
    counted.all += 1
    if (!isCapital) counted.small += 1
    lines.set(line, counted)
  }
  return new Set(
    [...lines].flatMap(([line, { all, small }]) => (all >= shortestTitle && small <= all * mostSmall ? [line] : [])),
  )
}

export const between = ({ text, words }: Pick<Reading, 'text' | 'words'>, at: number): string =>
  text.slice(words[at - 1]?.to ?? 0, words[at]?.from ?? text.length)
