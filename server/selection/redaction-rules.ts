/** What in a text may tell who wrote it. Words are looked up, each once: a text of any length takes as long as reading it. */
import type { FindingKind } from '#contract/selection/redaction-heads.ts'
import { foldedWords, type Word, wordsIn } from './folding-rules.ts'

/** From and to are places in the text that was searched. */
export type Found = { kind: FindingKind; text: string; from: number; to: number }

/** Somebody who wrote it, as far as we know them. */
export type Told = {
  name: string
  emails: string[]
  phones: string[]
  registration: string
  institution: string
  department: string
}

/** More than these nobody looks at one by one: the text is about its authors. */
export const mostFound = 100

const titles = new Set('dr prof professor mr mrs ms miss sir md phd mbbs fcps frcs'.split(' '))
const fillers = new Set('of the and for at in'.split(' '))
/** Said of many places: alone they tell none from another. */
const common = new Set(
  'hospital university college institute institution clinic centre center medical general teaching national district school department dept division unit ward health sciences science research trust foundation'.split(
    ' ',
  ),
)
/** Surnames that are words of medicine, or of every text. */
const terms = new Set(
  `addison alport barrett bell best black brown burns case chiari christmas cole cook cross crohn cushing down field fields forest good gram graves green grey hall hand hands head heart
  hill hodgkin house kawasaki king knee lake lewy light little long lynch marfan meniere moon page paget parkinson pain power price raynaud reed rice rose sharp short sick small still strong summer
  turner wall walker ward waters west white whipple wilson winter wise wood woods work young`.split(/\s+/),
)

type Pattern = { kind: FindingKind; words: readonly string[]; skipsFillers?: boolean; inCapitals?: boolean }
export type Search = { byFirst: Map<string, Pattern[]>; phones: string[] }

/** Made once for an abstract, used on each of its texts. */
export function searchFor(people: readonly Told[]): Search {
  const patterns = people.flatMap((person) => [
    ...namePatterns(person.name),
    ...institutionPatterns(person),
    ...numberPatterns(person),
  ])
  const byFirst = new Map<string, Pattern[]>()
  for (const pattern of patterns) {
    const [first = ''] = pattern.words
    if (first !== '') byFirst.set(first, [...(byFirst.get(first) ?? []), pattern])
  }
  const phones = people
    .flatMap(({ phones }) => phones.map((phone) => digitsOf(phone).slice(-9)))
    .filter((digits) => digits.length === 9)
  return { byFirst, phones }
}

const digitsOf = (text: string): string => foldedWords(text).join('').replaceAll(/\D/g, '')

function namePatterns(name: string): Pattern[] {
  const words = foldedWords(name).filter((word) => !titles.has(word))
  const surname = words.at(-1)
  if (surname === undefined) return []
  const given = words.slice(0, -1)
  const isTelling = surname.length >= 4 && !terms.has(surname)
  const alone: Pattern[] = isTelling ? [{ kind: 'surname', words: [surname] }] : []
  if (given.length === 0) return alone
  const [first = ''] = given
  const letters = given.map((word) => word[0] ?? '')
  const initials = [letters, [letters.join('')], letters.slice(0, 1)]
  return [
    { kind: 'name', words },
    { kind: 'name', words: [surname, ...given] },
    { kind: 'name', words: [words.join('')] },
    { kind: 'name', words: [first, surname] },
    { kind: 'name', words: [surname, first] },
    { kind: 'name', words: [first, ...letters.slice(1), surname] },
    ...(words.length > 2 ? doubleSurname(words) : []),
    ...initials.flatMap((each): Pattern[] => [
      { kind: 'initials', words: [...each, surname] },
      { kind: 'initials', words: [surname, ...each] },
    ]),
    ...alone,
  ]
}

/** José Muñoz Pérez is also J. Muñoz Pérez. */
function doubleSurname(words: readonly string[]): Pattern[] {
  const both = words.slice(-2)
  const letters = words.slice(0, -2).map((word) => word[0] ?? '')
  return [
    { kind: 'surname', words: both },
    { kind: 'initials', words: [...letters, ...both] },
    { kind: 'initials', words: [...both, ...letters] },
  ]
}

function institutionPatterns({ institution, department }: Told): Pattern[] {
  const institutionWords = foldedWords(institution).filter((word) => !fillers.has(word))
  const tells = (words: string[]) => words.some((word) => !common.has(word)) && words.join('').length >= 4
  if (!tells(institutionWords)) return []
  const within = foldedWords(department).filter((word) => !fillers.has(word) && !common.has(word))
  const short = institutionWords.slice(0, institutionWords.findIndex((word) => common.has(word)) + 1)
  const letters = institutionWords.map((word) => word[0]).join('')
  return [
    { kind: 'institution', words: institutionWords, skipsFillers: true },
    ...(short.length >= 2 && tells(short) ? [{ kind: 'institution', words: short, skipsFillers: true } as const] : []),
    ...(institutionWords.length >= 3 ? [{ kind: 'letters', words: [letters], inCapitals: true } as const] : []),
    ...(within.length > 0
      ? [{ kind: 'department', words: [...within, ...institutionWords], skipsFillers: true } as const]
      : []),
  ]
}

