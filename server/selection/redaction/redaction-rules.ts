/** What in a text may tell who wrote it. Words are looked up, each once: a text of any length takes as long as reading it. */
import type { FindingKind } from '#contract/selection/findings.ts'
import { addressesIn } from './address-rules.ts'
import { isFiller } from './hospital-rules.ts'
import type { Pattern, Search } from './name-form-rules.ts'
import { titles } from './person-name-rules.ts'
import { between, type Reading, reading, type Token, wordEnd } from './reading-rules.ts'
import { consonants, isInArabic, spellings } from './spelling-rules.ts'
import { suspicionsIn } from './suspicion-rules.ts'

export { searchFor, type Search, type Told } from './name-form-rules.ts'

/**
 * From and to are places in the text that was searched. What is sure names an author, as far as a machine can tell, and is hidden unless somebody
 * leaves it; all else only looks as if it might, and is left unless somebody hides it.
 */
export type Found = { kind: FindingKind; text: string; from: number; to: number; isSure: boolean }
export type Place = Omit<Found, 'text'>

/** A text with more of them is about its authors: it is withheld until somebody writes it anew. */
export const mostFound = 100

/** Of two that overlap, the sure one, then the longer one. One more than `mostFound` says that there may be more. */
export function findIn(text: string, search: Search): Found[] {
  const read = reading(text)
  const sure = apart([...namedIn(read, search), ...addressesIn(text, search)].filter(({ isSure }) => isSure))
  const marked = apart([...suspicionsIn(read, search), ...addressesIn(text, search).filter(({ isSure }) => !isSure)])
  return [...sure, ...outside(marked, sure)]
    .slice(0, mostFound + 1)
    .toSorted((a, b) => a.from - b.from)
    .map((place) => ({ ...place, text: text.slice(place.from, place.to).replaceAll(wordEnd, '') }))
}

function apart(places: readonly Place[]): Place[] {
  const kept: Place[] = []
  for (const each of places.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const last = kept.at(-1)
    if (!last || each.from >= last.to) kept.push(each)
    else if (each.to - each.from > last.to - last.from) kept[kept.length - 1] = each
  }
  return kept
}

/** Those of the first that touch none of the second; both in their order. */
function outside(places: readonly Place[], others: readonly Place[]): Place[] {
  let next = 0
  return places.filter(({ from, to }) => {
    while (next < others.length && (others[next] as Place).to <= from) next += 1
    return next === others.length || (others[next] as Place).from >= to
  })
}

function namedIn(read: Reading, search: Search): Place[] {
  const keys = new Map<string, string[]>()
  const keysOf = (word: string): string[] => {
    const known = keys.get(word)
    if (known) return known
    const found = spellings(word)
    keys.set(word, found)
    return found
  }
  const looking = { read, search, keysOf }
  return read.words.flatMap((_, at) => [
    ...patternsAt(looking, at),
    ...wholeAt(looking, at),
    ...soundsAt(looking, at),
    ...numbersAt(looking, at),
  ])
}

type Looking = { read: Reading; search: Search; keysOf: (word: string) => string[] }

const found = (kind: FindingKind, first: Token, last: Token): Place => ({
  kind,
  from: first.from,
  to: last.to,
  isSure: true,
})

function patternsAt(looking: Looking, at: number): Place[] {
  const { search, keysOf } = looking
  const first = looking.read.words[at] as Token
  const exact = search.byFirst.get(first.word) ?? []
  const varied = first.isCapital ? keysOf(first.word).flatMap((key) => search.bySpelling.get(key) ?? []) : []
  return [...exact, ...varied].flatMap((pattern) => {
    const last = lastOf(looking, at, pattern)
    return last ? [found(pattern.kind, first, last)] : []
  })
}

/** The last word of the pattern that begins here, if it does. */
function lastOf(looking: Looking, at: number, pattern: Pattern): Token | undefined {
  const { words } = looking.read
  if (pattern.afterTitle && !isAfterTitle(looking.read, at)) return undefined
  let position = at
  for (const [nth, wanted] of pattern.words.entries()) {
    if (nth > 0) position += 1
    while (nth > 0 && pattern.skipsFillers && isFiller(words[position]?.word ?? '')) position += 1
    const word = words[position]
    if (!word || !isWritten(looking, word, { wanted, pattern })) return undefined
  }
  return words[position]
}

