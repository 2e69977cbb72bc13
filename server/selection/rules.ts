/** What is usual for a review, and who is in conflict with whom. */
import { usualReviewers } from '#contract/abstracts/rules.ts'
import type { ConflictKind } from '#contract/selection/words.ts'
import type { Row } from '#server/database/tables.ts'

export const usualCall: Omit<Row<'reviewCall'>, 'eventId' | 'version'> = {
  reviewsWanted: usualReviewers,
  reviewsToDecide: usualReviewers,
  dueOn: null,
  graceMinutes: 720,
  blind: 'double',
  conflictBy: 'department',
  others: 'after_own',
  feedback: 'comments',
  revealOnAccept: false,
  bids: false,
  autoRelease: false,
  hospitals: [],
  answerDays: 7,
  beganAt: null,
}

/** Somebody who wrote an abstract, the applicant included. */
export type Writer = {
  abstractId: number
  isApplicant: boolean
  accountId: number | null
  emailKey: string | null
  name: string
  institution: string
  department: string
}
export type Reader = {
  reviewerId: number
  accountId: number | null
  emailKeys: readonly string[]
  name: string
  institution: string
  department: string
}
/** Whom authors ask us not to send it to. */
export type Named = { abstractId: number; name: string; emailKey: string | null }

export type Found = {
  abstractId: number
  reviewerId: number
  kind: ConflictKind
  source: 'rule' | 'author'
  strength: 'hard' | 'possible'
}

/** Said of every place of its kind: they tell none from another. */
const emptyWords = new Set('department dept division unit section of the and for at'.split(' '))

/** A place as it is compared: "Dept. of Radiology", "radiology department" and "Radiology" are one. */
export function folded(words: string): string {
  return wordsOf(words)
    .filter((word) => !emptyWords.has(word))
    .join(' ')
}

/** Small letters without marks, what stands between signs. */
function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

/** CHH is the Civil Hospital Hyderabad. Two that are written out and only share their letters are two. */
const lettersOf = (words: string): string =>
  words
    .split(' ')
    .map((word) => word[0])
    .join('')
const hasLetters = (words: string): boolean => words.split(' ').length >= 3

/** Under which a place is found. */
export function keysOf(institution: string): string[] {
  const words = folded(institution)
  if (words === '') return []
  return hasLetters(words) ? [`=${words}`, `~${lettersOf(words)}`] : [`=${words}`]
}

/** Under which its like is looked for. */
export function likeness(institution: string): string[] {
  const words = folded(institution)
  if (words === '') return []
  return [`=${words}`, hasLetters(words) ? `=${lettersOf(words)}` : `~${words}`]
}

const titles = new Set('dr prof professor mr mrs ms miss'.split(' '))
/** The last word of a name that is long enough to mean a family; nobody is known by "Ali" alone. */
export function surnameOf(name: string): string | undefined {
  const last = wordsOf(name)
    .filter((word) => !titles.has(word))
    .at(-1)
  return last && last.length >= 4 ? last : undefined
}

/** Whether a text has one of these names: the whole of it, or its last word where that is long enough to mean somebody. */
export function namesOneOf(names: readonly string[], text: string): boolean {
  const said = ` ${wordsOf(text).join(' ')} `
  return names.some((name) => {
    const words = wordsOf(name).filter((word) => !titles.has(word))
    const surname = surnameOf(name)
    return (words.length > 1 && said.includes(` ${words.join(' ')} `)) || (surname && said.includes(` ${surname} `))
  })
}

export type People = { writers: readonly Writer[]; readers: readonly Reader[]; named: readonly Named[] }

/**
 * Everything that a rule finds. An address at a free mail service is never an institution: only what people say of themselves counts.
 * What is only likely, such as a rare surname, is `possible`: a chair decides.
 */
export function conflictsAmong(people: People, by: Row<'reviewCall'>['conflictBy']): Found[] {
  const found = new Map<string, Found>()
  const add = (each: Omit<Found, 'source'>, source: Found['source'] = 'rule') => {
    const key = `${each.abstractId} ${each.reviewerId} ${each.kind}`
    if (found.get(key)?.strength !== 'hard') found.set(key, { ...each, source })
  }
  authorsAmong(people, add)
  if (by !== 'author') institutionsAmong(people, by, add)
  familiesAmong(people, add)
  namedAmong(people, add)
  const all = [...found.values()]
  const pairOf = ({ abstractId, reviewerId }: Found) => `${abstractId} ${reviewerId}`
  const own = new Set(all.filter(({ kind }) => kind === 'self' || kind === 'coauthor').map(pairOf))
  // Nobody has to think about whether somebody is of one family with themselves.
  const told = all.filter((each) => each.strength === 'hard' || !own.has(pairOf(each)))
  return told.toSorted((a, b) => a.abstractId - b.abstractId || a.reviewerId - b.reviewerId)
}

