/**
 * Gives items to people: as many as each item needs, at the least cost, with the loads level. Exact: a flow of least cost by shortest paths,
 * on the graph of people alone. One step is a dense Dijkstra over them, where an edge is the cheapest item that one could hand to another.
 * See docs/decisions/0057.
 */

/** They may not. */
export const never = 0x3fff_ffff
/** What an item gains with its first expert: more than all costs together, so that no cost is saved by going without one. */
const expertGain = 100_000_000

export type Problem = {
  items: number
  people: number
  /** How many people each item needs. */
  need: Int32Array
  /** How many items each person takes at most. */
  most: Int32Array
  /** For each item and person, `never` or what it costs. */
  cost: Int32Array
  /** What the next item costs more for each that a person has: so the loads level out. */
  loadCost: number
  /** Of each item as many as possible get one of these, whatever it costs. One byte for each item and person. */
  expert?: Uint8Array | undefined
  /** These stay as they are. */
  fixed: readonly (readonly [item: number, person: number])[]
}
export type Balanced = { of: number[][]; load: Int32Array; total: number }

/** Told after each step how many there are in all; whoever says true stops it. */
export type Watch = (done: number) => boolean
export class Stopped extends Error {}

export function balance(problem: Problem, watch: Watch = () => false): Balanced {
  const { items, people, need, cost, fixed } = problem
  const of: number[][] = Array.from({ length: items }, () => [])
  const held: number[][] = Array.from({ length: people }, () => [])
  const kept = new Set<number>()
  const load = new Int32Array(people)
  const gains = expertGains(problem, of)
  const give = (item: number, person: number) => {
    of[item]?.push(person)
    held[person]?.push(item)
  }
  for (const [item, person] of fixed) {
    give(item, person)
    kept.add(item * people + person)
    load[person] = at(load, person) + 1
  }
  const step = stepsAmong({
    ...problem,
    of,
    load,
    give,
    gains,
    moves: movesAmong({ people, cost, of, held, kept, gains }),
  })
  let steps = 0
  const dead = new Uint8Array(items)
  // Round by round: nobody gets a third before all have a second, so a shortage is spread.
  for (let round = 1; round <= need.reduce((a, b) => Math.max(a, b), 0); round += 1)
    for (let item = 0; item < items; item += 1) {
      if (dead[item] || (of[item]?.length ?? 0) >= Math.min(round, at(need, item))) continue
      if (watch(steps)) throw new Stopped('stopped')
      if (step(item)) steps += 1
      else dead[item] = 1
    }
  return { of, load, total: totalOf(problem, of, load) }
}

type Stepping = Problem & {
  of: number[][]
  load: Int32Array
  give: (item: number, person: number) => void
  gains: Gains
  moves: ReturnType<typeof movesAmong>
}

/** Gives an item one more person, along the cheapest way to somebody with room. False when there is none. */
function stepsAmong({
  people,
  cost,
  most,
  loadCost,
  of,
  load,
  give,
  gains,
  moves,
}: Stepping): (item: number) => boolean {
  // The last node is the spare room of everybody. Nothing can be moved yet and every load costs more than nothing: no edge is negative.
  const level = new Float64Array(people + 1)
  const distance = new Float64Array(people + 1)
  const from = new Int32Array(people + 1)
  const done = new Uint8Array(people + 1)

  const step = (item: number): boolean => {
    distance.fill(Infinity)
    done.fill(0)
    from.fill(-1)
    const row = item * people
    const gain = gains(item)
    let least = Infinity
    for (let person = 0; person < people; person += 1) {
      if (at(cost, row + person) === never || of[item]?.includes(person)) continue
      distance[person] = at(cost, row + person) - gain.of(person) - at(level, person)
      from[person] = -2
      if (at(distance, person) < least) least = at(distance, person)
    }
    if (least === Infinity) return false
    for (let person = 0; person < people; person += 1)
      if (from[person] === -2) distance[person] = at(distance, person) - least
    if (!walk()) return false
    handOn(item)
    const end = at(distance, people)
    for (let node = 0; node <= people; node += 1) level[node] = at(level, node) + Math.min(at(distance, node), end)
    return true
  }

  /** To the nearest person with room, if there is one. */
  const walk = (): boolean => {
    for (;;) {
      // Where it is as near, it ends.
      let near = at(distance, people) < Infinity ? people : -1
      let best = at(distance, people)
      for (let person = 0; person < people; person += 1)
        if (!done[person] && at(distance, person) < best) {
          best = at(distance, person)
          near = person
        }
      if (near < 0) return false
      if (near === people) return true
      done[near] = 1
      const here = best + at(level, near)
      if (at(load, near) < at(most, near)) reach(people, near, here + loadCost * at(load, near))
      moves.from(near, (to, more) => {
        if (!done[to]) reach(to, near, here + more)
      })
    }
  }
  const reach = (to: number, via: number, way: number) => {
    if (way - at(level, to) >= at(distance, to)) return
    distance[to] = way - at(level, to)
    from[to] = via
  }

  /** Back along the way: the last one takes one more, each before it hands one on, and the first takes the item. */
  const handOn = (item: number) => {
    const way: number[] = []
    for (let node = at(from, people); node !== -2; node = at(from, node)) way.push(node)
    const last = way[0] as number
    load[last] = at(load, last) + 1
    for (let i = 0; i + 1 < way.length; i += 1) moves.move(way[i + 1] as number, way[i] as number)
    const first = way.at(-1) as number
    moves.forget([...(of[item] ?? []), first])
    give(item, first)
  }
  return step
}

