/** How much work a file may make us do before it has to wait behind others that are as much work. */

/** What is short is done at once; what turns out to be long is begun again in the slow line, which never stands before the quick one. */
export type Line = 'quick' | 'slow'

export type Effort = {
  /** So many bytes are about to be looked at. */
  spend: (bytes: number) => void
  /** From here on it is long, however small the file. */
  takeTime: () => void
}

/** Some 30 ms of a free processor. */
const mostOfQuick = 8 * 1024 * 1024

export class TooLong extends Error {}

export function effortOf(line: Line): Effort {
  let left = line === 'quick' ? mostOfQuick : Number.POSITIVE_INFINITY
  const spend = (bytes: number) => {
    left -= bytes
    if (left < 0) throw new TooLong('this belongs in the slow line')
  }
  return { spend, takeTime: () => spend(mostOfQuick + 1) }
}
