/** What may be decided, what is said of it, and who is named where nobody should be. */
import { createHash } from 'node:crypto'
import type { AbstractType } from '#contract/abstracts/rules.ts'
import { decidable, mostReviseDays, numberOf, type SettableOutcome } from '#contract/selection/words.ts'
import type { Row } from '#server/database/tables.ts'

type State = Row<'abstract'>['state']

const mayBecome = (state: State): readonly SettableOutcome[] | undefined =>
  (decidable as Partial<Record<State, readonly SettableOutcome[]>>)[state]

type Asked = { outcome: SettableOutcome | null; reason: string; toDecide: number }
export type Judged = {
  abstractId: number
  number: number
  state: State
  reviews: number
  /** Of the decision that is pending now. */
  reason: string
}

/** The first that stands in the way, as a field and what is wrong with it. */
export function whyNotDecided(
  all: readonly Judged[],
  { outcome, reason, toDecide }: Asked,
): { path: string; message: string } | undefined {
  if (outcome === null) return undefined
  const fixed = all.find(({ state }) => !mayBecome(state)?.includes(outcome))
  if (fixed)
    return {
      path: 'outcome',
      message: `${numberOf(fixed.number)} is ${stateWords[fixed.state]}: ${mayBecome(fixed.state) ? 'that can not be decided now' : 'reset it first'}.`,
    }
  const short = all.find((each) => each.reviews < toDecide && (reason || each.reason) === '')
  // The same work twice is seen without a review.
  if (!short || outcome === 'duplicate') return undefined
  return {
    path: 'reason',
    message: `${numberOf(short.number)} has ${short.reviews} of ${toDecide} reviews. Please say why it is decided.`,
  }
}

const stateWords: Record<State, string> = {
  draft: 'a draft',
  submitted: 'not with reviewers yet',
  withdrawn: 'withdrawn',
  revision_asked: 'being revised',
  under_review: 'under review',
  accepted: 'accepted',
  rejected: 'rejected',
  waiting: 'on the waiting list',
  merged: 'merged',
  duplicate: 'a duplicate',
  confirmed: 'confirmed',
  not_presenting: 'not presented',
}

const dayLength = 86_400_000

/** So many days later. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayLength).toISOString().slice(0, 10)
}

export function wrongRevision(reviseUntil: string | undefined, today: string): string | undefined {
  if (reviseUntil === undefined) return 'Please say until when.'
  if (reviseUntil <= today) return 'Please give them at least a day.'
  return reviseUntil > dayAfter(today, mostReviseDays) ? `At most ${mostReviseDays} days from today.` : undefined
}

/** Titles of people, which are no part of a name. */
const titles = new Set(['dr', 'prof', 'professor', 'mr', 'mrs', 'ms', 'miss', 'sir', 'madam'])
const word = /[\p{L}\p{M}][\p{L}\p{M}'’-]*/gu
/** A surname of so many letters is looked for alone; a shorter one is a word of many sentences. */
const alone = 4

type Word = { raw: string; folded: string }

function wordsIn(text: string): Word[] {
  return (text.match(word) ?? []).map((raw) => ({
    raw,
    folded: raw.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase(),
  }))
}

/** What in a comment names one of these people, or anybody by a title; undefined where nothing does. Only chairs hear of it. */
export function nameIn(text: string, people: readonly string[]): string | undefined {
  const words = wordsIn(text)
  const titled = words.findIndex(
    ({ folded }, at) =>
      titles.has(folded) && /^\p{Lu}/u.test(words[at]?.raw ?? '') && /^\p{Lu}/u.test(words[at + 1]?.raw ?? ''),
  )
  if (titled >= 0) return `${words[titled]?.raw} ${words[titled + 1]?.raw}`
  for (const person of people) {
    const parts = wordsIn(person)
      .map(({ folded }) => folded)
      .filter((part) => !titles.has(part))
    const surname = parts.at(-1) ?? ''
    const whole = words.findIndex(
      (_, at) => parts.length > 1 && parts.every((part, of) => words[at + of]?.folded === part),
    )
    if (whole >= 0)
      return words
        .slice(whole, whole + parts.length)
        .map(({ raw }) => raw)
        .join(' ')
    const one = words.find(({ raw, folded }) => folded === surname && surname.length >= alone && /^\p{Lu}/u.test(raw))
    if (one) return one.raw
  }
  return undefined
}

type Texts = {
  abstractId: number
  decisionId: number
  state: string
  currentVersion: number
  comments: readonly { assignmentId: number; version: number }[]
}

type Settings = Pick<Row<'reviewCall'>, 'feedback' | 'answerDays'>

/** Of exactly what would be published: every abstract, its decision, and the versions of the texts that its letter is made of. */
export function digestOf(
  rows: readonly Texts[],
  { feedback, answerDays }: Settings,
  ownTexts: readonly unknown[] = [],
): string {
  const parts = rows.map(({ abstractId, decisionId, state, currentVersion, comments }) => [
    abstractId,
    decisionId,
    state,
    currentVersion,
    comments.map(({ assignmentId, version }) => [assignmentId, version]),
  ])
  return createHash('sha256')
    .update(JSON.stringify([feedback, answerDays, parts, ownTexts]))
    .digest('hex')
}

export const typeWords: Record<AbstractType, string> = {
  Oral: 'an oral presentation',
  Poster: 'a poster',
  Workshop: 'a workshop',
}
