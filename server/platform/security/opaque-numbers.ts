/** Numbers of rows in place of their running numbers: a hole in those says that something happened, to whom it is not shown. */
import { hashPin } from './tokens.ts'

/** Above every number that a table reaches, so that the two are told apart; fifteen digits, which a sheet keeps. */
const first = 2 ** 48
const half = 2 ** 24
const rounds = [0, 1, 2, 3]

/** The same row has the same number for everybody who is shown it so. */
export function opaqueNumber(key: Buffer, kind: string, id: number): number {
  let [left, right] = [Math.floor(id / half), id % half]
  for (const round of rounds) [left, right] = [right, left ^ mixed(key, [kind, round, right])]
  return first + left * half + right
}

/** Undefined: it is none. */
export function numberBehind(key: Buffer, kind: string, shown: number): number | undefined {
  if (shown < first || shown >= 2 * first) return undefined
  let [left, right] = [Math.floor((shown - first) / half), shown % half]
  for (const round of rounds.toReversed()) [left, right] = [right ^ mixed(key, [kind, round, left]), left]
  return left * half + right
}

/** Three bytes: half of a number. */
const mixed = (key: Buffer, words: (string | number)[]): number =>
  hashPin(key, ['number', ...words.map(String)]).readUIntBE(0, 3)