const at = (numbers: Int32Array | Float64Array, index: number): number => numbers[index] as number

function totalOf({ people, cost, loadCost }: Problem, of: number[][], load: Int32Array): number {
  const given = of.flatMap((all, item) => all.map((person) => at(cost, item * people + person)))
  const loads = [...load].map((many) => (loadCost * many * (many - 1)) / 2)
  return [...given, ...loads].reduce((sum, each) => sum + each, 0)
}

/**
 * What a person who comes to an item gains it, beside those it has; `but` leaves it. The first expert gains, the next ones nothing: that is convex, so
 * the flow of least cost has as many items with an expert as can be, and of those flows one that costs the least.
 */
function expertGains({ expert, people }: Pick<Problem, 'expert' | 'people'>, of: readonly number[][]) {
  return (item: number, but?: number) => {
    const row = item * people
    const isExpert = (person: number) => expert !== undefined && expert[row + person] === 1
    const hasOther = of[item]?.some((person) => person !== but && isExpert(person)) ?? false
    return { of: (person: number): number => (!hasOther && isExpert(person) ? expertGain : 0) }
  }
}
type Gains = ReturnType<typeof expertGains>

type Held = Pick<Problem, 'people' | 'cost'> & { of: number[][]; held: number[][]; kept: Set<number>; gains: Gains }

/** What each person could hand to each other one at the least cost. Counted again only for whom it changed, and only when somebody asks. */
function movesAmong({ people, cost, of, held, kept, gains }: Held) {
  const more = new Int32Array(people * people).fill(never)
  const which = new Int32Array(people * people).fill(-1)
  const isStale = new Uint8Array(people).fill(1)
  const look = (person: number) => {
    const base = person * people
    more.fill(never, base, base + people)
    for (const item of held[person] ?? []) {
      if (kept.has(item * people + person)) continue
      const row = item * people
      const gain = gains(item, person)
      const own = at(cost, row + person) - gain.of(person)
      const there = of[item] as number[]
      for (let other = 0; other < people; other += 1) {
        if (at(cost, row + other) === never) continue
        const theirs = at(cost, row + other) - gain.of(other)
        if (theirs - own >= at(more, base + other) || there.includes(other)) continue
        more[base + other] = theirs - own
        which[base + other] = item
      }
    }
    isStale[person] = 0
  }
  const forget = (changed: readonly number[]) => {
    for (const person of changed) isStale[person] = 1
  }
  return {
    forget,
    from(person: number, tell: (to: number, more: number) => void) {
      if (isStale[person]) look(person)
      const base = person * people
      for (let other = 0; other < people; other += 1)
        if (at(more, base + other) !== never) tell(other, at(more, base + other))
    },
    move(giver: number, taker: number) {
      const item = at(which, giver * people + taker)
      const there = of[item] as number[]
      forget([...there, taker])
      there[there.indexOf(giver)] = taker
      held[giver]?.splice(held[giver].indexOf(item), 1)
      held[taker]?.push(item)
    },
  }
}
