/** Whoever calls faster than a person can is served at the pace of a person: a program in a loop must not keep the processor from the others. */
import { refuse } from './refuse.ts'

/**
 * So many calls of a session at once, and after them so many a second. A page that opens asks for a handful.
 * Whoever asks more often than a limit allows hears so `noAfter` milliseconds later: a program that asks again at once then does so twice a
 * second, and not a thousand times.
 */
export type CallPace = { atOnce: number; perSecond: number; noAfter: number }

export const usualCallPace: CallPace = { atOnce: 40, perSecond: 10, noAfter: 500 }
/** A screen of the console asks for more at once than a page of the site, and staff open one screen after another. */
export const paceOfStaff: Pick<CallPace, 'atOnce' | 'perSecond'> = { atOnce: 120, perSecond: 30 }
/** In milliseconds. Each call that waits is memory: whoever has more of them is asked to come again. */
const longestWait = 1000
const forgetEvery = 1000

/** Waits until it is the turn of the caller's next call. `busyUntil` says when each caller's calls so far would have ended, had they come at that pace. */
export function paceCalls(
  { atOnce, perSecond }: Pick<CallPace, 'atOnce' | 'perSecond'>,
  busyUntil = new Map<string, number>(),
): (caller: string) => Promise<void> {
  const gap = 1000 / perSecond
  let calls = 0
  return async (caller) => {
    const now = performance.now()
    calls += 1
    if (calls % forgetEvery === 0) for (const [each, until] of busyUntil) if (until < now) busyUntil.delete(each)
    const until = Math.max(busyUntil.get(caller) ?? 0, now) + gap
    const wait = until - now - atOnce * gap
    if (wait > longestWait) refuse('too_many', { retryAfter: 1 })
    busyUntil.set(caller, until)
    if (wait > 0) await new Promise((resume) => setTimeout(resume, wait))
  }
}
