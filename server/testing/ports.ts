/** A port for a server that a test will start in a while. */
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below those that a system hands out by itself: in the seconds until the server opens, nobody who asks for any port gets this one. */
const [first, last] = [12_000, 32_000]

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(first, last)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((told) => {
    const probe = createServer()
    probe.once('error', () => told(false))
    // Every address, because some servers open on `localhost` of both kinds.
    probe.listen(port, () => probe.close(() => told(true)))
  })
}