type Add = (found: Omit<Found, 'source'>, source?: Found['source']) => void
export const identity = ({ accountId, emailKey }: Pick<Writer, 'accountId' | 'emailKey'>): string[] => [
  ...(accountId === null ? [] : [`#${accountId}`]),
  ...(emailKey === null ? [] : [emailKey]),
]

/** Whoever wrote it; and whoever wrote another one together with somebody who wrote it. */
function authorsAmong({ writers, readers }: People, add: Add): void {
  const abstractsOf = index(writers, identity)
  const writersOf = Map.groupBy(writers, ({ abstractId }) => abstractId)
  for (const { reviewerId, accountId, emailKeys } of readers) {
    const mine = new Set([...(accountId === null ? [] : [`#${accountId}`]), ...emailKeys])
    const own = [...mine].flatMap((key) => abstractsOf.get(key) ?? [])
    for (const { abstractId, isApplicant } of own)
      add({ abstractId, reviewerId, kind: isApplicant ? 'self' : 'coauthor', strength: 'hard' })
    const wrote = new Set(own.map(({ abstractId }) => abstractId))
    for (const partner of [...wrote].flatMap((abstractId) => writersOf.get(abstractId) ?? []))
      for (const key of identity(partner).filter((each) => !mine.has(each)))
        for (const { abstractId } of abstractsOf.get(key) ?? [])
          if (!wrote.has(abstractId)) add({ abstractId, reviewerId, kind: 'shared_abstract', strength: 'hard' })
  }
}

function institutionsAmong({ writers, readers }: People, by: 'department' | 'institution', add: Add): void {
  const there = index(writers, ({ institution }) => keysOf(institution))
  for (const { reviewerId, institution, department } of readers) {
    const mine = folded(department)
    for (const writer of new Set(likeness(institution).flatMap((key) => there.get(key) ?? []))) {
      const { abstractId } = writer
      const theirs = folded(writer.department)
      if (by === 'institution') add({ abstractId, reviewerId, kind: 'institution', strength: 'hard' })
      else if (mine !== '' && mine === theirs) add({ abstractId, reviewerId, kind: 'department', strength: 'hard' })
      else if (mine === '' || theirs === '') add({ abstractId, reviewerId, kind: 'department', strength: 'possible' })
    }
  }
}

/** Where more people of an event bear a surname, it tells of no family: a chair would look through every Khan. */
const mostOfAFamily = 4

function familiesAmong({ writers, readers }: People, add: Add): void {
  const bySurname = index(writers, surnamesOf)
  const readersBySurname = index(readers, surnamesOf)
  for (const [surname, mine] of readersBySurname) {
    const theirs = bySurname.get(surname) ?? []
    const people = new Set([...mine.map(({ accountId, name }) => accountId ?? name), ...theirs.map(personOf)])
    if (people.size > mostOfAFamily) continue
    for (const { reviewerId } of mine)
      for (const { abstractId } of theirs) add({ abstractId, reviewerId, kind: 'personal', strength: 'possible' })
  }
}
const surnamesOf = ({ name }: { name: string }): string[] => [surnameOf(name)].filter((each) => each !== undefined)
/** One person, however many abstracts they wrote. */
const personOf = ({ accountId, emailKey, name }: Writer): number | string => accountId ?? emailKey ?? name

/** By address it is certain who is meant; by name alone a chair looks. */
function namedAmong({ readers, named }: People, add: Add): void {
  for (const { abstractId, name, emailKey } of named)
    for (const { reviewerId, emailKeys, name: theirs } of readers) {
      if (emailKey !== null && emailKeys.includes(emailKey))
        add({ abstractId, reviewerId, kind: 'competing', strength: 'hard' }, 'author')
      else if (folded(name) !== '' && folded(name) === folded(theirs))
        add({ abstractId, reviewerId, kind: 'competing', strength: 'possible' }, 'author')
    }
}

function index<Each>(all: readonly Each[], keys: (each: Each) => readonly string[]): Map<string, Each[]> {
  const found = new Map<string, Each[]>()
  for (const each of all)
    for (const key of keys(each)) {
      const there = found.get(key)
      if (there) there.push(each)
      else found.set(key, [each])
    }
  return found
}

export type Pace = { today: string; beganOn: string | null; dueOn: string | null }

/** Who has done less than somebody who does the same every day; after the last day, whoever has anything left. Without a last day nobody is behind. */
export function hasFallenBehind(
  { assigned, submitted }: { assigned: number; submitted: number },
  { today, beganOn, dueOn }: Pace,
): boolean {
  if (beganOn === null || dueOn === null || submitted >= assigned) return false
  const whole = Date.parse(dueOn) - Date.parse(beganOn)
  const gone = Date.parse(today) - Date.parse(beganOn)
  return whole <= 0 || gone > whole || submitted < Math.floor((assigned * gone) / whole)
}
