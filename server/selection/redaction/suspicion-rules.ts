/** Places that look as if they might name an author, although no name of theirs is known there: for the eyes of whoever releases a text. */
import type { FindingKind } from '#contract/selection/findings.ts'
import { isCommon } from './hospital-rules.ts'
import type { Search } from './name-form-rules.ts'
import { titles } from './person-name-rules.ts'
import { between, type Reading, type Token } from './reading-rules.ts'
import { isEponym, isKnown, isNation, isTown } from './vocabulary-rules.ts'

type Place = { kind: FindingKind; from: number; to: number; isSure: boolean }
type Looking = { read: Reading; search: Search; small: Set<string> }

export function suspicionsIn(read: Reading, search: Search): Place[] {
  // What the same text writes in small letters is no name.
  const small = new Set(read.words.filter(({ isCapital }) => !isCapital).map(({ word }) => word))
  const looking = { read, search, small }
  return [
    ...authorLines(looking),
    ...read.words.flatMap((_, at) => [
      ...titledAt(looking, at),
      ...placesAt(looking, at),
      ...oursAt(looking, at),
      ...namesAt(looking, at),
      ...initialsAt(looking, at),
    ]),
  ]
}

const marked = (kind: FindingKind, first: Token, last: Token): Place => ({
  kind,
  from: first.from,
  to: last.to,
  isSure: false,
})

