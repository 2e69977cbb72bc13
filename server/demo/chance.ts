/** Chance that repeats itself: the same seed gives the same throws, so that a demonstration can be told from any other by its number. */
export type Chance = {
  /** A whole number from 0, and less than this. */
  below: (count: number) => number
  /** Both ends included. */
  between: (least: number, most: number) => number
  happens: (share: number) => boolean
  oneOf: <T>(choices: readonly T[]) => T
  /** Each as often as its weight says. */
  byWeight: <T>(choices: readonly { of: T; weight: number }[]) => T
  hex: (letters: number) => string
  digits: (many: number) => string
  /** Of the letters of a payment code. */
  code: (letters: number) => string
}

const readable = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

export function chanceOf(seed: number): Chance {
  const next = throwsOf(seed)
  const below = (count: number) => Math.floor(next() * count)
  const spell = (letters: string, many: number) =>
    Array.from({ length: many }, () => letters[below(letters.length)]).join('')
  const oneOf = <T>(choices: readonly T[]): T => {
    if (choices.length === 0) throw new Error('there is nothing to choose from')
    return choices[below(choices.length)] as T
  }
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    happens: (share) => next() < share,
    oneOf,
    byWeight(choices) {
      let left = next() * choices.reduce((sum, { weight }) => sum + weight, 0)
      for (const { of, weight } of choices) {
        left -= weight
        if (left < 0) return of
      }
      return oneOf(choices).of
    },
    hex: (letters) => spell('0123456789abcdef', letters),
    digits: (many) => spell('123456789', 1) + spell('0123456789', many - 1),
    code: (letters) => spell(readable, letters),
  }
}

/** Mulberry32: small, quick, and the same on every machine. Nothing here needs to be hard to guess. */
function throwsOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
