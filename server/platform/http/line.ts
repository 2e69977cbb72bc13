/**
 * The line at a full house. Who cannot be admitted is refused with a place: when to come again, so that the crowd comes back at the rate at which
 * it is served and in the order in which it came. See docs/decisions/0101.
 */
import type { Inside } from './admission.ts'
import { type Place, placesOf, usedPlaces } from './places.ts'
import { refuse } from './refuse.ts'

export type LineRules = {
  /** What the line is for, such as `comingIn`. */
  name: string
  /** How many calls may be in hand, of all lines together, when one more is admitted. */
  room: number
  inside: Inside
  key: Buffer
  now: () => Date
}

export type Line = {
  /** Counts the call as in hand; refuses it, or lets it wait, when there is no room. `sent` is the place that came with it. */
  enter: (sent: unknown) => void | Promise<void>
  /** To be called after a call of this line is no longer in hand, whatever became of it. */
  left: () => void
  /** Admits those who wait here, as far as there is room. */
  admit: () => void
  /** In seconds: how long a newcomer would wait. */
  length: () => number
}

/** Milliseconds between two calls that are served, before anything was measured. */
const firstGap = 10
const gaps = { least: 1, most: 1000, measuredOver: 50 }
/** With fewer calls in hand the server is not busy: what it serves then does not tell how fast it is. */
const busyFrom = 10
/** When so many places in a row were due and nobody came, a line keeps newcomers out of a server that is not busy no longer. */
const emptyPlaces = 20
/** Places are given a little faster than calls are served, because not everybody comes back; those whose time has come and who still wait here slow it down again. */
const hurry = 0.85
/** In milliseconds. Nobody gets a place that is further away. */
const longestLine = 120_000
/** In milliseconds: a wait that is not worth a second request. The call waits here, and is refused if there is still no room after `longer`. */
const shortWait = { atMost: 2000, longer: 1000 }
/** Somebody who came at their time waits here at most so long: a database that is away must not keep them for ever. */
const longestHold = 10_000
/** In milliseconds: how soon somebody comes again who came at their time and could not be admitted. */
const againAfter = 2000
/** How many may wait here: each of them is memory. */
const mostHeld = 100
/** A timer may be early by so much. */
const earlyBy = 50

/** `leave` refuses them with a new place. */
type Held = { place: Place; admit: () => void; leave: () => void }

export function lineOf({ name, room, inside, key, now }: LineRules): Line {
  const places = placesOf(key, name)
  const { use } = usedPlaces()
  const speed = measuredSpeed()
  const held: Held[] = []
  /** When the last place that was given is due. */
  let last = 0
  /** When somebody came with a place. */
  let lastCame = 0

  const isIdle = (time: number) => inside.calls < busyFrom && time - lastCame > emptyPlaces * speed.gap()

  function enterNew(time: number): void | Promise<void> {
    // The clock was put back.
    if (last > time + longestLine) last = time
    const isLine = last > time || held.length > 0
    if (isLine ? isIdle(time) : inside.calls < room) return countIn()
    const late = held.filter(({ place }) => place.due <= time).length
    const step = speed.gap() * (hurry + late / room)
    const due = Math.max(last, time + Math.max(0, inside.calls - room / 2) * speed.gap()) + step
    if (due > time + longestLine) refuse('unavailable', { retryAfter: longestLine / 1000 })
    last = due
    const place = places.give(time, due)
    const wait = due - time
    if (wait <= shortWait.atMost && held.length < mostHeld)
      return hold(place, { wait, longest: wait + shortWait.longer })
    refuseUntil(place, time)
  }

  function enterAgain(place: Place, time: number): void | Promise<void> {
    if (time < place.due - earlyBy) refuseUntil(place, time)
    if (!use(place, time)) return enterNew(time)
    lastCame = time
    if (inside.calls < room && held.length === 0) return countIn()
    const lastHeld = held.at(-1)
    if (lastHeld && held.length >= mostHeld) {
      if (!isBefore(place, lastHeld.place)) return refuseLater(place, time)
      lastHeld.leave()
    }
    return hold(place, { wait: 0, longest: longestHold })
  }

  /** Waits for its turn, in the order in which they first asked. */
  function hold(place: Place, { wait, longest }: { wait: number; longest: number }): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = () => timers.forEach(clearTimeout)
      const leave = () => {
        stop()
        held.splice(held.indexOf(mine), 1)
        try {
          refuseLater(place, now().getTime())
        } catch (refusal) {
          reject(refusal as Error)
        }
      }
      const timers = [setTimeout(admit, wait), setTimeout(leave, longest)]
      const mine: Held = {
        place,
        leave,
        admit: () => {
          stop()
          resolve()
        },
      }
      const next = held.findIndex((other) => isBefore(place, other.place))
      held.splice(next < 0 ? held.length : next, 0, mine)
    })
  }

  function admit(): void {
    const time = now().getTime()
    for (let first = held[0]; first && inside.calls < room; first = held[0]) {
      // People who came before them are on their way.
      if (first.place.due > time + earlyBy && !isIdle(time)) return
      held.shift()
      // Here and not where it goes on: the next newcomer would see room that is not there.
      countIn()
      first.admit()
    }
  }

  function countIn(): void {
    inside.calls += 1
    speed.entered()
  }

  /** They came at their time, and the server is slower than it was: what they came with is used up, when they came is not. */
  function refuseLater({ since }: Place, time: number): never {
    // Soon: nobody is admitted before them, and with a later time those would be who came after them.
    return refuseUntil(places.give(since, time + againAfter), time)
  }

  return {
    enter: (sent) => {
      const time = now().getTime()
      const place = sent === undefined ? undefined : places.read(sent, time)
      return place ? enterAgain(place, time) : enterNew(time)
    },
    left: () => speed.left(now().getTime()),
    admit,
    length: () => Math.min(Math.max(0, last - now().getTime()), longestLine) / 1000,
  }
}

const isBefore = (mine: Place, other: Place): boolean =>
  mine.since === other.since ? mine.due < other.due : mine.since < other.since

function refuseUntil({ text, due }: Place, time: number): never {
  const wait = Math.max(1, due - time)
  return refuse('unavailable', { retryAfter: Math.ceil(wait / 1000), place: { text, wait } })
}

/** Milliseconds from one served call to the next while the server is busy with this line, over the last few of them. */
function measuredSpeed() {
  let inHand = 0
  let gap = firstGap
  let measured = 0
  let lastLeft: number | undefined
  return {
    gap: () => Math.min(Math.max(gap, gaps.least), gaps.most),
    entered: () => void (inHand += 1),
    left: (time: number) => {
      const isBusy = inHand >= busyFrom
      inHand -= 1
      if (isBusy && lastLeft !== undefined) {
        const sample = Math.min(Math.max(0, time - lastLeft), gaps.most)
        measured += 1
        gap += (sample - gap) / Math.min(measured, gaps.measuredOver)
      }
      // Each time that it gets busy is measured by itself: the machine may do other work then.
      else if (!isBusy) measured = 0
      lastLeft = isBusy ? time : undefined
    },
  }
}
