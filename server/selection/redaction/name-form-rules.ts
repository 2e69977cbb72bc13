/** How somebody who wrote it may be named: their name in its spellings, their places, their numbers. Made once for an abstract. */
import type { FindingKind } from '#contract/selection/findings.ts'
import { foldedWords } from './folding-rules.ts'
import { type Hospital, isCommon, knownHospitals, listedAs, placeWords } from './hospital-rules.ts'
import { type NameParts, partsOf } from './person-name-rules.ts'
import { consonants, isInArabic, spellings } from './spelling-rules.ts'
import { isKnown, isShortWord, isTerm, isTown } from './vocabulary-rules.ts'

/** Somebody who wrote it, as far as we know them. */
export type Told = {
  name: string
  emails: string[]
  phones: string[]
  registration: string
  institution: string
  department: string
}

export type Pattern = {
  kind: FindingKind
  words: readonly string[]
  skipsFillers?: boolean
  /** Only where it is written in capitals, or with one. */
  capitals?: 'all' | 'first'
  /** Other spellings of its words count too. */
  varies?: boolean
  /** Only behind a title. */
  afterTitle?: boolean
}

export type Search = {
  /** By the first word, and by the keys of its spellings. */
  byFirst: Map<string, Pattern[]>
  bySpelling: Map<string, Pattern[]>
  /** Names and letters in one piece, for what is written with spaces or breaks between its letters. */
  whole: Map<string, FindingKind>
  longest: number
  /** Parts of names that tell somebody even inside an address. */
  parts: string[]
  phones: string[]
  /** The consonants of names in the other script: whose they are, and whether a surname. */
  latin: Map<string, Sound[]>
  arabic: Map<string, Sound[]>
  /** First letters of names, as `rs` of Rubina Shaikh. */
  initials: Set<string>
  /** Letters of other hospitals. */
  otherLetters: Set<string>
}
export type Sound = { person: number; isSurname: boolean }

const nameSpread = 4
const leastInAddress = 4

/** With the hospitals that organisers added to those that are known. */
export function searchFor(people: readonly Told[], added: readonly Hospital[] = []): Search {
  const hospitals = [...knownHospitals, ...added]
  const names = people.map(({ name }) => partsOf(name))
  const patterns = people.flatMap((person, at) => [
    ...namePatterns(names[at]),
    ...institutionPatterns(person, hospitals),
    ...numberPatterns(person),
  ])
  const whole = new Map<string, FindingKind>([
    ...names.flatMap((name) => wholeNames(name)),
    ...patterns
      .filter(({ kind, words }) => kind === 'letters' && words.join('').length >= 3)
      .map(({ kind, words }) => [words.join(''), kind] as const),
  ])
  return {
    byFirst: grouped(patterns, ({ words }) => words.slice(0, 1)),
    bySpelling: grouped(
      patterns.filter(({ varies }) => varies),
      ({ words }) => spellings(words[0] ?? ''),
    ),
    whole,
    longest: Math.max(0, ...[...whole.keys()].map((name) => name.length)),
    parts: [...new Set(names.flatMap((name) => (name ? [...name.given, name.surname] : [])))].filter(
      (part) => part.length >= leastInAddress && !isKnown(part),
    ),
    phones: people
      .flatMap(({ phones }) => phones.map((phone) => digitsOf(phone).slice(-9)))
      .filter((digits) => digits.length === 9),
    ...soundsOf(names),
    initials: new Set(names.flatMap((name) => initialsOf(name))),
    otherLetters: new Set(hospitals.flatMap(({ letters }) => letters)),
  }
}

function grouped(patterns: readonly Pattern[], keysOf: (pattern: Pattern) => string[]): Map<string, Pattern[]> {
  const by = new Map<string, Pattern[]>()
  for (const pattern of patterns)
    for (const key of keysOf(pattern)) {
      const known = by.get(key)
      if (known) known.push(pattern)
      else by.set(key, [pattern])
    }
  return by
}

export const digitsOf = (text: string): string => foldedWords(text).join('').replaceAll(/\D/g, '')

const tells = (word: string): boolean => word.length >= nameSpread && !isTerm(word)

function namePatterns(name: NameParts | undefined): Pattern[] {
  if (!name) return []
  const { given, surname } = name
  const words = [...given, surname]
  const alone: Pattern[] = [
    ...(tells(surname) ? [{ kind: 'surname', words: [surname], varies: true } as const] : []),
    // A word of any text, such as Noor or Iqra, is a name with a capital.
    ...given
      .filter((word) => word.length >= 5 && !isKnown(word) && spellings(word)[0] !== 'muhammad')
      .map((word) => ({ kind: 'name', words: [word], capitals: 'first', varies: true }) as const),
    ...words
      .filter((word) => word.length >= 2)
      .map((word) => ({ kind: 'name', words: [word], afterTitle: true, varies: true }) as const),
  ]
  const [first = ''] = given
  if (first === '') return alone
  const letters = given.map((word) => word[0] ?? '')
  const initials = [letters, [letters.join('')], letters.slice(0, 1)]
  const full = [
    words,
    [surname, ...given],
    [words.join('')],
    [first, surname],
    [surname, first],
    [first, ...letters.slice(1), surname],
  ].map((each): Pattern => ({ kind: 'name', words: each, varies: true }))
  return [
    ...full,
    ...(words.length > 2 ? doubleSurname(words) : []),
    ...initials.flatMap((each): Pattern[] => [
      { kind: 'initials', words: [...each, surname], varies: true },
      { kind: 'initials', words: [surname, ...each], varies: true },
    ]),
    ...alone,
  ]
}

