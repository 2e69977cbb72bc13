/** A place in the line, as its holder carries it: signed, so that the server keeps nothing and any instance knows it. See docs/decisions/0101. */
import { hashPin, isSame } from '#server/platform/security/tokens.ts'

/** `since` is when its holder first asked, `due` when they may come in; both in milliseconds. `text` is what they carry. */
export type Place = { since: number; due: number; text: string }

/** How long after its time a place is still good: a phone that was put away for a moment. */
const lateBy = 60_000
const pattern = /^(\d{13})-(\d{13})-(\d{1,9})-([\w-]{22})$/

export type Places = {
  give: (since: number, due: number) => Place
  /** Nothing for a text that is not ours, is of another line or comes too late. */
  read: (text: unknown, time: number) => Place | undefined
}

/** `line` is what the line is for: a place in one is none in another. */
export function placesOf(key: Buffer, line: string): Places {
  let given = 0
  const signed = (words: string) =>
    `${words}-${hashPin(key, ['place', line, words]).subarray(0, 16).toString('base64url')}`
  return {
    give: (since, due) => {
      given = (given + 1) % 1e9
      const times = [since, due].map(Math.round) as [number, number]
      return { since: times[0], due: times[1], text: signed(`${times[0]}-${times[1]}-${given}`) }
    },
    read: (text, time) => {
      const [, since, due, number] = (typeof text === 'string' && pattern.exec(text)) || []
      if (since === undefined || due === undefined) return undefined
      const place = { since: Number(since), due: Number(due), text: String(text) }
      if (time > place.due + lateBy) return undefined
      return isSame(Buffer.from(signed(`${since}-${due}-${number}`)), Buffer.from(place.text)) ? place : undefined
    },
  }
}

/** Each place admits once: one that is sent a second time counts as none. Those that are too late anyway are forgotten. */
export function usedPlaces(): { use: (place: Place, time: number) => boolean } {
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