const letters = /^\p{L}+$/u
const apartBy = /^[ \u00a0]?[ \u00a0.\-\u2010']{0,2}$/u

/** A word that may be a name: it has a capital, and is none that texts of medicine write with one. */
function isNameLike({ small }: Looking, { word, isCapital, isAllCapitals }: Token): boolean {
  return (
    isCapital &&
    letters.test(word) &&
    word.length >= 3 &&
    !isAllCapitals &&
    !isKnown(word) &&
    !isCommon(word) &&
    !small.has(word)
  )
}

/** Dr Smith, whoever that is. MS and DR are diseases. */
function titledAt({ read }: Looking, at: number): Place[] {
  const [title, name] = [read.words[at] as Token, read.words[at + 1]]
  if (!titles.has(title.word) || title.isAllCapitals || !title.isCapital || !name) return []
  if (!name.isCapital || titles.has(name.word) || name.isAllCapitals || !letters.test(name.word)) return []
  return apartBy.test(between(read, at + 1)) ? [marked('titled', name, name)] : []
}

const mostBefore = 5

/** `Mayo Hospital`, `Jinnah Medical College`, and the letters of a hospital on the list. */
function placesAt(looking: Looking, at: number): Place[] {
  const { read, search } = looking
  const { words } = read
  const last = words[at] as Token
  if (last.isAllCapitals && search.otherLetters.has(read.text.slice(last.from, last.to)))
    return [marked('place', last, last)]
  if (!last.isCapital || !isPlace(last.word)) return []
  let first = at
  while (first > 0 && at - first < mostBefore && isPartOfPlace(looking, first - 1)) first -= 1
  // `American College` and `World Health Organization` are nobody's.
  if (first === at || isNation(words[first]?.word ?? '')) return []
  const isTelling = words
    .slice(first, at)
    .some((word) => isNameLike(looking, word) || isTown(word.word) || isEponym(word.word))
  return isTelling ? [marked('place', words[first] as Token, last)] : []
}

const kindsOfPlace = new Set(
  'hospital hospitals university college institute clinic centre center trust foundation infirmary complex'.split(' '),
)
const isPlace = (word: string): boolean => kindsOfPlace.has(word)

function isPartOfPlace({ read }: Looking, at: number): boolean {
  const [word, next] = [read.words[at] as Token, at + 1]
  return word.isCapital && letters.test(word.word) && apartBy.test(between(read, next))
}

const mostBetween = 6
const kindsOfOurs = new Set(
  'hospital unit centre center department ward clinic college institute institution university city campus team group colleagues laboratory school town'.split(
    ' ',
  ),
)

/** `our unit at Gambat`, `we at the Indus`: with a name behind it, in the same sentence. */
function oursAt(looking: Looking, at: number): Place[] {
  const { words } = looking.read
  const first = words[at] as Token
  if (first.word !== 'our' && first.word !== 'we' && first.word !== 'us') return []
  let isOurs = first.word !== 'our' && words[at + 1]?.word === 'at'
  for (let next = at + 1; next < words.length && next - at <= mostBetween; next += 1) {
    const word = words[next] as Token
    if (word.isFirst) return []
    if (kindsOfOurs.has(word.word)) isOurs = true
    if (isOurs && (isNameLike(looking, word) || (word.isCapital && isTown(word.word))))
      return [marked('ours', first, word)]
  }
  return []
}

/** Two words or more that may be a name, in the midst of a sentence. */
function namesAt(looking: Looking, at: number): Place[] {
  const { read } = looking
  const { words } = read
  const first = words[at] as Token
  if (read.titleLines.has(first.line) || !isNameLike(looking, first)) return []
  if (at > 0 && isNameLike(looking, words[at - 1] as Token) && apartBy.test(between(read, at))) return []
  let last = at
  while (last + 1 < words.length && isNextOfName(looking, last + 1)) last += 1
  return last > at ? [marked('capitals', first, words[last] as Token)] : []
}

function isNextOfName(looking: Looking, at: number): boolean {
  return isNameLike(looking, looking.read.words[at] as Token) && apartBy.test(between(looking.read, at))
}

const letterAlone = /^\p{Lu}$/u
const dotted = /^\.\s?$/

/** `Z.B. and R.S. read the films`: the first letters of an author, with dots. */
function initialsAt({ read, search }: Looking, at: number): Place[] {
  const { text, words } = read
  const first = words[at] as Token
  if (!letterAlone.test(text.slice(first.from, first.to))) return []
  let joined = first.word
  for (let next = at + 1; next < words.length && next - at < 4; next += 1) {
    const word = words[next] as Token
    if (!letterAlone.test(text.slice(word.from, word.to)) || !dotted.test(between(read, next))) break
    joined += word.word
    if (search.initials.has(joined)) return [marked('initials', first, word)]
  }
  return []
}

const labels = new Set('author authors presenter presenting correspondence supervisor supervisors by'.split(' '))
const leastNames = 2
const listedBy =
  /^[\s\d\ue000*†‡§¶#,;&()[\]·•|.\u00aa\u00ba\u00b2\u00b3\u00b9\u2070-\u209c\u02b0-\u02b8\u1d2c-\u1d6a-]{0,24}$/u

/** A list of names, as it stands under a title: several with commas between them, with digits or without; or one behind `Authors:`. */
function authorLines(looking: Looking): Place[] {
  const found: Place[] = []
  let names: Place[] = []
  let until = -1
  const close = (at: number) => {
    const label = looking.read.words[at]?.word ?? ''
    if (names.length >= leastNames || (names.length > 0 && labels.has(label))) found.push(...names)
    names = []
  }
  let begun = 0
  for (let at = 0; at < looking.read.words.length; at += 1) {
    const name = personAt(looking, at)
    if (!name) continue
    if (names.length > 0 && !isListed(looking.read, until, name.first)) close(begun - 1)
    if (names.length === 0) begun = name.first
    names.push(marked('authors', looking.read.words[name.first] as Token, looking.read.words[name.last] as Token))
    until = name.last
    at = name.last
  }
  close(begun - 1)
  return found
}

/** Only signs, digits and `and` stand between the end of one name and the next. */
function isListed(read: Reading, last: number, next: number): boolean {
  for (let at = last + 1; at <= next; at += 1) {
    if (!listedBy.test(between(read, at))) return false
    const { word } = read.words[at] as Token
    if (at < next && !/^\d+$/.test(word) && word !== 'and' && word.length > 1 && !isDegreeLike(read.words[at] as Token))
      return false
  }
  return read.text.slice((read.words[last] as Token).to, (read.words[next] as Token).from).trim() !== ''
}

/** MBBS, FCPS, PhD stand between two names. */
const isDegreeLike = ({ isAllCapitals, word }: Token): boolean => isAllCapitals || word === 'phd' || word === 'mphil'

/** Two to five words: a first name or an initial, and others. */
function personAt(looking: Looking, at: number): { first: number; last: number } | undefined {
  const { read } = looking
  let last = at
  let whole = 0
  let part = isPartOfPerson(looking, at)
  while (part !== 'no') {
    if (part === 'word') whole += 1
    if (last - at >= 4 || last + 1 >= read.words.length || !apartBy.test(between(read, last + 1))) break
    const next = isPartOfPerson(looking, last + 1)
    if (next === 'no') break
    last += 1
    part = next
  }
  return part !== 'no' && whole >= 1 && last > at ? { first: at, last } : undefined
}

function isPartOfPerson(looking: Looking, at: number): 'word' | 'letter' | 'no' {
  const { text } = looking.read
  const word = looking.read.words[at] as Token
  if (letterAlone.test(text.slice(word.from, word.to))) return 'letter'
  const isLoud = word.isAllCapitals && word.word.length >= 4 && !isKnown(word.word) && !isCommon(word.word)
  const isName = isNameLike({ ...looking, small: nothing }, word) || isLoud
  return isName && letters.test(word.word) ? 'word' : 'no'
}

const nothing = new Set<string>()
