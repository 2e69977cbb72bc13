/** A bad mobile network in front of a server of this machine: delay, a narrow pipe that all connections share, and TCP's slow start. */
import { connect, createServer, type Socket } from 'node:net'

export type Link = { roundTrip: number; kilobitsPerSecond: number; firstWindow: number }
export type SlowLink = { port: number; close: () => void }

const segment = 1460

export async function openSlowLink(
  target: number,
  { roundTrip, kilobitsPerSecond, firstWindow }: Link,
): Promise<SlowLink> {
  const bytesPerMs = kilobitsPerSecond / 8
  const half = roundTrip / 2
  const sockets = new Set<Socket>()
  let pipeFreeAt = 0

  const server = createServer({ noDelay: true }, (visitor) => {
    const opened = performance.now()
    const upstream = connect({ port: target, host: '127.0.0.1', noDelay: true })
    for (const socket of [visitor, upstream]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => sockets.delete(socket))
    }
    const toServer = inOrder((part: Buffer) => upstream.write(part))
    const toVisitor = inOrder((part: Buffer) => visitor.write(part))
    const acknowledged = inOrder((bytes: number) => {
      underway -= bytes
      window += bytes
      pump()
    })
    const waiting: Buffer[] = []
    let window = firstWindow
    let underway = 0

    // What the visitor may be sent grows with what it has acknowledged, as TCP does.
    function pump(): void {
      while (waiting.length > 0 && underway < window) {
        const next = waiting[0] as Buffer
        const part = next.subarray(0, Math.min(segment, window - underway))
        if (part.length === next.length) waiting.shift()
        else waiting[0] = next.subarray(part.length)
        underway += part.length
        pipeFreeAt = Math.max(performance.now(), pipeFreeAt) + part.length / bytesPerMs
        toVisitor(pipeFreeAt + half, part)
        acknowledged(pipeFreeAt + roundTrip, part.length)
      }
    }

    // One round trip passes before a connection carries anything.
    visitor.on('data', (part: Buffer) => toServer(Math.max(performance.now(), opened + roundTrip) + half, part))
    upstream.on('data', (part: Buffer) => {
      waiting.push(part)
      pump()
    })
    visitor.on('close', () => upstream.destroy())
    upstream.on('close', () => setTimeout(() => visitor.destroy(), roundTrip + 500))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { port: (server.address() as { port: number }).port, close }
}

/** Delivers each thing at its time, and never before the one that was given earlier: two timers of a busy machine may change places. */
function inOrder<Thing>(deliver: (thing: Thing) => void): (at: number, thing: Thing) => void {
  const waiting: Thing[] = []
  let last = 0
  const next = () => deliver(waiting.shift() as Thing)
  return (at, thing) => {
    last = Math.max(at, last)
    waiting.push(thing)
    setTimeout(next, Math.max(0, last - performance.now()))
  }
}
