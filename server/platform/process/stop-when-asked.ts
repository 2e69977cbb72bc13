/** What a server does when it is asked to stop, by Ctrl-C or by whoever keeps it. */
import { inspect } from 'node:util'

/** Ctrl-C in a terminal reaches us directly and once more through whoever keeps us: so soon, it is the same wish. */
const sameWish = 1000
/** What hangs for so long, such as a letter to a mail server that says nothing, must not keep the next server waiting. */
const longestStop = 20_000

type Stoppable = { stop: () => Promise<void> }

/** Heard from the beginning: a server that is stopped while it starts would leave its database running. */
export function stopWhenAsked(starting: Promise<Stoppable>, asked: AbortController): void {
  let askedAt: number | undefined
  const stop = () => {
    if (askedAt !== undefined) {
      // Asked a second time, somebody is in a hurry.
      if (performance.now() - askedAt > sameWish) process.exit(1)
      return
    }
    askedAt = performance.now()
    asked.abort()
    setTimeout(() => {
      process.stderr.write('The stop took too long. What was in hand is taken up again by the next start.\n')
      process.exit(1)
    }, longestStop).unref()
    void starting
      .then((portal) => portal.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`${inspect(error)}\n`)
          process.exit(1)
        },
      )
  }
  // Killed, our supervisor tells us nothing more, and the next start would find the port taken by us.
  process.once('disconnect', () => {
    if (askedAt === undefined) stop()
  })
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