function numberPatterns({ registration, emails }: Told): Pattern[] {
  const number = foldedWords(registration)
  return [
    ...(digitsOf(registration).length >= 4 ? [{ kind: 'registration', words: number } as const] : []),
    ...emails.map((email): Pattern => ({ kind: 'email', words: foldedWords(email) })),
  ]
}

/** Of two that overlap, the longer one. */
export function findIn(text: string, search: Search): Found[] {
  const words = wordsIn(text)
  const all = [...words.flatMap((_, at) => startingAt({ text, words }, at, search)), ...addressesIn(text)]
  const longestFirst = all.toSorted((a, b) => a.from - b.from || b.to - a.to)
  const kept: Found[] = []
  for (const each of longestFirst) {
    const last = kept.at(-1)
    if (!last || each.from >= last.to) kept.push(each)
    else if (each.to - each.from > last.to - last.from) kept[kept.length - 1] = each
  }
  return kept.slice(0, mostFound)
}

type Searched = { text: string; words: Word[] }

function startingAt({ text, words }: Searched, at: number, { byFirst, phones }: Search): Found[] {
  const first = words[at] as Word
  const found = (kind: FindingKind, last: Word): Found => ({
    kind,
    text: text.slice(first.from, last.to),
    from: first.from,
    to: last.to,
  })
  const named = (byFirst.get(first.word) ?? []).flatMap((pattern) => {
    const last = lastOf({ words }, at, pattern)
    if (!last) return []
    const one = found(pattern.kind, last)
    return pattern.inCapitals && one.text !== one.text.toUpperCase() ? [] : [one]
  })
  return [...named, ...numbersAt({ text, words }, at, { phones, found })]
}

/** The last word of the pattern that begins here, if it does. */
function lastOf({ words }: Pick<Searched, 'words'>, at: number, pattern: Pattern): Word | undefined {
  let position = at
  for (const wanted of pattern.words.slice(1)) {
    position += 1
    while (pattern.skipsFillers && fillers.has(words[position]?.word ?? '')) position += 1
    if (words[position]?.word !== wanted) return undefined
  }
  return words[position]
}

const mostParts = 6
const betweenDigits = /^[\s.()/+\-\u2010-\u2015]{1,3}$/

type Numbers = { phones: string[]; found: (kind: FindingKind, last: Word) => Found }

/** A telephone of an author, any number that is written as one of another country, an ORCID, and what follows "PMDC". */
function numbersAt({ text, words }: Searched, at: number, { phones, found }: Numbers): Found[] {
  const first = words[at] as Word
  if (first.word === 'pmdc' || first.word === 'orcid') {
    const number = words.slice(at + 1, at + 5).find(({ word }) => /^\d{4,}/.test(word))
    return number ? [found(first.word === 'pmdc' ? 'registration' : 'orcid', number)] : []
  }
  if (!/^\d+$/.test(first.word)) return []
  let digits = ''
  for (const [index, each] of words.slice(at, at + mostParts).entries()) {
    const before = words[at + index - 1]
    const isNext = index === 0 || (before && betweenDigits.test(text.slice(before.to, each.from)))
    if (!isNext || !/^\d+x?$/.test(each.word)) break
    digits += each.word
    if (index === 3 && /^\d{15}[\dx]$/.test(digits)) return [found('orcid', each)]
    if (phones.some((phone) => digits.endsWith(phone))) return [found('phone', each)]
    if (digits.length >= 11 && digits.length <= 15 && text[first.from - 1] === '+') return [found('phone', each)]
  }
  return []
}

const inAddress = /[\p{L}\p{N}._%+-]/u
const longestPart = 80

/** Any address, whoever's. From each `@` to both sides: a pattern would begin anew at every letter. */
function addressesIn(text: string): Found[] {
  const found: Found[] = []
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    let from = at
    let to = at + 1
    while (from > 0 && at - from < longestPart && inAddress.test(text[from - 1] as string)) from -= 1
    while (to < text.length && to - at < longestPart && inAddress.test(text[to] as string)) to += 1
    while (text[to - 1] === '.') to -= 1
    if (from < at && text.slice(at, to).includes('.'))
      found.push({ kind: 'email', text: text.slice(from, to), from, to })
  }
  return found
}
