/** What an assignment costs, what of a proposal still holds, and why an abstract has too few. Numbers and rows in, numbers and rows out. */
import type { LeftOut, RunSettings } from '#contract/selection/assignments.ts'
import type { Row } from '#server/database/tables.ts'

/** By how far it is from what somebody knows; the difference between two of the same kind is for the seed to say. */
const fieldCost = { first: 0, second: 15, other: 90 } as const
const bidCost: Record<number, number> = { [-1]: 20, 0: 0, 1: -10 }
/** So that no cost is below nothing. */
const base = 10
/** For whoever has it already and has not opened it: moved only where that helps. */
const stayGain = 8
/** The more somebody has, the more the next one costs. */
export const loadCost = 6
export const never = 0x3fff_ffff

export type Abstract = { id: number; specialityId: number }
export type Able = { id: number; quota: number; first: readonly number[]; second: readonly number[] }
export type Held = Pick<Row<'assignment'>, 'abstractId' | 'reviewerId' | 'state' | 'openedAt'>
export type Given = {
  abstracts: readonly Abstract[]
  reviewers: readonly Able[]
  /** Pairs that may not be: in conflict, or declined before. */
  forbidden: ReadonlySet<string>
  held: readonly Held[]
  bids: ReadonlyMap<string, number>
  settings: RunSettings
  seed: number
}

export const pairOf = (abstractId: number, reviewerId: number): string => `${abstractId} ${reviewerId}`
const working: readonly Row<'assignment'>['state'][] = ['assigned', 'begun', 'submitted', 'sent_back']
export const works = ({ state }: Pick<Row<'assignment'>, 'state'>): boolean => working.includes(state)

/** What somebody has begun is never taken from them by a computation. */
export const isMovable = ({ state, openedAt }: Pick<Row<'assignment'>, 'state' | 'openedAt'>): boolean =>
  state === 'assigned' && openedAt === null

/** 0 to 4, the same for the same pair and seed. */
function jitter(abstractId: number, reviewerId: number, seed: number): number {
  let mixed = Math.imul(abstractId, 0x9e37_79b1) ^ Math.imul(reviewerId, 0x85eb_ca6b) ^ Math.imul(seed + 1, 0xc2b2_ae35)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b_3c6d)
  return ((mixed ^ (mixed >>> 13)) >>> 0) % 5
}

/** In numbers, for the thread: nothing of it tells whose work it is. */
export function problemOf({ abstracts, reviewers, forbidden, held, bids, settings, seed }: Given) {
  const [items, people] = [abstracts.length, reviewers.length]
  const cost = new Int32Array(items * people)
  const expert = new Uint8Array(items * people)
  const there = new Map(held.filter(works).map((each) => [pairOf(each.abstractId, each.reviewerId), each]))
  const fixed: [number, number][] = []
  for (const [item, { id: abstractId, specialityId }] of abstracts.entries())
    for (const [person, { id: reviewerId, first, second }] of reviewers.entries()) {
      const at = item * people + person
      const pair = pairOf(abstractId, reviewerId)
      const mine = there.get(pair)
      const strength = first.includes(specialityId) ? 'first' : second.includes(specialityId) ? 'second' : 'other'
      const stays = mine && (settings.keepUnopened || !isMovable(mine))
      if (stays) fixed.push([item, person])
      expert[at] = strength === 'first' && !forbidden.has(pair) ? 1 : 0
      cost[at] =
        forbidden.has(pair) && !stays
          ? never
          : Math.max(
              0,
              base +
                fieldCost[strength] +
                (bidCost[bids.get(pair) ?? 0] ?? 0) +
                jitter(abstractId, reviewerId, seed) -
                (mine ? stayGain : 0),
            )
    }
  const need = new Int32Array(items).fill(settings.each)
  const most = Int32Array.from(reviewers, ({ quota }) => Math.min(quota, settings.most))
  return { items, people, need, most, cost, loadCost, fixed, expert: settings.expertFirst ? expert : undefined }
}

export type ShortOne = {
  abstractId: number
  has: number
  inField: number
  conflicted: number
  full: number
  declined: number
}

/** Of those whose field it is: how many may not, have all they offered, or declined it. */
export function shortOnes(
  given: Given & { declined: ReadonlySet<string> },
  of: readonly (readonly number[])[],
): ShortOne[] {
  const { abstracts, reviewers, forbidden, declined, settings } = given
  const load = new Map<number, number>()
  for (const person of of.flat()) load.set(person, (load.get(person) ?? 0) + 1)
  return abstracts.flatMap(({ id: abstractId, specialityId }, item) => {
    const has = of[item]?.length ?? 0
    if (has >= settings.each) return []
    const able = [...reviewers.entries()].filter(
      ([, { first, second }]) => first.includes(specialityId) || second.includes(specialityId),
    )
    const why = { conflicted: 0, full: 0, declined: 0 }
    for (const [person, { id, quota }] of able) {
      if (of[item]?.includes(person)) continue
      if (declined.has(pairOf(abstractId, id))) why.declined += 1
      else if (forbidden.has(pairOf(abstractId, id))) why.conflicted += 1
      else if ((load.get(person) ?? 0) >= Math.min(quota, settings.most)) why.full += 1
    }
    return [{ abstractId, has, inField: able.length, ...why }]
  })
}

export type ProposedRow = {
  abstractId: number
  reviewerId: number
  abstractState: Row<'abstract'>['state']
  reviewerState: Row<'reviewer'>['state']
  mayNot: string | null
  /** What there is of this pair already. */
  state: Row<'assignment'>['state'] | null
  room: number
  /** Drawn by lot, beside what a reviewer offered: a place that is refused would tell. */
  isApart: boolean
}

/** Each row again, as things are now. Room is what is left of the quota when nothing of this proposal is counted. */
export function judge(rows: readonly ProposedRow[]): {
  good: ProposedRow[]
  leftOut: (ProposedRow & { why: LeftOut })[]
} {
  const room = new Map(rows.map((row) => [row.reviewerId, row.room]))
  const good: ProposedRow[] = []
  const leftOut: (ProposedRow & { why: LeftOut })[] = []
  for (const row of rows) {
    const why = whyNot(row, room.get(row.reviewerId) ?? 0)
    if (why) leftOut.push({ ...row, why })
    else {
      good.push(row)
      if (!row.isApart) room.set(row.reviewerId, (room.get(row.reviewerId) ?? 0) - 1)
    }
  }
  return { good, leftOut }
}

function whyNot(
  { abstractState, reviewerState, mayNot, state, isApart }: ProposedRow,
  room: number,
): LeftOut | undefined {
  if (abstractState !== 'under_review') return 'not under review'
  if (reviewerState !== 'active') return 'no reviewer'
  if (mayNot !== null) return 'conflict'
  if (state === 'declined') return 'declined'
  if (state !== null && state !== 'cancelled') return 'there already'
  return room <= 0 && !isApart ? 'full' : undefined
}
