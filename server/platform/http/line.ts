/**
 * The line at a full house. Who cannot be admitted is refused with a turn: when to come again, so that the crowd comes back at the rate at which
 * it is served and in the order in which it came. See docs/decisions/0101.
 */
import { type Turn, signedTurns, usedTurns } from './line-turns.ts'
import { refuse } from './refuse.ts'

export type LineRules = {
  /** What the line is for, such as `comingIn`. */
  name: string
  /** How many calls may be in hand, of all lines together, when one more is admitted. */
  room: number
  inside: { calls: number }
  key: Buffer
  now: () => Date
}

export type Line = {
  /** Counts the call as in hand; refuses it, or lets it wait, when there is no room. `sent` is the turn that came with it. */
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
/** When so many turns in a row were due and nobody came, a line keeps newcomers out of a server that is not busy no longer. */
const missedTurns = 20
/** Turns are given a little faster than calls are served, because not everybody comes back; those whose time has come and who still wait here slow it down again. */
const hurry = 0.85
/** In milliseconds. Nobody gets a turn that is further away. */
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

/** `leave` refuses them with a new turn. */
type Held = { turn: Turn; admit: () => void; leave: () => void }

export function lineOf({ name, room, inside, key, now }: LineRules): Line {
  const turns = signedTurns(key, name)
  const { use } = usedTurns()
  const speed = measuredSpeed()
  const { held, hold } = heldCalls((turn) => refuseLater(turn, now().getTime()))
  /** When the last turn that was given is due. */
  let last = 0
  /** When somebody came with a turn. */
  let lastCame = 0

  const isIdle = (time: number) => inside.calls < busyFrom && time - lastCame > missedTurns * speed.gap()

  function enterNew(time: number): void | Promise<void> {
    // The clock was put back.
    if (last > time + longestLine) last = time
    const isLine = last > time || held.length > 0
    if (isLine ? isIdle(time) : inside.calls < room) return countIn()
    const late = held.filter(({ turn }) => turn.due <= time).length
    const step = speed.gap() * (hurry + late / room)
    const due = Math.max(last, time + Math.max(0, inside.calls - room / 2) * speed.gap()) + step
    if (due > time + longestLine) refuse('unavailable', { retryAfter: longestLine / 1000 })
    last = due
    const turn = turns.give(time, due)
    const wait = due - time
    if (wait <= shortWait.atMost && held.length < mostHeld)
      return hold(turn, { wait, longest: wait + shortWait.longer, whenDue: admit })
    refuseUntil(turn, time)
  }

  function enterAgain(turn: Turn, time: number): void | Promise<void> {
    if (time < turn.due - earlyBy) refuseUntil(turn, time)
    if (!use(turn, time)) return enterNew(time)
    lastCame = time
    if (inside.calls < room && held.length === 0) return countIn()
    const lastHeld = held.at(-1)
    if (lastHeld && held.length >= mostHeld) {
      if (!isBefore(turn, lastHeld.turn)) return refuseLater(turn, time)
      lastHeld.leave()
    }
    return hold(turn, { wait: 0, longest: longestHold, whenDue: admit })
  }

  function admit(): void {
    const time = now().getTime()
    for (let first = held[0]; first && inside.calls < room; first = held[0]) {
      // People who came before them are on their way.
      if (first.turn.due > time + earlyBy && !isIdle(time)) return
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
  function refuseLater({ since }: Turn, time: number): never {
    // Soon: nobody is admitted before them, and with a later time those would be who came after them.
    return refuseUntil(turns.give(since, time + againAfter), time)
  }

  return {
    enter: (sent) => {
      const time = now().getTime()
      const turn = sent === undefined ? undefined : turns.read(sent, time)
      return turn ? enterAgain(turn, time) : enterNew(time)
    },
    left: () => speed.left(now().getTime()),
    admit,
    length: () => Math.min(Math.max(0, last - now().getTime()), longestLine) / 1000,
  }
}

type Holding = { wait: number; longest: number; whenDue: () => void }

/** Calls that wait here, in the order in which they first asked. `refuseLater` tells those who waited too long. */
function heldCalls(refuseLater: (turn: Turn) => never) {
  const held: Held[] = []
  const hold = (turn: Turn, { wait, longest, whenDue }: Holding): Promise<void> =>
    new Promise((resolve, reject) => {
      const stop = () => timers.forEach(clearTimeout)
      const leave = () => {
        stop()
        held.splice(held.indexOf(mine), 1)
        try {
          refuseLater(turn)
        } catch (refusal) {
          reject(refusal as Error)
        }
      }
      const timers = [setTimeout(whenDue, wait), setTimeout(leave, longest)]
      const mine: Held = {
        turn,
        leave,
        admit: () => {
          stop()
          resolve()
        },
      }
      const next = held.findIndex((other) => isBefore(turn, other.turn))
      held.splice(next < 0 ? held.length : next, 0, mine)
    })
  return { held, hold }
}

const isBefore = (mine: Turn, other: Turn): boolean =>
  mine.since === other.since ? mine.due < other.due : mine.since < other.since

function refuseUntil({ text, due }: Turn, time: number): never {
  const wait = Math.max(1, due - time)
  return refuse('unavailable', { retryAfter: Math.ceil(wait / 1000), turn: { text, wait } })
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
