/** R3: from everything that somebody sees of a proposal, nobody can tell who reads the abstract that is hidden from them. */
import { expect, test } from 'vitest'
import { type Chance, chanceOf } from '#server/demo/chance.ts'
import { balance } from '#server/platform/costly-work/balance.ts'
import { often } from '#server/testing/counts.ts'
import { type GivenByAll, type Lot, partsOf } from './assignment-parts.ts'
import { pairOf, problemOf } from './assignment-rules.ts'

const team = [1, 2, 3]
type AnEvent = { given: GivenByAll; hidden: Map<number, number[]>; apart: Map<number, string> }

/** A call of any size, with three of the team who wrote one to three of its abstracts, some of them together. */
function anEventOf(chance: Chance): AnEvent {
  const specialities = chance.between(1, 4)
  const abstracts = Array.from({ length: chance.between(8, 40) }, (_, at) => ({
    id: at + 1,
    specialityId: chance.below(specialities),
  }))
  const reviewers = Array.from({ length: chance.between(6, 16) }, (_, at) => {
    const first = [chance.below(specialities)]
    const second = chance.happens(0.4) ? [chance.below(specialities)].filter((each) => !first.includes(each)) : []
    return { id: 100 + at, quota: chance.between(4, 16), first, second, hasNoTime: false, leaves: [] }
  })
  const pairs = abstracts.flatMap(({ id }) => reviewers.map((reviewer) => pairOf(id, reviewer.id)))
  const forbidden = new Set(pairs.filter(() => chance.happens(0.08)))
  const bids = new Map(pairs.flatMap((pair) => (chance.happens(0.1) ? [[pair, chance.oneOf([-1, 1])] as const] : [])))
  const hidden = new Map(
    team.map((who) => [
      who,
      [...new Set(Array.from({ length: chance.between(1, 3) }, () => chance.oneOf(abstracts).id))],
    ]),
  )
  const settings = { each: 3, most: chance.between(6, 20), expertFirst: chance.happens(0.7), keepUnopened: false }
  const seed = chance.below(1e6)
  const given = { abstracts, reviewers, forbidden, declined: new Set<string>(), held: [], bids, settings, seed }
  return { given, hidden, apart: apartOf(hidden) }
}

function apartOf(hidden: AnEvent['hidden']): Map<number, string> {
  const all = new Set([...hidden.values()].flat())
  return new Map([...all].map((id) => [id, team.filter((who) => hidden.get(who)?.includes(id)).join(' ')]))
}

const lotOf = (chanceFor: (group: number) => Chance): Lot => {
  let group = -1
  return {
    // Asked for once in each group, before its seed.
    shuffled: (all) => {
      group += 1
      const chance = chanceFor(group)
      return all
        .map((each) => ({ each, at: chance.below(1e9) }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ each }) => each)
    },
    seed: () => chanceFor(group).below(1e9),
  }
}

type Pair = { abstractId: number; reviewerId: number }
const assigned = (given: GivenByAll, apart: ReadonlyMap<number, string>, lot: Lot): Pair[] =>
  partsOf(given, apart, lot).flatMap((part) =>
    balance(problemOf(part)).of.flatMap((people, item) =>
      people.map((person) => ({
        abstractId: part.abstracts[item]?.id as number,
        reviewerId: part.reviewers[person]?.id as number,
      })),
    ),
  )

type Tried = { event: AnEvent; pairs: readonly Pair[]; who: number; of: number; chance: Chance }

/** Guesses the readers of an own abstract: those who may and whose field it is; of these the ones whom `rank` puts first. */
function hits({ event, pairs, of, chance }: Tried, rank: (load: number, quota: number) => number): number {
  const { given, hidden } = event
  const theirs = [...hidden.values()].find((ids) => ids.includes(of)) ?? []
  const load = new Map<number, number>()
  for (const { abstractId, reviewerId } of pairs)
    if (!theirs.includes(abstractId)) load.set(reviewerId, (load.get(reviewerId) ?? 0) + 1)
  const field = given.abstracts.find(({ id }) => id === of)?.specialityId as number
  const guessed = given.reviewers
    .filter(({ id }) => !given.forbidden.has(pairOf(of, id)))
    .map(({ id, quota, first, second }) => ({
      id,
      far: first.includes(field) ? 0 : second.includes(field) ? 1 : 2,
      rank: rank(load.get(id) ?? 0, Math.min(quota, given.settings.most)),
      tie: chance.below(1e9),
    }))
    .toSorted((a, b) => a.far - b.far || a.rank - b.rank || a.tie - b.tie)
    .slice(0, given.settings.each)
  return guessed.filter(({ id }) => pairs.some((pair) => pair.abstractId === of && pair.reviewerId === id)).length
}

/** Without any figure; by those who seem to have one less than others; and by those who have the most, or the most for what they offer. */
const ways = {
  none: () => 0,
  least: (load: number) => load,
  most: (load: number) => -load,
  room: (load: number, quota: number) => load - quota,
  share: (load: number, quota: number) => load / quota,
}

