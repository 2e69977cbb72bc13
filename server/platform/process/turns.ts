/** So much work at once; the rest waits in the order in which it came. */

export type Turns = <Answer>(work: () => Promise<Answer>) => Promise<Answer>

/** `whenFull` is called instead of waiting when as many wait as may; it refuses. */
export function turnsOf(
  mostAtOnce: number,
  { mostWaiting = Number.POSITIVE_INFINITY, whenFull = () => {} }: { mostWaiting?: number; whenFull?: () => void } = {},
): Turns {
  let atWork = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (atWork < mostAtOnce) atWork += 1
    else {
      if (waiting.length >= mostWaiting) whenFull()
      await new Promise<void>((mine) => waiting.push(mine))
    }
    try {
      return await work()
    } finally {
      // Whoever waits takes the place; nobody who comes now can slip in between.
      const next = waiting.shift()
      if (next) next()
      else atWork -= 1
    }
  }
}