/** José Muñoz Pérez is also J. Muñoz Pérez. */
function doubleSurname(words: readonly string[]): Pattern[] {
  const both = words.slice(-2)
  const letters = words.slice(0, -2).map((word) => word[0] ?? '')
  return [
    { kind: 'surname', words: both, varies: true },
    { kind: 'initials', words: [...letters, ...both], varies: true },
    { kind: 'initials', words: [...both, ...letters], varies: true },
  ]
}

/** `Rubina Shaikh` and `Shaikh`: what is put together again out of its letters. */
function wholeNames(name: NameParts | undefined): [string, FindingKind][] {
  if (!name) return []
  const { given, surname } = name
  const [first = ''] = given
  const names = [[...given, surname].join(''), first + surname, surname + first].filter((each) => each.length >= 6)
  return [
    ...names.map((each): [string, FindingKind] => [each, 'name']),
    ...(tells(surname) ? [[surname, 'surname'] as [string, FindingKind]] : []),
    ...given.filter((word) => word.length >= 5).map((word): [string, FindingKind] => [word, 'name']),
  ]
}

function initialsOf(name: NameParts | undefined): string[] {
  if (!name || name.given.length === 0) return []
  const letters = [...name.given, name.surname].map((word) => word[0] ?? '')
  return [letters.join(''), (letters[0] ?? '') + (letters.at(-1) ?? '')]
}

function institutionPatterns({ institution, department }: Told, hospitals: readonly Hospital[]): Pattern[] {
  const own = placeWords(institution)
  const listed = listedAs(institution, hospitals)
  const isTelling = (words: string[]) => words.some((word) => !isCommon(word)) && words.join('').length >= 4
  const within = placeWords(department).filter((word) => !isCommon(word))
  return [
    ...[own, ...listed.map(({ name }) => placeWords(name))].filter(isTelling).flatMap((words) => {
      const short = words.slice(0, words.findIndex((word) => isCommon(word)) + 1)
      const initials = words.map((word) => word[0]).join('')
      return [
        placePattern(words),
        ...(short.length >= 2 && isTelling(short) ? [placePattern(short)] : []),
        ...firstWords(words),
        ...(words.length >= 3 ? [lettersPattern([initials])] : []),
        ...(within.length > 0 ? [placePattern([...within, ...words], 'department')] : []),
      ]
    }),
    ...listed.flatMap(({ letters }) => letters.map((each) => lettersPattern(foldedWords(each)))),
  ]
}

const placePattern = (words: string[], kind: FindingKind = 'institution'): Pattern => ({
  kind,
  words,
  skipsFillers: true,
})

/** `aku` as well as `AKU`, unless it is a word. */
function lettersPattern(words: string[]): Pattern {
  const all = words.join('')
  return { kind: 'letters', words, ...((all.length < 3 || isShortWord(all)) && { capitals: 'all' as const }) }
}

/** Shaukat Khanum, Aga Khan, Ziauddin: what people call it. */
function firstWords(words: string[]): Pattern[] {
  const [first = '', second = ''] = words
  const pair = second !== '' && !isCommon(first) && !isCommon(second) && !(isTown(first) && isTown(second))
  const isAlone = first.length >= 5 && !isCommon(first) && !isKnown(first) && !generic.has(first)
  return [
    ...(pair ? [{ kind: 'institution', words: [first, second], capitals: 'first' } as const] : []),
    ...(isAlone ? [{ kind: 'institution', words: [first], capitals: 'first' } as const] : []),
  ]
}

/** Begins the name of a hospital, and much else. */
const generic = new Set(
  'civil combined military holy family services children childrens women peoples central social security railway police bolan cantonment army naval'.split(
    ' ',
  ),
)

function numberPatterns({ registration, emails }: Told): Pattern[] {
  const number = foldedWords(registration)
  return [
    ...(digitsOf(registration).length >= 4 ? [{ kind: 'registration', words: number } as const] : []),
    ...emails.map((email): Pattern => ({ kind: 'email', words: foldedWords(email) })),
    ...emails.flatMap((email) => localPart(email)),
  ]
}

/** What stands before the `@` is how somebody is called elsewhere too. */
function localPart(email: string): Pattern[] {
  const words = foldedWords(email.slice(0, Math.max(0, email.indexOf('@'))))
  const isTelling =
    words.join('').length >= 6 &&
    words.some((word) => word.length >= 4 && /^\p{L}/u.test(word) && !isKnown(word) && !isCommon(word))
  return isTelling ? [{ kind: 'email', words }] : []
}

function soundsOf(names: readonly (NameParts | undefined)[]): Pick<Search, 'latin' | 'arabic'> {
  const latin = new Map<string, Sound[]>()
  const arabic = new Map<string, Sound[]>()
  for (const [person, name] of names.entries()) {
    if (!name) continue
    const words = [...name.given, name.surname]
    for (const [at, word] of words.entries()) {
      const sound = consonants(word)
      if (sound === undefined || sound.length < 2) continue
      const sounds = isInArabic(word) ? arabic : latin
      sounds.set(sound, [...(sounds.get(sound) ?? []), { person, isSurname: at === words.length - 1 }])
    }
  }
  return { latin, arabic }
}
