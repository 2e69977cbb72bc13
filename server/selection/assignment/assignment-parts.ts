/** The parts of a proposal: abstracts that are hidden from somebody of the team are assigned by lot, apart from the others. See docs/decisions/0098. */
import { pairOf, type Given, works } from './assignment-rules.ts'

/** Numbers that nobody can guess: the seed of a proposal is known to the person who asked for it. */
export type Lot = { seed: () => number; shuffled: <T>(all: readonly T[]) => T[] }

/** A reviewer, and what they declined since they made their offer. */
export type Offering = Given['reviewers'][number] & { hasNoTime: boolean; leaves: readonly number[] }
export type GivenByAll = Omit<Given, 'reviewers'> & { reviewers: readonly Offering[]; declined: ReadonlySet<string> }
export type Part = Given & { declined: ReadonlySet<string> }

/**
 * `apart` says of each hidden abstract from whom it is hidden, as one key. The others come first and know nothing of the hidden ones; each group that is
 * hidden from the same people knows nothing of any other. What somebody sees, with all its loads, is so the same whoever reads what is hidden from them.
 */
export function partsOf(given: GivenByAll, apart: ReadonlyMap<number, string>, lot: Lot): Part[] {
  const groups = Map.groupBy(given.abstracts, ({ id }) => apart.get(id) ?? '')
  const open = groups.get('') ?? []
  groups.delete('')
  const places = (given.abstracts.length - open.length) * given.settings.each
  const offered = given.reviewers.reduce((sum, { quota }) => sum + Math.min(quota, given.settings.most), 0)
  const offers = given.reviewers.map((each) => ({ ...each, ...fieldsOf(each) }))
  const parts = [...groups.values()].map((abstracts): Part => ({
    ...given,
    abstracts,
    reviewers: lot.shuffled(offers).map((each) => ({
      ...each,
      quota: each.hasNoTime ? heldOf(given, each.id, abstracts) : each.quota,
    })),
    seed: lot.seed(),
  }))
  const reviewers = offers.map((each) => {
    const most = Math.min(each.quota, given.settings.most)
    // Their share of the places that are drawn. It follows from what everybody offers, never from who drew.
    const left = most - (offered === 0 ? 0 : Math.floor((most * places) / offered))
    return { ...each, quota: each.hasNoTime ? Math.min(left, Math.max(1, heldOf(given, each.id, open))) : left }
  })
  return [{ ...given, abstracts: open, reviewers }, ...parts]
}

/** Without those that they said are not theirs. Their only first field stays: without one nobody could tell what to send them. */
function fieldsOf({ first, second, leaves }: Offering): Pick<Offering, 'first' | 'second'> {
  let left = [...first]
  for (const each of leaves) if (left.some((other) => other !== each)) left = left.filter((other) => other !== each)
  const without = second.filter((each) => !leaves.includes(each) || left.length === 0)
  return { first: left, second: without }
}

function heldOf({ held }: Pick<Given, 'held'>, reviewerId: number, abstracts: Given['abstracts']): number {
  const there = new Set(held.filter(works).map((each) => pairOf(each.abstractId, each.reviewerId)))
  return abstracts.filter(({ id }) => there.has(pairOf(id, reviewerId))).length
}
