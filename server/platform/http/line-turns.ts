/** A turn in the line, as its holder carries it: signed, so that the server keeps nothing and any instance knows it. See docs/decisions/0101. */
import { hashPin, isSame } from '#server/platform/security/tokens.ts'

/** `since` is when its holder first asked, `due` when they may come in; both in milliseconds. `text` is what they carry. */
export type Turn = { since: number; due: number; text: string }

/** How long after its time a turn is still good: a phone that was put away for a moment. */
const lateBy = 60_000
const pattern = /^(\d{13})-(\d{13})-(\d{1,9})-([\w-]{22})$/

export type Turns = {
  give: (since: number, due: number) => Turn
  /** Nothing for a text that is not ours, is of another line or comes too late. */
  read: (text: unknown, time: number) => Turn | undefined
}

/** `line` is what the line is for: a turn in one is none in another. */
export function signedTurns(key: Buffer, line: string): Turns {
  let given = 0
  const signed = (words: string) =>
    `${words}-${hashPin(key, ['turn', line, words]).subarray(0, 16).toString('base64url')}`
  return {
    give: (since, due) => {
      given = (given + 1) % 1e9
      const times = [since, due].map(Math.round) as [number, number]
      return { since: times[0], due: times[1], text: signed(`${times[0]}-${times[1]}-${given}`) }
    },
    read: (text, time) => {
      const [, since, due, number] = (typeof text === 'string' && pattern.exec(text)) || []
      if (since === undefined || due === undefined) return undefined
      const turn = { since: Number(since), due: Number(due), text: String(text) }
      if (time > turn.due + lateBy) return undefined
      return isSame(Buffer.from(signed(`${since}-${due}-${number}`)), Buffer.from(turn.text)) ? turn : undefined
    },
  }
}

/** Each turn admits once: one that is sent a second time counts as none. Those that are too late anyway are forgotten. */
export function usedTurns(): { use: (turn: Turn, time: number) => boolean } {
  const used = new Map<string, number>()
  let calls = 0
  return {
    use: ({ text, due }, time) => {
      calls += 1
      if (calls % forgetEvery === 0) for (const [each, until] of used) if (until < time) used.delete(each)
      if (used.has(text)) return false
      used.set(text, due + lateBy)
      return true
    },
  }
}
const forgetEvery = 1000
