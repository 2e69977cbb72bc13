/** R1: how much of what names an author is found, and how much is marked that names nobody. The rates are printed. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { firstPages } from '#server/testing/naming/first-pages.ts'
import { type SelfNaming, selfNamings } from '#server/testing/naming/self-namings.ts'
import { readableOf } from './hiding-rules.ts'
import { wordEnd } from './reading-rules.ts'
import { findIn, type Found, searchFor, type Told } from './redaction-rules.ts'

/** Each is told to whoever runs the tests; a rate that falls is seen before it fails. */
const print = (words: string) => process.stdout.write(`${words}\n`)

/** All of the name is in one place that was found. */
function isCovered(text: string, names: string, found: readonly Found[]): boolean {
  const drawn = Array.from(text, (letter, at) => ({ letter, at })).filter(({ letter }) => letter !== wordEnd)
  const at = drawn
    .map(({ letter }) => letter)
    .join('')
    .indexOf(names)
  const last = names.replace(/\.$/, '').length - 1
  const [from, to] = [drawn[at]?.at, drawn[at + last]?.at]
  if (from === undefined || to === undefined) throw new Error(`the text does not say ${names}: ${text}`)
  return found.some((each) => each.from <= from && each.to > to)
}

const asPlain = (html: string) => readableOf(html).text.replaceAll(wordEnd, '').trim()
const asRich = (html: string) => readableOf(html).text

function missedOf(read: (html: string) => string, isEnough: (found: Found) => boolean) {
  return selfNamings.filter(({ html, names, authors }: SelfNaming) => {
    const text = read(html)
    return !isCovered(text, names, findIn(text, searchFor(authors)).filter(isEnough))
  })
}

test('at least 58 of 63 self-namings are found, in rich text and in the words of a file', () => {
  expect(selfNamings).toHaveLength(63)
  const rates = Object.entries({ 'rich text': asRich, 'plain text': asPlain }).map(([of, read]) => {
    const unhidden = missedOf(read, ({ isSure }) => isSure)
    const unseen = missedOf(read, () => true)
    print(
      `self-namings in ${of}: ${63 - unhidden.length} of 63 hidden, ${63 - unseen.length} marked; missed: ${unhidden.map(({ as }) => as).join(', ')}`,
    )
    return 63 - unhidden.length
  })
  expect(Math.min(...rates)).toBeGreaterThanOrEqual(58)
})

test('at least 19 of 20 first pages are found by the line that names their authors', () => {
  expect(firstPages).toHaveLength(20)
  const marks = firstPages.map(({ page, line, authors }) => {
    const from = page.indexOf(line)
    return findIn(page, searchFor(authors)).filter((each) => each.from < from + line.length && each.to > from)
  })
  const hidden = marks.filter((found) => found.some(({ isSure }) => isSure)).length
  const marked = marks.filter((found) => found.length > 0).length
  const missed = firstPages.filter((_, at) => marks[at]?.length === 0).map(({ line }) => line)
  print(`first pages: ${marked} of 20 marked, ${hidden} with a name that is known; missed: ${missed.join(', ')}`)
  expect(marked).toBeGreaterThanOrEqual(19)
})

const lists: Told[][] = [
  ['Muhammad Ali Khan', 'Aga Khan University Hospital, Karachi', 'Medicine'],
  ['Hina Noor', 'Liaquat University of Medical and Health Sciences', 'Pathology'],
  ['Dr. Sana Amin Malik, FCPS', 'Lahore General Hospital', 'Surgery'],
  ['Iqra Zafar', 'National Institute of Child Health, Karachi', 'Paediatrics'],
  ['John Price Hall', 'Khyber Teaching Hospital, Peshawar', 'Radiology'],
].map(([name = '', institution = '', department = ''], at) => [
  {
    name,
    emails: [`author${at}@example.org`],
    phones: ['+92 300 7654321'],
    registration: '34567-P',
    institution,
    department,
  },
  { name: 'Fatima Rehman', emails: [], phones: [], registration: '', institution: '', department: '' },
])

test('of 40 clean abstracts none has more than 3 marks', () => {
  const clean = readFileSync(new URL('../../testing/naming/clean.txt', import.meta.url), 'utf8')
    .split(/^# /m)
    .filter(Boolean)
  expect(clean).toHaveLength(40)
  const counts = clean.flatMap((text) => lists.map((authors) => findIn(text, searchFor(authors))))
  const most = Math.max(...counts.map((found) => found.length))
  const all = counts.flat()
  print(
    `clean abstracts: ${(all.length / counts.length).toFixed(2)} marks each, at most ${most}; sure: ${all.filter(({ isSure }) => isSure).length}; ${[...new Set(all.map(({ kind, text }) => `${kind} "${text}"`))].join(', ')}`,
  )
  expect(most).toBeLessThanOrEqual(3)
})
