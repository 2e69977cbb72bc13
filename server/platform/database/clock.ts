/** What time it is. All instances follow the clock of their database: their own may differ, and would judge the same hold differently. */
import type pg from 'pg'
import type { Logger } from '#server/platform/process/log.ts'

export type Clock = {
  now: () => Date
  /** By how many seconds the database's clock is ahead of this machine's. */
  difference: () => number
  stop: () => void
}

/** `wall` and `steady` are this machine's two clocks at the moment of the question: the second never jumps. */
type Measured = { ahead: number; took: number; wall: number; steady: number }

/** Machines that keep their clocks by the network differ by less: to follow a hundredth of a second would make time go back now and then. */
const followedFrom = 250
const toldFrom = 2000
const measureEvery = 5000
/** How soon again after a jump: a clock that stands still jumps with every look. */
const leastPause = 1000

export async function openClock(pool: pg.Pool, log: Pick<Logger, 'warn' | 'info'>): Promise<Clock> {
  let ahead = 0
  let told = 0
  let seen = { wall: Date.now(), steady: performance.now() }
  let measuring: Promise<void> | undefined
  let lastAsked = 0

  function follow(measured: Measured): void {
    seen = measured
    // The answer may be older than half the time that it took, but not by more than the other half.
    const isSure = Math.abs(measured.ahead) > Math.max(followedFrom, measured.took)
    ahead = isSure ? measured.ahead : 0
    if (Math.abs(ahead - told) <= toldFrom) return
    told = Math.abs(ahead) > toldFrom ? ahead : 0
    const seconds = Math.round(-ahead / 100) / 10
    if (told)
      log.warn({ seconds }, "this machine's clock is ahead of the database's, or behind it: the database's is followed")
    else log.info('the clocks of this machine and of the database agree again')
  }

  function ask(): void {
    if (measuring) return
    lastAsked = performance.now()
    // While the database is away, time goes on as it did.
    measuring = measure(pool)
      .then(follow, () => undefined)
      .finally(() => (measuring = undefined))
  }

  follow(await measure(pool))
  const timer = setInterval(ask, measureEvery).unref()
  return {
    now: () => {
      const wall = seen.wall + performance.now() - seen.steady
      // The clock of this machine was put forward or back. The database's may be another one: it is asked at once, and until it has answered time goes on evenly.
      if (Math.abs(Date.now() - wall) > followedFrom && performance.now() - lastAsked > leastPause) ask()
      return new Date(wall + ahead)
    },
    difference: () => ahead / 1000,
    stop: () => clearInterval(timer),
  }
}

/** Of three answers the quickest says it best. */
async function measure(pool: pg.Pool): Promise<Measured> {
  const answers: Measured[] = []
  while (answers.length < 3) {
    const [asked, began] = [Date.now(), performance.now()]
    const { rows } = await pool.query<{ time: number }>('select extract(epoch from clock_timestamp())::float8 as time')
    const took = performance.now() - began
    answers.push({ ahead: Number(rows[0]?.time) * 1000 - (asked + took / 2), took, wall: asked, steady: began })
  }
  return answers.reduce((best, each) => (each.took < best.took ? each : best))
}