function isWritten(
  { keysOf }: Looking,
  token: Token,
  { wanted, pattern: { capitals, varies } }: { wanted: string; pattern: Pattern },
): boolean {
  if (capitals === 'all' ? !token.isAllCapitals : capitals === 'first' && !token.isCapital) return false
  if (token.word === wanted) return true
  if (!varies || !token.isCapital) return false
  const theirs = keysOf(token.word)
  return theirs.length > 0 && keysOf(wanted).some((key) => theirs.includes(key))
}

const besideTitle = /^[\s.]{1,3}$/

export const isAfterTitle = (read: Reading, at: number): boolean =>
  titles.has(read.words[at - 1]?.word ?? '') && besideTitle.test(between(read, at))

const mostJoined = 40
const cutBy = /^[\n\ue000._\-\u00b7\u2022*~|/\\]{1,3}$/
const spacedBy = /^[\s\ue000._\-\u00b7\u2022*~|/\\]{1,3}$/

/** S h a i k h, S.H.A.I.K.H, and a name that a break cuts in two. */
function wholeAt({ read, search }: Looking, at: number): Place[] {
  const { words } = read
  const first = words[at] as Token
  const places: Place[] = []
  let joined = first.word
  for (let next = at + 1; next < words.length && next - at < mostJoined && joined.length < search.longest; next += 1) {
    const [before, word] = [words[next - 1] as Token, words[next] as Token]
    const areLetters = before.word.length === 1 && word.word.length === 1
    if (!(areLetters ? spacedBy : cutBy).test(between(read, next))) break
    joined += word.word
    const kind = search.whole.get(joined)
    if (kind) places.push(found(kind, first, word))
  }
  return places
}

/** A name known in one script, written in the other: two parts of one name, one behind a title, or a surname that sounds like few words. */
function soundsAt({ read, search }: Looking, at: number): Place[] {
  const first = read.words[at] as Token
  const isArabic = isInArabic(first.word)
  const known = isArabic ? search.latin : search.arabic
  if (known.size === 0 || !first.isCapital) return []
  const theirs = known.get(consonants(first.word) ?? '')
  if (!theirs) return []
  const second = read.words[at + 1]
  const others = second?.isCapital ? (known.get(consonants(second.word) ?? '') ?? []) : []
  if (second && others.some(({ person }) => theirs.some((each) => each.person === person)))
    return [found('name', first, second)]
  const length = consonants(first.word)?.length ?? 0
  const isSurname = length >= (isArabic ? 3 : 4) && theirs.some((each) => each.isSurname)
  return isSurname || isAfterTitle(read, at) ? [found('name', first, first)] : []
}

const mostParts = 6
const betweenDigits = /^[\s.()/+\-\u2010-\u2015]{1,3}$/
const isDigits = /^\d+$/
const hasNumber = /^\d{4,}/

/** A telephone of an author, any number that is written as one of another country, an ORCID, and what follows "PMDC". */
function numbersAt({ read, search }: Looking, at: number): Place[] {
  const { text, words } = read
  const first = words[at] as Token
  if (first.word === 'pmdc' || first.word === 'orcid') {
    const number = words.slice(at + 1, at + 5).find(({ word }) => hasNumber.test(word))
    return number ? [found(first.word === 'pmdc' ? 'registration' : 'orcid', first, number)] : []
  }
  if (!isDigits.test(first.word)) return []
  let digits = ''
  for (let next = at; next < words.length && next - at < mostParts; next += 1) {
    const word = words[next] as Token
    const isNext = next === at || betweenDigits.test(between(read, next))
    if (!isNext || !isDigits.test(word.word)) break
    digits += word.word
    if (next - at === 3 && digits.length === 16) return [found('orcid', first, word)]
    const check = words[next + 1]
    if (next - at === 3 && digits.length === 15 && check?.word === 'x' && check.from === word.to)
      return [found('orcid', first, check)]
    if (search.phones.some((phone) => digits.endsWith(phone))) return [found('phone', first, word)]
    if (digits.length >= 11 && digits.length <= 15 && text[first.from - 1] === '+') return [found('phone', first, word)]
  }
  return []
}