/** Of all guesses, how many were right, for each way; `apart` off is the control: all abstracts are levelled together. */
function guess(events: number, isApart: boolean) {
  const right = { none: 0, least: 0, most: 0, room: 0, share: 0 }
  let guesses = 0
  for (let seed = 1; seed <= events; seed += 1) {
    const chance = chanceOf(seed)
    const event = anEventOf(chance)
    const lot = lotOf((group) => chanceOf(seed * 100 + group))
    const pairs = assigned(event.given, isApart ? event.apart : new Map(), lot)
    for (const who of team)
      for (const of of event.hidden.get(who) ?? []) {
        guesses += event.given.settings.each
        for (const way of Object.keys(ways) as (keyof typeof ways)[])
          right[way] += hits({ event, pairs, who, of, chance }, ways[way])
      }
  }
  const share = (way: keyof typeof ways) => right[way] / guesses
  // Three guesses of one abstract hang together.
  const error = Math.sqrt((2 * 0.25 * 3) / guesses)
  return {
    none: share('none'),
    error,
    by: { least: share('least'), most: share('most'), room: share('room'), share: share('share') },
  }
}

test('R3: by every load that somebody sees, readers of their own abstract are guessed no better than without', () => {
  const { none, by, error } = guess(often(250, 2000), true)
  for (const share of Object.values(by)) expect(Math.abs(share - none)).toBeLessThan(4 * error)
  // Control: assigned together with all others, the readers are those who have one less.
  const together = guess(often(250, 2000), false)
  expect(together.by.least - together.none).toBeGreaterThan(4 * together.error)
})

test('R3: two worlds that differ only in who reads what is hidden show the same proposal', () => {
  let differing = 0
  for (let seed = 1; seed <= often(100, 2000); seed += 1) {
    const chance = chanceOf(seed)
    const { given, hidden, apart } = anEventOf(chance)
    for (const who of team) {
      const theirs = new Set(hidden.get(who))
      const groups = [...new Set(given.abstracts.flatMap(({ id }) => apart.get(id) ?? []))]
      // What is hidden from them is held and drawn otherwise in each world.
      const worlds = [1, 2].map((world) => {
        const other = chanceOf(seed * 10 + world)
        const held = given.abstracts.flatMap(({ id: abstractId }) =>
          given.reviewers.flatMap(({ id: reviewerId }) =>
            theirs.has(abstractId) && other.happens(0.3)
              ? [
                  {
                    abstractId,
                    reviewerId,
                    state: other.oneOf(['assigned', 'begun', 'submitted'] as const),
                    openedAt: null,
                  },
                ]
              : [],
          ),
        )
        const reviewers = given.reviewers.map((each, at) => ({ ...each, hasNoTime: (at + seed) % 5 === 0 }))
        const lot = lotOf((group) =>
          chanceOf(seed * 1000 + group * 10 + (groups[group]?.split(' ').includes(String(who)) ? world : 0)),
        )
        return assigned({ ...given, reviewers, held }, apart, lot)
      })
      const [one, two] = worlds.map((pairs) => ({
        seen: pairs.filter(({ abstractId }) => !theirs.has(abstractId)),
        unseen: pairs.filter(({ abstractId }) => theirs.has(abstractId)),
      }))
      expect(two?.seen).toEqual(one?.seen)
      if (JSON.stringify(one?.unseen) !== JSON.stringify(two?.unseen)) differing += 1
    }
  }
  // The worlds do differ.
  expect(differing).toBeGreaterThan(often(100, 2000))
})

test('what was declined counts in the proposal, and not in the offer', () => {
  const lot = lotOf(() => chanceOf(1))
  const settings = { each: 1, most: 20, expertFirst: true, keepUnopened: false }
  const abstracts = [1, 2, 3, 4].map((id) => ({ id, specialityId: id === 4 ? 8 : 7 }))
  const offer = { quota: 9, first: [7], second: [8], hasNoTime: false, leaves: [] }
  const given = {
    abstracts,
    declined: new Set<string>(),
    forbidden: new Set<string>(),
    held: [],
    bids: new Map(),
    settings,
    seed: 1,
  }
  const reviewers = [
    { ...offer, id: 101, hasNoTime: true },
    { ...offer, id: 102, leaves: [8] },
    { ...offer, id: 103, first: [7, 8], second: [], leaves: [7, 8] },
  ]
  const [open] = partsOf({ ...given, reviewers }, new Map(), lot)
  expect(open?.reviewers.map(({ id, quota, first, second }) => ({ id, quota, first, second }))).toEqual([
    { id: 101, quota: 1, first: [7], second: [8] },
    { id: 102, quota: 9, first: [7], second: [] },
    { id: 103, quota: 9, first: [8], second: [] },
  ])
})
